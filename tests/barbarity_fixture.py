"""Barbarity as tests of it need it: copies that may be changed, and whole builds that may only be read."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any, NamedTuple

from made_once import Shared

from cardtool import load
from cardtool.app import build, options
from cardtool.app.export import card_faces, distinct_faces
from cardtool.model import FacePages, PageRef
from cardtool.project import TOOLKIT, Project

__all__ = [
    "NARROW",
    "SHEETS",
    "Made",
    "a_copy",
    "build_in_theme",
    "faces_of",
    "in_theme",
    "printed",
    "printed_cards",
    "printed_faces",
    "without_its_book",
]

NARROW = "letter-9up"  # takes poker cards only where the printer reaches further than most
SHEETS = {
    "colour": tuple(name for name in load.sheet_names(Project(TOOLKIT)) if name != NARROW),
    "greyscale": ("a4-9up", "a4-gutterfold"),  # a theme moves no card: one sheet to turn, one to fold
    "low-ink": ("a4-9up", "a4-gutterfold"),
}


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


class Made(NamedTuple):
    """What a build made, by the names of the files, and the messages of what it found."""

    files: dict[str, Path]
    findings: tuple[str, ...]


def printed(shared: Shared) -> Made:
    """Everything there is to print of Barbarity."""
    return _made(shared.once("barbarity", lambda folder: _build(a_copy(folder / "project"), folder)))


def printed_cards(shared: Shared) -> Made:
    """Everything but the book, which takes longer than all the rest."""
    return _made(shared.once("cards", lambda folder: _build(without_its_book(a_copy(folder / "a")), folder)))


def printed_faces(shared: Shared) -> Made:
    """The file that shows each face, and nothing else."""
    faces = options.Part.FACES
    return _made(shared.once("faces", lambda folder: _build(a_copy(folder / "project"), folder, part=faces)))


def in_theme(shared: Shared, theme: str) -> Made:
    """The same in a theme, without the book, on its sheets."""
    return _made(shared.once(theme, lambda folder: build_in_theme(folder, theme)))


def build_in_theme(folder: Path, theme: str) -> Made:
    """Build it in this folder."""
    _build(without_its_book(a_copy(folder / "project")), folder, sheets=SHEETS[theme], theme=theme)
    return _made(folder)


def faces_of(made: Made) -> FacePages:
    """The faces of its cards, out of the file that shows each of them."""
    (book,) = (file for name, file in made.files.items() if name.startswith("faces"))
    loaded = load.load_game(Project(TOOLKIT), "barbarity")
    assert loaded.game is not None
    faces = distinct_faces(card_faces(loaded.game, loaded.game.sheet_kinds))
    places = {face: PageRef(0, number) for number, face in enumerate(faces)}
    return FacePages((book.read_bytes(),), places)


def _build(project: Project, folder: Path, part: options.Part = options.Part.ALL, **wishes: Any) -> None:
    order = options.BuildOptions(part=part, **wishes)
    built = build.build_game(project, "barbarity", order, out=folder / "output")
    told = {
        "files": [file.name for file in built.files],
        "findings": [finding.message for finding in built.findings],
    }
    (folder / "told.json").write_text(json.dumps(told), encoding="utf-8")


def _made(folder: Path) -> Made:
    told = json.loads((folder / "told.json").read_text(encoding="utf-8"))
    return Made({name: folder / "output" / name for name in told["files"]}, tuple(told["findings"]))
