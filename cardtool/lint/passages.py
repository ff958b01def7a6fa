"""The texts of a game in which icons, emphasis and references can be written, and where each stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from cardtool.documents import map_lines
from cardtool.model import Component, Game, Source, SourceMap

__all__ = ["RULEBOOK", "Passage", "Passages", "Written", "of_rules", "of_the_rulebook"]

RULEBOOK = "the rulebook"
_PLAIN = frozenset({"id", "name", "art"})  # of a record: printed, or drawn, exactly as written
_has_sign = re.compile(r"[*{}\[]").search
_is_unread = re.compile(  # an id or a choice of the schema, a colour, the data of an SVG path
    r"#?[a-z0-9][a-z0-9_./-]*|[Mm][ \d.,-][MmLlHhVvCcSsQqTtAaZz\s\d.,-]*"
).fullmatch

_Path = tuple[str | int, ...]
Written = tuple[_Path, str]
"""A text of a record, and the path to it, before it."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A text of the game; `title` is what messages call it: `the text of "Goat"`, `the rulebook`."""

    title: str
    text: str
    file: str
    marks: SourceMap

    def at(self, offset: int) -> Source:
        """Where the character at this offset of the text stands."""
        return Source(self.file, *self.marks.of_letter(offset))


class Passages:
    """Every text of a game; the records of its cards are gone through once.

    Of a record its id, its name, its art and what nobody reads, such as a colour, are left out.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._of_cards = [(card, _readable(card)) for card in game.cards]

    @cached_property
    def _signed(self) -> Sequence[tuple[Component, Written]]:
        return [(card, each) for card, written in self._of_cards for each in written if _has_sign(each[1])]

    @property
    def of_each_card(self) -> Sequence[tuple[Component, Sequence[Written]]]:
        """Every card with its texts."""
        return self._of_cards

    def of_cards(self, is_meant: Callable[[str], bool]) -> Iterator[Passage]:
        """The texts of cards that are meant, among those that hold a star, a brace or a bracket at all."""
        for card, (path, text) in self._signed:
            if is_meant(text):
                yield _of_card(card, path, text)

    def every(self, is_meant: Callable[[str], bool]) -> Iterator[Passage]:
        """Every text of the game; of the many texts of cards only those that are meant."""
        yield from self.of_cards(is_meant)
        yield from of_rules(self._game)
        yield from of_the_rulebook(self._game)


def of_rules(game: Game, *, changelog: bool = True) -> Iterator[Passage]:
    """The texts of the rules, the glossary and, unless it is not wanted, the changelog."""
    for sequence in game.rules.sequences.values():
        yield from _fields(f'"{sequence.title}"', sequence.source, sequence.marks, intro=sequence.intro)
        for step in sequence.steps:
            texts = {"title": step.title, "text": step.text, "quick": step.quick}
            yield from _fields(f'"{step.title}"', step.source, step.marks, **texts)
    for term in game.glossary:
        yield from _fields(f'the term "{term.term}"', term.source, term.marks, means=term.means)
    for release in game.changelog if changelog else ():
        for entry in release.entries:
            yield from _fields(
                f"an entry of version {release.version}", entry.source, entry.marks, text=entry.text
            )


def of_the_rulebook(game: Game) -> Iterator[Passage]:
    """The rulebook, as one text, if there is one."""
    if game.rulebook is not None:
        yield Passage(RULEBOOK, game.rulebook.text, game.rulebook.source.file, map_lines(game.rulebook.text))


def _of_card(card: Component, path: _Path, text: str) -> Passage:
    return Passage(f'the text of "{card.name}"', text, card.source.file, card.marks.inside(path))


def _fields(of: str, source: Source, marks: SourceMap, **texts: str) -> Iterator[Passage]:
    """Of these texts those that are written in the file; the others were taken from elsewhere."""
    for key, text in texts.items():
        if key in marks.children:
            yield Passage(f"the {key} of {of}", text, source.file, marks.children[key])


def _readable(card: Component) -> Sequence[Written]:
    """What can be read of a record, in its order."""
    found: list[Written] = []
    _gather(card.fields.items(), (), found)
    return found


def _gather(values: Iterable[tuple[str | int, Any]], path: _Path, found: list[Written]) -> None:
    """Add what can be read among these values, each with its key; `path` leads to them."""
    for key, value in values:
        sort = type(value)  # for a read-only mapping says that it is of another class
        if sort is str:
            if not _is_unread(value) and (path or key not in _PLAIN):
                found.append(((*path, key), value))
        elif not path and key in _PLAIN:
            continue
        elif sort is tuple:
            _gather(enumerate(value), (*path, key), found)
        elif sort is MappingProxyType:
            _gather(value.items(), (*path, key), found)
