"""What a game is made of. Every value here is frozen and already valid: `load` makes them,
and nobody behind it checks them again.

Lengths are millimetres.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from cardtool.geometry import Size

__all__ = [
    "Backs",
    "BookDesign",
    "Change",
    "Component",
    "Credit",
    "Deck",
    "Design",
    "Engine",
    "Entry",
    "Face",
    "FacePages",
    "FigureDesign",
    "Game",
    "Grid",
    "Kind",
    "Manuscript",
    "Marks",
    "Number",
    "Outputs",
    "PageRef",
    "Players",
    "Prints",
    "Procedure",
    "Release",
    "Rules",
    "Sheet",
    "Side",
    "Source",
    "Step",
    "Stretch",
    "Term",
    "freeze",
    "thaw",
]


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """A place in a file of the project: path from the project's root, line and column from 1."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Stretch(NamedTuple):
    """A part of a text that stands in one piece in its file: its offset in the text, and its place."""

    offset: int
    line: int
    column: int


class Marks(NamedTuple):
    """Where a value of a YAML file stands, and every key and value inside it.

    A text that is not written letter for letter from there on, in one line, has its stretches too.
    """

    line: int
    column: int
    keys: Mapping[str, tuple[int, int]] = MappingProxyType({})
    children: Mapping[str | int, Marks] = MappingProxyType({})
    stretches: tuple[Stretch, ...] = ()

    def inside(self, path: Sequence[str | int]) -> Marks:
        """The marks of the value at `path`, or of the innermost value around it that exists."""
        marks = self
        for step in path:
            if step not in marks.children:
                break
            marks = marks.children[step]
        return marks

    def of_key(self, path: Sequence[str | int], key: str) -> tuple[int, int]:
        """Line and column of `key` in the mapping at `path`; of the mapping if it has no such key."""
        marks = self.inside(path)
        return marks.keys.get(key, (marks.line, marks.column))

    def of_letter(self, offset: int) -> tuple[int, int]:
        """Line and column of the character at this offset of the text that stands here."""
        start = Stretch(0, self.line, self.column)
        last = bisect_right(self.stretches, offset, key=lambda stretch: stretch.offset) - 1
        stretch = self.stretches[last] if last >= 0 else start
        return stretch.line, stretch.column + offset - stretch.offset


def freeze(value: Any) -> Any:
    """Plain data as data nobody can change: mappings become read-only, lists become tuples."""
    if isinstance(value, dict):
        return MappingProxyType({key: freeze(inner) for key, inner in value.items()})
    if isinstance(value, list):
        return tuple(freeze(inner) for inner in value)
    return value


