"""How a face lies on a picture: which part of its page is shown, in how many pixels. Arithmetic only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cardtool.geometry import Box, Size
from cardtool.model import CardFaces, Face, Kind, PixelSize, ShopCard
from cardtool.units import MM_PER_INCH

__all__ = ["Frame", "frame_for", "frames_of", "own_frame", "pixels_of"]


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture to be: its pixels, and the window of the face's page that fills them.

    The window is in millimetres from the page's top left; it may reach beyond the page.
    """

    pixels: PixelSize
    window: Box


def frames_of(
    kinds: Iterable[Kind],
    cards: Iterable[CardFaces],
    card: ShopCard | None,
    dpi: int,
    usual: int,
    *,
    trimmed: bool,
) -> dict[Face, Frame]:
    """How each distinct face of these cards lies on its picture: of the shop's size, or else of its own."""
    frames = {
        kind.id: frame_for(kind, card, dpi, usual) if card else own_frame(kind, dpi, bleed=not trimmed)
        for kind in kinds
    }
    return {
        face: frames[each.card.kind] for each in cards for face in (each.front, each.back) if face is not None
    }


def own_frame(kind: Kind, dpi: int, *, bleed: bool) -> Frame:
    """A picture as large as the kind is: with its bleed, or cut to the trim.

    It is as many pixels wide as its millimetres come to, rounded to the nearest: a poker card at
    300 dpi is 750 × 1050 pixels, with 3 mm of bleed 821 × 1121. The face is stretched by that
    fraction of a pixel, so that it ends exactly at the picture's edge.
    """
    if bleed:
        return Frame(pixels_of(kind.page, dpi), Box(0, 0, *kind.page))
    return Frame(pixels_of(kind.size, dpi), Box(kind.bleed, kind.bleed, *kind.size))


def frame_for(kind: Kind, card: ShopCard, dpi: int, usual: int) -> Frame:
    """A picture of the shop's size, on which the kind's cut edge is where the shop cuts.

    `usual` is the resolution at which the picture has the pixels the shop names; `dpi` may be another.
    """
    pixels = PixelSize(card.pixels.width * dpi // usual, card.pixels.height * dpi // usual)
    bleed = card.bleed * dpi / MM_PER_INCH  # in pixels
    across = kind.size.width / (pixels.width - 2 * bleed)  # millimetres to a pixel
    down = kind.size.height / (pixels.height - 2 * bleed)
    corner = kind.bleed - bleed * across, kind.bleed - bleed * down
    return Frame(pixels, Box(*corner, pixels.width * across, pixels.height * down))


def pixels_of(size: Size, dpi: int) -> PixelSize:
    """A size in pixels, each side rounded to the nearest."""
    return PixelSize(*(int(length * dpi / MM_PER_INCH + 0.5) for length in size))
