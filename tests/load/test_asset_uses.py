"""Which pictures, icons and fonts a game uses, as its files name them."""

from __future__ import annotations

import pytest

from cardtool import lint
from cardtool.load import credits_in_use, load_game
from cardtool.load.asset_credits import NameIndex
from cardtool.project import TOOLKIT, Project

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
    assert NameIndex.in_texts([text]).hold(file) is used


def test_a_picture_that_nothing_names_is_credited_for_nothing(farm):
    farm.write("cards/farm/art/goat.png", "")
    farm.write("cards/farm/art/hen.png", "")
    farm.write("cards/farm/art/credits.yaml", ENTRY)
    farm.write("templates/farm/extra.css", ".a{background:url(art/hen.png)}")
    game = load_game(farm.project, "farm").game
    assert game is not None
    assert game.unnamed == {"cards/farm/art/goat.png"}
    found = [finding for finding in lint.check_game(game) if finding.rule.code == "CT114"]
    assert [str(finding.source) for finding in found] == ["cards/farm/art/credits.yaml:1:3"]


def test_barbarity_credits_whom_it_uses_and_nobody_else():
    project = Project(TOOLKIT)
    game = load_game(project, "barbarity").game
    assert game is not None
    used = {credit.file for credit in credits_in_use(project, game)}
    assert {"templates/fonts/NewRocker-Regular.ttf", "templates/icons/barbarian.svg"} <= used
    assert used <= game.assets
    assert game.unnamed == frozenset()
