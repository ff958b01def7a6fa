"""A part of a game is printed or exported by itself, as it is beside all others."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from pathlib import Path

import pypdfium2
import pytest
from projects import BEAST, BEASTS, GAME, a_project
from small_games import a_card, a_game, a_kind

from cardtool.app.build import build_game
from cardtool.app.export import export_game
from cardtool.app.options import BuildOptions, Part
from cardtool.app.selection import EVERYTHING, Selection
from cardtool.cli import main
from cardtool.errors import UsageError
from cardtool.model import Game

pytestmark = pytest.mark.usefixtures("kept")

FARM = (
    a_card("goat", copies=2),
    a_card("hen"),
    a_card("barn", "house"),
    a_card("plough", "tool", name="Iron Plough"),
)


def farm() -> Game:
    kinds = (a_kind("beast", 3), a_kind("house"), a_kind("tool", part_of="house"))
    return a_game(*FARM, kinds=kinds)


def chosen(**wishes: tuple[str, ...]) -> list[str]:
    return [card.id for card in Selection(**wishes).of(farm()).cards]


def test_everything_is_the_game_itself() -> None:
    game = farm()
    assert EVERYTHING.of(game) is game
    assert (EVERYTHING.suffix, EVERYTHING.key) == ("", None)


def test_what_is_named_of_one_sort_is_joined_and_of_two_sorts_both_hold() -> None:
    assert chosen(kinds=("house", "tool")) == ["barn", "plough"]
    assert chosen(decks=("farm",), cards=("hen", "barn")) == ["hen", "barn"]
    assert chosen(kinds=("beast",), cards=("hen", "goat")) == ["goat", "hen"]


def test_an_id_that_is_also_a_name_of_several_is_an_id() -> None:
    goats = (a_card("goat", name="Goat"), a_card("goat-2", name="Goat"))
    game = a_game(*goats, kinds=(a_kind("beast"),))
    assert [card.id for card in Selection(cards=("goat",)).of(game).cards] == ["goat"]


@pytest.mark.parametrize("option", ["--cards=", "--cards=,", "--kind= "])
def test_an_option_that_names_nothing_is_refused(
    tmp_path: Path, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path)
    assert main(["--project", str(tmp_path), "export", "farm", "csv", option]) == 2
    assert "names nothing; leave it out for everything" in capsys.readouterr().err


def test_what_is_left_declares_itself_alone() -> None:
    left = Selection(cards=("goat", "plough")).of(farm())
    assert [(kind.id, kind.count, kind.part_of) for kind in left.kinds] == [("beast", 2, ""), ("tool", 1, "")]
    assert [(deck.kinds, deck.count) for deck in left.decks] == [(("beast", "tool"), 3)]


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        (
            {"kinds": ("baest",)},
            'farm has no kind "baest" (did you mean "beast"?); its kinds are: beast, house',
        ),
        ({"decks": ("farn",)}, 'farm has no deck "farn" (did you mean "farm"?)'),
        ({"cards": ("goat", "hne")}, 'farm has no card "hne" (did you mean "hen"?)'),
        ({"cards": ("iron plough",)}, "cards are told by their id: plough is that of iron plough"),
        ({"kinds": ("house",), "cards": ("goat",)}, "no card of farm is all of this at once"),
    ],
)
def test_what_is_not_there_is_told(wishes: Mapping[str, tuple[str, ...]], said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        Selection(**wishes).of(farm())


@pytest.mark.parametrize(
    ("selection", "suffix"),
    [
        (Selection(kinds=("beast",)), "-kind-beast"),
        (Selection(decks=("farm",)), "-deck-farm"),
        (Selection(kinds=("beast", "tool")), "-selection"),
        (Selection(cards=("hen",)), "-selection"),
        (Selection(kinds=("../x",)), "-kind-x"),
    ],
)
def test_files_of_a_part_are_called_so(selection: Selection, suffix: str) -> None:
    assert selection.suffix == suffix


def texts(file: Path) -> list[str]:
    return [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(file)]


def test_a_card_is_printed_alone_with_its_back_and_the_whole_stays(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    whole = build_game(project, "farm", BuildOptions(), jobs=1)
    one = BuildOptions(selection=Selection(cards=("hen",)))
    built = build_game(project, "farm", one, jobs=1)
    assert [file.name for file in built.files] == ["cards-a4-9up-selection.pdf"]
    fronts, backs = texts(built.files[0])
    assert (fronts.count("Hen"), fronts.count("Goat"), backs.count("Farm")) == (2, 0, 3)  # and the caption
    assert build_game(project, "farm", BuildOptions(), jobs=1).unchanged
    assert build_game(project, "farm", one, jobs=1).unchanged
    assert whole.files[0].exists()


def test_a_text_is_as_small_alone_as_beside_a_longer_one(tmp_path: Path) -> None:
    ladder = BEAST.replace("height=20, size=9", "height=14, size=9, smallest=6")
    longer = BEASTS.replace("Lays an egg.", "Lays an egg. " * 13)
    beasts = longer.replace("Eats **everything**, then {flip} you.", "Lays an egg. " * 12)
    alone = BuildOptions(part=Part.FACES, selection=Selection(cards=("goat",)))
    (fit,) = build_game(a_project(tmp_path, beasts=beasts, beast=ladder), "farm", alone, jobs=1).fits
    assert (fit.needed, fit.used.size) == (8.25, 8.0)


def test_a_wrong_count_is_told_of_the_whole_game_alone(tmp_path: Path) -> None:
    project = a_project(tmp_path, game=GAME.replace("count: 3", "count: 4"))
    built = build_game(project, "farm", BuildOptions(selection=Selection(cards=("hen",))), jobs=1)
    assert built.files == ()
    assert {finding.rule.code for finding in built.findings} == {"CT201", "CT202"}


def test_card_lists_hold_what_was_chosen_with_the_numbers_of_the_whole(tmp_path: Path) -> None:
    project = a_project(tmp_path, beasts=BEASTS.replace("Lays an egg.", "One of {{ count.beast }}."))
    result = export_game(project, "farm", "csv", selection=Selection(cards=("hen",)))
    assert [file.name for file in result.files] == ["cards-selection.csv"]
    (row,) = csv.DictReader(result.files[0].read_text("utf-8-sig").splitlines())
    assert (row["id"], row["text"]) == ("hen", "One of 3.")


def test_a_shop_is_sent_what_was_chosen(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    result = export_game(
        project, "farm", "thegamecrafter", selection=Selection(kinds=("beast",), cards=("hen",)), jobs=1
    )
    names = {file.relative_to(tmp_path / "output/farm").as_posix() for file in result.files}
    assert names == {
        "thegamecrafter-selection/fronts/hen-front.png",
        "thegamecrafter-selection/backs/beast-back.png",
        "thegamecrafter-selection/checklist.md",
    }
