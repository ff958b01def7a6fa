"""What a document that has been laid out holds: its boxes, and the pages its ids are on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

__all__ = ["anchors", "boxes"]


def anchors(pages: Sequence[Any]) -> dict[str, int]:
    """The page, from 1, on which the element with each id begins."""
    found: dict[str, int] = {}
    for number, page in enumerate(pages, 1):
        for id in page.anchors:
            found.setdefault(id, number)
    return found


def boxes(pages: Sequence[Any]) -> Iterator[Any]:
    """Every box of every page, those taken out of the flow among them."""
    for page in pages:
        yield from page._page_box.descendants(placeholders=True)
