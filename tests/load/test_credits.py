"""Whose the icons, fonts and pictures are, as the credits beside them say."""

from __future__ import annotations

import pytest

from cardtool.load import asset_credits, load_game

ENTRY = "- files: [{files}]\n  author: Ann\n  licence: CC0\n  source: drawn for this game\n"


@pytest.fixture
def art(farm):
    for name in ("red-goat.png", "blue-goat.png"):
        farm.write(f"cards/farm/art/{name}", b"\x89PNG\r\n\x1a\n")
    farm.write("cards/farm/art/barn.svg", "<svg/>")

    def credit(files):
        farm.write("cards/farm/art/credits.yaml", ENTRY.replace("{files}", files))
        return load_game(farm.project, "farm")

    return credit


def credited(loaded):
    return {
        c.file.removeprefix("cards/farm/art/")
        for c in loaded.game.assets.credits
        if c.file.startswith("cards/farm")
    }


def test_every_file_is_credited_by_name_or_pattern(art):
    loaded = art('"*-goat.png", barn.svg')
    assert loaded.findings == ()
    assert credited(loaded) == {"red-goat.png", "blue-goat.png", "barn.svg"}
    credit = next(c for c in loaded.game.assets.credits if c.file == "cards/farm/art/barn.svg")
    assert (credit.author, credit.licence, credit.origin) == ("Ann", "CC0", "drawn for this game")
    assert str(credit.source) == "cards/farm/art/credits.yaml:1:3"


def test_assets_are_all_that_could_be_drawn(art):
    assets = art("barn.svg").game.assets.files
    assert {"cards/farm/art/red-goat.png", "cards/farm/art/barn.svg", "templates/icons/vp.svg"} <= assets
    assert not any(name.endswith("credits.yaml") for name in assets)


def test_a_credit_for_a_file_that_is_not_there(art):
    (found,) = art("barn.svg, bran.svg").findings
    assert (str(found.source), found.rule.code) == ("cards/farm/art/credits.yaml:1:21", "CT107")
    assert found.message == 'there is no file "bran.svg" in cards/farm/art (did you mean "barn.svg"?)'


@pytest.mark.parametrize("pattern", ["../*", "/etc/*", "../goats.yaml"])
def test_credits_do_not_reach_out_of_their_folder(art, pattern):
    loaded = art(f'"{pattern}"')
    assert [finding.rule.code for finding in loaded.findings] == ["CT107"]
    assert credited(loaded) == set()


def test_credits_that_are_wrong_name_nobody(art, farm):
    art("barn.svg")
    farm.change("cards/farm/art/credits.yaml", "author: Ann", "auhtor: Ann")
    loaded = load_game(farm.project, "farm")
    assert [finding.message for finding in loaded.findings] == [
        '"auhtor" is not a key that belongs here (did you mean "author"?)',
    ]
    assert credited(loaded) == set()


def test_credits_and_files_are_not_held_against_each_other(farm, monkeypatch):
    """Each of 50 pictures has an entry of its own: none is compared with a pattern it is not."""
    compared = []
    monkeypatch.setattr(asset_credits, "fnmatchcase", lambda *names: compared.append(names))
    entries = []
    for number in range(50):
        farm.write(f"cards/farm/art/goat-{number}.png", b"\x89PNG\r\n\x1a\n")
        entries.append(ENTRY.replace("{files}", f"goat-{number}.png"))
    farm.write("cards/farm/art/credits.yaml", "".join(entries))
    assert len(credited(load_game(farm.project, "farm"))) == 50
    assert not [pattern for _, pattern in compared if pattern.startswith("goat")]
