"""Examines faces and files, ours or anybody's: the task of a worker process.

Knows no game and no other face than those of one document.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import pypdfium2

from cardtool.errors import ProjectError
from cardtool.finding import Finding
from cardtool.geometry import Box
from cardtool.model import Source
from cardtool.preflight.cut_checks import (
    bare_bleed,
    edge_at_cut,
    frame_near_cut,
    mirrored_text,
    text_across_fold,
    unsafe_text,
)
from cardtool.preflight.file_checks import check_extras, check_structure, has_known_size
from cardtool.preflight.page_checks import (
    SMALL_TEXT_CONTRAST,
    blank_face,
    coarse_picture,
    contrast_readings,
    empty_glyph,
    faint_icon,
    faint_text,
    make_thumbnail,
    soft_picture,
    unreadable_text,
)
from cardtool.preflight.page_content import PageContent
from cardtool.preflight.subject import (
    FACE_TITLE,
    ExpectedFile,
    FacesRequest,
    FacesResult,
    FileRequest,
    Request,
    Subject,
    Thumbnail,
)
from cardtool.sandbox.child import Note

if TYPE_CHECKING:
    from cardtool.preflight.pdf_structure import PageInfo

_TRIM_TOLERANCE = 0.1  # mm
_USUAL_SAFE = 3.0  # mm; what print shops ask for, and what kinds have that say nothing else


@contextmanager
def open_pages(
    content: bytes, name: str, which: Sequence[int] | None = None
) -> Iterator[Iterator[tuple[int, PageContent]]]:
    """Open a PDF for its pages, or those of these numbers, one after the other; pages count from 0.

    Raises: ProjectError when it cannot be opened.
    """
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        raise ProjectError(f"{name}: not a PDF that can be opened: {error}") from None
    try:
        yield _read_pages(document, range(len(document)) if which is None else which, name)
    finally:
        document.close()


def _read_pages(document: Any, which: Sequence[int], name: str) -> Iterator[tuple[int, PageContent]]:
    for number in which:
        try:
            page = document[number]
            content = PageContent(page)
        except (pypdfium2.PdfiumError, ValueError) as error:
            raise ProjectError(f"{name}: page {number + 1} cannot be looked at: {error}") from None
        yield number, content
        page.close()


class TextContrast(NamedTuple):
    """Words as they stand on a page, in mm from its top left, and their contrast with what is under them."""

    box: Box
    words: str
    contrast: float


def text_contrasts(content: bytes, number: int) -> tuple[TextContrast, ...]:
    """Return the contrast of all that is written on a page, lines of several colours at their worst."""
    worst: dict[Box, TextContrast] = {}
    with open_pages(content, "a face", [number]) as pages:
        for _, page in pages:
            for each in contrast_readings(page, _HIGHEST_CONTRAST):
                found = TextContrast(each.line.box, each.words, each.contrast)
                worst[found.box] = min(found, worst.get(found.box, found), key=lambda one: one.contrast)
    return tuple(worst.values())


_HIGHEST_CONTRAST = 22.0  # black on white has 21


def examine_page(page: PageContent, subject: Subject) -> Iterator[Finding]:
    """Yield what is wrong with a page that is to be cut, or only read."""
    for check in (
        blank_face,
        unsafe_text,
        text_across_fold,
        mirrored_text,
        bare_bleed,
        edge_at_cut,
        frame_near_cut,
        coarse_picture,
        soft_picture,
        faint_icon,
    ):
        yield from check(page, subject)
    readings = tuple(contrast_readings(page, SMALL_TEXT_CONTRAST))
    yield from unreadable_text(page, subject, readings)
    yield from faint_text(page, subject, readings)


def examine_faces(content: bytes, subjects: Mapping[int, Subject]) -> FacesResult:
    """Return what there is to say about these pages of a document, counted from 0.

    Raises: ProjectError when it cannot be opened.
    """
    findings: list[Finding] = []
    thumbnails: dict[int, Thumbnail] = {}
    with open_pages(content, FACE_TITLE, sorted(subjects)) as pages:
        for number, page in pages:
            subject = subjects[number]
            findings += examine_page(page, subject)
            if subject.trim is not None:
                thumbnails[number] = make_thumbnail(page, subject.trim)
    return FacesResult(tuple(findings), thumbnails)


def examine_file(content: bytes, expected: ExpectedFile, safe: float | None) -> Iterator[Finding]:
    """Yield what is wrong with how a file is built, with what else it holds, and with its pages.

    Text keeps `safe` mm from where pages are cut; None for as much as each page says, or is usual. A page of
    no known size is not looked at.
    Raises: ProjectError when the file cannot be opened.
    """
    from cardtool.preflight.pdf_structure import (
        find_extras,  # and pikepdf, which faces do without
        inspect_pdf,
    )

    structure = inspect_pdf(content, expected.name)
    yield from check_structure(structure, expected)
    yield from check_extras(find_extras(content, expected.name), expected)
    sound = [page for page in structure.pages if has_known_size(page)]
    if sound and not structure.lost:  # else programs do not agree which page is which
        yield from _examine_file_pages(content, expected, safe, sound)


def _examine_file_pages(
    content: bytes, expected: ExpectedFile, safe: float | None, which: Sequence[PageInfo]
) -> Iterator[Finding]:
    """Yield what is wrong with what is seen on these pages."""
    with open_pages(content, expected.name, [info.number - 1 for info in which]) as pages:
        for (_, page), info in zip(pages, which, strict=True):
            subject = _page_subject(page, info, expected.page(info.number), safe)
            yield from examine_page(page, subject)
            yield from empty_glyph(page, subject)


def _page_subject(page: PageContent, info: PageInfo, source: Source, safe: float | None) -> Subject:
    """Return what a page is meant to be, as far as it says so."""
    trim, bleed = _cut_line(page.trim_box(), page.bounds), _bleed_edge(page.bleed_box(), page.bounds)
    usual = _USUAL_SAFE if info.safe is None else info.safe
    return Subject(
        f"page {info.number}",
        source,
        trim,
        usual if safe is None else safe,
        bleed=bleed if info.straight else trim,  # how far that of another shape goes is not known
    )


def _cut_line(trim: Box | None, page: Box) -> Box | None:
    """Return where a page is cut; None where its TrimBox is the whole page, and it is not cut at all."""
    if trim is None or not page.contains(trim):
        return None
    return trim if max(page.width - trim.width, page.height - trim.height) > _TRIM_TOLERANCE else None


def _bleed_edge(bleed: Box | None, page: Box) -> Box | None:
    """Return how far the bleed goes; None, which is all of the page, for a box that cannot be."""
    return bleed if bleed is not None and page.contains(bleed, _TRIM_TOLERANCE) else None


def prepare() -> None:
    """Need nothing more than this module."""


REQUESTS = (FacesRequest, FileRequest)


def answer(request: Request, note: Note) -> FacesResult | tuple[Finding, ...]:
    """Return what was asked of a worker process. Raises: ProjectError."""
    try:
        if isinstance(request, FacesRequest):
            return examine_faces(request.content, request.subjects)
        return tuple(examine_file(request.file.read_bytes(), request.expected, request.safe))
    except MemoryError:
        raise ProjectError(f"{request.name}: takes more memory to look at than it may") from None
