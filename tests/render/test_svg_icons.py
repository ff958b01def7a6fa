"""Icons as drawing programs write them: each comes out as it was drawn, or is refused by name."""

from __future__ import annotations

import contextlib
import re
from functools import cache
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.project import Project
from cardtool.render import Fetcher, plutoprint_faces
from cardtool.render.html.rich_text import icon_html
from cardtool.render.html.svg_icons import Icon, read_icon

FOLDER = Path(__file__).parent / "icons"
DRAWN = sorted(FOLDER.glob("*.svg"))
COLOURED = [FOLDER / f"{name}.svg" for name in ("illustrator-colours", "figma-strokes", "stroke-below")]
PAGE = Size(40, 40)
STYLE = ".face>svg{position:absolute;left:2mm;top:2mm;width:36mm;height:36mm}"


def baked(file: Path, colours: str) -> str:
    icon = read_icon(file.read_bytes(), file.name)
    return f'<div class="face">{icon_html(icon, file.stem, "", colours)}</div>'


def original(file: Path) -> str:
    """Return the drawing as the engine draws it; what it does not know is drawn by hand as plain paths."""
    by_hand = FOLDER / "references" / file.name
    text = (by_hand if by_hand.exists() else file).read_text(encoding="utf-8")
    text = re.sub(r"<\?xml.*?\?>|<!DOCTYPE.*?>|<!--.*?-->", "", text, flags=re.DOTALL)
    styles = re.findall(r"<style[^>]*>(.*?)</style>", text, re.DOTALL)
    start, end = text.index("<svg"), text.index(">", text.index("<svg"))
    opening = re.sub(r'\s(?:width|height|style)="[^"]*(?:\d|%|mm|px);?"', "", text[start:end])
    if "viewBox" not in opening:
        opening += ' viewBox="0 0 113.3858 75.5906"'  # 30 by 20 mm
    return f'<style>{"".join(styles)}</style><div class="face">{opening}{text[end:]}</div>'


@cache
def pixels(html: str) -> Image.Image:
    project = Project(FOLDER.parents[2])
    pdf = plutoprint_faces.draw([html], PAGE, STYLE, Fetcher(project, "barbarity"))
    return pypdfium2.PdfDocument(pdf)[0].render(scale=3).to_pil().convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """The share of the ink in which two pictures differ, a pixel of another grey by how much it does."""
    white = Image.new("RGB", one.size, "white")
    ink = sum(ImageStat.Stat(ImageChops.difference(one, white)).sum)
    return float(sum(ImageStat.Stat(ImageChops.difference(one, other)).sum) / ink)


def test_there_are_twenty() -> None:
    assert len(DRAWN) == 20


@pytest.mark.parametrize("file", DRAWN, ids=lambda file: file.stem)
def test_an_icon_comes_out_as_it_was_drawn(file: Path) -> None:
    colours = "own" if file in COLOURED else "text"
    assert difference(pixels(original(file)), pixels(baked(file, colours))) < 0.03


REFUSED = {
    "text": "2: an icon cannot hold <text>; turn it into paths in the program that drew it",
    "blur": "3: <path>: it has a filter, which is not drawn; save it as paths only",
    "raster": "2: an icon cannot hold <image>; an icon is drawn by lines",
    "elsewhere": '2: <use>: it refers to "sprites.svg#boat", and an icon holds all it draws',
    "script": "2: an icon cannot hold <script>; an icon only draws",
    "moving": "2: an icon cannot hold <animate>",
    "no-ink": "1: the icon leaves no ink in its box",
    "pattern": "3: <path>: it refers to <pattern>, which is not drawn",
    "mask": "3: <g>: it has a mask, which is not drawn",
    "use-bomb": ": it repeats itself, or draws more than an icon can",
    "broken-path": "2: <path>: its path cannot be read",
    "selector": '2: <style> names "g > path:hover", more than an element or a class',
    "no-size": '1: it has neither a viewBox nor a width and height; write viewBox="0 0 512 512"',
    "entities": " it declares entities; save it as plain SVG",
}


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_cannot_be_drawn_is_refused_by_file_line_and_element(name: str) -> None:
    file = FOLDER / "refused" / f"{name}.svg"
    with pytest.raises(TemplateError) as caught:
        read_icon(file.read_bytes(), file.name)
    assert str(caught.value).startswith(f"{name}.svg:")
    assert REFUSED[name] in str(caught.value)


SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{}</svg>'


def icon_of(inside: str) -> Icon:
    return read_icon(SQUARE.format(inside).encode(), "a.svg")


def test_an_icon_of_paths_only_stays_as_it_is_written() -> None:
    assert icon_of('<g><path d="M1 1h8v8z"/></g>').path == "M1 1h8v8z"


@pytest.mark.parametrize(
    ("inside", "path"),
    [
        ('<rect x="1" y="1" width="8" height="8" fill="red"/>', "M1 1H9V9H1Z"),
        ('<path transform="translate(1 2) scale(2)" d="M0 0h2v3h-2z"/>', "M1 2H5V8H1Z"),
        ('<line x1="1" y1="5" x2="9" y2="5" stroke="#000" stroke-width="2"/>', "M1 4H9V6H1Z"),
        ('<style>.a{fill:none}#b{fill:red}path{fill:none}</style><path id="b" class="a" d="M0 0h9v9H0z"/>',
         "M0 0H9V9H0Z"),
        ('<path d="M-9 0h99v5h-99z" fill="blue"/>', "M0 0H10V5H0Z"),
        ('<path d="M0 0h9v9H0z"/><path fill="#fff" d="M0 3h9v9H0z"/>', "M0 0H9V3H0Z"),
    ],
)  # fmt: skip
def test_shapes_become_paths(inside: str, path: str) -> None:
    assert corners(icon_of(inside).path) == corners(path)


def corners(path: str) -> set[tuple[float, float]]:
    """The corners of a path of straight lines, along and down."""
    found, x, y = set(), 0.0, 0.0
    for command, numbers in re.findall(r"([MLHVZ])([-\d. ]*)", path):
        values = [float(number) for number in numbers.split()]
        x = values[0] if command in "MLH" else x
        y = values[-1] if command in "MLV" else y
        found.add((x, y))
    return found


def test_colours_of_its_own_are_kept_in_their_order() -> None:
    icon = icon_of(
        '<path d="M0 0h9v9z" fill="#c00"/><path d="M0 0h4v4z" style="fill:rgb(0,0,255);opacity:.5"/>'
    )
    assert [(layer.colour, layer.opacity) for layer in icon.coloured] == [("#cc0000", 1), ("#0000ff", 0.5)]
    assert [(layer.colour, layer.opacity) for layer in icon.layers] == [("", 1), ("", 0.5)]


def test_a_gradient_has_no_colours_of_its_own_and_says_so() -> None:
    icon = icon_of('<linearGradient id="g"/><path d="M1 1h8v8z" fill="url(#g)"/>')
    assert icon.path
    with pytest.raises(
        TemplateError, match=r"a\.svg:1: <path> has a gradient; draw it in the colour of the text"
    ):
        icon_html(icon, "a", "", "own")
    with pytest.raises(TemplateError, match='colours="owm" is not "text" or "own"'):
        icon_html(icon, "a", "", "owm")


def test_a_giant_is_refused() -> None:
    with pytest.raises(TemplateError, match=r"a\.svg: an icon of \d+ KB; 256 KB is the most"):
        icon_of(f'<path d="M0 0{"h1" * 200_000}"/>')


@given(st.text("MLHVCSQTAZmz0123456789.- ,", max_size=30), st.sampled_from(("fill", "stroke")))
def test_whatever_a_path_holds_it_is_drawn_or_refused(data: str, paint: str) -> None:
    with contextlib.suppress(TemplateError):
        assert icon_of(f'<path {paint}="red" transform="rotate(9)" d="{data}"/>').path


def test_the_page_on_icons_names_what_is_refused() -> None:
    page = (FOLDER.parents[2] / "docs/icons-and-pictures.md").read_text(encoding="utf-8")
    for word in (
        "<text>",
        "<image>",
        "filter",
        "mask",
        "pattern",
        "script",
        "animation",
        "entities",
        "no ink",
        "256 KB",
    ):
        assert word in page
