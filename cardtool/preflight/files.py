"""Finished PDF files: ours before they are written, anybody's when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtool.finding import Finding
from cardtool.geometry import Box
from cardtool.preflight.anatomy import Anatomy, dissect
from cardtool.preflight.checks import (
    active_content,
    changing_layer,
    embedded_file,
    empty_glyph,
    file_link,
    heavy_file,
    locked_file,
    loose_font,
    page_boxes,
    page_size,
)
from cardtool.preflight.holdings import holdings
from cardtool.preflight.subject import Expected, Subject

__all__ = ["examine_file", "examine_structure"]

_SAME = 0.1  # mm


def examine_structure(content: bytes, expected: Expected) -> Iterator[Finding]:
    """What is wrong with the boxes, fonts, paper and size of a file; nothing of it is drawn.

    Raises: ProjectError when it cannot be opened.
    """
    yield from _structure(dissect(content, expected.name), expected)


def _structure(anatomy: Anatomy, expected: Expected) -> Iterator[Finding]:
    for check in (page_boxes.check, page_size.check, loose_font.check, heavy_file.check):
        yield from check(anatomy, expected)


def examine_file(content: bytes, expected: Expected, safe: float) -> Iterator[Finding]:
    """The same, what else the file holds, and what there is to see on its pages.

    Text keeps `safe` mm from where pages are cut. A page of no known size is not looked at.
    Raises: ProjectError when the file cannot be opened.
    """
    anatomy = dissect(content, expected.name)
    yield from _structure(anatomy, expected)
    yield from _besides_pages(content, expected)
    sound = [row for row, page in enumerate(anatomy.pages) if page_boxes.can_be_looked_at(page)]
    if sound and not anatomy.lost:  # else programs do not agree which page is which
        yield from _pages(content, expected, safe, sound)


def _besides_pages(content: bytes, expected: Expected) -> Iterator[Finding]:
    """What is wrong with what a file holds besides its pages."""
    held = holdings(content, expected.name)
    for check in (
        active_content.check,
        embedded_file.check,
        file_link.check,
        changing_layer.check,
        locked_file.check,
    ):
        yield from check(held, expected)


def _pages(content: bytes, expected: Expected, safe: float, which: Sequence[int]) -> Iterator[Finding]:
    """What there is to see on these pages, counted from 0."""
    from cardtool.preflight.opened import opened
    from cardtool.preflight.pages import examine_page

    with opened(content, expected.name, which) as sights:
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
