"""Text boxes are judged together, and come to the same as each by itself."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtool.geometry import Size
from cardtool.render.html.boxes import Boxes, TextBox, all_fit

LINE, LETTER = 4.0, 2.0  # mm
_STACKED = re.compile(
    r"min-height:([\d.]+)mm;padding-left:([\d.]+)mm.*?width:([\d.]+)mm;.*?>([a-z ]*)</div></div></div>"
)


def measure(html: str, width: float) -> Size:
    """An engine in small, for words of letters that are all as wide as each other."""
    stack = _STACKED.findall(html)
    if not stack:
        text = re.sub("<[^>]*>", "", html)
        return Size(max(width, _widest(text)), _height(text, width))
    foot = float(re.findall(r"<div style=\"height:([\d.]+)mm", html)[-1])
    heights = [max(float(least), _height(text, float(wide))) for least, _, wide, text in stack]
    rights = [float(pad) + _widest(text) for _, pad, _, text in stack]
    return Size(max(width, *rights), sum(heights) + foot)


def _widest(text: str) -> float:
    return max((LETTER * len(word) for word in text.split()), default=0.0)


def _height(text: str, width: float) -> float:
    lines, room = 0, 0.0
    for word in text.split():
        needed = LETTER * len(word)
        lines, room = (lines, room - needed) if needed <= room else (lines + 1, width - needed)
    return LINE * lines


def boxes_of(*told: tuple[str, int, int]) -> list[TextBox]:
    boxes = Boxes(measure)
    for text, width, height in told:
        boxes.fit("text", text, width=width, height=height, size=8)
    return boxes.made


@st.composite
def some_boxes(draw: st.DrawFn) -> list[TextBox]:
    texts = st.lists(st.text("abc", min_size=1, max_size=12), max_size=8).map(" ".join)
    told = draw(st.lists(st.tuples(texts, st.integers(5, 60), st.integers(0, 400)), min_size=1, max_size=12))
    boxes = boxes_of(*told)
    for box in boxes:
        if draw(st.booleans()):
            assert box.down >= 0  # a template has asked for its height
    return boxes


@given(some_boxes())
def test_all_texts_fit_when_each_of_them_does(boxes: list[TextBox]) -> None:
    assert all_fit(boxes, measure) == all(box.overflow is None for box in boxes)


@pytest.mark.parametrize("known", [True, False])
def test_one_text_too_high_among_many_is_noticed(known: bool) -> None:
    boxes = boxes_of(*[("a b", 20, 300)] * 5, ("abc abc abc abc", 6, 15), *[("a b", 20, 300)] * 5)
    assert boxes[5].down > 15 if known else True
    assert not all_fit(boxes, measure)


def test_a_word_too_long_for_a_narrow_box_is_noticed_beside_wide_ones() -> None:
    assert not all_fit(boxes_of(("a", 60, 10), ("abcabc", 10, 10)), measure)


def test_no_text_is_measured_by_itself_where_all_fit() -> None:
    asked: list[str] = []

    def counting(html: str, width: float) -> Size:
        asked.append(html)
        return measure(html, width)

    assert all_fit(boxes_of(*[("a b", 20, 10)] * 50), counting)
    assert len(asked) == 1
