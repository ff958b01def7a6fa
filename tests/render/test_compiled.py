"""Templates are compiled once, and what was compiled never outlives the text it was made of."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import jinja2
import pytest

from cardtool.geometry import Size
from cardtool.project import CACHE
from cardtool.render.html import Templates

Fill = Callable[[str], str]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE, str(tmp_path / "kept"))
    return tmp_path / "kept" / "templates"


@pytest.fixture
def fill(tmp_path: Path, kept: Path) -> Fill:
    """What comes of a template with this text, to somebody who has just started."""

    def filled(text: str) -> str:
        folder = tmp_path / "farm"
        folder.mkdir(exist_ok=True)
        (folder / "face.html").write_text(text, encoding="utf-8")
        templates = Templates([folder], lambda name: None, lambda html, width: Size(1, 1), str)  # type: ignore[arg-type,return-value]
        return templates.fill("face.html", {"name": "Goat"}, "face").html

    return filled


def compiled_now(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates that are compiled from now on."""
    seen: list[str] = []
    compile = jinja2.Environment.compile

    def noting(self: jinja2.Environment, source: str, name: str | None = None, *more: object) -> object:
        seen.append(str(name))
        return compile(self, source, name, *more)  # type: ignore[call-overload]

    monkeypatch.setattr(jinja2.Environment, "compile", noting)
    return seen


def test_a_template_is_compiled_once(fill: Fill, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fill("{{ name }}!") == "Goat!"
    compiled = compiled_now(monkeypatch)
    assert fill("{{ name }}!") == "Goat!"
    assert compiled == []


def test_a_template_that_was_changed_is_compiled_anew(fill: Fill, monkeypatch: pytest.MonkeyPatch) -> None:
    fill("{{ name }}!")
    compiled = compiled_now(monkeypatch)
    assert fill("{{ name }}?") == "Goat?"
    assert compiled == ["face.html"]


@pytest.mark.parametrize("damage", [b"", b"j2", b"\0" * 200, None])
def test_a_damaged_file_is_made_anew(fill: Fill, kept: Path, damage: bytes | None) -> None:
    fill("{{ name }}!")
    (file,) = kept.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:-20] if damage is None else damage)
    assert fill("{{ name }}!") == "Goat!"
    assert file.read_bytes() == whole


def test_a_folder_that_cannot_be_made_is_done_without(fill: Fill, kept: Path) -> None:
    kept.parent.write_text("a file is in the way", encoding="utf-8")
    assert fill("{{ name }}!") == "Goat!"
