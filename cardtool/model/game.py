"""One game, whole; what its rules state; its packs and sets; and which records stand for others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cardtool.markup import plain_name
from cardtool.model.components import CardValue, Component, Credit, Deck, Kind, Outputs, Players
from cardtool.model.layout import Layout
from cardtool.model.look import BookDesign, Engine, Face, Theme
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


@dataclass(frozen=True, slots=True)
class TableBound:
    """Where a domain begins or ends: a number, or the number that a reference such as `count.brick` names."""

    said: int | str
    source: Source


@dataclass(frozen=True, slots=True)
class TableRow:
    """The row for the numbers from `first` to `last`; `cells` are what it says, by the id of their column."""

    first: int
    last: int
    cells: Mapping[str, str | int]
    source: Source
    source_map: SourceMap

    @property
    def range(self) -> str:
        """Return the numbers as they are printed: `4`, `5–6`."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


@dataclass(frozen=True, slots=True)
class RulesTable:
    """A table whose rows part the numbers of its domain; `of` heads them, `columns` are headings by id."""

    id: str
    title: str
    of: str
    first: TableBound
    last: TableBound
    columns: Mapping[str, str]
    rows: tuple[TableRow, ...]
    source: Source
    source_map: SourceMap


@dataclass(frozen=True, slots=True)
class DeclaredCount:
    """How many there are to be, copies counted, and where that is said; without a `kind`, of all kinds."""

    kind: str
    count: int
    source: Source


@dataclass(frozen=True, slots=True)
class CardSet:
    """A base game, an expansion or a promotion. Records name it in their field `set`.

    `symbol` is the name of an icon, empty where it has none; `counts` are what is promised of it.
    """

    id: str
    title: str
    symbol: str
    counts: tuple[DeclaredCount, ...]
    source: Source


SET_FIELD = "set"
"""The field of a record that names its set. Where a game has sets, every record has it."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack that joins the game for `least` players and stays for more; `most` can play with it.

    It holds these kinds; or, where `again` names a pack, the same once more. The first pack says neither, and
    holds whatever no other one does.
    """

    id: str
    least: int
    most: int
    kinds: tuple[str, ...]
    again: str
    source: Source


@dataclass(frozen=True, slots=True)
class PlayerTier:
    """Numbers of players who play with the same packs; `times` is how often each kind is in play then."""

    least: int
    most: int
    times: Mapping[str, int]
    source: Source

    def copies_of(self, game: Game, *kinds: str) -> int:
        """Return how many of these kinds are in play, copies and packs counted."""
        return sum(game.copies_of(kind) * self.times[kind] for kind in kinds)


def player_tiers(game: Game) -> tuple[PlayerTier, ...]:
    """Return the numbers of players by the packs they play with, the fewest first; one without packs."""
    once = {kind.id: 1 for kind in game.kinds}
    if not game.packs:
        return (PlayerTier(game.players.least, game.players.most, once, game.players.source),)
    held = _held_kinds(game)
    times = dict.fromkeys(once, 0)
    tiers: list[PlayerTier] = []
    for pack in game.packs:
        for kind in held[pack.id]:
            times[kind] += 1
        tiers.append(PlayerTier(pack.least, pack.most, dict(times), pack.source))
    return tuple(tiers)


def kinds_in_pack(game: Game, pack: str) -> tuple[str, ...]:
    """Return the kinds that come in a pack, by id. Raises: KeyError."""
    return _held_kinds(game)[pack]


def _held_kinds(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the kinds that each pack holds; nothing where there are no packs."""
    if not game.packs:
        return {}
    first, *others = game.packs
    named = {kind for pack in others for kind in pack.kinds}
    held = {first.id: tuple(kind.id for kind in game.kinds if kind.id not in named)}
    for pack in others:
        held[pack.id] = held[pack.again] if pack.again else pack.kinds
    return held


def find_counterparts(game: Game) -> dict[str, Component]:
    """Return, by the id of each record that stands for one of another kind, that other record.

    It stands for the record that it is made from; where its kind promises one for each of another kind, for
    the one that it names, or else the one that has its name. One that stands for nothing is left out.
    """
    standing = {kind.id: kind for kind in game.kinds if kind.of or kind.one_for_each}
    if not standing:
        return {}
    by_id = {(card.kind, card.id): card for card in game.cards}
    by_name = {(card.kind, plain_name(card.name)): card for card in game.cards}
    found = {
        card.id: _counterpart(card, standing[card.kind], by_id, by_name)
        for card in game.cards
        if card.kind in standing
    }
    return {id: other for id, other in found.items() if other is not None}


def _counterpart(
    card: Component,
    kind: Kind,
    by_id: dict[tuple[str, str], Component],
    by_name: dict[tuple[str, str], Component],
) -> Component | None:
    if kind.of:
        return by_id.get((kind.of, card.made_from))
    assert kind.one_for_each, "only kinds that stand for another are asked"
    promise = kind.one_for_each
    if promise.field:
        return by_id.get((promise.kind, str(card.fields.get(promise.field, ""))))
    return by_name.get((promise.kind, plain_name(card.name)))


def cards_by_name(game: Game) -> tuple[Component, ...]:
    """Return the records that texts mean by their names; one that has the name it stands for is left out."""
    others = find_counterparts(game)
    return tuple(card for card in game.cards if card.id not in others or others[card.id].name != card.name)
