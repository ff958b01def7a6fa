"""One game, whole, and what its rules state: numbers, sequences, terms, and what changed when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cardtool.model.appearance import BookDesign, Engine, Face, Theme
from cardtool.model.components import (
    CardValue,
    Component,
    Credit,
    Deck,
    Kind,
    Outputs,
    Players,
)
from cardtool.model.layout import Layout
from cardtool.model.packs import SET_FIELD, CardSet, Pack
from cardtool.model.rules_tables import RulesTable
from cardtool.model.source import Source, SourceMap


@dataclass(frozen=True, slots=True)
class Number:
    """A number the rules state; `means` says what of, `dealt` that each player is dealt so many cards."""

    id: str
    value: int
    means: str
    source: Source
    source_map: SourceMap
    dealt: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a sequence: `text` as the rulebook tells it, `quick` as a reference panel does."""

    id: str
    title: str
    text: str
    quick: str
    source: Source
    source_map: SourceMap


@dataclass(frozen=True, slots=True)
class Procedure:
    """A sequence of the rules: what is done in which order."""

    id: str
    title: str
    intro: str
    steps: tuple[Step, ...]
    source: Source
    source_map: SourceMap


@dataclass(frozen=True, slots=True)
class Rules:
    """What the rules state once, for rulebook, mats and cards to print."""

    numbers: Mapping[str, Number] = field(default_factory=dict)
    sequences: Mapping[str, Procedure] = field(default_factory=dict)
    tables: Mapping[str, RulesTable] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Term:
    """A defined term of the game, capitalised as it is to be; `plural` is empty where it has none.

    `instead_of` are words that mean the same and are not to be used.
    """

    id: str
    term: str
    plural: str
    means: str
    source: Source
    source_map: SourceMap
    instead_of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiver:
    """A finding that is meant to be: of this rule, its message saying `text`, in this file, about this card.

    `rule` is a code or a name; `file` is a path inside the game's folder; `card` is an id or a name. Each but
    the rule may be empty, which means any.
    """

    rule: str
    text: str
    reason: str
    file: str
    source: Source
    card: str = ""


