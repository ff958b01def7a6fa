"""Things with an id that have another name than before, and the renames that the changelog records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardtool.changes.words import Key, key
from cardtool.model import ChangeType, Game, Source

__all__ = ["Record", "Renaming", "is_renamed", "recorded_renames", "renamed_elsewhere"]


@dataclass(frozen=True, slots=True)
class Renaming:
    """A thing with an id that has another name now: a card, a kind or a term, and where its name stands.

    `certain` is whether anything but its id says that it is the same thing.
    """

    what: str
    old: str
    new: str
    source: Source
    certain: bool = True


def is_renamed(old: str, new: str) -> bool:
    """Whether two names are more than two spellings of one."""
    return old != new and key(old) != key(new)


def recorded_renames(game: Game) -> Iterator[tuple[str, str]]:
    """Every old name that the changelog tells of, with the one that took its place."""
    for release in game.changelog:
        for entry in release.entries:
            if entry.change is ChangeType.RENAMED:
                yield entry.old, entry.new


class Record:
    """The renames that a game's changelog records, followed to their ends."""

    def __init__(self, game: Game) -> None:
        self._steps: dict[Key, set[Key]] = {}
        for old, new in recorded_renames(game):
            self._steps.setdefault(key(old), set()).add(key(new))

    def names_after(self, old: str) -> set[Key]:
        """Every name that this name was changed to, perhaps by and by."""
        reached: set[Key] = set()
        ahead = {key(old)}
        while ahead:
            ahead = {name for here in ahead for name in self._steps.get(here, ())} - reached
            reached |= ahead
        return reached


def renamed_elsewhere(before: Game, after: Game) -> Iterator[Renaming]:
    """The kinds and the terms that have another name."""
    yield from _renamed_kinds(before, after)
    yield from _renamed_terms(before, after)


def _renamed_kinds(before: Game, after: Game) -> Iterator[Renaming]:
    titles = {kind.id: kind.title for kind in before.kinds}
    for kind in after.kinds:
        if kind.id in titles and is_renamed(titles[kind.id], kind.title):
            yield Renaming("kind", titles[kind.id], kind.title, kind.source)


def _renamed_terms(before: Game, after: Game) -> Iterator[Renaming]:
    terms = {term.id: term.term for term in before.glossary}
    for term in after.glossary:
        if term.id in terms and is_renamed(terms[term.id], term.term):
            name = term.marks.inside(("term",))
            place = Source(term.source.file, name.line, name.column)
            yield Renaming("term", terms[term.id], term.term, place)
