"""Lengths are read with their units and shown as a person writes them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtool.units import format_number, parse_length, to_mm, to_pt


@pytest.mark.parametrize(
    ("text", "mm"),
    [
        ("63.5mm", 63.5),
        ("2.5in", 63.5),
        ("1cm", 10),
        ("72pt", 25.4),
        ("96px", 25.4),
        (" 3 mm ", 3),
        (".5mm", 0.5),
        ("-0.3mm", -0.3),
        ("+0.5mm", 0.5),
        ("0mm", 0),
        ("63.0000000001mm", 63.0000000001),
        ("2.480314960629921259842519685in", 63),
        ("5.mm", 5),
        ("-.25mm", -0.25),
    ],
)
def test_a_length_is_a_number_and_a_unit(text, mm):
    assert parse_length(text) == pytest.approx(mm)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3",
        "mm",
        "3 metres",
        "1e3mm",
        "inf mm",
        "nanmm",
        "1_000mm",
        "٣mm",
        "3mm 4mm",
        "9" * 9 + "mm",
        "1e400mm",
        "infmm",
        "--5mm",
        "5 mm mm",
        "6３mm",
        "63\n.5mm",
        "5\u3000mm",
        ".mm",
        "5mm" + " " * 40 + "x",
        "5." + "0" * 60 + "mm",
    ],
)
def test_anything_else_is_refused_with_an_example(text):
    with pytest.raises(
        ValueError, match=r"is not a length; write a number and a unit .* e\.g\. 63\.5mm"
    ) as refused:
        parse_length(text)
    assert len(str(refused.value)) < 150


@pytest.mark.parametrize(
    ("mm", "text"),
    [(63.5, "63.5"), (8.0, "8"), (6.35, "6.35"), (0.004, "0"), (-0.001, "0"), (215.89999999999998, "215.9")],
)
def test_a_length_is_shown_without_empty_decimals(mm, text):
    assert format_number(mm) == text


def test_a_length_without_end_is_shown_as_such():
    assert format_number(float("inf")) == "inf"


@given(st.floats(-2000, 2000))
def test_points_and_millimetres_answer_each_other(mm):
    assert to_mm(to_pt(mm)) == pytest.approx(mm)


@given(st.integers(-99999, 99999).map(lambda hundredths: hundredths / 100))
def test_what_is_shown_can_be_read_again(mm):
    assert parse_length(f"{format_number(mm)}mm") == pytest.approx(mm)


@given(
    st.decimals(-999_999, 999_999, allow_nan=False, allow_infinity=False, places=12),
    st.sampled_from([("mm", 1), ("cm", 10), ("in", 25.4)]),
)
def test_every_decimal_is_read_to_its_last_place(number, unit):
    name, factor = unit
    assert parse_length(f"{number:f}{name}") == float(number) * factor


@given(st.text(st.sampled_from("0159.+-eE_ naifmpx\t\n３")) | st.text())
def test_a_length_is_finite_and_in_bounds_or_refused_in_words(text):
    refused, length = "", 0.0
    try:
        length = parse_length(text)
    except ValueError as error:
        refused = str(error)
    assert "is not a length" in refused or text.isascii()
    assert abs(length) < 1_000_000 * 25.4


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("6,35cm", "6.35cm"),
        ('2.5"', "2.5in"),
        ("2,5 \u2033", "2.5in"),
        ("2.5 inches", "2.5in"),
        ("63.5 MM", "63.5mm"),
        ("3 millimetres", "3mm"),
    ],
)
def test_a_length_in_another_manner_is_told_as_it_is_to_be(text, meant):
    with pytest.raises(ValueError, match=f"is not a length; write {re.escape(meant)}$"):
        parse_length(text)


@pytest.mark.parametrize("text", ["3", "wide", "1.000,5mm", "3 feet"])
def test_what_may_be_anything_is_told_what_a_length_is(text):
    with pytest.raises(ValueError, match="write a number and a unit"):
        parse_length(text)
