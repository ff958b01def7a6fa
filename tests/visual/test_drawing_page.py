"""The page on drawing shows every tool, asked as it is asked, with what it draws today."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest
from docs_scripts import DOCS, docs_script
from golden_pictures import told_apart
from PIL import Image

from cardtool.art.drawing import TOOLS

PAGE = (DOCS / "drawing.md").read_text(encoding="utf-8")


def asked_as(name: str) -> str:
    """How a tool is asked, as a template would write it."""
    words = {None: "none", True: "true", False: "false"}
    parts = []
    for each in inspect.signature(TOOLS[name]).parameters.values():
        usual = each.default
        shown = words[usual] if usual is None or isinstance(usual, bool) else repr(usual).replace("'", '"')
        parts.append(each.name if usual is each.empty else f"{each.name}={shown}")
    return f"draw.{name}({', '.join(parts)})"


def test_every_tool_has_a_heading_that_says_how_it_is_asked() -> None:
    assert sorted(re.findall(r"^### `(.*)`$", PAGE, re.MULTILINE)) == sorted(map(asked_as, TOOLS))


def test_every_tool_has_a_picture_and_an_example_that_uses_it() -> None:
    for name in TOOLS:
        part = PAGE.partition(f"### `draw.{name}(")[2].partition("\n### ")[0]
        assert f"](images/draw/{name}.png)" in part
        assert f"draw.{name}(" in part.partition("```html")[2]
    assert {file.stem for file in (DOCS / "images/draw").iterdir()} == set(TOOLS)


@pytest.mark.slow
def test_the_pictures_are_what_the_examples_draw(tmp_path: Path) -> None:
    for name, drawn in docs_script("make_pictures").drawings(tmp_path):
        with Image.open(DOCS / f"images/draw/{name}.png") as shown:
            assert told_apart(drawn, shown.convert("RGB"), f"draw-{name}") == "", "run: make pictures"
