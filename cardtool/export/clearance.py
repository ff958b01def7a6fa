"""How near to the cut letters stand on a drawn face, against a shop's safe zone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cardtool.export.raster import opened, size_of
from cardtool.export.rules import SHOP_SAFE_ZONE
from cardtool.export.suits import Lot
from cardtool.finding import Finding
from cardtool.geometry import Box, Sides
from cardtool.model import FacePages, Game, Kind, Shop, ShopCard, Source
from cardtool.units import show, to_mm

__all__ = ["near_the_cut"]

_SLACK = 0.05  # mm; a pixel is more


def near_the_cut(pages: FacePages, game: Game, shop: Shop, lots: Iterable[Lot]) -> Iterator[Finding]:
    """Every face on which letters stand outside the shop's safe zone."""
    sizes = {kind.id: lot.card for lot in lots for kind in lot.kinds}
    cards = {card.id: card for card in game.cards}
    for face, page in opened(pages):
        size, kind = sizes.get(face.kind), game.kind(face.kind)
        if size is not None:
            card = cards.get(face.card or "")
            source = card.source if card else kind.source
            title = f'"{card.name}"' if card else f"the {face.side} of {kind.plural}"
            yield from _judged(page, kind, shop, size, source, title)


def _judged(
    page: Any, kind: Kind, shop: Shop, size: ShopCard, source: Source, title: str
) -> Iterator[Finding]:
    trim = Box(kind.bleed, kind.bleed, *kind.size)
    left = min((_room(letters, trim) for letters in _letters(page)), default=size.safe)
    if left < size.safe - _SLACK:
        where = f"{show(left)} mm from the cut" if left >= 0 else f"{show(-left)} mm beyond the cut"
        zone = f"the safe zone of {shop.title} begins {show(size.safe)} mm inside"
        message = f"{title}: letters stand {where}, and {zone}"
        yield SHOP_SAFE_ZONE.found(source, message, "move them inwards in the template")


def _letters(page: Any) -> Iterator[Box]:
    """The boxes around stretches of text, in millimetres from the page's top left."""
    height = size_of(page).height
    text = page.get_textpage()
    try:
        for number in range(text.count_rects()):
            left, bottom, right, top = (to_mm(edge) for edge in text.get_rect(number))
            yield Box(left, height - top, right - left, top - bottom)
    finally:
        text.close()


def _room(letters: Box, trim: Box) -> float:
    """How far inside the trim the letters stay, on the side where they come nearest to it."""
    sides = Sides(
        left=letters.left - trim.left,
        top=letters.top - trim.top,
        right=trim.right - letters.right,
        bottom=trim.bottom - letters.bottom,
    )
    return min(sides.left, sides.top, sides.right, sides.bottom)
