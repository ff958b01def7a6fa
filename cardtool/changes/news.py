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
from cardtool.model import Change, Component, Entry, Game, Kind
from cardtool.prose import plural, singular

__all__ = ["News", "recorded_as"]

_ALL_CARDS = re.compile(
    r"\b(?:all|both|each|every|many|most|several|some|various|a few|number of) (?:[\w'-]+ ){0,2}cards?\b"
)


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

    def names(self, card: Component, change: Change) -> bool:
        """Whether an entry of this sort says the name of the card."""
        name = key(card.name)
        return any(name in said for entry, _, said in self._read if entry.change is change)

    def tells_of(self, *cards: Component, change: Change | None = None) -> bool:
        """Whether an entry, of this sort if one is given, speaks of one of these cards."""
        names = {key(card.name) for card in cards}
        kinds = {phrase for card in cards for phrase in _plurals(self._kinds[card.kind])}
        return any(
            names & said or self._is_of_all(text, kinds)
            for entry, text, said in self._read
            if change is None or entry.change is change
        )

    def says(self, words_wanted: Iterable[str]) -> bool:
        """Whether an entry holds one of these words, in whatever number."""
        wanted = {singular(word.casefold()) for word in words_wanted}
        return any(wanted & {singular(word) for word in words(text)} for _, text, _ in self._read)

    @cached_property
    def _read(self) -> list[tuple[Entry, str, frozenset[Key]]]:
        """Each entry, its text and the cards it names."""
        texts = [(entry, " ".join((entry.text, *entry.words))) for entry in self.entries]
        names = Names(self._names if texts else ())
        return [(entry, text, names.inside(text)) for entry, text in texts]

    def _is_of_all(self, text: str, kinds: set[Key]) -> bool:
        said = words(text)
        if _ALL_CARDS.search(" ".join(said)):
            return True
        return any(said[at : at + len(kind)] == kind for kind in kinds for at in range(len(said)))


def recorded_as(game: Game, old: str) -> set[Key]:
    """Every name that, says the changelog, this name was changed to, perhaps by and by."""
    steps: dict[Key, set[Key]] = {}
    for entry in (entry for release in game.changelog for entry in release.entries):
        if entry.change is Change.RENAMED:
            steps.setdefault(key(entry.old), set()).add(key(entry.new))
    reached: set[Key] = set()
    ahead = {key(old)}
    while ahead:
        ahead = {name for here in ahead for name in steps.get(here, ())} - reached
        reached |= ahead
    return reached


def _said(entry: Entry) -> tuple[str, ...]:
    return entry.change, " ".join(entry.text.split()), entry.old, entry.new, *entry.words


def _plurals(kind: Kind) -> set[Key]:
    """What a text calls all of a kind: Prizes, Prize Cards."""
    return {words(kind.plural), words(plural(kind.title)), words(f"{kind.title} cards")}
