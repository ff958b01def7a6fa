"""Text boxes: judged together as each by itself, and fitted step by step down to the floor."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.model import TypeSetting
from cardtool.render.batch import Fitting, SizeMap
from cardtool.render.html import TextBox, fit_all
from cardtool.render.html.fit import misfits
from cardtool.render.html.templates import FitMacro, fill_marks
from cardtool.render.pool import shared_sizes

MM_PER_PT = 25.4 / 72
_BOX = re.compile(
    r'style="display:flow-root(?:;min-height:([\d.]+)mm;padding-left:([\d.]+)mm)?".*?'
    r"width:([\d.]+)mm;font-size:([\d.]+)pt;line-height:([\d.]+).*?>([a-z ]*)</div></div></div>"
)


def measure(html: str, width: float) -> Size:
    """An engine in small, for words of letters that are all half as wide as high."""
    foot = float(re.findall(r"<div style=\"height:([\d.]+)mm", html)[-1])
    tops, rights = 0.0, [width]
    for least, pad, wide, size, leading, text in _BOX.findall(html):
        letter = float(size) * MM_PER_PT / 2
        high = _lines(text, float(wide), letter) * float(size) * MM_PER_PT * float(leading)
        tops += max(float(least or 0), high)
        rights.append(float(pad or 0) + max((letter * len(word) for word in text.split()), default=0.0))
    return Size(max(rights), tops + foot)


def _lines(text: str, width: float, letter: float) -> int:
    lines, room = 0, 0.0
    for word in text.split():
        needed = letter * len(word)
        lines, room = (lines, room - needed) if needed <= room else (lines + 1, width - needed)
    return lines


def box(text: str, *, width: float, height: float, even: SizeMap | None = None, **wishes: float) -> TextBox:
    boxes = FitMacro(measure, "face prize front", even)
    boxes.fit("text", text, width=width, height=height, **{"size": 8, **wishes})
    return boxes.boxes[0]


texts = st.lists(st.text("abc", min_size=1, max_size=12), max_size=30).map(" ".join)


@st.composite
def some_boxes(draw: st.DrawFn) -> list[TextBox]:
    told = draw(st.lists(st.tuples(texts, st.integers(5, 60), st.integers(0, 200)), min_size=1, max_size=12))
    return [box(text, width=width, height=height) for text, width, height in told]


@st.composite
def ladders(draw: st.DrawFn) -> dict[str, float]:
    smallest = draw(st.integers(24, 36)) / 4
    return {
        "size": smallest + draw(st.integers(0, 16)) / 4,
        "smallest": smallest,
        "leading": 1.25,
        "tightest": draw(st.integers(100, 125)) / 100,
    }


@given(some_boxes())
def test_texts_too_large_are_found_among_others(boxes: list[TextBox]) -> None:
    found = list(misfits(boxes, measure))
    assert found == [box for box in boxes if box.needed is None]


def test_no_text_is_measured_by_itself_where_all_fit() -> None:
    asked: list[str] = []

    def counting(html: str, width: float) -> Size:
        asked.append(html)
        return measure(html, width)

    boxes = [box("a b", width=20, height=10) for _ in range(50)]
    assert fit_all(boxes, counting) == []
    assert len(asked) == 1


def test_one_misfit_among_many_costs_few_measures() -> None:
    asked: list[str] = []

    def counting(html: str, width: float) -> Size:
        asked.append(html)
        return measure(html, width)

    boxes = [box("a b", width=20, height=7) for _ in range(64)]
    boxes[40] = box("abc abc abc abc", width=6, height=5)
    assert fit_all(boxes, counting) == [boxes[40]]
    assert len(asked) <= 13  # two for each time the pile is halved


@pytest.mark.parametrize(("width", "height"), [(20, -3), (-3, 20)])
def test_a_box_of_less_than_nothing_holds_no_text(width: float, height: float) -> None:
    boxes = [box("a", width=60, height=10), box("a b", width=width, height=height)]
    assert fit_all(boxes, measure) == [boxes[1]]
    assert boxes[1].overflow is not None
    assert boxes[1].needed is None


def test_a_word_too_long_for_a_narrow_box_is_noticed_beside_wide_ones() -> None:
    boxes = [box("a", width=60, height=10), box("abcabc", width=5, height=10)]
    assert list(misfits(boxes, measure)) == boxes[1:]


def test_a_text_that_fits_is_set_as_designed() -> None:
    assert box("a b c", width=30, height=4, tightest=1.0, smallest=6).used == TypeSetting(8, 1.2)


def test_a_line_too_many_is_first_set_tighter_and_no_more_than_it_must() -> None:
    three = box("abcdefgh abcdefgh abcdefgh", width=12, height=9.4, tightest=1.0, smallest=6)
    assert three.used == TypeSetting(8, 1.11)  # three lines of 8 pt in 9.4 mm: 9.4 / 3 / 2.82 = 1.11


def test_then_it_is_made_smaller_by_quarter_points_with_room_given_back_to_its_lines() -> None:
    three = box("abcdefgh abcdefgh abcdefgh", width=12, height=8.2, tightest=1.0, smallest=6)
    assert three.used == TypeSetting(7.75, 1.0)
    two = box("abcd abcd abcd", width=10, height=7, tightest=1.1, smallest=6)
    assert two.used.size == 7  # eight letters of 7 pt are 9.9 mm
    assert two.used.leading == 1.2


def test_a_text_too_long_at_the_floor_is_reported_in_millimetres_as_it_stands_there() -> None:
    over = box("abcdefgh abcdefgh abcdefgh", width=12, height=5, tightest=1.0, smallest=7).overflow
    assert over is not None
    assert (over.size, over.leading, over.laddered) == (7, 1.0, True)
    assert over.down == pytest.approx(3 * 7 * MM_PER_PT - 5)


def test_an_optional_text_is_set_where_it_fits_and_left_out_where_it_does_not() -> None:
    for text, is_set in (("aaaa", True), ("a" * 40, False)):
        made = box(text, width=10, height=5, smallest=6, optional=True)
        fit_all([made], measure)
        assert (text in made.html, made.overflow) == (is_set, None)


def test_an_optional_text_whose_height_was_asked_for_is_left_out_too() -> None:
    made = box("a" * 40, width=10, height=5, smallest=6, optional=True)
    assert made.reported_size().height > 0
    assert (made.html, made.overflow) == ("", None)


def test_a_word_too_wide_is_made_smaller() -> None:
    assert box("abcabcabc", width=12, height=9, smallest=6).used == TypeSetting(7.75, 1.2)


@given(texts, st.integers(5, 60), st.integers(1, 60), ladders())
def test_the_floor_is_never_broken_and_what_is_said_to_fit_does(
    text: str, width: int, height: int, ladder: dict[str, float]
) -> None:
    made = box(text, width=width, height=height, **ladder)
    assert 6 <= ladder["smallest"] <= made.used.size <= ladder["size"]
    assert ladder["tightest"] <= made.used.leading <= ladder["leading"]
    taken = measure(_alone(made), width)
    fits = taken.height - 5 <= height + 0.05 and taken.width <= width + 0.5
    assert fits == (made.overflow is None)


@given(texts, st.integers(5, 60), st.integers(1, 60), ladders())
def test_no_step_is_taken_without_need(text: str, width: int, height: int, ladder: dict[str, float]) -> None:
    made = box(text, width=width, height=height, **ladder)
    size, leading = made.used
    if made.overflow is None and size < ladder["size"]:
        larger = {**ladder, "size": size + 0.25, "smallest": size + 0.25}
        assert box(text, width=width, height=height, **larger).overflow is not None
    if made.overflow is None and leading < ladder["leading"]:
        looser = {**ladder, "size": size, "smallest": size, "tightest": leading + 0.01}
        assert box(text, width=width, height=height, **looser).overflow is not None


def _alone(made: TextBox) -> str:
    return f'<div style="display:flow-root">{made.html}</div></div><div style="height:5.0mm"></div>'


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"size": 8, "smallest": 5.75}, "type of 5.75 pt; the smallest must be at least 6 pt"),
        ({"size": 5}, "type of 5 pt"),
        ({"size": 8, "smallest": 9}, "no larger than the size of 8 pt"),
        ({"size": float("nan")}, "type of nan pt"),
        ({"size": 8, "leading": 1.2, "tightest": 1.3}, "no looser than the leading of 1.2"),
        ({"size": 8, "tightest": 0.8}, "at least 0.9"),
    ],
)
def test_a_ladder_that_cannot_be_is_refused(wishes: dict[str, float], said: str) -> None:
    with pytest.raises(TemplateError, match=re.escape(said)):
        box("a", width=20, height=10, **wishes)


def test_a_balanced_text_is_as_narrow_as_costs_no_line() -> None:
    made = box("abc abc abc abc abc", width=14, height=20, balance=0.5)
    assert made.width < 14
    assert _lines("abc abc abc abc abc", made.width, 8 * MM_PER_PT / 2) == 2
    assert box("abc", width=14, height=20, balance=0.5).width == 14


def test_a_box_in_a_box_is_printed_in_it() -> None:
    boxes = FitMacro(measure)
    inner = boxes.fit("inner", "abc", width=10, height=5, size=8)
    outer = boxes.fit("outer", inner, width=20, height=9, size=8)
    html = fill_marks(f"<p>{outer}</p>", boxes.boxes)
    assert html.count("<div") == 2
    assert html.index('data-fit="outer"') < html.index('data-fit="inner"')


def fitting(needed: float, designed: float = 8.5, group: str = "prize/ability") -> Fitting:
    return Fitting("ability", group, TypeSetting(designed, 1.2), needed, TypeSetting(needed, 1.2), 0.0)


def test_sizes_within_a_quarter_point_become_the_smaller_one() -> None:
    plan = shared_sizes([fitting(7.25), fitting(7.5), fitting(8.25)])
    assert plan == {"prize/ability": {7.5: 7.25, 8.5: 8.25}}


def test_a_text_much_smaller_leaves_the_others_as_they_are() -> None:
    assert shared_sizes([fitting(7.5)]) == {}
    assert shared_sizes([fitting(8.5)]) == {}  # only its lines are tighter


def test_sorts_of_text_do_not_mix() -> None:
    plan = shared_sizes(
        [fitting(8.25), fitting(8.0, group="special/text"), fitting(8.25, 9, group="hero/ability")]
    )
    assert plan == {"prize/ability": {8.5: 8.25}}


@given(st.lists(st.integers(24, 40).map(lambda quarters: quarters / 4), min_size=1))
def test_sizes_that_are_left_differ_by_more_than_a_quarter_point(needed: list[float]) -> None:
    become = shared_sizes([fitting(size, 10) for size in needed]).get("prize/ability", {})
    left = sorted({become.get(size, size) for size in needed if size < 10})
    assert all(after - before > 0.25 for before, after in pairwise(left))
    assert all(0 < size - become.get(size, size - 0.25) <= 0.25 for size in needed)
    assert shared_sizes([fitting(size, 10) for size in reversed(needed)]).get("prize/ability", {}) == become


def test_a_text_that_shares_a_size_is_set_in_it() -> None:
    even = {"face prize front/text/8": {8: 7.75}}
    shared = box("a b c", width=30, height=4, even=even, smallest=6)
    assert shared.is_resized
    assert (shared.needed, shared.used) == (TypeSetting(8, 1.2), TypeSetting(7.75, 1.2))


@pytest.mark.slow
def test_texts_are_made_to_fit_where_python_leaves_assertions_out() -> None:
    code = (
        "from test_text_boxes import box, fit_all, measure;"
        "long = box('word ' * 40, width=20, height=20, smallest=6);"
        "raise SystemExit(fit_all([long], measure) != [long])"
    )
    folders = os.pathsep.join((str(Path(__file__).parent), *sys.path))
    done = subprocess.run(
        [sys.executable, "-O", "-c", code], env={**os.environ, "PYTHONPATH": folders}, check=False
    )
    assert done.returncode == 0
