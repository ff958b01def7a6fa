"""What is new in a game since a revision, which is read like any other game."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cardtool import changes, load
from cardtool.errors import ProjectError, UsageError
from cardtool.finding import Finding, sorted_findings
from cardtool.model import Game
from cardtool.project import Project
from cardtool.report import escape_line
from cardtool.unicode_text import escape_hidden


def find_changes(project: Project, game: Game, name: str) -> tuple[Finding, ...]:
    """Return what is wrong with the changes since a revision, or since the game left it for its own branch.

    What could not be compared is among it.

    Raises: UsageError when git has no such revision to show; MissingLibrary without git.
    """
    then = changes.branch_point(project.root, changes.find_revision(project.root, name))

    def not_compared(message: str, advice: str | None = None) -> Finding:
        return changes.NOT_COMPARED.found(game.source, escape_line(escape_hidden(message)), advice)

    try:
        before = load_game_at(project, game.id, then)
    except ProjectError as error:
        problem = str(error).partition("\n")[0]
        return (
            not_compared(f"what changed since {name} was not checked; the game was broken then: {problem}"),
        )
    if before is None:
        message = f"git has no game {game.id} at {name}, so nothing was compared with it"
        return (not_compared(message, "if the game is new, nothing is to be done"),)
    found = changes.check_changes(changes.ChangeContext.of(name, then.date, before, game))
    if before.incomplete:
        unread = ", ".join(sorted(before.incomplete))
        found.append(not_compared(f"not all that changed since {name} was checked; broken then: {unread}"))
    return tuple(found)


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


def changelog_draft(project: Project, id: str, old: str) -> tuple[tuple[str, ...], list[str]]:
    """Return the entries that the changelog lacks for what changed since a revision, as lines of YAML.

    And what could not be read in one of the versions, and is left out. Raises: as `change_summary`.
    """
    then = changes.find_revision(project.root, old)
    before, after = _load_game_at(project, id, old), _load_game_now(project, id)
    entries = changes.draft_entries(changes.ChangeContext.of(old, then.date, before, after))
    return entries, sorted(before.incomplete | after.incomplete)


def _load_game_at(project: Project, id: str, name: str) -> Game:
    revision = changes.find_revision(project.root, name)
    try:
        game = load_game_at(project, id, revision)
    except ProjectError as error:
        raise ProjectError(f"the game as it was at {name} cannot be read\n{error}") from None
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
        found = sorted_findings(loaded.findings)  # what else is told may come of game.yaml
        first = next((each for each in found if each.source.file.endswith("/game.yaml")), found[0])
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
