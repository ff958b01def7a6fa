"""What changed since a revision: the game as it was is read like any other, and compared."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtool.errors import ProjectError, UsageError
from cardtool.finding import Finding
from cardtool.model import Game
from cardtool.project import Project

if TYPE_CHECKING:
    from cardtool import changes

__all__ = ["Judged", "account_of", "changed_since", "game_at"]


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found in the changes. `left_out` says why some could not be judged, fit to print."""

    findings: tuple[Finding, ...]
    left_out: str = ""


def changed_since(project: Project, game: Game, name: str) -> Judged:
    """What is wrong with the changes since a revision, or since the game left it for its own branch.

    A game that is new since then has no changes.

    Raises: UsageError when git has no such revision to show; MissingLibrary without git.
    """
    from cardtool import changes
    from cardtool.report import escape_line
    from cardtool.visible import clean

    then = changes.branch_point(project.root, changes.find_revision(project.root, name))
    try:
        before = game_at(project, game.id, then)
    except ProjectError as error:
        problem = escape_line(clean(str(error).partition("\n")[0]))
        return Judged((), f"what changed since {name} was not checked; the game was broken then: {problem}")
    if before is None:
        return Judged(())
    since = changes.ChangeContext.of(name, then.date, before, game)
    unread = escape_line(clean(", ".join(sorted(before.incomplete))))
    left_out = f"not all that changed since {name} was checked; broken then: {unread}" if unread else ""
    return Judged(tuple(changes.check_changes(since)), left_out)


def account_of(project: Project, id: str, old: str, new: str | None) -> dict[str, Any]:
    """What changed in a game between two revisions, as plain data; without `new`, up to the files now.

    Raises: UsageError when there is no such revision, or no such game at it; ProjectError when the game
    cannot be read; MissingLibrary without git.
    """
    from cardtool import changes

    before, after = _then(project, id, old), _now(project, id) if new is None else _then(project, id, new)
    return changes.summarise_changes(before, after, changes.compare(before, after))


def _then(project: Project, id: str, name: str) -> Game:
    from cardtool import changes

    game = game_at(project, id, changes.find_revision(project.root, name))
    if game is None:
        raise UsageError(f"there was no game {id} at {name}")
    return game


def _now(project: Project, id: str) -> Game:
    from cardtool import load

    game = load.load_game(project, id).game
    if game is None:
        raise ProjectError(f"{id} cannot be read; see: cardtool check {id}")
    return game


def game_at(project: Project, id: str, revision: changes.Revision) -> Game | None:
    """The game as it was at a revision, as far as it could be read; None where it was not there yet.

    Raises: ProjectError when its game.yaml or a schema could not be used; UsageError.
    """
    from cardtool import changes, load

    with _folder() as folder:
        if not changes.write_snapshot(project.root, id, revision, folder):
            return None
        loaded = load.load_game(Project(folder, project.toolkit), id)
    if loaded.game is None:
        raise ProjectError("; ".join(f"{each.source}: {each.message}" for each in loaded.findings[:1]))
    return loaded.game


@contextmanager
def _folder() -> Iterator[Path]:
    """A folder of our own, for as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="cardtool-") as folder:
        yield Path(os.path.realpath(folder))
