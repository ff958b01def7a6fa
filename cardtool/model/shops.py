"""Print shops and online tables, and what they want of a game. Lengths are millimetres.

A shop's wishes change: they are data with a date and a source, and no number of any shop stands here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from cardtool.geometry import Size
from cardtool.model.places import Source
from cardtool.units import show

__all__ = ["Colour", "Goods", "Limits", "OrderFile", "Pixels", "Shop", "ShopCard", "Span", "Status"]


class Goods(StrEnum):
    """What is made for a shop: a picture a face, one PDF, a saved object of Tabletop Simulator, grids."""

    PICTURES = "pictures"
    PDF = "pdf"
    TABLETOP_SIMULATOR = "tabletop-simulator"
    GRIDS = "grids"

    @property
    def told(self) -> str:
        """The same in a reader's words."""
        if self is Goods.PDF:
            return "a PDF"
        return "sheets and decks for Tabletop Simulator" if self is Goods.TABLETOP_SIMULATOR else str(self)


class OrderFile(StrEnum):
    """A file beside the pictures that tells a program how to order them."""

    MPC_AUTOFILL = "mpc-autofill"


class Colour(StrEnum):
    """The colours a shop takes."""

    RGB = "rgb"
    CMYK = "cmyk"


class Status(StrEnum):
    """How sure a shop's figures are."""

    CONFIRMED = "confirmed"
    SECOND_HAND = "second-hand"
    UNVERIFIED = "unverified"


class Pixels(NamedTuple):
    """How many pixels wide and high a picture is."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width} × {self.height} pixels"


class Span(NamedTuple):
    """The least and the most there may be of something."""

    least: int
    most: int


_ANY = Span(1, 100)


@dataclass(frozen=True, slots=True)
class ShopCard:
    """A size of card that a shop prints.

    `size` is the trim; pictures are `pixels` large and show `bleed` around it; what is printed keeps
    `safe` inside it.
    """

    name: str
    title: str
    size: Size
    bleed: float
    safe: float
    pixels: Pixels
    status: Status

    def __str__(self) -> str:
        around = f"{self.pixels} with {show(self.bleed)} mm of bleed"
        return f"{self.title}: {self.size}, {around}, letters {show(self.safe)} mm inside the cut."


@dataclass(frozen=True, slots=True)
class Limits:
    """What a shop takes at most; 0 and None are no limit that we know of.

    `cards` is the most in an order, `brackets` the numbers it is sold by; `file_size` counts bytes;
    `columns`, `rows` and `side`, in pixels, bound a grid of cards; `ink` is the sum of the four inks
    in per cent.
    """

    cards: int = 0
    brackets: tuple[int, ...] = ()
    file_size: int = 0
    columns: Span = _ANY
    rows: Span = _ANY
    side: int = 0
    ink: int = 0

    def bracket(self, cards: int) -> int:
        """The number under which so many cards are sold; the number itself where there are no such."""
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
    makes: Goods
    seen: str
    sources: tuple[str, ...]
    source: Source
    dpi: tuple[int, ...]
    colour: Colour = Colour.RGB
    cards: tuple[ShopCard, ...] = ()
    trimmed: bool = False
    needs_backs: bool = False
    order: OrderFile | None = None
    stock: str = ""
    limits: Limits = Limits()
    remember: tuple[str, ...] = ()
    about: str = ""

    def cards_like(self, size: Size, slack: float) -> Iterator[ShopCard]:
        """The sizes of this shop within `slack` of this one, on each side."""
        for card in self.cards:
            if abs(card.size.width - size.width) <= slack and abs(card.size.height - size.height) <= slack:
                yield card
