"""An import that is killed, or that fails, leaves a project as it was, or as it is to be."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_examples import examples
from projects import BEASTS, GAME, a_project, put

from cardtool.app.import_ import import_table
from cardtool.finding import has_errors
from cardtool.merge import MergeOptions
from cardtool.output import OutputFolder
from cardtool.project import Project

pytestmark = pytest.mark.slow

TWO_KINDS = GAME.replace(
    "decks:",
    "  plant:\n    {title: Plant, plural: Plants, records: plants.yaml, size: poker, count: 100,\n"
    "    front: beast.html}\n"
    "decks:",
)
SHEET = "kind,id,name,copies,text\n"
CELL = st.sampled_from(
    ["", "1", "7", "-1", "x", "Hen", "Eats hay.", "[[Goat", '"', "yes", "cow", "goat", "beast"]
)
ROW = st.tuples(*(st.sampled_from([word, ""]) | CELL for word in ("beast", "hen", "Hen", "2")), CELL)


def two_kinds(folder: Path) -> Project:
    """A farm of beasts and plants, a file each, a hundred records in both."""
    many = "".join(f"- id: {{0}}-{at}\n  name: '{{0}} {at}'\n  text: Old.\n" for at in range(100))
    project = a_project(
        folder, game=TWO_KINDS.replace("count: 3", "count: 100", 1), beasts=many.format("beast")
    )
    put(folder, "cards/farm/plants.yaml", many.format("plant"))
    put(folder, "schemas/farm/plant.schema.json", (folder / "schemas/farm/beast.schema.json").read_text())
    rows = (f"{kind},{kind}-{at},{kind} {at},1,New.\n" for kind in ("beast", "plant") for at in range(100))
    put(folder, "new.csv", SHEET + "".join(rows))
    return project


def contents(project: Project) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (project.root / "cards/farm").glob("*.yaml")}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.skipif(sys.platform == "darwin", reason="a fork may not go on here")
def test_an_import_killed_at_any_moment_leaves_old_or_new(tmp_path: Path) -> None:
    project = two_kinds(tmp_path)
    old = contents(project)
    took = killed_after(60, project)
    new = contents(project)
    assert old.keys() == new.keys()
    assert {name for name in old if old[name] != new[name]} == {"beasts.yaml", "plants.yaml"}
    chance = random.Random(1)
    for _ in range(12):
        for name, content in old.items():
            (tmp_path / "cards/farm" / name).write_bytes(content)
        killed_after(took * chance.uniform(0.5, 1.1), project)
        for name, content in contents(project).items():
            assert content in (old[name], new[name])
        with OutputFolder.open(tmp_path):  # as the next command does
            assert contents(project) in (old, new)


def killed_after(seconds: float, project: Project) -> float:
    """Import the sheet in a process that is killed after so many seconds; return how long it ran."""
    begun = time.monotonic()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # other threads only wait
        child = os.fork()
    if not child:
        try:
            import_table(project, "farm", project.root / "new.csv")
        finally:
            os._exit(0)
    while time.monotonic() - begun < seconds:
        if os.waitpid(child, os.WNOHANG)[0]:
            return time.monotonic() - begun
        time.sleep(0.0005)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return seconds


@given(rows=st.lists(ROW, max_size=3), delete=st.booleans())
@settings(max_examples=examples(25))
def test_an_import_with_an_error_writes_nothing(
    rows: list[tuple[str, ...]], delete: bool, kept_farm: Callable[[], Project]
) -> None:
    project = kept_farm()
    put(project.root, "mine.csv", SHEET + "".join(f"{','.join(row)}\n" for row in rows))
    result = import_table(project, "farm", project.root / "mine.csv", MergeOptions(delete=delete))
    if has_errors(result.findings):
        assert (result.files, contents(project)["beasts.yaml"]) == ((), BEASTS.encode())
    else:
        assert (contents(project)["beasts.yaml"] != BEASTS.encode()) == bool(result.files)


@pytest.fixture(scope="module")
def kept_farm(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Project]:
    """The farm in one folder, its records anew each time it is asked for."""
    folder = tmp_path_factory.mktemp("farm")
    project = a_project(folder)

    def anew() -> Project:
        put(folder, "cards/farm/beasts.yaml", BEASTS)
        return project

    return anew
