"""The texts of a game in which icons, emphasis and references can be written, and where each stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType
from typing import Any

from cardtool.model import Component, Game, Manuscript, Marks, Source, Stretch

__all__ = ["RULEBOOK", "Passage", "of_card", "of_cards", "of_rules", "of_the_rulebook", "passages"]

RULEBOOK = "the rulebook"
_PLAIN = frozenset({"id", "name", "art"})  # of a record: printed, or drawn, exactly as written


@dataclass(frozen=True, slots=True)
class Passage:
    """A text of the game; `title` is what messages call it: `the text of "Goat"`, `the rulebook`."""

    title: str
    text: str
    file: str
    marks: Marks

    def at(self, offset: int) -> Source:
        """Where the character at this offset of the text stands."""
        return Source(self.file, *self.marks.of_letter(offset))


def passages(game: Game, *signs: str) -> Iterator[Passage]:
    """Every text of the game; of the many texts of cards only those that hold one of the signs, if any."""
    yield from of_cards(game, *signs)
    yield from of_rules(game)
    yield from of_the_rulebook(game)


def of_cards(game: Game, *signs: str) -> Iterator[Passage]:
    """The texts of every record, less its id, its name and its art; with signs, those that hold one."""
    holds = re.compile("|".join(map(re.escape, signs))).search
    for card in game.cards:
        for key, value in card.fields.items():
            if key not in _PLAIN and _is_in(value, holds):
                for path, text in _strings(value, (key,)):
                    if holds(text):
                        yield _of_card(card, path, text)


def of_card(card: Component, is_unread: Callable[[str], object] = lambda text: False) -> Iterator[Passage]:
    """The texts of one record, less its id, its name, its art and what is unread."""
    for key, value in card.fields.items():
        if key not in _PLAIN:
            for path, text in _strings(value, (key,)):
                if not is_unread(text):
                    yield _of_card(card, path, text)


def _is_in(value: Any, holds: Callable[[str], object]) -> bool:
    """Whether a text in this value holds what is looked for; quicker than to follow where it stands."""
    if type(value) is str:
        return holds(value) is not None
    if type(value) is MappingProxyType:
        value = value.values()
    elif type(value) is not tuple:
        return False
    return any(_is_in(inner, holds) for inner in value)


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
        yield Passage(RULEBOOK, game.rulebook.text, game.rulebook.source.file, _by_lines(game.rulebook))


def _of_card(card: Component, path: tuple[str | int, ...], text: str) -> Passage:
    return Passage(f'the text of "{card.name}"', text, card.source.file, card.marks.inside(path))


def _fields(of: str, source: Source, marks: Marks, **texts: str) -> Iterator[Passage]:
    """Of these texts those that are written in the file; the others were taken from elsewhere."""
    for key, text in texts.items():
        if key in marks.children:
            yield Passage(f"the {key} of {of}", text, source.file, marks.children[key])


def _by_lines(manuscript: Manuscript) -> Marks:
    lengths = (len(line) + 1 for line in manuscript.text.split("\n"))
    starts = accumulate(lengths, initial=0)
    return Marks(1, 1, stretches=tuple(Stretch(start, row, 1) for row, start in enumerate(starts, start=1)))


def _strings(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, tuple):
        for index, inner in enumerate(value):
            yield from _strings(inner, (*path, index))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _strings(inner, (*path, key))
