"""A check measures what changed since the last one, and finds the same as one that remembers nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from projects import BEAST, BEASTS, STYLE, a_project, put

from cardtool.app import check
from cardtool.project import CACHE, Project
from cardtool.render.batch import Batch
from cardtool.sandbox import Worker
from cardtool.signed_cache import SignedFolder

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kept")]

CREDITS = """\
- files: [Alegreya-Regular.ttf]
  author: Juan Pablo del Peral
  licence: OFL 1.1
  source: https://github.com/huertatipografica/Alegreya
"""
LONG = BEASTS.replace("Lays an egg.", "Lays an egg. " * 60)


@pytest.fixture
def farm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A farm on which one text is too long for its box."""
    monkeypatch.setenv(CACHE, str(tmp_path / "kept"))
    return a_project(tmp_path / "farm", beasts=LONG)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many faces a worker is asked about, each time."""
    seen: list[int] = []
    ask = Worker.ask

    def noting(self: Worker, question: object, kind: type[object]) -> object:
        if isinstance(question, Batch):
            seen.append(len(question.jobs))
        return ask(self, question, kind)  # type: ignore[arg-type]

    monkeypatch.setattr(Worker, "ask", noting)
    return seen


def found(project: Project) -> list[str]:
    checked = check.check_game(project, "farm", jobs=1)
    return [f"{each.source.line} {each.rule.code} {each.message}" for each in checked.findings]


def test_an_unchanged_game_is_not_measured_again_and_found_the_same(farm: Project, asked: list[int]) -> None:
    first = found(farm)
    assert len(first) == 1
    assert "CT701" in first[0]
    assert asked
    asked.clear()
    assert found(farm) == first
    assert asked == []


def test_a_finding_that_is_remembered_stands_where_its_text_stands_now(farm: Project) -> None:
    (first,) = found(farm)
    put(farm.root, "cards/farm/beasts.yaml", f"# my beasts\n\n{LONG}")
    (later,) = found(farm)
    line, _, what = first.partition(" ")
    assert later == f"{int(line) + 2} {what}"


def redrawn(farm: Project) -> None:
    """An icon of the toolkit, drawn anew by the project."""
    icon = (farm.toolkit / "templates/icons/flip.svg").read_text(encoding="utf-8")
    put(farm.root, "templates/icons/flip.svg", icon)


def recut(farm: Project) -> None:
    """A font of the toolkit, which the project has taken for its own."""
    for name in ("Alegreya-Regular.ttf", "OFL-Alegreya.txt"):
        put(farm.root, f"templates/fonts/{name}", "")
        (farm.root / "templates/fonts" / name).write_bytes(
            (farm.toolkit / "templates/fonts" / name).read_bytes()
        )
    put(farm.root, "templates/fonts/credits.yaml", CREDITS)


CHANGES: dict[str, Callable[[Project], object]] = {
    "a text": lambda farm: put(farm.root, "cards/farm/beasts.yaml", LONG.replace("Eats", "Devours")),
    "a template": lambda farm: put(
        farm.root, "templates/farm/beast.html", BEAST.replace("height=20", "height=21")
    ),
    "a stylesheet": lambda farm: put(farm.root, "templates/farm/faces.css", STYLE.replace("14pt", "13pt")),
    "an icon": redrawn,
    "a picture": lambda farm: put(farm.root, "templates/farm/hen.svg", "<svg/>"),
    "a font": recut,
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_may_show_on_a_face_has_it_measured_again(farm: Project, asked: list[int], what: str) -> None:
    found(farm)
    asked.clear()
    CHANGES[what](farm)
    found(farm)
    assert asked


def test_a_file_that_looks_as_it_was_is_read_again(farm: Project, asked: list[int]) -> None:
    style = farm.root / "templates/farm/faces.css"
    found(farm)
    asked.clear()
    before = style.stat()
    style.write_text(style.read_text().replace("14pt", "24pt"))
    os.utime(style, ns=(before.st_atime_ns, before.st_mtime_ns))  # as a copy that keeps the time
    assert (style.stat().st_size, style.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    found(farm)
    assert asked


def test_a_text_made_short_enough_is_found_no_more(farm: Project) -> None:
    assert len(found(farm)) == 1
    put(farm.root, "cards/farm/beasts.yaml", BEASTS)
    assert found(farm) == []
    put(farm.root, "cards/farm/beasts.yaml", LONG)
    assert len(found(farm)) == 1


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_templates_that_a_link_leads_to_count_too(farm: Project, asked: list[int]) -> None:
    (farm.root / "templates/farm").rename(farm.root / "templates/mine")
    (farm.root / "templates/farm").symlink_to("mine")
    assert len(found(farm)) == 1
    asked.clear()
    put(farm.root, "templates/mine/beast.html", BEAST.replace("height=20", "height=200"))
    assert not any("CT701" in each for each in found(farm))
    assert asked


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_to_everything_is_not_followed(farm: Project, asked: list[int]) -> None:
    (farm.root / "templates/farm/all").symlink_to("/")
    first = found(farm)
    asked.clear()
    assert found(farm) == first
    assert asked == []


def test_of_too_many_files_nothing_is_remembered(
    farm: Project, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtool.render.face_cache._MOST_FILES", 10)
    first = found(farm)
    asked.clear()
    assert found(farm) == first
    assert asked


def test_a_file_of_another_name_is_another(farm: Project, asked: list[int]) -> None:
    put(farm.root, "templates/farm/hen.svg", "<svg/>")
    found(farm)
    asked.clear()
    (farm.root / "templates/farm/hen.svg").rename(farm.root / "templates/farm/cow.svg")
    found(farm)
    assert asked


def entry(tmp_path: Path) -> Path:
    """The file of what is remembered."""
    (file,) = (tmp_path / "kept/measured").iterdir()
    return file


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"answers": 3}'])
def test_a_damaged_file_is_done_without(farm: Project, tmp_path: Path, damage: str) -> None:
    first = found(farm)
    entry(tmp_path).write_text(damage, encoding="utf-8")
    assert found(farm) == first


def test_no_changed_byte_changes_what_is_found(farm: Project, tmp_path: Path, asked: list[int]) -> None:
    first = found(farm)
    whole = entry(tmp_path).read_bytes()
    for at in range(0, len(whole), max(1, len(whole) // 6)):
        entry(tmp_path).write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        asked.clear()
        assert found(farm) == first, at
        assert asked, at
        assert entry(tmp_path).read_bytes() == whole, at


def reshaped(answers: dict[str, Any], change: Callable[[list[Any]], object]) -> dict[str, Any]:
    for answer in answers.values():
        change(answer)
    return answers


SHAPES: dict[str, Callable[[dict[str, Any]], object]] = {
    "no answers": lambda told: told.pop("answers"),
    "a list of answers": lambda told: told.update(answers=[1, 2]),
    "an answer that is none": lambda told: told.update(answers=dict.fromkeys(told["answers"])),
    "a number": lambda told: told.update(answers=dict.fromkeys(told["answers"], 3)),
    "a face too many": lambda told: reshaped(
        told["answers"], lambda answer: [each.__setitem__(0, 9) for each in answer[1]]
    ),
    "a text for a number": lambda told: reshaped(
        told["answers"],
        lambda answer: [each[1][0][0].__setitem__(1, "1") for each in answer[1]],
    ),
    "no overflows": lambda told: reshaped(
        told["answers"], lambda answer: [each[1].pop(0) for each in answer[1]]
    ),
    "groups of numbers": lambda told: reshaped(told["answers"], lambda answer: answer.__setitem__(3, [[]])),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_another_shape_is_measured_anew_though_it_is_sealed(
    farm: Project, tmp_path: Path, asked: list[int], shape: str
) -> None:
    first = found(farm)
    folder, name = SignedFolder("measured", 1_000_000), entry(tmp_path).stem
    content = folder.read(name)
    assert content is not None
    told = json.loads(content)
    SHAPES[shape](told)
    folder.write(name, json.dumps(told).encode())
    asked.clear()
    assert found(farm) == first
    assert asked


def test_a_folder_that_cannot_be_made_is_done_without(farm: Project, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file is in the way", encoding="utf-8")
    assert len(found(farm)) == len(found(farm)) == 1


def test_no_more_than_the_last_check_is_kept(farm: Project, tmp_path: Path) -> None:
    found(farm)
    (file,) = (tmp_path / "kept/measured").iterdir()
    size = file.stat().st_size
    for hens in range(2, 6):
        put(farm.root, "cards/farm/beasts.yaml", LONG.replace("an egg", f"{hens} eggs"))
        found(farm)
    assert [each.name for each in (tmp_path / "kept/measured").iterdir()] == [file.name]
    assert file.stat().st_size < 1.2 * size
