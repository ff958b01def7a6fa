"""Which pictures, icons and fonts a game uses, as its files name them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

from cardtool import lint
from cardtool.load import credits_in_use, load_game
from cardtool.load.asset_credits import NameIndex, index_names
from cardtool.model import Source
from cardtool.project import TOOLKIT, Project
from tests.small_games import a_card

ENTRY = "- files: ['*.png']\n  author: Ann\n  licence: CC0\n  source: drawn for this game\n"


@pytest.mark.parametrize(
    ("text", "file", "used"),
    [
        ('<img src="art/goat.png">', "cards/farm/art/goat.png", True),
        ("picture: goat.png", "cards/farm/art/goat.png", True),
        ("name: Goat, id: goat", "cards/farm/art/goat.png", False),
        ('<img src="art/{{ card.id }}.png"> id: goat', "cards/farm/art/goat.png", True),
        ('<img src="art/{{ card.id }}-back.png"> id: goat', "cards/farm/art/goat-back.png", True),
        ('<img src="art/{{ card.id }}.png"> id: goat', "cards/farm/art/hen.png", False),
        ('{{ icon("battle-axe") }}', "templates/icons/battle-axe.svg", True),
        ("Swing the {battle-axe}.", "templates/icons/battle-axe.svg", True),
        ("battle-axes", "templates/icons/battle-axe.svg", False),
        ('.a{font-family:"Alegreya Sans"}', "templates/fonts/AlegreyaSans-Bold.ttf", True),
        ("font-family: 'New Rocker', serif", "templates/fonts/NewRocker-Regular.ttf", True),
        (".a{font-family:Alegreya}", "templates/fonts/NewRocker-Regular.ttf", False),
    ],
)
def test_what_a_text_names_is_used(text: str, file: str, used: bool) -> None:
    assert NameIndex([text]).named([file]) == ({file} if used else set())


@pytest.mark.parametrize("named", ["goat.png", "goat.jpg"])
def test_a_picture_is_not_named_by_the_name_of_another(named: str) -> None:
    files = [f"cards/farm/art/{name}" for name in ("goat.png", "goat.jpg", "goat.jp", "goa.png")]
    assert NameIndex([f"picture: {named}"]).named(files) == {f"cards/farm/art/{named}"}


def counted_calls(work: Callable[[], object]) -> int:
    """Return how many functions are called on the way."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def test_pictures_and_cards_are_not_held_against_each_other() -> None:
    def look_up(count: int) -> int:
        names = [f"cards/farm/art/goat-{number}.png" for number in range(count)]
        texts = [f"- {{id: goat-{number}, picture: goat-{number}.png}}" for number in range(count)]
        return counted_calls(lambda: NameIndex(texts).named(names))

    assert look_up(2_000) < 2.2 * look_up(1_000)


def test_words_are_looked_for_in_no_more_texts_than_it_takes() -> None:
    path, files = '<img src="art/{{ card.id }}.png">', ["cards/farm/art/goat-front.png"]
    long = "\n".join(f"hay-{number}" for number in range(1000))
    by_id, by_text = NameIndex([path, long], ["goat"]), NameIndex([path, "id: goat", long])
    for index in (by_id, by_text):
        assert counted_calls(lambda index=index: index.named(files)) < 200
    everywhere = NameIndex([path, long, f"{long}\nid: goat"])
    assert counted_calls(lambda: everywhere.named(files)) > 1000
    assert by_id.named(files) == by_text.named(files) == everywhere.named(files) == {*files}


def test_a_picture_that_nothing_names_is_credited_for_nothing(farm):
    farm.write("cards/farm/art/goat.png", "")
    farm.write("cards/farm/art/hen.png", "")
    farm.write("cards/farm/art/credits.yaml", ENTRY)
    farm.write("templates/farm/extra.css", ".a{background:url(art/hen.png)}")
    game = load_game(farm.project, "farm").game
    assert game is not None
    assert game.assets.unnamed == {"cards/farm/art/goat.png"}
    found = [finding for finding in lint.check_game(game) if finding.rule.code == "CT114"]
    assert [str(finding.source) for finding in found] == ["cards/farm/art/credits.yaml:1:3"]


def test_barbarity_credits_whom_it_uses_and_nobody_else():
    project = Project(TOOLKIT)
    game = load_game(project, "barbarity").game
    assert game is not None
    used = {credit.file for credit in credits_in_use(project, game)}
    assert {"templates/fonts/NewRocker-Regular.ttf", "templates/icons/barbarian.svg"} <= used
    assert used <= game.assets.files
    assert game.assets.unnamed == frozenset()


def test_a_picture_is_named_by_a_table(farm):
    card = replace(a_card("goat", picture="goat.png"), source=Source("cards/farm/animals.csv", 2))
    pictures = ["cards/farm/art/goat.png", "cards/farm/art/hen.png"]
    assert index_names(farm.project, "farm", [card]).named(pictures) == {pictures[0]}
