"""Finished PDF files: ours before they are written, anybody's when asked for."""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Finding
from cardtool.geometry import Box
from cardtool.preflight.anatomy import dissect
from cardtool.preflight.checks import empty_glyph, heavy_file, loose_font, page_boxes, page_size
from cardtool.preflight.subject import Expected, Subject

__all__ = ["examine_file", "examine_structure"]

_SAME = 0.1  # mm


def examine_structure(content: bytes, expected: Expected) -> Iterator[Finding]:
    """What is wrong with the boxes, fonts, paper and size of a file; nothing of it is drawn.

    Raises: ProjectError when it cannot be opened.
    """
    anatomy = dissect(content, expected.name)
    for check in (page_boxes.check, page_size.check, loose_font.check, heavy_file.check):
        yield from check(anatomy, expected)


def examine_file(content: bytes, expected: Expected, safe: float) -> Iterator[Finding]:
    """The same, and what there is to see on its pages. Text keeps `safe` mm from where pages are cut.

    Raises: ProjectError when it cannot be opened.
    """
    from cardtool.preflight.opened import opened
    from cardtool.preflight.pages import examine_page

    yield from examine_structure(content, expected)
    with opened(content, expected.name) as sights:
        for number, sight in sights:
            subject = Subject(
                f"page {number + 1}", expected.page(number + 1), _cut(sight.trim(), sight.page), safe
            )
            yield from examine_page(sight, subject)
            yield from empty_glyph.check(sight, subject)


def _cut(trim: Box | None, page: Box) -> Box | None:
    """Where a page is cut; None where its TrimBox is the whole page, and it is not cut at all."""
    if trim is None or not page.contains(trim):
        return None
    return trim if max(page.width - trim.width, page.height - trim.height) > _SAME else None
