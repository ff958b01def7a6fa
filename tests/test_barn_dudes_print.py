"""Barn Dudes as it is printed: every piece is on a sheet, in the lists, and on the online table."""

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
    "dude": ("DeckCustom", "CardCustom"),
    "parasite": ("DeckCustom", "CardCustom"),
    "barn": ("Bag", "Custom_Tile"),
    "reference": ("Bag", "Custom_Tile"),
}


@pytest.fixture(scope="module")
def game() -> Game:
    loaded = load_game(Project(TOOLKIT), "barn-dudes")
    assert loaded.game is not None
    return loaded.game


@pytest.fixture(scope="module")
def files(shared: Shared) -> Path:
    """The folder of a whole build, which is not to be changed."""
    return shared.once("barn-dudes", printed) / "output"


def printed(folder: Path) -> None:
    order = options.BuildOptions(part=options.Part.ALL)
    built = build.build_game(Project(TOOLKIT), "barn-dudes", order, out=folder / "output")
    assert built.findings == ()


def pages(file: Path) -> list[str]:
    """The text of each page, squeezed."""
    return [squeezed(page.get_textpage().get_text_bounded()) for page in pypdfium2.PdfDocument(file)]


def squeezed(text: str) -> str:
    """Text less its spaces, line ends and the hyphens of line ends, which a printed line may add."""
    return re.sub(r"[\s\ufffe\u00ad-]+", "", typographic_text(text))


@pytest.mark.parametrize("file", ["print-and-play.pdf", "rulebook.pdf"])
def test_the_first_page_to_print_and_the_rulebook_list_every_piece(
    files: Path, game: Game, file: str
) -> None:
    listed = " ".join(pages(files / file))
    for kind in game.counted_kinds:
        assert squeezed(f"{game.copies_of(kind.id)} {kind.plural}") in listed


def test_the_deck_and_the_reference_cards_fill_fourteen_sheets(files: Path) -> None:
    sides = pages(files / "cards-a4-9up.pdf")
    assert len(sides) == 2 * 14  # 120 and 6, nine to a sheet


def test_barns_go_two_to_a_sheet_with_their_backs(files: Path, game: Game) -> None:
    barns = game.cards_of("barn")
    for paper in ("a4", "letter"):
        sides = pages(files / f"mats-{paper}-fill.pdf")
        assert len(sides) == 2 * 3
        for at, side in enumerate(sides):
            on_it = [squeezed(barn.name) for barn in barns if squeezed(barn.name) in side]
            assert on_it == [squeezed(barn.name) for barn in barns[at // 2 * 2 : at // 2 * 2 + 2]]


@pytest.mark.parametrize(("side", "fields"), [(0, ("when", "ability", "flavour")), (1, ("dead",))])
def test_barns_print_every_word_of_theirs(
    files: Path, game: Game, side: int, fields: tuple[str, ...]
) -> None:
    printed_sides = pages(files / "mats-a4-fill.pdf")
    for at, barn in enumerate(game.cards_of("barn")):
        for field in fields:
            words = re.sub(r"\{\{.*?\}\}|\*", " ", barn.fields[field]).split()
            assert [word for word in words if squeezed(word) not in printed_sides[at // 2 * 2 + side]] == []


def test_pieces_become_the_objects_of_an_online_table(game: Game, tmp_path: Path) -> None:
    export.export_game(Project(TOOLKIT), "barn-dudes", "tts", out=tmp_path)
    for kind, (outside, inside) in OBJECTS.items():
        (file,) = tmp_path.rglob(f"kinds/{kind}.json")
        (whole,) = json.loads(file.read_text(encoding="utf-8"))["ObjectStates"]
        assert whole["Name"] == outside
        assert Counter(piece["Name"] for piece in whole["ContainedObjects"]) == {inside: game.copies_of(kind)}
