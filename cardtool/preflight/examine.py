"""Examines pages with every rule that looks at them; `main` is where the worker process begins.

Knows no game and no other face than those of one document.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pypdfium2

from cardtool.errors import CardtoolError, ProjectError
from cardtool.finding import Finding
from cardtool.preflight import cut_checks, picture_checks, text_checks
from cardtool.preflight.page_content import PageContent
from cardtool.preflight.page_raster import ink_coverages
from cardtool.preflight.picture_checks import make_thumbnail
from cardtool.preflight.subject import (
    FACE_TITLE,
    FacesRequest,
    FacesResult,
    FileRequest,
    Request,
    Subject,
    Thumbnail,
    findings_as_data,
)
from cardtool.preflight.text_checks import contrast_readings
from cardtool.sandbox.request_loop import RequestLoop, limit_cpu_time, limit_files, limit_memory


@contextmanager
def open_pages(
    content: bytes, name: str, which: Sequence[int] | None = None
) -> Iterator[Iterator[tuple[int, PageContent]]]:
    """The pages of a PDF, or those of these numbers, one after the other; pages count from 0.

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
            sight = PageContent(page)
        except (pypdfium2.PdfiumError, ValueError) as error:
            raise ProjectError(f"{name}: page {number + 1} cannot be looked at: {error}") from None
        yield number, sight
        page.close()


def examine_page(sight: PageContent, subject: Subject) -> Iterator[Finding]:
    """What is wrong with a page."""
    yield from picture_checks.check_blank_face(sight, subject)
    yield from cut_checks.check_unsafe_text(sight, subject)
    yield from cut_checks.check_bare_bleed(sight, subject)
    yield from picture_checks.check_coarse_picture(sight, subject)
    yield from picture_checks.check_soft_picture(sight, subject)
    read = tuple(contrast_readings(sight, text_checks.SMALL_TEXT_CONTRAST))
    yield from text_checks.check_unreadable_text(sight, subject, read)
    yield from text_checks.check_faint_text(sight, subject, read)


def examine_faces(content: bytes, subjects: Mapping[int, Subject]) -> FacesResult:
    """What there is to say about these pages of a document, counted from 0.

    Raises: ProjectError when it cannot be opened.
    """
    findings: list[Finding] = []
    portraits: dict[int, Thumbnail] = {}
    with open_pages(content, FACE_TITLE, sorted(subjects)) as sights:
        for number, sight in sights:
            subject = subjects[number]
            findings += examine_page(sight, subject)
            if subject.trim is not None:
                portraits[number] = make_thumbnail(sight, subject.trim)
    return FacesResult(tuple(findings), portraits)


_MEMORY = 3 << 30
_MOST_STDERR = 1 << 20  # bytes of complaints, into a file of whoever asked; nothing else is written


def main() -> None:
    """Answer questions until standard input ends. The argument: seconds of CPU for all of them."""
    asker = RequestLoop()
    limit_cpu_time(float(sys.argv[1]))
    limit_memory(_MEMORY)
    limit_files(_MOST_STDERR)
    for question in asker.questions():
        try:
            answer = _answer(question)
        except CardtoolError as error:
            answer = {"error": str(error)}
        except MemoryError:
            answer = {"error": f"{question.name}: takes more memory to look at than it may"}
        asker.tell(answer)


def _answer(question: Request) -> dict[str, Any]:
    if isinstance(question, FacesRequest):
        return examine_faces(question.content, question.subjects).told()
    if isinstance(question, FileRequest):
        from cardtool.preflight.file_checks import examine_file  # and pikepdf, which faces do without

        content = question.file.read_bytes()
        return {"findings": findings_as_data(examine_file(content, question.expected, question.safe))}
    return {"covered": ink_coverages(question.content, question.pages)}
