"""Themes as they are read: laid over one another, and told where they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from projects import GAME, a_project

from cardtool.errors import ProjectError, UsageError
from cardtool.load import load_game, load_theme, read_theme, theme_names
from cardtool.project import Project

THEMED = '<p style="color:{{ theme.inks.beast.deep }}">{{ card.name }}</p>'


def farm(folder: Path, **themes: str) -> Project:
    """The farm, whose templates ask for inks; `themes` are its own, by name."""
    project = a_project(folder, beast=THEMED)
    for name, text in themes.items():
        own = folder / "templates/farm/themes" / f"{name}.yaml"
        own.parent.mkdir(exist_ok=True)
        own.write_text(text, encoding="utf-8")
    return project


COLOUR = 'title: Colour\ninks:\n  beast: {deep: "#aa3311", ground: "#ddeecc"}\n'


def test_the_shipped_themes_are_there_and_a_game_adds_its_own(tmp_path: Path) -> None:
    project = farm(tmp_path, colour=COLOUR, winter="title: Winter\n")
    assert theme_names(project, "farm") == ("colour", "greyscale", "low-ink", "winter")


def test_a_theme_says_only_in_what_it_differs_from_colour(tmp_path: Path) -> None:
    winter = 'title: Winter\ninks:\n  beast: {deep: "#113355"}\nlines: {frame: 0.4mm}\n'
    theme = load_theme(farm(tmp_path, colour=COLOUR, winter=winter), "farm", "winter")
    told = theme.template_context()
    assert told["inks"]["beast"] == {"deep": "#113355", "ground": "#ddeecc"}
    assert told["lines"]["frame"] == 0.4
    assert told["fills"]["mass"] is True
    assert (theme.title, theme.suffix) == ("Winter", "-winter")
    assert theme.variables()["--beast-deep"] == "#113355"


@pytest.mark.parametrize(
    ("theme", "told"),
    [
        ("title: W\ninks: {beast: {deep: '#abcdeg'}}\n", '2:22: deep cannot be "#abcdeg"'),
        (
            "title: W\ninks: {baest: {deep: '#abcdef'}}\n",
            '2:8: colour has no inks called baest (did you mean "beast"?)',
        ),
        ("title: W\ninks:\n  beast: {depe: '#abcdef'}\n", "3:11: colour has no depe among the inks of beast"),
    ],
)
def test_a_slip_in_a_theme_the_game_is_not_printed_in_is_told(theme: str, told: str, tmp_path: Path) -> None:
    (found,) = load_game(farm(tmp_path, colour=COLOUR, winter=theme), "farm").findings
    assert f"{found.source}: {found.message}".startswith(f"templates/farm/themes/winter.yaml:{told}")


def test_inks_of_a_theme_that_are_called_otherwise_are_its_own(tmp_path: Path) -> None:
    winter = "title: W\ninks: {beast: {ice: '#abcdef'}, snow: {ink: '#abcdef'}}\n"
    assert load_game(farm(tmp_path, colour=COLOUR, winter=winter), "farm").findings == ()


def test_what_a_game_says_wins_over_what_is_shipped(tmp_path: Path) -> None:
    own = {"colour": COLOUR, "low-ink": "title: Sparing\nfills: {mass: true}\n"}
    theme = load_theme(farm(tmp_path, **own), "farm", "low-ink")
    assert theme.title == "Sparing"
    assert dict(theme.fills)["mass"] is True
    assert dict(theme.lines)["frame"] > 0  # what it does not speak of stays as shipped


def test_a_game_is_printed_in_the_theme_it_names(tmp_path: Path) -> None:
    project = farm(tmp_path, colour=COLOUR)
    game = tmp_path / "cards/farm/game.yaml"
    game.write_text(GAME.replace("sheet: a4-9up", "sheet: a4-9up\n  theme: greyscale"), encoding="utf-8")
    loaded = load_game(project, "farm")
    assert loaded.findings == ()
    assert loaded.game is not None
    assert loaded.game.look.theme.name == "greyscale"


def test_a_theme_that_does_not_exist_is_found_in_game_yaml(tmp_path: Path) -> None:
    game = GAME.replace("sheet: a4-9up", "sheet: a4-9up\n  theme: greyscal")
    (finding,) = load_game(a_project(tmp_path, game=game), "farm").findings
    assert finding.message == 'there is no theme "greyscal" (did you mean "greyscale"?)'
    assert finding.source.line == game[: game.index("greyscal")].count("\n") + 1


def test_an_unknown_theme_is_told_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r'no theme "lowink" here \(did you mean "low-ink"\?\)'):
        load_theme(farm(tmp_path), "farm", "lowink")


def test_a_theme_that_would_not_show_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match="the templates of farm ask for no theme"):
        load_theme(a_project(tmp_path), "farm", "low-ink")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title: Colour\ninks: {beast: {deep: red}}\n", "colour.yaml:2:22: "),
        ('title: Colour\ninks: {beast: {deep: "#AA3311; }"}}\n', "colour.yaml:2:22: "),
        ("title: Colour\nlines: {frame: wide}\n", "colour.yaml:2:16: "),
        ("title: Colour\nfils: {mass: true}\n", 'did you mean "fills"'),
        ("inks: {}\n", "title"),
    ],
)
def test_a_faulty_theme_is_told_by_line(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ProjectError) as caught:
        read_theme(farm(tmp_path, colour=text), "farm", "colour")
    assert said in str(caught.value)
