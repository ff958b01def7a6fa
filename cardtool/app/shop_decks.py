"""Decks for print shops as PDF: a file for each size of card, and the checklist beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardtool.export import ExportInputs, Files
from cardtool.export.checklist import (
    CHECKLIST_NAME,
    OrderPart,
    checklist_file,
    number_ranges,
    stretch_notes,
)
from cardtool.export.face_pictures import face_rasters, representative_faces
from cardtool.export.face_raster import face_frames
from cardtool.export.picture_colours import Press, Separation, read_profile, separate_colours
from cardtool.export.shop_checks import PrintRun, print_runs
from cardtool.geometry import Size
from cardtool.impose.write import single_pages
from cardtool.model import CardFaces, Face
from cardtool.units import format_number
from cardtool.wording import counted

_NOTES_RGB = (
    "This PDF is RGB, as the faces were drawn; the shop prints CMYK. Give its colour profile with --icc.",
    "It is not PDF/X. Fonts are embedded, nothing is transparent that the art does not make so.",
)
_NOTES_CMYK = (
    "The file names its colour profile as PDF/X does, and is not checked to be PDF/X.",
    "Black letters are made of all four inks, as the profile mixes them, and not of black alone.",
)
_NOTE_LETTERS = "Letters are pictures too, at {} dpi."


def deck_files(inputs: ExportInputs) -> Files:
    """Yield a PDF for each print run, back before front, copy by copy, and a checklist.

    With a press the faces are pictures in its inks; else they stay as they were drawn, in RGB.
    """
    game, shop = inputs.game, inputs.the_shop()
    icc = inputs.options.icc
    press = read_profile(icc, shop.limits.ink) if icc else None
    runs, title = print_runs(game, shop), f"{game.title} {game.version}"
    parts: list[OrderPart] = []
    doubts: list[str] = []
    for run in runs:
        name = f"{game.id}-{run.name}.pdf" if run.name else f"{game.id}.pdf"
        cards = run.cards_of(inputs.cards)
        pairs, (size, bleed) = _page_pairs(cards), _page_size(run)
        if press is None:
            yield name, single_pages.write_deck(pairs, inputs.pages, size, bleed, title=title)
            doubts += _NOTES_RGB
        else:
            inked = _separate_faces(inputs, run, cards, press)
            pictures = {face: each.picture for face, each in inked.items()}
            content = single_pages.write_inked_deck(
                pairs, pictures, press.icc, size, bleed, title=title, press=press.title
            )
            yield name, content
            doubts += [_ink_sentence(inked, press), *_NOTES_CMYK, _NOTE_LETTERS.format(inputs.dpi)]
        doubts += stretch_notes(run, bleed=True, size=press is not None)
        parts.append(_checklist_part(run, cards, name, titled=len(runs) > 1))
    yield CHECKLIST_NAME, checklist_file(game, shop, parts, tuple(dict.fromkeys(doubts)))


def _page_pairs(cards: Sequence[CardFaces]) -> Iterator[tuple[Face, Face]]:
    """Yield front and back of each card, copy by copy; a card without a back shows its front twice."""
    for each in cards:
        yield from [(each.front, each.back or each.front)] * each.copies


def _page_size(run: PrintRun) -> tuple[Size, float]:
    """Return the trim and the bleed of the pages."""
    if run.shop_card is not None:
        return run.shop_card.size, run.shop_card.bleed
    return run.kinds[0].size, run.kinds[0].bleed


def _separate_faces(
    inputs: ExportInputs, run: PrintRun, cards: Sequence[CardFaces], press: Press
) -> dict[Face, Separation]:
    """Return each face in the inks of the press; faces that look alike share theirs."""
    frames = face_frames(run.kinds, cards, run.shop_card, inputs.dpi, inputs.the_shop().dpi[0], trimmed=False)
    pictured_as = representative_faces(inputs.pages, frames)
    own = {face: frames[face] for face in dict.fromkeys(pictured_as.values())}
    separated = dict(separate_colours(face_rasters(inputs.pages, own), press))
    return {face: separated[by] for face, by in pictured_as.items()}


def _ink_sentence(inked: Mapping[Face, Separation], press: Press) -> str:
    """Return how much ink is laid, and what was done to have no more."""
    wanted, laid = (max(getattr(each, what) for each in inked.values()) for what in ("wanted", "laid"))
    measured = f"Converted by {press.title}. The most ink in one place is {format_number(laid)} per cent"
    if wanted <= laid:
        return f"{measured}, measured after conversion."
    over = sum(each.wanted > press.ink for each in inked.values())
    return (
        f"{measured}. The profile asked for {format_number(wanted)}: on {counted(over, 'face')} "
        "cyan, magenta and "
        f"yellow were held back in the darkest places, for the shop's limit of {press.ink}."
    )


def _checklist_part(run: PrintRun, cards: Sequence[CardFaces], name: str, *, titled: bool) -> OrderPart:
    count, rows, first = 0, [], 1
    for each in cards:
        after = first + 2 * each.copies
        rows.append((each.title, each.copies, number_ranges(range(first, after))))
        first, count = after, count + each.copies
    size, bleed = _page_size(run)
    facts = (
        f"{name}: {counted(count, 'card')}, copies counted, on {2 * count} pages of {size.grown(bleed)}.",
        f"{run.shop_card.title + ': ' if run.shop_card else ''}{size}, {format_number(bleed)} mm of bleed on "
        "every side.",
        "Page 1 is the back of the first card, page 2 its front, and so on.",
    )
    title = run.shop_card.title if run.shop_card and titled else ""
    return OrderPart(title, facts, ("Card", "Copies", "Pages"), tuple(rows))
