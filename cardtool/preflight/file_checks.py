"""Finished PDF files, examined: ours before they are written, anybody's when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtool.finding import Finding
from cardtool.geometry import Box
from cardtool.preflight import extras_checks, structure_checks, text_checks
from cardtool.preflight.pdf_extras import find_extras
from cardtool.preflight.pdf_structure import PdfStructure, inspect_pdf
from cardtool.preflight.subject import ExpectedFile, Subject

_TRIM_TOLERANCE = 0.1  # mm


def examine_structure(content: bytes, expected: ExpectedFile) -> Iterator[Finding]:
    """What is wrong with the boxes, fonts, paper and size of a file; nothing of it is drawn.

    Raises: ProjectError when it cannot be opened.
    """
    yield from _check_structure(inspect_pdf(content, expected.name), expected)


def _check_structure(anatomy: PdfStructure, expected: ExpectedFile) -> Iterator[Finding]:
    for check in (
        structure_checks.check_page_boxes,
        structure_checks.check_page_size,
        structure_checks.check_loose_font,
        structure_checks.check_heavy_file,
    ):
        yield from check(anatomy, expected)


def examine_file(content: bytes, expected: ExpectedFile, safe: float) -> Iterator[Finding]:
    """The same, what else the file holds, and what there is to see on its pages.

    Text keeps `safe` mm from where pages are cut. A page of no known size is not looked at.
    Raises: ProjectError when the file cannot be opened.
    """
    anatomy = inspect_pdf(content, expected.name)
    yield from _check_structure(anatomy, expected)
    yield from _check_extras(content, expected)
    sound = [row for row, page in enumerate(anatomy.pages) if structure_checks.has_known_size(page)]
    if sound and not anatomy.lost:  # else programs do not agree which page is which
        yield from _examine_pages(content, expected, safe, sound)


def _check_extras(content: bytes, expected: ExpectedFile) -> Iterator[Finding]:
    """What is wrong with what a file holds besides its pages."""
    held = find_extras(content, expected.name)
    for check in (
        extras_checks.check_active_content,
        extras_checks.check_embedded_file,
        extras_checks.check_file_link,
        extras_checks.check_changing_layer,
        extras_checks.check_locked_file,
    ):
        yield from check(held, expected)


def _examine_pages(
    content: bytes, expected: ExpectedFile, safe: float, which: Sequence[int]
) -> Iterator[Finding]:
    """What there is to see on these pages, counted from 0."""
    from cardtool.preflight.examine import examine_page, open_pages

    with open_pages(content, expected.name, which) as sights:
        for number, sight in sights:
            subject = Subject(
                f"page {number + 1}", expected.page(number + 1), _cut_line(sight.trim(), sight.page), safe
            )
            yield from examine_page(sight, subject)
            yield from text_checks.check_empty_glyph(sight, subject)


def _cut_line(trim: Box | None, page: Box) -> Box | None:
    """Where a page is cut; None where its TrimBox is the whole page, and it is not cut at all."""
    if trim is None or not page.contains(trim):
        return None
    return trim if max(page.width - trim.width, page.height - trim.height) > _TRIM_TOLERANCE else None
