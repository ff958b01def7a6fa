"""Cards as a text names them, their values as it calls those, and what it quotes of the two."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cardtool.lint.core import Facts
from cardtool.lint.core.facts import NamedCard, counts_by_noun, noun_key
from cardtool.lint.core.matching import NAME_MARKS, name_as_printed
from cardtool.lint.values.value_pairs import label_key
from cardtool.model import CardValue, Source

ANY_GAMES = ("victory point", "victory points", "vp", "vps", "point", "points")
"""What most games count, by whatever name this one has for it."""

_WORD = re.compile(r"\S+")
_LONGEST, _LONGEST_LETTERS = 8, 100  # words, letters of a card's name that are looked up


def value_forms(value: CardValue) -> tuple[str, ...]:
    """Return everything that texts call a value, in small letters."""
    return tuple(form.casefold() for form in (value.noun, value.plural, *value.short))


def any_of(names: Iterable[str]) -> str:
    """Return a pattern of these names, the longest first."""
    longest_first = sorted({name.casefold() for name in names}, key=lambda name: (-len(name), name))
    alternatives = "|".join(map(re.escape, longest_first)).replace(r"\ ", r"\s")
    return f"(?:{alternatives})"


@dataclass(frozen=True, slots=True)
class CardNames:
    """The cards by the names that readers see, each belonging to one card; none when no card is known."""

    cards: Mapping[str, NamedCard]
    nouns: frozenset[str]
    values: tuple[CardValue, ...]

    @classmethod
    def from_facts(cls, facts: Facts) -> CardNames:
        found: dict[str, list[NamedCard]] = {}
        for card in facts.names:
            found.setdefault(name_as_printed(card.name), []).append(card)
        nouns = {*counts_by_noun(facts), *(noun_key(term.term) for term in facts.terms)}
        cards = {name: cards[0] for name, cards in found.items() if len(cards) == 1}
        return cls(cards, frozenset(nouns), facts.card_values)

    def __bool__(self) -> bool:
        return bool(self.cards)

    def named_last(self, words: str) -> NamedCard | None:
        """Return the card whose name these words end in, the longest there is."""
        named = self.name_at_end(words)
        return named[0] if named else None

    def name_at_end(self, words: str) -> tuple[NamedCard, str] | None:
        """Return the card whose name these words end in, and the words before it."""
        for word in [*_WORD.finditer(words, max(0, len(words) - _LONGEST_LETTERS))][-_LONGEST:]:
            card = self.cards.get(name_as_printed(" ".join(words[word.start() :].split())))
            if card and word[0].strip(NAME_MARKS)[:1] == card.name.strip(NAME_MARKS)[:1]:
                return card, words[: word.start()]
        return None

    def value_key(self, label: str) -> str:
        """Return the key of a value by any of its names; points and victory points are the same."""
        plain = label.casefold()
        for value in self.values:
            if plain in value_forms(value):
                label = value.noun
        key = label_key(label)
        return "point" if key in ANY_GAMES else key


@dataclass(frozen=True, slots=True)
class QuotedValue:
    """A number beside a name, and the key of the value it is; `card` is None if none is known.

    It is told in one of three ways: a card has a value, `is_worth` points, or has a number of something,
    which `is_counted`.
    """

    name: str
    card: NamedCard | None
    number: int
    key: str
    is_worth: bool
    sentence: str
    source: Source
    is_counted: bool = False
