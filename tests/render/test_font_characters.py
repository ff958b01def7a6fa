"""Which characters the fonts of a game can draw."""

from __future__ import annotations

from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib import TTFont

from cardtool.errors import ProjectError
from cardtool.project import TOOLKIT, Project
from cardtool.render.fonts import FontCharacters, code_points, font_files

FONTS = font_files(Project(TOOLKIT))


def a_font(file: Path, *characters: str) -> Path:
    """A font with a box for each of these characters."""
    names = [".notdef", *(f"u{ord(character):X}" for character in characters)]
    builder = FontBuilder(1000)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(dict(zip(map(ord, characters), names[1:], strict=True)))
    builder.save(file)
    return file


@pytest.mark.parametrize("file", FONTS, ids=lambda file: file.stem)
def test_the_characters_of_a_font_are_those_fonttools_finds(file: Path) -> None:
    assert set(code_points(file.read_bytes())) == set(TTFont(file)["cmap"].getBestCmap())


def test_characters_beyond_the_first_65536_are_found(tmp_path: Path) -> None:
    assert set(code_points(a_font(tmp_path / "a.ttf", "a", "c", "𝔸", "𝔹").read_bytes())) == set(
        map(ord, "ac𝔸𝔹")
    )


def test_a_character_is_missing_when_no_font_has_it(tmp_path: Path) -> None:
    fonts = [a_font(tmp_path / "one.ttf", "a"), a_font(tmp_path / "other.ttf", "b")]
    characters = FontCharacters(fonts)
    assert characters.missing("a") == ""
    assert characters.missing("a bxa y\n") == "xy"


def test_a_file_that_is_no_font_is_named(tmp_path: Path) -> None:
    for content in (b"", b"not a font at all", FONTS[0].read_bytes()[:200]):
        (tmp_path / "odd.ttf").write_bytes(content)
        with pytest.raises(ProjectError, match=r"odd\.ttf: not a font"):
            FontCharacters([tmp_path / "odd.ttf"]).missing("a")
