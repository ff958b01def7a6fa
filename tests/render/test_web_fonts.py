"""A web page holds the fonts that its stylesheet names, with the letters it has and no others."""

from __future__ import annotations

import io
import re
import shutil
from base64 import b64decode
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from cardtool.project import CACHE, TOOLKIT
from cardtool.render.fonts import font_face_rules

FONTS = TOOLKIT / "templates/fonts"
STYLE = 'html{font-family:"Alegreya"}h1::before{content:"†"}'
RULE = re.compile(r"src:url\(data:font/(\w+);base64,([^)]+)\)")


def held(style: str, page: str, *files: Path) -> list[tuple[str, TTFont]]:
    rules = font_face_rules(files, style, page)
    return [(kind, TTFont(io.BytesIO(b64decode(data)))) for kind, data in RULE.findall(rules)]


def test_it_has_the_letters_of_the_page_its_signs_and_both_cases() -> None:
    ((kind, font),) = held(STYLE, '<p title="Ω">Stra&szlig;e &#381;</p>', FONTS / "Alegreya-Regular.ttf")
    letters = set(map(chr, font.getBestCmap()))
    assert kind == "woff2"
    assert set("Straße STRASSE stra†Žž 0!") <= letters
    assert "Ω" not in letters  # which nobody reads
    assert len(letters) < 120


def test_a_font_that_nothing_names_is_left_out() -> None:
    assert held(STYLE, "x", FONTS / "NewRocker-Regular.ttf") == []


def test_small_capitals_stay_where_they_are_asked_for() -> None:
    features = []
    for style in (STYLE, STYLE + "p{font-variant-caps:small-caps}"):
        ((_, font),) = held(style, "x", FONTS / "Alegreya-Regular.ttf")
        features.append({each.FeatureTag for each in font["GSUB"].table.FeatureList.FeatureRecord})
    assert "smcp" in features[1] - features[0]


def test_a_font_whose_maker_forbids_parts_is_held_whole(tmp_path: Path) -> None:
    whole = tmp_path / "whole.ttf"
    with TTFont(FONTS / "Alegreya-Regular.ttf") as font:
        font["OS/2"].fsType = 0x100
        font.save(whole)
    ((kind, font),) = held(STYLE, "x", whole)
    assert kind == "ttf"
    assert ord("Ж") in font.getBestCmap()


def test_what_was_parted_once_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path))
    file = shutil.copy(FONTS / "Alegreya-Regular.ttf", tmp_path / "a.ttf")
    first = font_face_rules([file], STYLE, "x")
    monkeypatch.setattr("fontTools.subset.Subsetter.subset", lambda *_: pytest.fail("parted again"))
    assert font_face_rules([file], STYLE, "x") == first
