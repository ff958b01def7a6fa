"""What is new: in a game since a revision, and among findings since a baseline.

A game at a revision is read like any other. A baseline holds the findings that an old project has when
it takes up the checker, to be dealt with by and by.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardtool import changes, load
from cardtool.errors import ProjectError, UsageError
from cardtool.files import is_plain_file, read_plain_file, replace_file
from cardtool.finding import Finding, sorted_findings
from cardtool.model import Game
from cardtool.project import Project
from cardtool.report import escape_line, message_without_lines
from cardtool.unicode_text import escape_hidden


@dataclass(frozen=True, slots=True)
class ChangeFindings:
    """What was found in the changes. `left_out` says why some could not be judged, fit to print."""

    findings: tuple[Finding, ...]
    left_out: str = ""


def find_changes(project: Project, game: Game, name: str) -> ChangeFindings:
    """Return what is wrong with the changes since a revision, or since the game left it for its own branch.

    A game that is new since then has no changes.

    Raises: UsageError when git has no such revision to show; MissingLibrary without git.
    """
    then = changes.branch_point(project.root, changes.find_revision(project.root, name))
    try:
        before = load_game_at(project, game.id, then)
    except ProjectError as error:
        problem = escape_line(escape_hidden(str(error).partition("\n")[0]))
        return ChangeFindings(
            (), f"what changed since {name} was not checked; the game was broken then: {problem}"
        )
    if before is None:
        return ChangeFindings(())
    since = changes.ChangeContext.of(name, then.date, before, game)
    unread = escape_line(escape_hidden(", ".join(sorted(before.incomplete))))
    left_out = f"not all that changed since {name} was checked; broken then: {unread}" if unread else ""
    return ChangeFindings(tuple(changes.check_changes(since)), left_out)


def change_summary(project: Project, id: str, old: str, new: str | None) -> dict[str, Any]:
    """Return what changed in a game between two revisions, as plain data; without `new`, up to the files now.

    Raises: UsageError when there is no such revision, or no such game at it; ProjectError when the game
    cannot be read; MissingLibrary without git.
    """
    before, after = (
        _load_game_at(project, id, old),
        _load_game_now(project, id) if new is None else _load_game_at(project, id, new),
    )
    return changes.summarise_changes(before, after, changes.compare(before, after))


def changelog_draft(project: Project, id: str, old: str) -> tuple[str, ...]:
    """Return the entries that the changelog lacks for what changed since a revision, as lines of YAML.

    Raises: as `change_summary`.
    """
    then = changes.find_revision(project.root, old)
    before, after = _load_game_at(project, id, old), _load_game_now(project, id)
    return changes.draft_entries(changes.ChangeContext.of(old, then.date, before, after))


def _load_game_at(project: Project, id: str, name: str) -> Game:
    game = load_game_at(project, id, changes.find_revision(project.root, name))
    if game is None:
        raise UsageError(f"there was no game {id} at {name}")
    return game


def _load_game_now(project: Project, id: str) -> Game:
    game = load.load_game(project, id).game
    if game is None:
        raise ProjectError(f"{id} cannot be read; see: cardtool check {id}")
    return game


def load_game_at(project: Project, id: str, revision: changes.Revision) -> Game | None:
    """Return the game as it was at a revision, as far as it could be read; None where it was not there yet.

    Raises: ProjectError when its game.yaml or a schema could not be used; UsageError.
    """
    with _temporary_folder() as folder:
        if not changes.write_snapshot(project.root, id, revision, folder):
            return None
        loaded = load.load_game(Project(folder, project.toolkit), id)
    if loaded.game is None:
        first = sorted_findings(loaded.findings)[0]
        raise ProjectError(f"{first.source}: {first.message}")
    return loaded.game


@contextmanager
def project_at(project: Project, id: str, revision: changes.Revision) -> Iterator[Project]:
    """Give the project as it was at a revision, as far as this game needs it to be drawn.

    Raises: UsageError where there was no such game, or git cannot give it.
    """
    with _temporary_folder() as folder:
        if not changes.write_snapshot(project.root, id, revision, folder, pictures=True):
            raise UsageError(f"there was no game {id} at {revision.name}")
        yield Project(folder, project.toolkit)


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="cardtool-") as folder:
        yield Path(os.path.realpath(folder))


_LARGEST_BASELINE = 16_000_000  # bytes
_SOURCE_FOLDERS = ("cards", "templates", "schemas")
_MALFORMED = (
    ValueError,
    OverflowError,
    KeyError,
    TypeError,
    RecursionError,
)  # what reading no baseline raises

FindingKey = tuple[str, str, str]
"""Rule, file and message of a finding, as far as they stay when lines above it come or go."""


def format_baseline(findings: Iterable[Finding]) -> str:
    """Return the findings as the text of a baseline file; their lines are left out, for they change."""
    rows = [
        {"rule": rule, "file": file, "message": message, "count": count}
        for (rule, file, message), count in sorted(Counter(map(_finding_key, findings)).items())
    ]
    return json.dumps({"tool": "cardtool", "baseline": 1, "findings": rows}, indent=2) + "\n"


def read_baseline(path: Path) -> Counter[FindingKey]:
    """Return what a baseline file lets stand, and how often. Raises: ProjectError."""
    try:
        return _parse_baseline(read_plain_file(path, _LARGEST_BASELINE))
    except OSError as error:
        raise ProjectError(f"{path}: cannot be read: {error.strerror or error}") from None
    except _MALFORMED:
        raise ProjectError(
            f"{path}: this is no baseline; make one with: cardtool check --write-baseline {path}"
        ) from None


def ensure_replaceable(path: Path, root: Path) -> None:
    """See that a baseline may be written here, in a project or outside.

    Raises: UsageError where that would be among the sources, or in place of something else.
    """
    place = Path(os.path.realpath(path))
    if any(place.is_relative_to(Path(os.path.realpath(root / name))) for name in _SOURCE_FOLDERS):
        raise UsageError(f"{path} is among the sources of the project; keep the baseline beside them")
    if not path.exists() and not path.is_symlink():
        return
    if not is_plain_file(path):
        raise UsageError(f"{path} is not a plain file; name another for the baseline")
    try:
        raw = read_plain_file(path, _LARGEST_BASELINE, follow=False)
        if raw:
            _parse_baseline(raw)
    except (OSError, *_MALFORMED):
        raise UsageError(f"{path} is there and is no baseline; name another file, or delete it") from None


def write_baseline(path: Path, text: str) -> None:
    """Put a baseline in its place, whole. Raises: ProjectError."""
    try:
        replace_file(path, text.encode())
    except OSError as error:
        raise ProjectError(f"{path}: cannot be written: {error.strerror or error}") from None


def new_findings(known: Counter[FindingKey], findings: Iterable[Finding]) -> tuple[tuple[Finding, ...], int]:
    """Return the findings that the baseline does not know, and how many it knows that are gone."""
    left = Counter(known)
    new: list[Finding] = []
    for finding in findings:
        key = _finding_key(finding)
        if left[key] > 0:
            left[key] -= 1
        else:
            new.append(finding)
    return tuple(new), sum(count for count in left.values() if count > 0)


def _parse_baseline(raw: bytes) -> Counter[FindingKey]:
    known: Counter[FindingKey] = Counter()
    for row in json.loads(raw)["findings"]:
        known[_row_key(row)] += int(row["count"])
    return known


def _finding_key(finding: Finding) -> FindingKey:
    return finding.rule.code, finding.source.file, message_without_lines(finding.message)


def _row_key(row: dict[str, Any]) -> FindingKey:
    return str(row["rule"]), str(row["file"]), message_without_lines(str(row["message"]))
