"""On which fonts faces depend: on those their stylesheet may set them in, or on all where that is open."""

from __future__ import annotations

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from cardtool.render.files_used import FONT_NAMES, FONTS
from cardtool.render.fonts import family_names, text_of
from cardtool.render.fonts_used import FontRules

FOLDER = Path(__file__).parents[2] / "templates/fonts"
FILES = sorted(FOLDER.glob("*.ttf"))
TEXT = '.face{font-family:Alegreya,serif} .title{font:bold 12pt/8mm "New Rocker"} .aside{font-size:8pt}'


def used(html: str, style: str = TEXT) -> set[str]:
    return set(FontRules(style, FILES).used_by(html, set(text_of(html)))) - {FONT_NAMES}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_families_of_a_font_are_those_fonttools_finds(file: Path) -> None:
    names = TTFont(file)["name"].names
    assert family_names(file.read_bytes()) == {str(name) for name in names if name.nameID in (1, 16, 21)}


def test_what_is_no_font_has_no_family() -> None:
    assert (
        family_names(b"")
        == family_names(b"no font at all")
        == family_names(FILES[0].read_bytes()[:90])
        == set()
    )


def test_a_family_counts_where_a_rule_that_names_it_may_hold() -> None:
    assert used('<div class="face">Goat</div>') == {"font alegreya"}
    assert used('<div class="face"><b class="title">Goat</b></div>') == {"font alegreya", "font new rocker"}


@pytest.mark.parametrize(
    "style",
    [
        TEXT + ".face .name>.title{font-family:Grenze}",
        TEXT + "#title,.stranger{font-family:Grenze}",
    ],
)
def test_a_rule_whose_classes_are_not_there_does_not_count(style: str) -> None:
    assert used('<div class="face">Goat</div>', style) == {"font alegreya"}


@pytest.mark.parametrize(
    "selector", ["b", "[lang]", ".face:not(.there)", "*", ".nowhere, i", r".f\61 ce", ".FACE"]
)
def test_a_rule_that_may_hold_counts(selector: str) -> None:
    style = f"{TEXT} {selector}{{font-family:Grenze}}"
    assert used('<div class="face">Goat</div>', style) == {"font alegreya", "font grenze"}


@pytest.mark.parametrize(
    ("html", "style"),
    [
        ("Goat", ".title{font-family:Alegreya}"),
        ("Goat", TEXT + ".face{font-family:var(--text)}"),
        ("Goat", TEXT + ".face{font-family:Nowhere}"),
        ("Goat", TEXT + ".face{font-family:serif}"),
        ("Goat", TEXT + ".face{font:initial}"),
        ("Goat", TEXT + ".face{font:9pt Alegreya Nowhere}"),
        ("Goat", TEXT + ".face{all:initial}"),
        ("Goat", TEXT + "@media print{.face{font-family:Grenze}}"),
        ("Goat", TEXT + "@font-face{font-family:Alegreya;src:url(a.ttf)}"),
        ("Goat", TEXT + ".face::before{content:'猫'}"),
        ("Goat", TEXT + ".face::before{content:counter(page)}"),
        ("<ul><li>Goat</li></ul>", TEXT),
        ("<q>Goat</q>", TEXT),
        ("<code>Goat</code>", TEXT),
        ('<font face="Grenze">Goat</font>', TEXT),
        ("Goat 猫", TEXT),
        ("Goat &#29483;", TEXT),
        ('<b style="font-family:var(--a)">Goat</b>', TEXT),
        ('<b style="font-family:serif">Goat</b>', TEXT),
        ("the font-family, explained", TEXT),
        ("<b style='FONT: 9pt Grenze'>Goat</b>", TEXT),
        ("<style>b{}</style>", TEXT),
    ],
)
def test_faces_depend_on_all_fonts_where_it_is_open_which(html: str, style: str) -> None:
    assert used(f'<div class="face">{html}</div>', style) == {FONTS}


@pytest.mark.parametrize(
    "asked",
    [
        "style='font-family: \"Grenze\", serif'",
        'font-family="Grenze"',
        'style="font-family:&#39;Grenze&#39;"',
    ],
)
def test_a_family_that_a_template_asks_for_counts(asked: str) -> None:
    assert used(f'<div class="face"><b {asked}>Goat</b></div>') == {"font alegreya", "font grenze"}


def test_what_rich_text_makes_of_a_list_names_none() -> None:
    assert used('<div class="face"><ul class="rich first"><li>Goat</li></ul></div>') == {"font alegreya"}


def test_what_is_inherited_names_none() -> None:
    style = TEXT + "table{font:inherit}b{font-family:inherit}"
    assert used('<div class="face"><b>Goat</b></div>', style) == {"font alegreya"}
