"""What is new in a game since a revision, which is read like any other game."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from cardtool import changes, load
from cardtool.errors import ProjectError, UsageError
from cardtool.finding import Finding, Rule, sorted_findings
from cardtool.model import Game
from cardtool.project import Project
from cardtool.report import escape_line
from cardtool.unicode_text import escape_hidden


class FoundChanges(NamedTuple):
    """What is wrong with the changes of a game, and the game before them, where it could be read."""

    findings: tuple[Finding, ...]
    before: Game | None


def find_changes(project: Project, game: Game, name: str) -> FoundChanges:
    """Return what is wrong with the changes since a revision, or since the game left it for its own branch.

    What could not be compared is among it.

    Raises: UsageError when git has no such revision to show; MissingLibrary without git.
    """
    then = changes.branch_point(project.root, changes.find_revision(project.root, name))

    def not_compared(message: str, advice: str | None = None, rule: Rule = changes.NOT_COMPARED) -> Finding:
        return rule.found(game.source, escape_line(escape_hidden(message)), advice)

    own = changes.games_at(project.root, then)
    is_new = all(each.id != game.id for each in own)
    known = changes.games_at(project.root, then, anywhere=True) if is_new else own
    gone = [each for each in known if each.is_gone]
    found: list[Finding] = []
    try:
        before = load_game_at(project, game.id, then)
    except ProjectError as error:
        problem = str(error).partition("\n")[0]
        message = f"what changed since {name} was not checked; the game was broken then: {problem}"
        return FoundChanges((not_compared(message),), None)
    before = before or _renamed_game(project, game, then, gone)
    if before is None:
        message = f"git has no game {game.id} at {name}, so nothing was compared with it"
        if not gone:
            advice = "if the game is new, nothing is to be done"
            return FoundChanges((not_compared(message, advice),), None)
        message += f"; gone since then: {_names(gone)}"
        advice = "give a renamed game its folder's old name back, or rename it in a change of its own"
        return FoundChanges((not_compared(message, advice, changes.LOST),), None)
    there = {*project.games()}
    lost = [each for each in gone if each.id not in {before.id, *there}]
    if lost and len(gone) > len(there - {each.id for each in own}):
        message = f"what was a game at {name} is gone, so nothing was compared with it: {_names(lost)}"
        found.append(not_compared(message, rule=changes.LOST))
    found += changes.check_changes(changes.ChangeContext.of(name, then.date, before, game))
    if before.incomplete:
        unread = ", ".join(sorted(before.incomplete))
        found.append(not_compared(f"not all that changed since {name} was checked; broken then: {unread}"))
    if unread := ", ".join(sorted(game.incomplete - before.incomplete)):
        message = f"not all that changed since {name} was checked; it cannot be read any more: {unread}"
        found.append(not_compared(message, rule=changes.LOST))
    if files := ", ".join(sorted(_lost_files(project, before, game))):
        message = f"not all that changed since {name} was checked; files are gone: {files}"
        found.append(
            not_compared(message, "put them back, or take them out in a change of their own", changes.LOST)
        )
    ids = dict.fromkeys((before.id, game.id))
    if files := ", ".join(changes.changed_conversions(project.root, ids, then)):
        message = (
            f"git's attributes convert otherwise than at {name} what a later check compares with: {files}"
        )
        advice = "take working-tree-encoding, filter and ident for them out of .gitattributes"
        found.append(not_compared(message, advice, changes.LOST))
    return FoundChanges(tuple(found), before)


_MOST_RENAMED = 20  # games that are gone of which one may be this


def _names(games: Iterable[changes.FormerGame]) -> str:
    return ", ".join(f"{each.prefix}cards/{each.id}" for each in games)


def _renamed_game(
    project: Project, game: Game, then: changes.Revision, gone: Iterable[changes.FormerGame]
) -> Game | None:
    """Return the game that is gone and is like this one by title or ids, the most; None where none is."""
    ids = {card.id for card in game.cards}
    found: list[tuple[tuple[bool, int], Game]] = []
    for each in islice(gone, _MOST_RENAMED):
        with suppress(ProjectError):
            former = load_game_at(project, each.id, replace(then, prefix=each.prefix))
            if former is not None:
                kept = len(ids.intersection(card.id for card in former.cards))
                if former.title == game.title or 2 * kept >= max(len(former.cards), 1):
                    found.append(((former.title == game.title, kept), former))
    return max(found, key=itemgetter(0))[1] if found else None


def _lost_files(project: Project, before: Game, game: Game) -> Iterator[str]:
    """Yield files of the game that are gone, but for those whose loss the changelog is to tell."""
    rules = before.rules
    sources = [each.source for each in rules.numbers.values()]
    sources += [each.source for each in rules.sequences.values()]
    sources += [each.source for each in rules.tables.values()]
    sources += [each.source for each in before.glossary]
    sources += [each.source for each in before.waivers]
    sources += [each.source for each in before.changelog]
    sources += [before.rulebook.source] if before.rulebook else []
    if not before.changelog and not game.changelog:
        ids = {card.id for card in game.cards}
        sources += (card.source for card in before.cards if card.id not in ids)
        sources += (each.source for id, each in before.layouts.items() if id not in game.layouts)
    names = {source.file.removeprefix(f"cards/{before.id}/") for source in sources}
    return (name for name in names if not os.path.lexists(project.cards(game.id) / name))


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
