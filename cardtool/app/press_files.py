"""A game for a press: a PDF of each kind in printing inks, and a list of what is on which page."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cardtool.export import ExportInputs, Files
from cardtool.export.face_pictures import face_rasters
from cardtool.export.face_raster import own_frame
from cardtool.export.picture_colours import Press, PressInks, read_profile
from cardtool.export.shops import OrderPart, parts_as_markdown
from cardtool.impose.write.press import PressStandard, press_file, press_pages, with_pictures
from cardtool.impose.write.single_pages import write_faces
from cardtool.model import CardFaces, CmykFace, Face, FacePages, Kind
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
