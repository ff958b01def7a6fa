"""Brutality as it is printed: every piece is on a sheet, in the lists, and on the online table."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
from made_once import Shared

from cardtool.app import build, export, options
from cardtool.load import load_game
from cardtool.markup import typographic_text
from cardtool.model import Game
from cardtool.project import TOOLKIT, Project

OBJECTS = {
    "hero": "CardCustom",
    "relic": "CardCustom",
    "artifact": "CardCustom",
    "hazard": "CardCustom",
    "arena": "Custom_Board",
    "hazard-tile": "Custom_Tile",
    "dial": "Custom_Tile",
    "dial-cover": "Custom_Tile",
    "standee": "Custom_Token",
    "cooldown": "Custom_Tile",
    "cloud": "Custom_Tile",
    "reference": "Custom_Tile",
}


@pytest.fixture(scope="module")
def game() -> Game:
    loaded = load_game(Project(TOOLKIT), "brutality")
    assert loaded.game is not None
    return loaded.game


@pytest.fixture(scope="module")
def files(shared: Shared) -> Path:
    """The folder of a whole build, which is not to be changed."""
    return shared.once("brutality", printed) / "output"


def printed(folder: Path) -> None:
    order = options.BuildOptions(part=options.Part.ALL)
    built = build.build_game(Project(TOOLKIT), "brutality", order, out=folder / "output")
    assert [each for each in built.findings if each.severity.name != "INFO"] == []


def pages(file: Path) -> list[str]:
    """The text of each page, its lines joined."""
    document = pypdfium2.PdfDocument(file)
    return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]


def counted(game: Game) -> dict[str, int]:
    """What lists say of each kind: 9 Heroes, 1 Arena."""
    counts = {kind: game.copies_of(kind.id) for kind in game.counted_kinds}
    return {kind.plural if many > 1 else kind.title: many for kind, many in counts.items()}


def test_what_is_to_print_holds_every_piece(files: Path, game: Game) -> None:
    first = pages(files / "print-and-play.pdf")[0]
    for kind in game.counted_kinds:
        said = re.findall(rf"(\d+) (?:{kind.plural}|{kind.title})\b(?! Tile| Cover)", first)
        assert sum(map(int, said)) == game.copies_of(kind.id), kind.plural


def test_the_rulebook_lists_every_piece(files: Path, game: Game) -> None:
    book = " ".join(pages(files / "rulebook.pdf"))
    for name, many in counted(game).items():
        assert f"{many} {name}" in book


def test_the_arena_is_glued_from_four_sheets_a_side(files: Path) -> None:
    assert len(pypdfium2.PdfDocument(files / "mats-whole.pdf")) == 2
    assert len(pypdfium2.PdfDocument(files / "mats-a4.pdf")) == 2 * 4


def test_a_hero_card_prints_all_numbers_of_its_hero(files: Path, game: Game) -> None:
    faces = pages(files / "faces.pdf")
    for hero in game.cards_of("hero"):
        attacks = hero.fields["attacks"]
        pushes = [attack.get("pull", attack["knockback"]) for attack in attacks]
        numbers = [hero.fields["hit_points"], hero.fields["speed"], *pushes]
        numbers += [attack[what] for attack in attacks for what in ("damage", "range")]
        names = [typographic_text(attack["name"]).lower() for attack in attacks]
        (face,) = [each for each in faces if all(name in each.lower() for name in names)]
        assert Counter(map(str, numbers)) <= Counter(re.findall(r"\d+", face)), hero.name
        assert ("pull" in face.lower()) == any("pull" in attack for attack in attacks)


def test_a_dial_shows_every_number_above_the_skull(files: Path, game: Game) -> None:
    faces = [sorted(map(int, re.findall(r"\b\d+\b", face))) for face in pages(files / "faces.pdf")]
    for hero in game.cards_of("hero"):
        assert list(range(1, hero.fields["hit_points"] + 1)) in faces, hero.name


def test_the_back_of_an_artifact_counts_its_cooldown_down(files: Path, game: Game) -> None:
    faces = [re.sub(r"\D", "", face) for face in pages(files / "faces.pdf")]
    for artifact in game.cards_of("artifact"):
        spaces = "".join(map(str, range(artifact.fields["cooldown"], 0, -1)))
        assert any(face.startswith(spaces) for face in faces), artifact.name


def test_pieces_become_the_objects_of_an_online_table(game: Game, tmp_path: Path) -> None:
    export.export_game(Project(TOOLKIT), "brutality", "tts", out=tmp_path)
    for kind, name in OBJECTS.items():
        (file,) = tmp_path.rglob(f"{kind}.json")
        for each in json.loads(file.read_text(encoding="utf-8"))["ObjectStates"]:
            pieces = each.get("ContainedObjects", [each])
            assert {piece["Name"] for piece in pieces} == {name}
            assert len(pieces) == game.copies_of(kind)
