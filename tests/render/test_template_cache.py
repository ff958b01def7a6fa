"""Templates are compiled once, and what was compiled never outlives the text it was made of."""

from __future__ import annotations

import hashlib
import marshal
import pickle
from collections.abc import Callable
from pathlib import Path

import jinja2
import pytest
from jinja2.bccache import bc_magic

from cardtool.geometry import Size
from cardtool.project import CACHE
from cardtool.render.html import Templates
from cardtool.signed_cache import SignedFolder

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


def test_a_template_of_another_user_is_not_run(fill: Fill, kept: Path, tmp_path: Path) -> None:
    """A cache can come from a build server, and whoever wrote to it there can have written programs."""
    fill("{{ name }}!")
    (file,) = kept.iterdir()
    with pytest.MonkeyPatch.context() as theirs:
        theirs.setenv("CARDTOOL_CONFIG", str(tmp_path / "theirs"))
        poison = SignedFolder("templates", 1_000_000)
        code = compile("raise SystemExit('poisoned')", "x", "exec")
        checksum = hashlib.sha1(b"{{ name }}!").hexdigest()
        poison.write(file.stem, bc_magic + pickle.dumps(checksum, 2) + marshal.dumps(code))
    assert fill("{{ name }}!") == "Goat!"


@pytest.mark.parametrize("code", [None, 3, "x", (1, 2), b"\0"])
def test_what_is_no_program_is_compiled_anew_though_it_is_sealed(
    fill: Fill, kept: Path, code: object
) -> None:
    fill("{{ name }}!")
    (file,) = kept.iterdir()
    checksum = hashlib.sha1(b"{{ name }}!").hexdigest()
    content = bc_magic + pickle.dumps(checksum, 2) + marshal.dumps(code)
    SignedFolder("templates", 1_000_000).write(file.stem, content)
    assert fill("{{ name }}!") == "Goat!"


def test_a_folder_that_cannot_be_made_is_done_without(fill: Fill, kept: Path) -> None:
    kept.parent.write_text("a file is in the way", encoding="utf-8")
    assert fill("{{ name }}!") == "Goat!"
