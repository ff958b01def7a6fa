"""build.json: what it says of an order is true of the files that are there."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_examples import examples
from projects import BEASTS, a_project

from cardtool.app import build
from cardtool.app.options import BuildOptions, Part
from cardtool.output import OutputFolder, record_build, unchanged_files
from cardtool.output.folder import sha256_digest


def made(folder: OutputFolder, order: str, stamp: str, **files: str) -> None:
    """An order that writes these files, by their names without the ending."""
    for name, content in files.items():
        folder.add(f"{name}.pdf", content.encode())
    record_build(folder, order, stamp, {}, {"theme": "colour"})


def noted(folder: Path) -> dict[str, Any]:
    orders: dict[str, Any] = json.loads((folder / "build.json").read_bytes())["orders"]
    return orders


def test_an_order_whose_file_was_made_anew_by_another_is_forgotten(tmp_path: Path) -> None:
    with OutputFolder.open(tmp_path) as folder:
        made(folder, "sheets", "before", cards="old")
        made(folder, "all", "after", cards="new", book="new")
        assert list(noted(tmp_path)) == ["all"]
        assert unchanged_files(folder, "sheets", "before") is None
        assert unchanged_files(folder, "all", "after") is not None


def test_an_order_whose_files_came_out_the_same_stands(tmp_path: Path) -> None:
    with OutputFolder.open(tmp_path) as folder:
        made(folder, "sheets", "one", cards="same")
        made(folder, "all", "one", cards="same", book="new")
        assert list(noted(tmp_path)) == ["all", "sheets"]
        assert unchanged_files(folder, "sheets", "one") == (tmp_path / "cards.pdf",)


def test_a_file_nobody_made_anew_is_still_known_and_taken_away_in_time(tmp_path: Path) -> None:
    with OutputFolder.open(tmp_path) as folder:
        made(folder, "sheets", "before", cards="old", letter="old")
        made(folder, "all", "after", cards="new")
        files = {"letter.pdf": sha256_digest(b"old")}
        assert noted(tmp_path)["sheets"] == {"stamp": "", "files": files}
        assert unchanged_files(folder, "sheets", "before") is None  # though all it still claims is untouched
        made(folder, "sheets", "after", cards="new")
        assert not (tmp_path / "letter.pdf").exists()


ORDERS = st.tuples(
    st.sampled_from(["sheets", "all", "mats"]),
    st.sampled_from(["s1", "s2"]),
    st.dictionaries(st.sampled_from("abc"), st.sampled_from(["old", "new"]), min_size=1),
)


@settings(deadline=None, max_examples=examples(25))  # every file is flushed to the disk
@given(st.lists(ORDERS, min_size=1, max_size=8))
def test_no_history_makes_the_ledger_say_what_is_not_so(
    history: list[tuple[str, str, dict[str, str]]],
) -> None:
    with tempfile.TemporaryDirectory() as place, OutputFolder.open(Path(place)) as folder:
        for order, stamp, files in history:
            made(folder, order, stamp, **files)
        for note in noted(Path(place)).values():
            for name, sha in note["files"].items():
                assert sha256_digest((Path(place) / name).read_bytes()) == sha
        assert unchanged_files(folder, history[-1][0], history[-1][1]) is not None


@pytest.mark.slow
def test_a_build_after_another_tells_the_same_as_one_in_an_empty_folder(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    build.build_game(project, "farm", BuildOptions(), jobs=1)
    a_project(tmp_path, beasts=BEASTS.replace("an egg", "two eggs"))
    build.build_game(project, "farm", BuildOptions(part=Part.ALL), jobs=1)
    after = (project.output("farm") / "build.json").read_bytes()
    shutil.rmtree(project.output("farm"))
    build.build_game(project, "farm", BuildOptions(part=Part.ALL), jobs=1)
    assert (project.output("farm") / "build.json").read_bytes() == after
