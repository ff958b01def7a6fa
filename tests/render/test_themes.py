"""One template in several themes: what stylesheets and woodcuts make of their inks."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from projects import a_project
from small_games import a_card, a_game

from cardtool.art.woodcut import panel, parted, rays
from cardtool.errors import TemplateError
from cardtool.model import Engine, Theme
from cardtool.render import RenderPool, apply_theme

pytestmark = pytest.mark.usefixtures("kept")

NIGHT = Theme("night", "Night", inks=(("beast", "ground", "#102030"), ("beast", "on", "#f0f0f0")))
DAY = Theme("day", "Day", inks=(("beast", "ground", "#f0e0c0"), ("beast", "on", "#101010")))
TEMPLATE = (
    '<svg style="position:absolute;left:0;top:0;width:69.5mm;height:94.9mm" viewBox="0 0 69.5 94.9">'
    '<rect width="69.5" height="94.9" fill="{{ theme.inks.beast.ground }}"/></svg>'
    '<div class="title">{{ card.name }}</div>'
)
STYLE = ".face{font-family:Alegreya}.title{position:absolute;left:9mm;top:9mm;color:var(--beast-on)}"


def test_a_stylesheet_gets_the_colours_of_its_theme() -> None:
    style = "a{color:var(--beast-on)}@page{@top-left{color:var( --beast-ground )}}b{color:var(--own)}"
    assert apply_theme(style, NIGHT) == "a{color:#f0f0f0}@page{@top-left{color:#102030}}b{color:var(--own)}"


@pytest.mark.slow
@pytest.mark.parametrize("engine", Engine)
def test_one_template_is_drawn_in_each_theme_by_either_engine(tmp_path: Path, engine: Engine) -> None:
    project = a_project(
        tmp_path, beast=TEMPLATE, back=TEMPLATE.replace("card", "game").replace("name", "id"), style=STYLE
    )
    with RenderPool(project, 1, engine) as crew:
        for theme in (NIGHT, DAY):
            drawn = crew.draw(a_game(a_card("goat"), theme=theme))
            page = pypdfium2.PdfDocument(drawn.pages.documents[0])[0].render(scale=1).to_pil()
            said = {name: colour for _, name, colour in theme.inks}
            assert "#{:02x}{:02x}{:02x}".format(*page.getpixel((5, 200))) == said["ground"]


@pytest.mark.slow
def test_a_colour_the_theme_does_not_have_is_told_by_its_line(tmp_path: Path) -> None:
    project = a_project(tmp_path, beast="\n{{ theme.inks.beast.gruond }}")
    with (
        pytest.raises(TemplateError, match=r'beast\.html:2: there is no "gruond".*"ground"'),
        RenderPool(project, 1) as crew,
    ):
        crew.draw(a_game(a_card("goat"), theme=NIGHT))


def test_large_shapes_are_outlined_and_thin_ones_stay_solid() -> None:
    sheet, sliver = "M0 0L10 0L10 10L0 10Z", "M0 20L30 20.2L30 19.8Z"
    assert parted(sheet + sliver, 0.55) == ((sheet,), sliver)
    assert parted(sheet + sliver, 0.0) == ((sheet, sliver), "")


@given(st.integers(0, 2**32 - 1), st.floats(0, 3))
def test_no_shape_is_lost_or_doubled(seed: int, thin: float) -> None:
    path = panel(seed, left=1, top=2, width=40, height=20) + rays(
        seed, x=30, y=30, inner=5, outer=40, count=9
    )
    masses, strokes = parted(path, thin)
    assert sorted(re.findall("M[^Z]*Z", "".join(masses) + strokes)) == sorted(re.findall("M[^Z]*Z", path))


@pytest.mark.parametrize("folder", ["base", "barbarity", "barbarossa", "barn-dudes", "brutality"])
def test_no_template_writes_a_colour_of_its_own(folder: str) -> None:
    templates = Path(__file__).resolve().parents[2] / "templates" / folder
    files = [path for path in templates.rglob("*") if path.suffix in (".html", ".css")]
    colours = re.compile(r"[\"': ]#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})\b")
    assert files
    files = [path for path in files if path.name != "draft-face.html"]  # drawn where a game's own cannot be
    assert [path.name for path in files if colours.search(path.read_text(encoding="utf-8"))] == []