def thaw(value: Any) -> Any:
    """Frozen data as plain dicts and lists, for templates, JSON and other processes."""
    if isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (MappingProxyType, dict)):
        return {key: thaw(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return [thaw(inner) for inner in value]
    return value


class Side(StrEnum):
    """The two sides of a card."""

    FRONT = "front"
    BACK = "back"


class Engine(StrEnum):
    """What draws the faces of a game. Both draw alike; PlutoPrint is quicker, WeasyPrint knows more CSS."""

    PLUTOPRINT = "plutoprint"
    WEASYPRINT = "weasyprint"


@dataclass(frozen=True, slots=True)
class Design:
    """How one side of a kind is drawn: a template, filled in for each card or once for the kind."""

    template: str
    each_card: bool


class Prints(StrEnum):
    """How the components of a kind get onto paper: many to a sheet, or each on paper of its own."""

    SHEETS = "sheets"
    MATS = "mats"


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of component: heroes, prizes, tiles.

    `count` is the number of copies the designer declares, which the data must come to.
    `title` is what the cards say they are; `plural` heads lists and workbook sheets.
    `per_player` is how many copies each player takes, 0 where players do not each take one.
    """

    id: str
    title: str
    plural: str
    records: str
    size: Size
    bleed: float
    safe: float
    front: Design
    back: Design | None
    count: int
    source: Source
    count_source: Source
    per_player: int = 0
    prints: Prints = Prints.SHEETS

    @property
    def page(self) -> Size:
        """The size of a face with its bleed."""
        return self.size.grown(self.bleed)


@dataclass(frozen=True, slots=True)
class Deck:
    """Kinds that are counted, and perhaps shuffled, together."""

    id: str
    title: str
    kinds: tuple[str, ...]
    count: int
    source: Source
    count_source: Source


@dataclass(frozen=True, slots=True)
class Component:
    """One record of the card database; `copies` of it are printed.

    `fields` holds the whole record, id and name included, as read-only data.
    """

    id: str
    kind: str
    name: str
    copies: int
    fields: Mapping[str, Any]
    source: Source
    marks: Marks

    def at(self, *path: str | int) -> Source:
        """Where the value at this path of the record stands, or the innermost thing around it."""
        marks = self.marks.inside(path)
        return Source(self.source.file, marks.line, marks.column)


@dataclass(frozen=True, slots=True)
class Players:
    """How many can play."""

    least: int
    most: int
    source: Source


@dataclass(frozen=True, slots=True)
class Credit:
    """Who made an asset, and under which licence. `file` is a path from the project's root."""

    file: str
    author: str
    licence: str
    origin: str
    source: Source


@dataclass(frozen=True, slots=True)
class Outputs:
    """What `build` makes when the command line does not say otherwise."""

    sheet: str


@dataclass(frozen=True, slots=True)
class Number:
    """A number the rules state; `means` says what of."""

    id: str
    value: int
    means: str
    source: Source


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a sequence: `text` as the rulebook tells it, `quick` as a reference panel does."""

    id: str
    title: str
    text: str
    quick: str
    source: Source
    marks: Marks


@dataclass(frozen=True, slots=True)
class Procedure:
    """A sequence of the rules: what is done in which order."""

    id: str
    title: str
    intro: str
    steps: tuple[Step, ...]
    source: Source
    marks: Marks


@dataclass(frozen=True, slots=True)
class Rules:
    """What the rules state once, for rulebook, mats and cards to print."""

    numbers: Mapping[str, Number] = field(default_factory=dict)
    sequences: Mapping[str, Procedure] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Term:
    """A defined term of the game, capitalised as it is to be; `plural` is empty where it has none."""

    id: str
    term: str
    plural: str
    means: str
    source: Source
    marks: Marks


class Change(StrEnum):
    """What an entry of the changelog says was done."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"
    FIXED = "fixed"
    RENAMED = "renamed"


@dataclass(frozen=True, slots=True)
class Entry:
    """One change. `old` and `new` are the names of a rename, else empty."""

    change: Change
    text: str
    old: str
    new: str
    source: Source
    marks: Marks


@dataclass(frozen=True, slots=True)
class Release:
    """A version of the game and what changed with it. `date` is ISO 8601."""

    version: str
    date: str
    entries: tuple[Entry, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Manuscript:
    """The rulebook as it was written: Markdown with references, not yet filled in."""

    text: str
    source: Source


@dataclass(frozen=True, slots=True)
class FigureDesign:
    """How one sort of figure is drawn, and the size it is printed at."""

    template: str
    size: Size


@dataclass(frozen=True, slots=True)
class BookDesign:
    """How the rulebook is printed: template, stylesheet, page, and its figures by their sort."""

    template: str
    style: str
    page: Size
    figures: Mapping[str, FigureDesign]


@dataclass(frozen=True, slots=True)
class Game:
    """One game, whole.

    `cards` stand in the order of kinds and, within a kind, of the file.
    `incomplete` names the kinds of which some record could not be read, so that counting
    them would raise a false alarm, and the files such as `rules.yaml` that could not be used.
    `icons` and `assets` are what the game may draw with: icon names, and asset files as paths
    from the project's root; `credits` says whose they are. `engine` is None where the game
    leaves it to the platform what draws it.
    """

    id: str
    title: str
    version: str
    players: Players
    kinds: tuple[Kind, ...]
    decks: tuple[Deck, ...]
    cards: tuple[Component, ...]
    outputs: Outputs
    style: str
    source: Source
    icons: frozenset[str] = frozenset()
    assets: frozenset[str] = frozenset()
    credits: tuple[Credit, ...] = ()
    incomplete: frozenset[str] = frozenset()
    rules: Rules = field(default_factory=Rules)
    glossary: tuple[Term, ...] = ()
    changelog: tuple[Release, ...] = ()
    rulebook: Manuscript | None = None
    book: BookDesign | None = None
    engine: Engine | None = None

    def kind(self, id: str) -> Kind:
        """The kind with this id. Raises: KeyError."""
        for kind in self.kinds:
            if kind.id == id:
                return kind
        raise KeyError(id)

    @property
    def card_kinds(self) -> tuple[Kind, ...]:
        """The kinds that are printed many to a sheet; the others are mats."""
        return tuple(kind for kind in self.kinds if kind.prints is Prints.SHEETS)

    def cards_of(self, *kinds: str) -> tuple[Component, ...]:
        """The records of these kinds, in the game's order."""
        return tuple(card for card in self.cards if card.kind in kinds)

    def copies_of(self, *kinds: str) -> int:
        """How many cards of these kinds are printed, copies counted."""
        return sum(card.copies for card in self.cards if card.kind in kinds)


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card, as it will be drawn. `card` is None where the whole kind shares it."""

    kind: str
    side: Side
    card: str | None

    @property
    def name(self) -> str:
        """The face's name in messages and file names: `wasteland-witch-front`, `prize-back`."""
        return f"{self.card or self.kind}-{self.side}"


class PageRef(NamedTuple):
    """A page among several documents; both numbers count from 0."""

    document: int
    page: int


@dataclass(frozen=True, slots=True)
class FacePages:
    """Drawn faces: PDF documents whose pages are one face each, bleed included."""

    documents: Sequence[bytes]
    pages: Mapping[Face, PageRef]


class Backs(StrEnum):
    """How backs get onto the paper.

    NONE prints fronts only. LONG_EDGE and SHORT_EDGE print backs on the other side of the sheet,
    which the printer turns about that edge. FOLD prints them on the same side, to be folded behind.
    """

    NONE = "none"
    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    FOLD = "fold"


@dataclass(frozen=True, slots=True)
class Grid:
    """Cards in columns and rows; `gap` is the space between trims, across and down."""

    columns: int
    rows: int
    gap: Size


@dataclass(frozen=True, slots=True)
class Sheet:
    """A way to lay cards on paper.

    `bleed` is how much of a card's bleed may show around its trim, neighbours permitting;
    `margin` is the edge a printer cannot print; `mark_length` is 0 for no crop marks, and marks
    begin `mark_gap` outside the bleed; `ruler` is the length of the printed ruler, 0 for none;
    `fold_gap` is, on a folded sheet, the distance from the fold line to the nearest trim.
    """

    name: str
    title: str
    paper: Size
    paper_name: str
    grid: Grid
    bleed: float
    margin: float
    mark_length: float
    mark_gap: float
    ruler: float
    backs: Backs
    fold_gap: float
    source: Source
