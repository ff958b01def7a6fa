"""How a game looks: its faces and what draws them, how texts fit, its theme, its rulebook's design.

Lengths are millimetres, type sizes points, and leading a multiple of them. Draws nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from cardtool.geometry import Size

if TYPE_CHECKING:
    from cardtool.model.components import Component, Kind


COLOUR_THEME = "colour"
_NO_LETTER = re.compile(r"[^a-z0-9]+")


def file_word(text: str) -> str:
    """Return a value as it is written in names of files: `Saint's Curse` is `saint-s-curse`."""
    return _NO_LETTER.sub("-", text.lower()).strip("-")


class Side(StrEnum):
    """The two sides of a card."""

    FRONT = "front"
    BACK = "back"


class Engine(StrEnum):
    """What draws the faces of a game. Both draw alike; PlutoPrint is quicker, WeasyPrint knows more CSS."""

    PLUTOPRINT = "plutoprint"
    WEASYPRINT = "weasyprint"


class Face(NamedTuple):
    """One side of a card, as it will be drawn. `card` is None where the whole kind shares it.

    `copy` says which copy of the card this is, from 1; 0 where all copies look alike. `cut` says in which of
    the kind's sizes it is, where it has several; `group` which value of a field the records have that share
    it, where the kind has a back for each.
    """

    kind: str
    side: Side
    card: str | None
    copy: int = 0
    cut: str = ""
    group: str = ""

    @property
    def name(self) -> str:
        """Return the face's name in messages and file names: `goat-front`, `coin-back`, `brick-3-front`."""
        return "-".join(filter(None, (self.card or self.shared_by, str(self.copy or ""), self.side)))

    @property
    def shared_by(self) -> str:
        """Return the name of all that share it, where it is not of one card: `standee-large`."""
        return "-".join(filter(None, (self.kind, file_word(self.cut), file_word(self.group))))


class CardFaces(NamedTuple):
    """A card with its two faces; no back where its kind has none. The kind is in the card's size.

    `copy` says which copy of the card this is, from 1, where they do not look alike; 0 for all of them.
    """

    card: Component
    kind: Kind
    front: Face
    back: Face | None
    copy: int = 0

    @property
    def copies(self) -> int:
        """How many copies of the card have these faces."""
        return 1 if self.copy else self.card.copies

    @property
    def key(self) -> tuple[str, int]:
        """What tells it from all others of a game."""
        return self.card.id, self.copy

    @property
    def title(self) -> str:
        """What lists call it: Brick, or Brick 3 where its copies do not look alike."""
        return f"{self.card.name} {self.copy}" if self.copy else self.card.name

    @property
    def faces(self) -> tuple[Face, ...]:
        """Its front, and its back if it has one."""
        return (self.front,) if self.back is None else (self.front, self.back)


PIECE_KEY = "/XXPiece"
"""What a page of one piece says of it besides its boxes, by a key for private use (ISO 32000-2, annex E):
`/Safe`, how far text keeps from the cut, in points; and `/Cut`, `/Straight` or `/Shaped`.
"""


class PageRef(NamedTuple):
    """A page among several documents; both numbers count from 0."""

    document: int
    page: int


@dataclass(frozen=True, slots=True)
class FacePages:
    """Drawn faces: PDF documents whose pages are one face each, bleed included."""

    documents: Sequence[bytes]
    pages: Mapping[Face, PageRef]


@dataclass(frozen=True, slots=True)
class CmykFace:
    """A face in printing inks: pixels of cyan, magenta, yellow and black, a byte each, packed by zlib."""

    width: int
    height: int
    packed: bytes


class TypeSetting(NamedTuple):
    """A size of type, and the distance of its lines as a multiple of it."""

    size: float
    leading: float


@dataclass(frozen=True, slots=True)
class Fit:
    """A text set otherwise than its template designed it. `room` is the height its box has left.

    `needed` is the size the text itself would have fitted at; where `used` is smaller, it shares that
    with others of its kind. `title` is what messages call the face.
    """

    face: Face
    title: str
    box: str
    designed: TypeSetting
    needed: float
    used: TypeSetting
    room: float

    @property
    def shared(self) -> bool:
        """Return whether the text is smaller than it needs, to be of one size with others."""
        return self.used.size < self.needed


@dataclass(frozen=True, slots=True)
class Theme:
    """The design tokens of one theme: inks as (group, name, #rrggbb), lines as (name, mm), and fills, which
    say whether something is filled or drawn in line, as (name, yes or no).
    """

    name: str = COLOUR_THEME
    title: str = ""
    about: str = ""
    inks: tuple[tuple[str, str, str], ...] = ()
    lines: tuple[tuple[str, float], ...] = ()
    fills: tuple[tuple[str, bool], ...] = ()

    @property
    def suffix(self) -> str:
        """Return what the names of files in this theme end with; nothing for the usual one."""
        return "" if self.name == COLOUR_THEME else f"-{self.name}"

    @property
    def is_grey(self) -> bool:
        """Whether it has inks, and none of them has a colour."""
        return bool(self.inks) and all(ink[1:3] == ink[3:5] == ink[5:7] for _, _, ink in self.inks)

    def template_context(self) -> dict[str, Any]:
        """Return the theme as templates see it: `theme.inks.hero.deep`, `theme.lines.frame`,
        `theme.fills.mass`.
        """
        inks: dict[str, dict[str, str]] = {}
        for group, name, colour in self.inks:
            inks.setdefault(group, {})[name] = colour
        return {"name": self.name, "inks": inks, "lines": dict(self.lines), "fills": dict(self.fills)}

    def variables(self) -> dict[str, str]:
        """Return the theme as stylesheets see it: `--hero-deep`, `--line-frame`."""
        inks = {f"--{group}-{name}": colour for group, name, colour in self.inks}
        return inks | {f"--line-{name}": f"{width:g}mm" for name, width in self.lines}


@dataclass(frozen=True, slots=True)
class FigureDesign:
    """How one sort of figure is drawn, and the size it is printed at.

    `layout` is the one whose spaces its pieces are placed on, empty where there is none.
    """

    template: str
    size: Size
    layout: str = ""


@dataclass(frozen=True, slots=True)
class BookDesign:
    """How the rulebook is printed: template, stylesheet, page, and its figures by their sort."""

    template: str
    style: str
    page: Size
    figures: Mapping[str, FigureDesign]
