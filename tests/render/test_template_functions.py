"""Faces that are only measured: without their woodcuts, and else as they are drawn."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cardtool.art import woodcut
from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.render.html import Fragment, Templates
from cardtool.render.html.svg_icons import Icon, IconLayer
from cardtool.render.html.templates import NullArt, WoodcutArt

WEDGE = "M0 0h60l40 100h-100z"
SKY = '{{ cut.sky("sun", 7, width=69.5, horizon=52, x=34, y=30, radius=20) | length }}'
FACE = (
    '{% set stance = cut.stand(icon_path("wedge"), x=34, base=50, width=40, height=30) %}'
    '<svg>{% for each in cut.sky("sun", 7, width=69.5, horizon=52, x=34, y=30, radius=20) %}'
    '<path d="{{ each.path }}"/>{% endfor %}</svg>'
    '{{ fit("text", "x" * 35, width=stance.right - stance.left, height=9, size=8) }}'
)


def filled(folder: Path, template: str, *, draws_art: bool) -> Fragment:
    (folder / "face.html").write_text(template, encoding="utf-8")
    templates = Templates(
        [folder], a_wedge, ten_letters_a_line, lambda file: Path(file).name, draws_art=draws_art
    )
    return templates.fill("face.html", {}, "face beast front")


def a_wedge(name: str) -> Icon:
    return Icon("0 0 100 100", (IconLayer(WEDGE),))


def ten_letters_a_line(html: str, width: float) -> Size:
    return Size(width, 4.0 * -(-html.count("x") // 10) + 5.0)


def told(fragment: Fragment) -> list[tuple[Size, float]]:
    return [(box.room, box.down) for box in fragment.boxes]


def test_a_text_takes_as_much_room_measured_as_drawn(tmp_path: Path) -> None:
    measured, drawn = (filled(tmp_path, FACE, draws_art=draws_art) for draws_art in (False, True))
    assert told(measured) == told(drawn) != []
    assert "<path" not in measured.html
    assert "<path" in drawn.html


@pytest.mark.parametrize("draws_art", [True, False])
@pytest.mark.parametrize(
    "template",
    [
        SKY.replace('"sun"', '"cheese"'),  # a sky that nobody has drawn
        SKY.replace("radius", "radios"),
        SKY.replace("cut.sky", "cut.skies"),
    ],
)
def test_a_slip_in_a_template_is_found_though_nothing_is_carved(
    tmp_path: Path, template: str, draws_art: bool
) -> None:
    assert filled(tmp_path, SKY, draws_art=draws_art).html.isdigit()
    with pytest.raises(TemplateError, match=r"face\.html:1"):
        filled(tmp_path, template, draws_art=draws_art)


@pytest.mark.parametrize("name", sorted(set(woodcut.__all__) - {"Cut"}))
def test_every_tool_is_there_when_nothing_is_carved(name: str) -> None:
    assert callable(getattr(NullArt(), name))
    assert callable(getattr(WoodcutArt(), name))


@pytest.mark.parametrize("draws_art", [True, False])
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("draw.start(0, 0, 9, 4, 5)", 'there is no draw.start (did you mean "star"?)'),
        ("draw.star(0, 0, 9, 4, 0.5)", "draw.star: points is 0.5; a whole number from 1 to 2,000 is wanted"),
        ("draw.circle(0, 0, card.size)", 'there is no "card" here'),
        ("draw.dots(draw.circle(0, 0, 99), 0.01, 0.001)", "draw.dots: this makes"),
    ],
)
def test_what_cannot_be_drawn_is_told_with_its_line(
    tmp_path: Path, asked: str, said: str, draws_art: bool
) -> None:
    with pytest.raises(TemplateError, match=rf"face\.html:2: {re.escape(said)}"):
        filled(tmp_path, f"<svg>\n{{{{ {asked} }}}}</svg>", draws_art=draws_art)


def test_geometry_is_there_whether_faces_are_drawn_or_measured(tmp_path: Path) -> None:
    square = "{% for spot in draw.along(draw.rectangle(0, 0, 9, 9), count=4) %}{{ spot.x }} {% endfor %}"
    answers = {filled(tmp_path, square, draws_art=draws_art).html for draws_art in (True, False)}
    assert answers == {"0.0 9.0 9.0 0.0 "}


def test_a_template_that_draws_nothing_does_not_load_the_geometry() -> None:
    code = "import sys, cardtool.render.html; print('cardtool.art.drawing' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "False\n"


@pytest.mark.parametrize(
    ("call", "colour"),
    [
        ('mix("#000000", "#ffffff", 0.25)', "#bfbfbf"),
        ('mix("#f00", "#00f", 0.5)', "#800080"),
        ('mix("#123456", "#654321", 1)', "#123456"),
        ('mix("red", "rgb(0, 0, 0)", 0.5)', "#800000"),
        ('mix("#123456", "#654321", 0)', "#654321"),
    ],
)
def test_inks_can_be_mixed_with_what_they_stand_on(tmp_path: Path, call: str, colour: str) -> None:
    assert filled(tmp_path, f"<p>{{{{ {call} }}}}</p>", draws_art=True).html == f"<p>{colour}</p>"


@pytest.mark.parametrize(
    "call", ['mix("rad", "#ffffff", 0.5)', 'mix("#12345", "#fff", 0.5)', 'mix(1, 2, "x")']
)
def test_what_is_no_colour_is_not_mixed(tmp_path: Path, call: str) -> None:
    with pytest.raises(TemplateError, match=r"two plain colours such as #1a2b3c, and a share from 0 to 1"):
        filled(tmp_path, f"{{{{ {call} }}}}", draws_art=True)
