"""Decks bound for a print shop: a PDF of each size, and the checklist beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardtool import impose
from cardtool.export.checklist import NAME, Part, checklist, counted, ranges, stretches
from cardtool.export.frames import frames_of
from cardtool.export.png import rasters, same_backs
from cardtool.export.separation import Press, Separation, separated
from cardtool.export.suits import Lot
from cardtool.geometry import Size
from cardtool.model import CardFaces, Face, FacePages, Game, Shop
from cardtool.units import show

__all__ = ["decks"]


def decks(
    game: Game,
    shop: Shop,
    lots: Sequence[Lot],
    cards: Sequence[CardFaces],
    pages: FacePages,
    *,
    dpi: int,
    press: Press | None,
) -> Iterator[tuple[str, bytes]]:
    """A PDF for each lot, back before front, copy by copy, and a checklist.

    With a press the faces are pictures in its inks; else they stay as they were drawn, in RGB.
    """
    parts: list[Part] = []
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
        doubts += stretches(lot, bleed=True, size=press is not None)
        parts.append(_part(lot, here, name, titled=len(lots) > 1))
    yield NAME, checklist(game, shop, parts, tuple(dict.fromkeys(doubts)))


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


def _size(lot: Lot) -> tuple[Size, float]:
    """The trim and the bleed of the pages."""
    if lot.card is not None:
        return lot.card.size, lot.card.bleed
    return lot.kinds[0].size, lot.kinds[0].bleed


def _as_drawn(game: Game, lot: Lot, cards: Sequence[CardFaces], pages: FacePages) -> bytes:
    return impose.write_deck(_pairs(cards), pages, *_size(lot), title=f"{game.title} {game.version}")


def _inked(
    lot: Lot, cards: Sequence[CardFaces], shop: Shop, pages: FacePages, dpi: int, press: Press
) -> dict[Face, Separation]:
    """Each face in the inks of the press; faces that look alike share theirs."""
    frames = frames_of(lot.kinds, cards, lot.card, dpi, shop.dpi[0], trimmed=False)
    standing = same_backs(pages, frames)
    own = {face: frames[face] for face in dict.fromkeys(standing.values())}
    made = dict(separated(rasters(pages, own), press))
    return {face: made[by] for face, by in standing.items()}


def _in_inks(
    game: Game, lot: Lot, cards: Sequence[CardFaces], inked: Mapping[Face, Separation], press: Press
) -> bytes:
    pictures = {face: each.picture for face, each in inked.items()}
    title = f"{game.title} {game.version}"
    return impose.write_inked_deck(
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
        f"{measured}. The profile asked for {show(wanted)}: on {counted(over, 'face')} cyan, magenta and "
        f"yellow were held back in the darkest places, for the shop's limit of {press.ink}."
    )


def _part(lot: Lot, cards: Sequence[CardFaces], name: str, *, titled: bool) -> Part:
    count, rows, first = 0, [], 1
    for each in cards:
        after = first + 2 * each.card.copies
        rows.append((each.card.name, each.card.copies, ranges(range(first, after))))
        first, count = after, count + each.card.copies
    size, bleed = _size(lot)
    facts = (
        f"{name}: {counted(count, 'card')}, copies counted, on {2 * count} pages of {size.grown(bleed)}.",
        f"{lot.card.title + ': ' if lot.card else ''}{size}, {show(bleed)} mm of bleed on every side.",
        "Page 1 is the back of the first card, page 2 its front, and so on.",
    )
    return Part(
        lot.card.title if lot.card and titled else "", facts, ("Card", "Copies", "Pages"), tuple(rows)
    )
