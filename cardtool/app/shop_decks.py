"""Decks for print shops as PDF: a file for each size of card, and the checklist beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtool.app.press_files import ink_sentences, inked_faces
from cardtool.export import ExportInputs, Files
from cardtool.export.face_pictures import representative_faces
from cardtool.export.face_raster import own_frame, quarter_turns
from cardtool.export.picture_colours import read_profile
from cardtool.export.shops import (
    CHECKLIST_NAME,
    OrderPart,
    PrintRun,
    checklist_file,
    copies_sentence,
    number_ranges,
    print_runs,
    stretch_notes,
)
from cardtool.geometry import Size
from cardtool.impose.write import single_pages
from cardtool.impose.write.press import PressStandard, press_file
from cardtool.model import CardFaces, Face, PageOrder
from cardtool.units import format_number

_STANDARD = PressStandard.X1A
_NOTES_RGB = (
    "This PDF is RGB, as the faces were drawn; the shop prints CMYK. Give its colour profile with --icc.",
    "It is not PDF/X, and has no output intent. Fonts are embedded, nothing is transparent that the art does "
    "not make so.",
)
_NOTE_CMYK = (
    "The file is made as {} wants it, with that profile as its output intent, and was looked at by nobody's "
    "validator."
)


def deck_files(inputs: ExportInputs) -> Files:
    """Yield a PDF for each print run, copy by copy in the shop's order, and a checklist.

    Where one back comes last, each back has a file of its own. With a press they are in its inks; else they
    stay as they were drawn, in RGB.
    """
    game, shop = inputs.game, inputs.the_shop()
    icc = inputs.options.icc
    press = read_profile(icc, shop.limits.ink) if icc else None
    inked = inked_faces(inputs, press, _STANDARD) if press else None
    runs, title = print_runs(game, shop), f"{game.title} {game.version}"
    parts: list[OrderPart] = []
    doubts: list[str] = []
    for run, word, cards in _files(runs, inputs):
        name = f"{'-'.join(filter(None, (game.id, run.name, word)))}.pdf"
        pairs, (size, bleed) = _page_pairs(cards), _page_size(run)
        pages = inked.pages if inked else inputs.pages
        turns = {face: quarter_turns(face, each.kind, run.shop_card) for each in cards for face in each.faces}
        content = single_pages.write_deck(
            pairs, pages, size, bleed, title=title, turns=turns, order=shop.pages, language=game.language
        )
        yield name, press_file(content, _STANDARD, press.icc, press.title) if press else content
        doubts += stretch_notes(run, bleed=True, size=False)
        parts.append(_checklist_part(run, cards, name, shop.pages, titled=len(runs) > 1))
    if press and inked:
        doubts += [*ink_sentences(inked, press, inputs), _NOTE_CMYK.format(_STANDARD.called)]
    else:
        doubts += _NOTES_RGB
    yield CHECKLIST_NAME, checklist_file(game, shop, parts, tuple(dict.fromkeys(doubts)))


def _files(
    runs: Sequence[PrintRun], inputs: ExportInputs
) -> Iterator[tuple[PrintRun, str, Sequence[CardFaces]]]:
    """Yield the cards of each file, its print run, and what tells it from others of that run."""
    for run in runs:
        cards = run.cards_of(inputs.cards)
        files = _by_back(cards, inputs) if inputs.the_shop().pages is PageOrder.BACK_LAST else [cards]
        for number, those in enumerate(files, 1):
            yield run, str(number) if len(files) > 1 else "", those


def _by_back(cards: Sequence[CardFaces], inputs: ExportInputs) -> list[list[CardFaces]]:
    """Return the cards that share a back, whatever their kinds; backs that look alike are one."""
    frames = {each.back: own_frame(each.kind, inputs.dpi, bleed=True) for each in cards if each.back}
    looks = representative_faces(inputs.pages, frames)
    files: dict[Face | None, list[CardFaces]] = {}
    for each in cards:
        back = looks[each.back] if each.back else None
        files.setdefault(back, []).append(each._replace(back=back))
    return list(files.values())


def _page_pairs(cards: Sequence[CardFaces]) -> Iterator[tuple[Face, Face]]:
    """Yield front and back of each card, copy by copy; a card without a back shows its front twice."""
    for each in cards:
        yield from [(each.front, each.back or each.front)] * each.copies


def _page_size(run: PrintRun) -> tuple[Size, float]:
    """Return the trim and the bleed of the pages."""
    if run.shop_card is not None:
        return run.shop_card.size, run.shop_card.bleed
    return run.kinds[0].size, run.kinds[0].bleed


_SIDES = {
    PageOrder.BACK_FRONT: "Page 1 is the back of the first card, page 2 its front, and so on.",
    PageOrder.FRONT_BACK: "Page 1 is the front of the first card, page 2 its back, and so on.",
    PageOrder.BACK_LAST: "Each page is a front; the last page is the back of them all.",
}


def _checklist_part(
    run: PrintRun, cards: Sequence[CardFaces], name: str, order: PageOrder, *, titled: bool
) -> OrderPart:
    count, rows, first = 0, [], 1
    each_card = 1 if order is PageOrder.BACK_LAST else 2
    for each in cards:
        after = first + each_card * each.copies
        rows.append((each.title, each.copies, number_ranges(range(first, after))))
        first, count = after, count + each.copies
    size, bleed = _page_size(run)
    pages = count + 1 if order is PageOrder.BACK_LAST else 2 * count
    facts = (
        f"{name}: {copies_sentence(cards)}, on {pages} pages of {size.grown(bleed)}.",
        f"{run.shop_card.title + ': ' if run.shop_card else ''}{size}, {format_number(bleed)} mm of bleed on "
        "every side.",
        _SIDES[order],
    )
    title = run.shop_card.title if run.shop_card and titled else ""
    return OrderPart(title, facts, ("Card", "Copies", "Pages"), tuple(rows))
