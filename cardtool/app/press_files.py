"""PDFs in printing inks: for any print shop, and the decks of those shops that take a PDF."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cardtool.export import ExportInputs, Files
from cardtool.export.face_pictures import face_rasters, representative_faces
from cardtool.export.face_raster import own_frame, quarter_turns
from cardtool.export.picture_colours import Press, PressInks, read_profile
from cardtool.export.shops import (
    CHECKLIST_NAME,
    OrderPart,
    PrintRun,
    checklist_file,
    copies_sentence,
    number_ranges,
    parts_as_markdown,
    print_runs,
    stretch_notes,
)
from cardtool.geometry import Size
from cardtool.impose.write import single_pages
from cardtool.impose.write.press import PressStandard, press_file, press_pages, with_pictures
from cardtool.impose.write.single_pages import write_faces
from cardtool.model import CardFaces, CmykFace, Face, FacePages, Kind, PageOrder
from cardtool.units import format_number
from cardtool.wording import counted

_USUAL_INK = 300  # per cent; what most presses take on coated paper
_LIST = "pages.md"


@dataclass(frozen=True, slots=True)
class InkedFaces:
    """Faces in the inks of a press, why some had to become pictures, and the most ink laid, in per cent."""

    pages: FacePages
    pictures: Mapping[Face, tuple[str, ...]]
    laid: float


def press_files(inputs: ExportInputs) -> Files:
    """Yield a PDF for each kind, each face once, fronts before backs; and what is on which page."""
    press = wanted_press(inputs, _USUAL_INK)
    standard = wanted_standard(inputs)
    inked = inked_faces(inputs, press, standard)
    parts = []
    for kind in inputs.game.kinds:
        cards = [each for each in inputs.cards if each.kind == kind]
        faces = _in_order(cards)
        if faces:
            name, title = f"{kind.id}.pdf", f"{inputs.game.title} {inputs.game.version}: {kind.plural}"
            shown = FacePages(inked.pages.documents, {face: inked.pages.pages[face] for face in faces})
            content = write_faces(
                shown, dict.fromkeys(faces, kind), title=title, language=inputs.game.language
            )
            yield name, press_file(content, standard, press.icc, press.title)
            parts.append(_part(kind, cards, faces, name))
    yield _LIST, _page_list(inputs, parts, press, inked, standard)


def wanted_press(inputs: ExportInputs, usual_ink: int) -> Press:
    """Return the press that the faces are for. Raises: UsageError where its profile is none."""
    assert inputs.options.icc is not None, "asked for before anything was drawn"
    return read_profile(inputs.options.icc, inputs.options.ink or usual_ink)


def wanted_standard(inputs: ExportInputs) -> PressStandard:
    return PressStandard(inputs.options.standard or PressStandard.X1A)


def inked_faces(inputs: ExportInputs, press: Press, standard: PressStandard) -> InkedFaces:
    """Return all faces of an export in inks; what the standard forbids is turned into pictures."""
    inks = PressInks(press)
    done = press_pages(inputs.pages, inks, transparency=standard is PressStandard.X4)
    kinds = {face: each.kind for each in inputs.cards for face in each.faces}
    refused = {face: done.refused[face] for face in kinds if face in done.refused}
    frames = {face: own_frame(kinds[face], inputs.dpi, bleed=True) for face in refused}
    pictures = {
        face: CmykFace(*raster.size, zlib.compress(inks.picture(*raster.size, raster.rgb), 6))
        for face, raster in face_rasters(inputs.pages, frames)
    }
    return InkedFaces(with_pictures(done.pages, pictures), refused, inks.laid)


def ink_sentences(inked: InkedFaces, press: Press, inputs: ExportInputs) -> Iterator[str]:
    """Yield what was done to the colours, and to which faces more than that."""
    limit = f"; the limit is {press.ink} per cent" if press.ink else ""
    yield (
        f"Colours were converted by {press.title}. The most ink in one place is "
        f"{format_number(inked.laid)} per cent{limit}. Greys are printed in black ink alone."
    )
    names = {face: f"{each.title}, {face.side}" for each in inputs.cards for face in each.faces}
    by_reason: dict[str, list[str]] = {}
    for face, reasons in inked.pictures.items():
        by_reason.setdefault(reasons[0], []).append(names[face])
    for reason, faces in by_reason.items():
        shown = "; ".join(faces[:3]) + (f" and {len(faces) - 3} more" if len(faces) > 3 else "")
        yield (
            f"{counted(len(faces), 'face')} had to become pictures of {inputs.dpi} dpi, letters and all, "
            f"for what the standard does not allow: {shown} ({reason})."
        )


def _in_order(cards: Sequence[CardFaces]) -> tuple[Face, ...]:
    """Return each face once: fronts as the cards come, then backs; a common back is the last page."""
    fronts = [each.front for each in cards]
    return tuple(dict.fromkeys([*fronts, *(each.back for each in cards if each.back)]))


def _part(kind: Kind, cards: Sequence[CardFaces], faces: Sequence[Face], name: str) -> OrderPart:
    page = {face: number for number, face in enumerate(faces, 1)}
    copies = sum(each.copies for each in cards)
    rows = tuple(
        (each.title, each.copies, page[each.front], page[each.back] if each.back else "none")
        for each in cards
    )
    facts = (
        f"{name}: {counted(len(faces), 'page')} of {kind.page}, cut to {kind.size}, with "
        f"{format_number(kind.bleed)} mm of bleed.",
        f"{counted(copies, 'piece')}, copies counted.",
    )
    return OrderPart(kind.plural, facts, ("Name", "Copies", "Front on page", "Back on page"), rows)


def _page_list(
    inputs: ExportInputs, parts: Sequence[OrderPart], press: Press, inked: InkedFaces, standard: PressStandard
) -> bytes:
    notes = [
        *ink_sentences(inked, press, inputs),
        f"The files are made as {standard.called} wants them, with that profile as their output intent, and "
        "were looked at by nobody's validator: use the shop's own check, and have a proof printed.",
    ]
    return parts_as_markdown(f"{inputs.game.title} {inputs.game.version} for a press", parts, notes)


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
