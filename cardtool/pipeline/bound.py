"""Decks bound for a print shop: a PDF of each size, and the checklist beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardtool.export.checklist import (
    CHECKLIST_NAME,
    OrderPart,
    checklist_file,
    count_of,
    number_ranges,
    stretch_notes,
)
from cardtool.export.face_pictures import face_rasters, representative_faces
from cardtool.export.face_raster import face_frames
from cardtool.export.picture_colours import Press, Separation, separate_colours
from cardtool.export.shop_checks import PrintRun
from cardtool.geometry import Size
from cardtool.impose.write import single_pages
from cardtool.model import CardFaces, Face, FacePages, Game, Shop
from cardtool.units import show

__all__ = ["decks"]


def decks(
    game: Game,
    shop: Shop,
    lots: Sequence[PrintRun],
    cards: Sequence[CardFaces],
    pages: FacePages,
    *,
    dpi: int,
    press: Press | None,
) -> Iterator[tuple[str, bytes]]:
    """A PDF for each lot, back before front, copy by copy, and a checklist.

    With a press the faces are pictures in its inks; else they stay as they were drawn, in RGB.
    """
    parts: list[OrderPart] = []
    doubts: list[str] = []
    for lot in lots:
        name = f"{game.id}-{lot.name}.pdf" if lot.name else f"{game.id}.pdf"
        here = lot.cards_of(cards)
        if press is None:
            yield name, _as_drawn(game, lot, here, pages)
            doubts += _AS_DRAWN
        else:
            inked = _inked(lot, here, shop, pages, dpi, press)
            yield name, _in_inks(game, lot, here, inked, press)
            doubts += [_ink(inked, press), *_IN_INKS, f"Letters are pictures too, at {dpi} dpi."]
        doubts += stretch_notes(lot, bleed=True, size=press is not None)
        parts.append(_part(lot, here, name, titled=len(lots) > 1))
    yield CHECKLIST_NAME, checklist_file(game, shop, parts, tuple(dict.fromkeys(doubts)))


_AS_DRAWN = (
    "This PDF is RGB, as the faces were drawn; the shop prints CMYK. Give its colour profile with --icc.",
    "It is not PDF/X. Fonts are embedded, nothing is transparent that the art does not make so.",
)
_IN_INKS = (
    "The file names its colour profile as PDF/X does, and is not checked to be PDF/X.",
    "Black letters are made of all four inks, as the profile mixes them, and not of black alone.",
)


def _pairs(cards: Sequence[CardFaces]) -> Iterator[tuple[Face, Face]]:
    """Front and back of each card, copy by copy. A card without a back shows its front on both sides."""
    for each in cards:
        yield from [(each.front, each.back or each.front)] * each.card.copies


def _size(lot: PrintRun) -> tuple[Size, float]:
    """The trim and the bleed of the pages."""
    if lot.card is not None:
        return lot.card.size, lot.card.bleed
    return lot.kinds[0].size, lot.kinds[0].bleed


def _as_drawn(game: Game, lot: PrintRun, cards: Sequence[CardFaces], pages: FacePages) -> bytes:
    return single_pages.write_deck(_pairs(cards), pages, *_size(lot), title=f"{game.title} {game.version}")


def _inked(
    lot: PrintRun, cards: Sequence[CardFaces], shop: Shop, pages: FacePages, dpi: int, press: Press
) -> dict[Face, Separation]:
    """Each face in the inks of the press; faces that look alike share theirs."""
    frames = face_frames(lot.kinds, cards, lot.card, dpi, shop.dpi[0], trimmed=False)
    standing = representative_faces(pages, frames)
    own = {face: frames[face] for face in dict.fromkeys(standing.values())}
    made = dict(separate_colours(face_rasters(pages, own), press))
    return {face: made[by] for face, by in standing.items()}


def _in_inks(
    game: Game, lot: PrintRun, cards: Sequence[CardFaces], inked: Mapping[Face, Separation], press: Press
) -> bytes:
    pictures = {face: each.picture for face, each in inked.items()}
    title = f"{game.title} {game.version}"
    return single_pages.write_inked_deck(
        _pairs(cards), pictures, press.icc, *_size(lot), title=title, press=press.title
    )


def _ink(inked: Mapping[Face, Separation], press: Press) -> str:
    """How much ink is laid, and what was done to have no more."""
    wanted, laid = (max(getattr(each, what) for each in inked.values()) for what in ("wanted", "laid"))
    measured = f"Converted by {press.title}. The most ink in one place is {show(laid)} per cent"
    if wanted <= laid:
        return f"{measured}, measured after conversion."
    over = sum(each.wanted > press.ink for each in inked.values())
    return (
        f"{measured}. The profile asked for {show(wanted)}: on {count_of(over, 'face')} cyan, magenta and "
        f"yellow were held back in the darkest places, for the shop's limit of {press.ink}."
    )


def _part(lot: PrintRun, cards: Sequence[CardFaces], name: str, *, titled: bool) -> OrderPart:
    count, rows, first = 0, [], 1
    for each in cards:
        after = first + 2 * each.card.copies
        rows.append((each.card.name, each.card.copies, number_ranges(range(first, after))))
        first, count = after, count + each.card.copies
    size, bleed = _size(lot)
    facts = (
        f"{name}: {count_of(count, 'card')}, copies counted, on {2 * count} pages of {size.grown(bleed)}.",
        f"{lot.card.title + ': ' if lot.card else ''}{size}, {show(bleed)} mm of bleed on every side.",
        "Page 1 is the back of the first card, page 2 its front, and so on.",
    )
    return OrderPart(
        lot.card.title if lot.card and titled else "", facts, ("Card", "Copies", "Pages"), tuple(rows)
    )
