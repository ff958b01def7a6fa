"""Faces of components, what draws them, and where they have been drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cardtool.model.components import Component

__all__ = ["CardFaces", "Engine", "Face", "FacePages", "Inked", "PageRef", "Side"]


class Side(StrEnum):
    """The two sides of a card."""

    FRONT = "front"
    BACK = "back"


class Engine(StrEnum):
    """What draws the faces of a game. Both draw alike; PlutoPrint is quicker, WeasyPrint knows more CSS."""

    PLUTOPRINT = "plutoprint"
    WEASYPRINT = "weasyprint"


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


class CardFaces(NamedTuple):
    """A card with its two faces; no back where its kind has none."""

    card: Component
    front: Face
    back: Face | None


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
class Inked:
    """A face in printing inks: pixels of cyan, magenta, yellow and black, a byte each, packed by zlib."""

    width: int
    height: int
    packed: bytes
