"""What was printed from which revision: `prints.json` in the game's folder, to be kept under git with it."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path

from cardtool import changes
from cardtool.app.diff import project_at
from cardtool.app.inputs import input_files
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
    with suppress(UsageError):
        return changes.find_revision(project.root, known[-1]).commit
    raise UsageError(
        f"git has no commit {known[-1][:12]} any more, which cards/{id}/{_FILE} notes as printed; "
        "a branch that was squashed or rebased takes its commits along\n"
        f"name what was printed: --since REV, or note it anew: cardtool printed {id} --revision REV"
    )


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
    now, was = _files_used(project, id), _files_used(committed, id)
    for name in sorted((now ^ was) | (now & changes.uncommitted_files(project.root, revision))):
        raise UsageError(
            f"{project.name_of(project.root / name)} is not as it was committed, so nobody could tell later "
            f"what was printed\n{_advice(project)}"
        )


def _files_used(project: Project, id: str) -> set[str]:
    """Return the project's files that this game may use, and those that links among them lead to.

    They are named from the project's root. Raises: ProjectError.
    """
    try:
        found = {path for file in input_files(project, id) for path in (file, file.resolve())}
    except Unreadable as why:
        raise ProjectError(f"a schema of {id} {why}; see: cardtool check {id}") from None
    own = {path.relative_to(project.root) for path in found if path.is_relative_to(project.root)}
    note = Path("cards", id, _FILE)
    return {path.as_posix() for path in own if path.suffix.lower() in changes.DRAWN_SUFFIXES and path != note}


def _advice(project: Project) -> str:
    advice = "commit it, or name the revision that was printed: --revision REV"
    if changes.ignores_filters(project.root):
        advice += "\nfilters that only this repository defines are not run; see: git config --global"
    return advice
