"""Barbarity as tests of it need it: copies that may be changed, and one whole build that may only be read."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from sharing import Shared

from cardtool import pipeline
from cardtool.project import TOOLKIT, Project

__all__ = ["a_copy", "printed", "without_its_book"]


def a_copy(folder: Path, of: Path = TOOLKIT) -> Project:
    """The game's files in a folder of their own. Its fonts and the rest are the toolkit's."""
    for part in ("cards", "templates/barbarity", "schemas/barbarity"):
        shutil.copytree(of / part, folder / part)
    return Project.find(folder)


def without_its_book(project: Project) -> Project:
    """The copy with no rulebook, which takes longer to print than all the rest."""
    game = project.cards("barbarity") / "game.yaml"
    text = game.read_text(encoding="utf-8")
    kept = re.sub(r"^rulebook:\n(?: .*\n)+", "", text, flags=re.MULTILINE)
    assert kept != text
    game.write_text(kept, encoding="utf-8")
    (project.cards("barbarity") / "rulebook.md").unlink()
    return project


def printed(shared: Shared) -> dict[str, Path]:
    """Everything there is to print of Barbarity, by the names of the files."""
    folder = shared.once("barbarity", _print_everything) / "output"
    return {name: folder / name for name in (folder.parent / "files.txt").read_text().splitlines()}


def _print_everything(folder: Path) -> None:
    order = pipeline.Order(part=pipeline.Part.ALL)
    built = pipeline.build(a_copy(folder / "project"), "barbarity", order, out=folder / "output")
    assert built.findings == ()
    (folder / "files.txt").write_text("\n".join(file.name for file in built.files))