class ChangeType(StrEnum):
    """What an entry of the changelog says was done."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"
    FIXED = "fixed"
    RENAMED = "renamed"


@dataclass(frozen=True, slots=True)
class ChangelogEntry:
    """One change. `old` and `new` are the names of a rename, else empty.

    `words` are those that went with what was removed.
    """

    change: ChangeType
    text: str
    old: str
    new: str
    source: Source
    source_map: SourceMap
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Release:
    """A version of the game and what changed with it. `date` is ISO 8601."""

    version: str
    date: str
    entries: tuple[ChangelogEntry, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class TemplateText:
    """A rulebook or a template as it was written, not yet filled in."""

    text: str
    source: Source


@dataclass(frozen=True, slots=True)
class Assets:
    """What a game may draw with.

    `icons` are names, `files` paths from the project's root. `credits` says whose they are, and `unnamed` are
    the credited pictures of the game's own that nothing of it names.
    """

    icons: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()
    credits: tuple[Credit, ...] = ()
    unnamed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Look:
    """How a game is drawn: the stylesheet of its faces, its theme, its rulebook's design.

    `engine` is None where the game leaves it to the platform what draws it.
    """

    style: str
    theme: Theme = field(default_factory=Theme)
    book: BookDesign | None = None
    engine: Engine | None = None


DEFAULT_LANGUAGE = "en-GB"
"""Of a game that says none."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game, whole.

    `cards` stand in the order of kinds and, within a kind, of the file.
    `incomplete` names the kinds of which some record could not be read, so that counting
    them would raise a false alarm, and the files such as `rules.yaml` that could not be used.
    `templates` are the HTML files of its own template folder, `stylesheets` the CSS files.
    `values` are the numbers on its cards that texts speak of, `layouts` the spaces of its boards, by id.
    `language` is the one its texts are written in, as a tag (BCP 47).
    """

    id: str
    title: str
    version: str
    players: Players
    kinds: tuple[Kind, ...]
    decks: tuple[Deck, ...]
    cards: tuple[Component, ...]
    outputs: Outputs
    look: Look
    source: Source
    assets: Assets = field(default_factory=Assets)
    incomplete: frozenset[str] = frozenset()
    rules: Rules = field(default_factory=Rules)
    glossary: tuple[Term, ...] = ()
    changelog: tuple[Release, ...] = ()
    rulebook: TemplateText | None = None
    waivers: tuple[Waiver, ...] = ()
    templates: tuple[TemplateText, ...] = ()
    stylesheets: tuple[TemplateText, ...] = ()
    values: tuple[CardValue, ...] = ()
    packs: tuple[Pack, ...] = ()
    sets: tuple[CardSet, ...] = ()
    layouts: Mapping[str, Layout] = field(default_factory=dict)
    language: str = DEFAULT_LANGUAGE

    def kind(self, id: str) -> Kind:
        """Return the kind with this id. Raises: KeyError."""
        for kind in self.kinds:
            if kind.id == id:
                return kind
        raise KeyError(id)

    @property
    def sheet_kinds(self) -> tuple[Kind, ...]:
        """Return the kinds that are printed many to a sheet, each once for each of its sizes."""
        return tuple(kind for kind in self.cut_kinds if kind.sheet)

    @property
    def counted_kinds(self) -> tuple[Kind, ...]:
        """Return the kinds that lists of components count: no other printing, and no part, of another."""
        return tuple(kind for kind in self.kinds if not (kind.instead_of or kind.part_of))

    @property
    def own_paper_kinds(self) -> tuple[Kind, ...]:
        """Return the kinds of which each has paper of its own, each once for each of its sizes."""
        return tuple(kind for kind in self.cut_kinds if not kind.sheet)

    @property
    def cut_kinds(self) -> tuple[Kind, ...]:
        """Return every kind once for each of its sizes."""
        return tuple(each for kind in self.kinds for each in kind.by_cut)

    def kind_of(self, face: Face) -> Kind:
        """Return the kind of a face, in the size of that face. Raises: KeyError."""
        return self.kind(face.kind).cut_as(face.cut)

    def records_of(self, kind: Kind) -> tuple[Component, ...]:
        """Return the records of a kind, or of one of its sizes, in the game's order."""
        cards = self.cards_of(kind.id)
        return tuple(card for card in cards if card.value(kind.size_by) == kind.cut) if kind.cut else cards

    @property
    def space_counts(self) -> Mapping[str, int]:
        """Return how many spaces layouts have, all in all and of each sort: `arena`, `arena.start`."""
        of_sorts = {
            f"{id}.{sort}": count
            for id, layout in self.layouts.items()
            for sort, count in layout.counts.items()
        }
        return {id: len(layout.spaces) for id, layout in self.layouts.items()} | of_sorts

    @property
    def counts(self) -> Mapping[str, int]:
        """Return how many copies there are of what texts can count by an id: kinds, decks and sets.

        Of those that share an id a kind wins, then a deck.
        """
        sets = {each.id: sum(card.copies for card in self.cards_in_set(each.id)) for each in self.sets}
        decks = {deck.id: self.copies_of(*deck.kinds) for deck in self.decks}
        kinds = {kind.id: self.copies_of(kind.id) for kind in self.kinds}
        return {**kinds, **decks, **sets, **decks, **kinds}

    def cards_of(self, *kinds: str) -> tuple[Component, ...]:
        """Return the records of these kinds, in the game's order."""
        return tuple(card for card in self.cards if card.kind in kinds)

    def cards_in_set(self, set: str) -> tuple[Component, ...]:
        """Return the records of a set, in the game's order."""
        return tuple(card for card in self.cards if card.value(SET_FIELD) == set)

    def set_of(self, card: Component) -> CardSet | None:
        """Return the set a record is in; None where the game has no sets."""
        return next((each for each in self.sets if each.id == card.value(SET_FIELD)), None)

    def copies_of(self, *kinds: str) -> int:
        """Return how many cards of these kinds are printed, copies counted."""
        return sum(card.copies for card in self.cards if card.kind in kinds)
