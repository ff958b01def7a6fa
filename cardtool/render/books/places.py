"""Where things landed in a document that has been laid out: ids, and boxes kept for faces."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from cardtool.render.books.order import Spot
from cardtool.units import PX_PER_MM

__all__ = ["anchors", "boxes", "spots"]


def anchors(pages: Sequence[Any]) -> dict[str, int]:
    """The page, from 1, on which the element with each id begins."""
    found: dict[str, int] = {}
    for number, page in enumerate(pages, 1):
        for id in page.anchors:
            found.setdefault(id, number)
    return found


def spots(pages: Sequence[Any]) -> Iterator[Spot]:
    """Every element with `data-face`, in the order of the pages."""
    for number, page in enumerate(pages, 1):
        for box, matrix in _outer(page._page_box, None, None):
            face = box.element.get("data-face") if box.element is not None else None
            if face is not None:
                yield _spot(face, number, box, matrix)


def boxes(pages: Sequence[Any]) -> Iterator[Any]:
    """Every box of every page, those taken out of the flow among them."""
    for page in pages:
        yield from page._page_box.descendants(placeholders=True)


def _outer(box: Any, around: Any, above: Any) -> Iterator[tuple[Any, Any]]:
    """The outermost box of each element, with the matrix that turns it, None where nothing does."""
    own = box.transformation_matrix
    matrix = own @ around if own and around else own or around
    if box.element is not above:
        yield box, matrix
    for child in box.all_children():
        yield from _outer(child, matrix, box.element)


def _spot(face: str, page: int, box: Any, matrix: Any) -> Spot:
    """A box as its place before turning: the centre and the size after it, less the turn."""
    x, y = box.content_box_x() + box.width / 2, box.content_box_y() + box.height / 2
    turn, scale = 0.0, 1.0
    if matrix:
        a, b, *_ = matrix.values
        turn, scale = math.degrees(math.atan2(b, a)), math.hypot(a, b)
        x, y = matrix.transform_point(x, y)
    width, height = box.width * scale / PX_PER_MM, box.height * scale / PX_PER_MM
    return Spot(face, page, x / PX_PER_MM - width / 2, y / PX_PER_MM - height / 2, width, height, turn)
