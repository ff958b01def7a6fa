"""Decks for print shops as PDF: a file for each size of card, and the checklist beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtool.app.press_files import ink_sentences, inked_faces
from cardtool.export import ExportInputs, Files
from cardtool.export.checklist import (
    CHECKLIST_NAME,
    OrderPart,
    checklist_file,
    number_ranges,
    stretch_notes,
)
from cardtool.export.face_raster import quarter_turns
from cardtool.export.picture_colours import read_profile
from cardtool.export.shop_checks import PrintRun, print_runs
from cardtool.geometry import Size
from cardtool.impose.write import single_pages
from cardtool.impose.write.press_file import PressStandard, press_file
from cardtool.model import CardFaces, Face
from cardtool.units import format_number
from cardtool.wording import counted

_STANDARD = PressStandard.X1A
_NOTES_RGB = (
    "This PDF is RGB, as the faces were drawn; the shop prints CMYK. Give its colour profile with --icc.",
    "It is not PDF/X. Fonts are embedded, nothing is transparent that the art does not make so.",
)
_NOTE_CMYK = "The file is made as {} wants it, and was looked at by nobody's validator."


def deck_files(inputs: ExportInputs) -> Files:
    """Yield a PDF for each print run, back before front, copy by copy, and a checklist.

    With a press they are in its inks; else they stay as they were drawn, in RGB.
    """
    game, shop = inputs.game, inputs.the_shop()
    icc = inputs.options.icc
    press = read_profile(icc, shop.limits.ink) if icc else None
    inked = inked_faces(inputs, press, _STANDARD) if press else None
    runs, title = print_runs(game, shop), f"{game.title} {game.version}"
    parts: list[OrderPart] = []
    doubts: list[str] = []
    for run in runs:
        name = f"{game.id}-{run.name}.pdf" if run.name else f"{game.id}.pdf"
        cards = run.cards_of(inputs.cards)
        pairs, (size, bleed) = _page_pairs(cards), _page_size(run)
        pages = inked.pages if inked else inputs.pages
        turns = {face: quarter_turns(face, each.kind, run.shop_card) for each in cards for face in each.faces}
        content = single_pages.write_deck(
            pairs, pages, size, bleed, title=title, turns=turns, language=game.language
        )
        yield name, press_file(content, _STANDARD, press.icc, press.title) if press else content
        doubts += stretch_notes(run, bleed=True, size=False)
        parts.append(_checklist_part(run, cards, name, titled=len(runs) > 1))
    if press and inked:
        doubts += [*ink_sentences(inked, press, inputs), _NOTE_CMYK.format(_STANDARD.called)]
    else:
        doubts += _NOTES_RGB
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
