"""Finds among many text boxes those whose text does not fit as designed, by measuring them together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardtool.render.html.textbox import FOOT, SIDE_SLACK, SLACK, Measure, TextBox, foot

__all__ = ["misfits", "settle"]

_FEW = 4  # boxes that are measured one by one rather than in halves
_MOST_TOGETHER = 1000.0  # mm of boxes, one below the other, that are measured together


def settle(boxes: Iterable[TextBox], measure: Measure) -> list[TextBox]:
    """Make every text fit that can be made to. The answer: the boxes whose text was measured by itself."""
    boxes = tuple(boxes)
    unknown = [box for box in boxes if box.is_told or not (box.is_settled or box.is_evened)]
    for box in (*misfits(unknown, measure), *(box for box in boxes if box.is_evened)):
        assert box.used  # asking settles it
    return [box for box in boxes if box.is_settled]


def misfits(boxes: Iterable[TextBox], measure: Measure) -> Iterator[TextBox]:
    """The boxes whose text is too large as designed, or larger than the template was told, in order."""
    for stack in _stacks(boxes):
        yield from _misfits_of(stack, measure)


def _misfits_of(stack: Sequence[TextBox], measure: Measure) -> Iterator[TextBox]:
    """Those of a stack: none where it fits together, else those of its halves."""
    if _fit_together(stack, measure):
        return
    if len(stack) <= _FEW:
        yield from (box for box in stack if box.is_misfit)
    else:
        middle = len(stack) // 2
        yield from _misfits_of(stack[:middle], measure)
        yield from _misfits_of(stack[middle:], measure)


def _fit_together(stack: Sequence[TextBox], measure: Measure) -> bool:
    """Whether a stack of boxes, each at least as high as it may be, is no higher or wider than it may be."""
    widest = max(box.kept.width for box in stack)
    room = measure("".join(box.stacked(widest) for box in stack) + foot(), widest)
    most = sum(box.kept.height for box in stack) + FOOT
    return room.height - most <= SLACK and room.width - widest <= SIDE_SLACK


def _stacks(boxes: Iterable[TextBox]) -> Iterator[list[TextBox]]:
    stack: list[TextBox] = []
    height = 0.0
    for box in boxes:
        if stack and height + box.kept.height > _MOST_TOGETHER:
            yield stack
            stack, height = [], 0.0
        stack.append(box)
        height += box.kept.height
    if stack:
        yield stack
