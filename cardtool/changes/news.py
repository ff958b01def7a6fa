"""What the changelog has come to say since a revision, and whether that speaks of a card.

An entry speaks of a card when its text says the card's name, old or new, or speaks of all its kind:
"Prizes", "all cards". A rename speaks of what its text says, and of the name alone when it has none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from cardtool.changes.words import Key, Names, key, words
from cardtool.documents import plural, singular
from cardtool.model import ChangelogEntry, ChangeType, Component, Game, Kind

__all__ = ["News"]

_BETWEEN = r"(?:(?!(?:your|their|his|her|its|our|players?|player's) )[\w'-]+ ){0,2}"  # nobody's own cards
_SEVERAL = "all|both|(?<!how )(?<!as )(?<!too )many|(?<!the )most|several|some|various|a few|a number of"
_ALL_CARDS = re.compile(rf"\b(?:(?:each|every) {_BETWEEN}card|(?:{_SEVERAL}) {_BETWEEN}cards?)\b")


class News:
    """The entries that are new or rewritten since a revision, of whichever version."""

    def __init__(self, before: Game, after: Game) -> None:
        known = Counter(_said(entry) for release in before.changelog for entry in release.entries)
        entries = []
        for entry in (entry for release in after.changelog for entry in release.entries):
            if known[_said(entry)] > 0:
                known[_said(entry)] -= 1
            else:
                entries.append(entry)
        self.entries = tuple(entries)
        self._names = [card.name for game in (before, after) for card in game.cards]
        self._kinds = {kind.id: kind for game in (before, after) for kind in game.kinds}

    def names(self, card: Component, change: ChangeType) -> bool:
        """Whether an entry of this sort says the name of the card."""
        return change in self._by_name.get(key(card.name), ())

    def tells_of(self, *cards: Component, change: ChangeType | None = None) -> bool:
        """Whether an entry, of this sort if one is given, speaks of one of these cards."""
        by_name = (self._by_name.get(key(card.name), set[ChangeType]()) for card in cards)
        spoken = set[ChangeType]().union(*by_name, *(self._by_kind[card.kind] for card in cards))
        return change in spoken if change else bool(spoken)

    def says(self, words_wanted: Iterable[str]) -> bool:
        """Whether an entry holds one of these words, in whatever number."""
        wanted = {singular(word.casefold()) for word in words_wanted}
        return any(wanted & {singular(word) for word in words(text)} for _, text in self._read)

    @cached_property
    def _read(self) -> list[tuple[ChangeType, str]]:
        """Each entry's sort, and all that it says."""
        return [(entry.change, " ".join((entry.text, *entry.words))) for entry in self.entries]

    @cached_property
    def _by_name(self) -> dict[Key, set[ChangeType]]:
        """For each name of a card that an entry says, the sorts of those entries."""
        names, found = Names(self._names if self._read else ()), dict[Key, set[ChangeType]]()
        for change, text in self._read:
            for name in names.inside(text):
                found.setdefault(name, set()).add(change)
        return found

    @cached_property
    def _by_kind(self) -> dict[str, frozenset[ChangeType]]:
        """For each kind, the sorts of entries that speak of all of it, or of cards in general."""
        said = [(change, words(text)) for change, text in self._read]
        general = frozenset(change for change, text in said if _ALL_CARDS.search(" ".join(text)))
        return {
            id: general.union(change for change, text in said if _speaks_of(text, _plurals(kind)))
            for id, kind in self._kinds.items()
        }


def _speaks_of(text: Key, phrases: set[Key]) -> bool:
    return any(text[at : at + len(each)] == each for each in phrases for at in range(len(text)))


def _said(entry: ChangelogEntry) -> tuple[str, ...]:
    return entry.change, " ".join(entry.text.split()), entry.old, entry.new, *entry.words


def _plurals(kind: Kind) -> set[Key]:
    """What a text calls all of a kind: Prizes, Prize Cards."""
    return {words(kind.plural), words(plural(kind.title)), words(f"{kind.title} cards")}
