"""What a game is made of. Every value here is frozen and already valid: `load` makes them,
and nobody behind it checks them again.

Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from cardtool.geometry import Size

__all__ = [
    "Backs",
    "Component",
    "Credit",
    "Deck",
    "Design",
    "Face",
    "FacePages",
    "Game",
    "Grid",
    "Kind",
    "Marks",
    "Outputs",
    "PageRef",
    "Players",
    "Sheet",
    "Side",
    "Source",
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


@dataclass(frozen=True, slots=True)
class Marks:
    """Where a value of a YAML file stands, and every key and value inside it."""

    line: int
    column: int
    keys: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    children: Mapping[str | int, Marks] = field(default_factory=dict)

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


def freeze(value: Any) -> Any:
    """Plain data as data nobody can change: mappings become read-only, lists become tuples."""
    if isinstance(value, dict):
        return MappingProxyType({key: freeze(inner) for key, inner in value.items()})
    if isinstance(value, list):
        return tuple(freeze(inner) for inner in value)
    return value


def thaw(value: Any) -> Any:
    """Frozen data as plain dicts and lists, for templates, JSON and other processes."""
    if isinstance(value, Mapping):
        return {key: thaw(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return [thaw(inner) for inner in value]
    return value


class Side(StrEnum):
    """The two sides of a card."""

    FRONT = "front"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Design:
    """How one side of a kind is drawn: a template, filled in for each card or once for the kind."""

    template: str
    each_card: bool


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
class Game:
    """One game, whole.

    `cards` stand in the order of kinds and, within a kind, of the file.
    `incomplete` names the kinds of which some record could not be read, so that counting
    them would raise a false alarm. `icons` and `assets` are what the game may draw with:
    icon names, and asset files as paths from the project's root; `credits` says whose they are.
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

    def kind(self, id: str) -> Kind:
        """The kind with this id. Raises: KeyError."""
        for kind in self.kinds:
            if kind.id == id:
                return kind
        raise KeyError(id)

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

    documents: tuple[bytes, ...]
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
