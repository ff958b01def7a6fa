"""What the changelog has come to say since a revision: which cards it speaks of, which renames it records.

An entry speaks of a card when its text says the card's name, old or new, or speaks of all its kind:
"Prizes", "all cards". A rename speaks of what its text says, and of the name alone when it has none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from cardtool.changes.text_comparison import NameFinder, NameKey, name_key, text_words
from cardtool.documents import plural, singular
from cardtool.model import ChangelogEntry, ChangeType, Component, Game, Kind, Source


@dataclass(frozen=True, slots=True)
class Rename:
    """A thing with an id that has another name now: a card, a kind or a term, and where its name stands.

    `certain` is whether anything but its id says that it is the same thing.
    """

    what: str
    old: str
    new: str
    source: Source
    certain: bool = True


def is_renamed(old: str, new: str) -> bool:
    """Return whether two names are more than two spellings of one."""
    return old != new and name_key(old) != name_key(new)


def recorded_renames(game: Game) -> Iterator[tuple[str, str]]:
    """Yield every old name that the changelog records, with the one that took its place."""
    for release in game.changelog:
        for entry in release.entries:
            if entry.change is ChangeType.RENAMED:
                yield entry.old, entry.new


class RecordedRenames:
    """The renames that a game's changelog records, followed to their ends."""

    def __init__(self, game: Game) -> None:
        self._steps: dict[NameKey, set[NameKey]] = {}
        for old, new in recorded_renames(game):
            self._steps.setdefault(name_key(old), set()).add(name_key(new))

    def names_after(self, old: str) -> set[NameKey]:
        """Return every name that this name was changed to, perhaps by and by."""
        reached: set[NameKey] = set()
        ahead = {name_key(old)}
        while ahead:
            ahead = {name for here in ahead for name in self._steps.get(here, ())} - reached
            reached |= ahead
        return reached


def renamed_kinds_and_terms(before: Game, after: Game) -> Iterator[Rename]:
    """Yield the kinds and the terms that have another name."""
    titles = {kind.id: kind.title for kind in before.kinds}
    for kind in after.kinds:
        if kind.id in titles and is_renamed(titles[kind.id], kind.title):
            yield Rename("kind", titles[kind.id], kind.title, kind.source)
    terms = {term.id: term.term for term in before.glossary}
    for term in after.glossary:
        if term.id in terms and is_renamed(terms[term.id], term.term):
            name = term.source_map.inside(("term",))
            place = Source(term.source.file, name.line, name.column)
            yield Rename("term", terms[term.id], term.term, place)


_WORDS_BETWEEN = (
    r"(?:(?!(?:your|their|his|her|its|our|players?|player's) )[\w'-]+ ){0,2}"  # nobody's own cards
)
_SEVERAL = "all|both|(?<!how )(?<!as )(?<!too )many|(?<!the )most|several|some|various|a few|a number of"
_ALL_CARDS = re.compile(rf"\b(?:(?:each|every) {_WORDS_BETWEEN}card|(?:{_SEVERAL}) {_WORDS_BETWEEN}cards?)\b")


class NewEntries:
    """The entries that are new or rewritten since a revision, of whichever version."""

    def __init__(self, before: Game, after: Game) -> None:
        known = Counter(_entry_key(entry) for release in before.changelog for entry in release.entries)
        entries = []
        for entry in (entry for release in after.changelog for entry in release.entries):
            if known[_entry_key(entry)] > 0:
                known[_entry_key(entry)] -= 1
            else:
                entries.append(entry)
        self.entries = tuple(entries)
        self._names = [card.name for game in (before, after) for card in game.cards]
        self._kinds = {kind.id: kind for game in (before, after) for kind in game.kinds}

    def name_card(self, card: Component, change: ChangeType) -> bool:
        """Return whether an entry of this type says the name of the card."""
        return change in self._by_name.get(name_key(card.name), ())

    def speak_of(self, *cards: Component, change: ChangeType | None = None) -> bool:
        """Return whether an entry, of this type if one is given, speaks of one of these cards."""
        by_name = (self._by_name.get(name_key(card.name), set[ChangeType]()) for card in cards)
        spoken = set[ChangeType]().union(*by_name, *(self._by_kind[card.kind] for card in cards))
        return change in spoken if change else bool(spoken)

    def speak_of_kinds(self, kinds: Iterable[str]) -> bool:
        """Return whether an entry speaks of all of one of these kinds, or of cards in general."""
        return any(self._by_kind[kind] for kind in kinds)

    def hold_word(self, words_wanted: Iterable[str]) -> bool:
        """Return whether an entry holds one of these words, in whatever number."""
        wanted = {singular(word.casefold()) for word in words_wanted}
        return any(wanted & {singular(word) for word in text_words(text)} for _, text in self._texts)

    @cached_property
    def _texts(self) -> list[tuple[ChangeType, str]]:
        """Each entry's type, and all that it says."""
        return [(entry.change, " ".join((entry.text, *entry.words))) for entry in self.entries]

    @cached_property
    def _by_name(self) -> dict[NameKey, set[ChangeType]]:
        """For each name of a card that an entry says, the types of those entries."""
        names, found = NameFinder(self._names if self._texts else ()), dict[NameKey, set[ChangeType]]()
        for change, text in self._texts:
            for name in names.inside(text):
                found.setdefault(name, set()).add(change)
        return found

    @cached_property
    def _by_kind(self) -> dict[str, frozenset[ChangeType]]:
        """For each kind, the types of entries that speak of all of it, or of cards in general."""
        said = [(change, text_words(text)) for change, text in self._texts]
        general = frozenset(change for change, text in said if _ALL_CARDS.search(" ".join(text)))
        return {
            id: general.union(change for change, text in said if _mentions(text, _plurals(kind)))
            for id, kind in self._kinds.items()
        }


def _mentions(text: NameKey, phrases: set[NameKey]) -> bool:
    return any(text[at : at + len(each)] == each for each in phrases for at in range(len(text)))


def _entry_key(entry: ChangelogEntry) -> tuple[str, ...]:
    return entry.change, " ".join(entry.text.split()), entry.old, entry.new, *entry.words


def _plurals(kind: Kind) -> set[NameKey]:
    return {text_words(kind.plural), text_words(plural(kind.title)), text_words(f"{kind.title} cards")}
