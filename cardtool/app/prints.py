"""What was printed from which revision: `prints.json` in the game's folder, to be kept under git with it."""

from __future__ import annotations

import json
import re

from cardtool import changes
from cardtool.app.diff import project_at
from cardtool.errors import ProjectError, UsageError
from cardtool.files import Unreadable, replace_file
from cardtool.project import Project

PRINTED = "printed"
"""What stands for the revision that was printed last, where a revision is asked for."""

_FILE = "prints.json"
_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def note_print(project: Project, id: str, name: str = "HEAD") -> changes.Revision:
    """Note that the game was printed as it is at a revision, and return that.

    Raises: UsageError where there is no such revision or no such game at it; for HEAD, where the files are
    not as they were committed: what was printed could not be told later. ProjectError for a list that
    cannot be read.
    """
    revision = changes.find_revision(project.root, name)
    known = _read(project, id)
    with project_at(project, id, revision) as then:
        if name == "HEAD":
            _ensure_committed(project, id, then, revision)
    if not known or known[-1] != revision.commit:
        rows = [{"revision": commit} for commit in (*known, revision.commit)]
        content = json.dumps({"prints": rows}, indent=2) + "\n"
        replace_file(project.cards(id) / _FILE, content.encode())
    return revision


def last_print(project: Project, id: str) -> str:
    """Return the commit that was printed last. Raises: UsageError where none was noted; ProjectError."""
    known = _read(project, id)
    if not known:
        raise UsageError(
            f"no print of {id} was noted\nafter printing: cardtool printed {id}; or name what was printed: "
            "--since REV"
        )
    return known[-1]


def _read(project: Project, id: str) -> tuple[str, ...]:
    """Return the commits that were printed, the last one last. Raises: ProjectError."""
    file = project.cards(id) / _FILE
    if not file.exists():
        return ()
    try:
        said = json.loads(project.read(file))
        commits = tuple(str(row["revision"]) for row in said["prints"])
    except Unreadable as why:
        raise ProjectError(f"{project.name_of(file)} {why}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        commits = ("",)
    if not all(map(_COMMIT.fullmatch, commits)):
        raise ProjectError(
            f"{project.name_of(file)} is not as cardtool printed writes it; restore it from git"
        )
    return commits


def _ensure_committed(project: Project, id: str, committed: Project, revision: changes.Revision) -> None:
    """Raise UsageError for the first file of the game that is not as it was committed."""
    was = {path.relative_to(committed.root) for path in committed.root.rglob("*") if path.is_file()}
    own = [project.cards(id), project.root / "templates" / id]
    now = {path.relative_to(project.root) for top in own for path in project.files_below(top)}
    read_suffixes = {path.suffix for path in was}
    changed = changes.uncommitted_files(project.root, revision)
    for name in sorted({*was, *(path for path in now if path.suffix in read_suffixes)}):
        if name.name != _FILE and (name not in was or name.as_posix() in changed):
            raise UsageError(
                f"{project.name_of(project.root / name)} is not as it was committed, so nobody could tell "
                f"later what was printed\n{_advice(project)}"
            )


def _advice(project: Project) -> str:
    advice = "commit it, or name the revision that was printed: --revision REV"
    if changes.ignores_filters(project.root):
        advice += "\nfilters that only this repository defines are not run; see: git config --global"
    return advice
