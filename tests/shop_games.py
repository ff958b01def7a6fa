"""Shops, and games whose faces are plain fields of colour, for tests of what is made for shops."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image
from reportlab.pdfgen.canvas import Canvas
from small_games import a_card, a_game, a_kind

from cardtool.geometry import Size
from cardtool.model import (
    Bounds,
    CardFaces,
    Certainty,
    FaceDesign,
    FacePages,
    Game,
    OutputKind,
    PageRef,
    PixelSize,
    Shop,
    ShopCard,
    ShopLimits,
    Source,
)
from cardtool.render import card_faces as faces_of_card
from cardtool.units import to_pt

__all__ = [
    "TABLE",
    "US_POKER",
    "a_herd",
    "a_shop",
    "a_shop_card",
    "card_faces",
    "colour_of",
    "painted",
    "picture",
]

US_POKER = Size(63.5, 88.9)
TABLE = ShopLimits(columns=Bounds(2, 10), rows=Bounds(2, 7), side=4096)


def a_shop_card(**changes: Any) -> ShopCard:
    """The Game Crafter's poker card, unless changed."""
    fields: dict[str, Any] = {
        "name": "poker",
        "title": "Poker deck",
        "size": US_POKER,
        "bleed": 3.175,
        "safe": 3.175,
        "pixels": PixelSize(825, 1125),
        "status": Certainty.CONFIRMED,
    }
    return ShopCard(**{**fields, **changes})


def a_shop(**changes: Any) -> Shop:
    """A shop that takes pictures of poker cards, unless changed."""
    fields: dict[str, Any] = {
        "name": "corner-shop",
        "title": "The Corner Shop",
        "makes": OutputKind.PICTURES,
        "seen": "2026-11",
        "sources": ("its window",),
        "source": Source("templates/printers/corner-shop.yaml"),
        "dpi": (300,),
        "cards": (a_shop_card(),),
    }
    return Shop(**{**fields, **changes})


def a_herd(count: int, copies: int = 1, *, unique_backs: bool = False, **kind: Any) -> Game:
    """A game of so many beasts."""
    back = FaceDesign("back.html", each_card=unique_backs)
    cards = [a_card(f"goat-{number}", copies=copies, line=2 + 5 * number) for number in range(1, count + 1)]
    return a_game(*cards, kinds=(a_kind(count=count * copies, **{"back": back, **kind}),))


def card_faces(game: Game) -> tuple[CardFaces, ...]:
    """The cards with their faces."""
    return tuple(each for card in game.cards for each in faces_of_card(game.kind(card.kind), card))


def colour_of(number: int) -> tuple[int, int, int]:
    """A colour of its own for each of 512 faces."""
    return number % 8 * 32 + 16, number // 8 % 8 * 32 + 16, number // 64 % 8 * 32 + 16


def painted(game: Game, rim: tuple[int, int, int] | None = None) -> FacePages:
    """Every face a field of its colour, the shared backs all of one, with another in the bleed if `rim`.

    In the middle of each stands its card, in black.
    """
    faces = dict.fromkeys(face for each in card_faces(game) for face in each.faces)
    out, pages = io.BytesIO(), {}
    canvas = Canvas(out, invariant=1)
    for number, face in enumerate(faces):
        kind = game.kind(face.kind)
        colour = colour_of(number) if face.card else (200, 200, 200)
        canvas.setPageSize(tuple(map(to_pt, kind.page)))
        _fill(canvas, rim or colour, 0, kind.page)
        _fill(canvas, colour, kind.bleed, kind.size)
        canvas.setFillColorRGB(0, 0, 0)
        middle = to_pt(kind.page.width / 2), to_pt(kind.page.height / 2)
        canvas.drawCentredString(*middle, face.card or "a back")
        canvas.showPage()
        pages[face] = PageRef(0, number)
    canvas.save()
    return FacePages((out.getvalue(),), pages)


def _fill(canvas: Canvas, colour: tuple[int, int, int], at: float, size: Size) -> None:
    canvas.setFillColorRGB(*(part / 255 for part in colour))
    canvas.rect(to_pt(at), to_pt(at), to_pt(size.width), to_pt(size.height), stroke=0, fill=1)


def picture(content: bytes) -> Image.Image:
    """A picture, loaded."""
    opened = Image.open(io.BytesIO(content))
    opened.load()
    return opened
