"""What a game is printed on, and by whom: sheets of paper, cutters, printers, stocks and print shops.

Lengths are millimetres. A shop's wishes change: they are data with a date and a source, and no number of any
shop stands here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from cardtool.geometry import Point, Size
from cardtool.model.shapes import Shape
from cardtool.model.source import Source
from cardtool.units import format_number


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
class Fill:
    """As many cards as go on the paper, so far apart, upright or a quarter turn round."""

    gap: Size


class Registration(StrEnum):
    """The marks by which a cutting machine finds the sheet.

    THREE is a filled square in the upper left corner and two angles, FOUR an angle in each corner.
    """

    NONE = "none"
    THREE = "three"
    FOUR = "four"


@dataclass(frozen=True, slots=True)
class Cutter:
    """A cutting machine. Marks stand `inset` from the paper's edges, their arms `arm` long and
    `thickness` thick; the square measures `square`. So far around them, `clear`, nothing may be printed.
    """

    name: str
    title: str
    registration: Registration
    inset: float
    arm: float
    thickness: float
    square: float
    clear: float
    source: Source

    @property
    def reach(self) -> float:
        """Return how far a corner of the paper must stay free, from its edges; 0 where there are no marks."""
        if self.registration is Registration.NONE:
            return 0.0
        return self.inset + max(self.arm, self.square) + self.clear


@dataclass(frozen=True, slots=True)
class HomePrinter:
    """A printer somebody calibrated: how to move backs to answer it, on upright and on sideways paper.

    An offset is None where that was not measured. `margin` is the edge it cannot print, None where
    nobody knows.
    """

    name: str
    upright: Point | None
    sideways: Point | None
    margin: float | None


@dataclass(frozen=True, slots=True)
class Stock:
    """What cards are made of, and how thick one is; or what a sleeve adds, and how much wider it is."""

    name: str
    title: str
    thickness: float
    wider: float = 0.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A way to lay cards on paper.

    `bleed` is how much of a card's bleed may show around its trim, neighbours permitting;
    `margin` is the edge a printer cannot print; `mark_length` is 0 for no crop marks, and marks
    begin `mark_gap` outside the bleed; `ruler` is the length of the printed ruler, 0 for none;
    `fold_gap` is, on a folded sheet, the distance from the fold line to the nearest trim;
    `cut_guides` asks for faint lines along round corners; `cutter` is the machine that cuts, if one does.
    """

    name: str
    title: str
    paper: Size
    paper_name: str
    grid: Grid | Fill
    bleed: float
    margin: float
    mark_length: float
    mark_gap: float
    ruler: float
    backs: Backs
    fold_gap: float
    source: Source
    cut_guides: bool = False
    cutter: Cutter | None = None


class OutputKind(StrEnum):
    """What is made for a shop: a picture a face, one PDF, grids, or what an online table reads as a game."""

    PICTURES = "pictures"
    PDF = "pdf"
    TABLETOP_SIMULATOR = "tabletop-simulator"
    GRIDS = "grids"
    VIRTUAL_TABLETOP = "virtual-tabletop"


class OrderFile(StrEnum):
    """A file beside the pictures that tells a program how to order them."""

    MPC_AUTOFILL = "mpc-autofill"


class ColourSpace(StrEnum):
    """The colours a shop takes."""

    RGB = "rgb"
    CMYK = "cmyk"


class Certainty(StrEnum):
    """How sure a shop's figures are."""

    CONFIRMED = "confirmed"
    SECOND_HAND = "second-hand"
    UNVERIFIED = "unverified"


class PixelSize(NamedTuple):
    """How many pixels wide and high a picture is."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width} × {self.height} pixels"


class Bounds(NamedTuple):
    """The least and the most there may be of something."""

    least: int
    most: int


_ANY_COUNT = Bounds(1, 100)


@dataclass(frozen=True, slots=True)
class ShopCard:
    """A size that a shop prints, of cards and the like, or of what has one of the `forms`: mat, tile, token.

    `size` is the trim, or the box around a piece of another `shape`; pictures are `pixels` large and show
    `bleed` around it; what is printed keeps `safe` inside it.
    """

    name: str
    title: str
    size: Size
    bleed: float
    safe: float
    pixels: PixelSize
    status: Certainty
    shape: Shape = Shape.RECT
    forms: tuple[str, ...] = ()

    def difference(self, size: Size) -> float:
        """Return by how many millimetres a piece differs from it, at most, upright or lying."""
        return min(_difference(size, self.size), _difference(size, self.size.turned()))

    def is_turned(self, size: Size) -> bool:
        """Return whether a piece of this size lies where the shop prints it upright, or the other way."""
        return _difference(size, self.size) > _difference(size, self.size.turned())

    def __str__(self) -> str:
        around = f"{self.pixels} with {format_number(self.bleed)} mm of bleed"
        return f"{self.title}: {self.size}, {around}, letters {format_number(self.safe)} mm inside the cut."


def _difference(one: Size, other: Size) -> float:
    return max(abs(one.width - other.width), abs(one.height - other.height))


class PageOrder(StrEnum):
    """How the pages of a PDF for a print shop follow each other.

    Each back before its front, each front before its back, or all fronts and then their one back.
    """

    BACK_FRONT = "back-front"
    FRONT_BACK = "front-back"
    BACK_LAST = "back-last"


@dataclass(frozen=True, slots=True)
class ShopLimits:
    """What a shop takes at most; 0 and None are no limit that we know of.

    `cards` is the most in an order, `brackets` the numbers it is sold by; `file_size` counts bytes;
    `columns`, `rows` and `side`, in pixels, bound a grid of cards; `ink` is the sum of the four inks
    in per cent.
    """

    cards: int = 0
    brackets: tuple[int, ...] = ()
    file_size: int = 0
    columns: Bounds = _ANY_COUNT
    rows: Bounds = _ANY_COUNT
    side: int = 0
    ink: int = 0

    def bracket(self, cards: int) -> int:
        """Return the number under which so many cards are sold; the number itself where there are no such."""
        return next((each for each in sorted(self.brackets) if each >= cards), cards)


@dataclass(frozen=True, slots=True)
class Shop:
    """A print shop or an online table, as it was seen in the month `seen`.

    `cards` are the sizes it prints, none where it takes any. `trimmed` says that its pictures end at
    the cut. `dpi` are the resolutions to choose from, the usual one first. `needs_backs` says that no
    card may be without. `remember` is what to think of when ordering.
    """

    name: str
    title: str
    makes: OutputKind
    seen: str
    sources: tuple[str, ...]
    source: Source
    dpi: tuple[int, ...]
    colour: ColourSpace = ColourSpace.RGB
    cards: tuple[ShopCard, ...] = ()
    trimmed: bool = False
    needs_backs: bool = False
    order: OrderFile | None = None
    pages: PageOrder = PageOrder.BACK_FRONT
    stock: str = ""
    limits: ShopLimits = ShopLimits()
    remember: tuple[str, ...] = ()
    about: str = ""

    @property
    def shows_flat_pictures(self) -> bool:
        """Whether it is an online table that is sent pictures, of which it folds nothing."""
        return self.trimmed and self.makes in (OutputKind.PICTURES, OutputKind.GRIDS)
