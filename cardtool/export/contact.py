"""All fronts of a game on one picture, side by side, to see the deck as a whole."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

from cardtool.export import png
from cardtool.model import FacePages, Game, Side
from cardtool.units import MM_PER_INCH

__all__ = ["contact_sheet"]

_GROUND = (233, 229, 222)  # a table in daylight; dark and light cards both stand out from it
_GAP = 4.0  # mm
_CORNER = 3.0  # mm


def contact_sheet(pages: FacePages, game: Game, *, dpi: int = 72, columns: int = 10) -> bytes:
    """A PNG of every distinct front, cut to its trim, in the game's order; rows as high as their highest.

    It keeps to 256 colours, which is more than a deck printed in a few inks needs.
    """
    fronts = {face: content for face, content in png.faces(pages, game, dpi=dpi) if face.side is Side.FRONT}
    order = [kind.id for kind in game.kinds]
    cards = [
        Image.open(io.BytesIO(fronts[face]))
        for face in sorted(fronts, key=lambda face: order.index(face.kind))
    ]
    rows = [cards[start : start + columns] for start in range(0, len(cards), columns)]
    gap, corner = round(_GAP * dpi / MM_PER_INCH), round(_CORNER * dpi / MM_PER_INCH)
    width = max(sum(card.width + gap for card in row) for row in rows) + gap
    height = sum(max(card.height for card in row) + gap for row in rows) + gap
    sheet = Image.new("RGB", (width, height), _GROUND)
    top = gap
    for row in rows:
        left = gap
        for card in row:
            sheet.paste(card, (left, top), _rounded(card, corner))
            left += card.width + gap
        top += max(card.height for card in row) + gap
    out = io.BytesIO()
    sheet.quantize(256, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _rounded(card: Image.Image, corner: int) -> Image.Image:
    """What is left of a card when its corners are cut round."""
    large = Image.new("L", (card.width * 4, card.height * 4), 0)
    box = (0, 0, large.width - 1, large.height - 1)
    ImageDraw.Draw(large).rounded_rectangle(box, corner * 4, fill=255)
    return large.resize(card.size, Image.Resampling.LANCZOS)
