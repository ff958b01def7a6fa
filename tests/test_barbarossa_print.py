"""Barbarossa as it is printed: every piece is on a sheet, in the lists, and on the online table."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pypdfium2
import pytest
from made_once import Shared

from cardtool.app import build, export, options
from cardtool.load import load_game
from cardtool.model import Game
from cardtool.project import TOOLKIT, Project

OBJECTS = {
    "board": "Custom_Board",
    "jewel-tile": "Custom_Tile",
    "elfstone": "Custom_Tile",
    "curse": "Custom_Tile",
    "event-tile": "Custom_Token",
    "arrow": "Custom_Token",
    "example": "Custom_Tile",
}


@pytest.fixture(scope="module")
def game() -> Game:
    loaded = load_game(Project(TOOLKIT), "barbarossa")
    assert loaded.game is not None
    return loaded.game


@pytest.fixture(scope="module")
def files(shared: Shared) -> Path:
    """The folder of a whole build, which is not to be changed."""
    return shared.once("barbarossa", printed) / "output"


def printed(folder: Path) -> None:
    order = options.BuildOptions(part=options.Part.ALL)
    built = build.build_game(Project(TOOLKIT), "barbarossa", order, out=folder / "output")
    assert built.findings == ()


def pages(file: Path) -> list[str]:
    """The text of each page, its lines joined."""
    document = pypdfium2.PdfDocument(file)
    return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]


def counted(game: Game) -> dict[str, int]:
    """What lists say of each kind: 6 Event Tiles, 1 Die."""
    counts = {kind: game.copies_of(kind.id) for kind in game.counted_kinds}
    return {kind.plural if many > 1 else kind.title: many for kind, many in counts.items()}


def test_the_first_page_to_print_lists_every_piece(files: Path, game: Game) -> None:
    first = pages(files / "print-and-play.pdf")[0]
    for name, many in counted(game).items():
        assert f"{many} {name}" in first


def test_the_rulebook_lists_every_piece(files: Path, game: Game) -> None:
    book = " ".join(pages(files / "rulebook.pdf"))
    for name, many in counted(game).items():
        assert f"{many} {name}" in book


def test_every_arrow_has_its_number_on_both_sides(files: Path, game: Game) -> None:
    faces = [face for face in pages(files / "faces.pdf") if face.isdigit()]
    assert sorted(map(int, faces)) == sorted(2 * [arrow.fields["number"] for arrow in game.cards_of("arrow")])


def test_the_board_prints_the_table_the_scale_and_the_track(files: Path, game: Game) -> None:
    (board,) = pages(files / "mats-whole.pdf")
    numbers = {int(word) for word in re.findall(r"\b\d+\b", board)}
    assert numbers >= set(range(game.rules.numbers["most_jewels"].value + 1))
    assert numbers >= set(range(1, game.rules.numbers["steps_to_star"].value))
    for row in game.rules.tables["scoring"].rows:
        assert row.range in board


def test_pads_and_references_share_their_sheets(files: Path, game: Game) -> None:
    on_pages = [page for page in pages(files / "pieces-a4-fill.pdf") if "Front" in page]
    pad = game.cards_of("pad")[0].name
    assert max(page.count(pad) for page in on_pages) == 2


def test_pieces_become_the_objects_of_an_online_table(game: Game, tmp_path: Path) -> None:
    export.export_game(Project(TOOLKIT), "barbarossa", "tts", out=tmp_path)
    for kind, name in OBJECTS.items():
        (file,) = tmp_path.rglob(f"{kind}.json")
        for each in json.loads(file.read_text(encoding="utf-8"))["ObjectStates"]:
            pieces = each.get("ContainedObjects", [each])
            assert {piece["Name"] for piece in pieces} == {name}
            assert len(pieces) == game.copies_of(kind)
