"""From an edited card to a clean check: what a designer goes through, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from git_repositories import a_repository, commit, git
from projects import GAME, a_project

from cardtool.cli import main
from cardtool.project import Project

pytestmark = pytest.mark.slow

BEASTS = """\
- id: goat
  name: Pale Goat
  text: Eats **everything**, then {flip} you.
- id: hen
  name: Hen
  copies: 2
  text: Chases the Pale Goat. Pale goats flee.   # as they do
"""
RULES = """\
numbers:
  hand: {value: 5, means: cards dealt at the start}
sequences:
  turn:
    title: The turn
    steps:
      - id: feed
        title: Feed
        text: >-
          Give your hay to a beast of your choice, or, if it has been a long day, to your Pale
          Goat. Draw {{ number.hand|word }} cards.
        quick: "Feed a beast, or a pale-goat's kid."
"""
RULEBOOK = """\
# The farm

Look after the [[Pale Goat]]. Two Pale Goats
are one too many.

{{ sequence.turn }}

{{ figure.hand(["Pale Goat", "Hen"], alt="A hand: a Pale Goat and a Hen.", caption="The Pale Goat.") }}
"""
CHANGELOG = """\
# Newest first
- version: "1.0"
  date: "2025-01-21"
  entries:
    - {type: added, text: The Pale Goat.}
"""


@pytest.fixture
def farm(tmp_path: Path) -> Project:
    """A game with rules, a rulebook and a changelog, cloned from a repository of one commit."""
    first = a_project(tmp_path / "first", game=GAME, beasts=BEASTS)
    for name, text in (("rules.yaml", RULES), ("rulebook.md", RULEBOOK), ("changelog.yaml", CHANGELOG)):
        (first.cards("farm") / name).write_text(text)
    a_repository(first.root)
    git(tmp_path, "clone", "-q", str(first.root), "clone")
    return Project.find(tmp_path / "clone")


def check(project: Project, *words: str) -> int:
    return main(["--project", str(project.root), "check", "--no-layout", *words])


def replace(project: Project, name: str, old: str, new: str) -> None:
    path = project.cards("farm") / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def tell(project: Project, *entries: str) -> None:
    """Begin version 1.1 of the game, which changed these things."""
    told = "".join(f"    - {entry}\n" for entry in entries)
    release = f'- version: "1.1"\n  date: "2025-07-01"\n  entries:\n{told}'
    replace(project, "changelog.yaml", "# Newest first\n", f"# Newest first\n{release}")
    replace(project, "game.yaml", 'version: "1.0"', 'version: "1.1"')


def places(out: str, rule: str) -> list[str]:
    return [line.partition(": ")[0] for line in out.splitlines() if f"[{rule} " in line]


def test_a_text_is_changed_and_then_told(farm: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(farm, "--since", "HEAD") == 0
    replace(farm, "beasts.yaml", "**everything**", "hay")
    capsys.readouterr()
    assert check(farm, "--since", "HEAD") == 1
    assert places(capsys.readouterr().out, "CT801") == ["cards/farm/beasts.yaml:3:9"]
    tell(farm, 'type: changed\n      text: "[[Pale Goat]] eats only hay."')
    assert check(farm, "--since", "HEAD") == 0
    assert check(farm) == 0
    assert check(farm, "--since", "origin/main", "--format", "json") == 0


def test_a_card_is_renamed_told_and_mended_everywhere(
    farm: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    replace(farm, "beasts.yaml", "name: Pale Goat", "name: Old Nanny")
    assert check(farm, "--since", "HEAD") == 1
    out = capsys.readouterr().out
    assert places(out, "CT802") == ["cards/farm/beasts.yaml:2:9"]
    assert "{type: renamed, from: Pale Goat, to: Old Nanny}" in out

    tell(farm, "{type: renamed, from: Pale Goat, to: Old Nanny}")
    assert check(farm, "--since", "HEAD") == 1
    out = capsys.readouterr().out
    assert places(out, "CT802") == []
    assert places(out, "CT301") == [
        "cards/farm/beasts.yaml:7:20",
        "cards/farm/beasts.yaml:7:31",
        "cards/farm/rulebook.md:3:35",
        "cards/farm/rulebook.md:8:53",
        "cards/farm/rulebook.md:8:89",
        "cards/farm/rules.yaml:10:91",
        "cards/farm/rules.yaml:12:36",
    ]
    assert "cards/farm/rulebook.md:3:18" in places(out, "CT401")  # in brackets

    before = {path: path.read_text() for path in farm.cards("farm").iterdir()}
    assert check(farm, "--diff") == 1
    assert "+Look after the [[Old Nanny]]. Two Old Nannies" in capsys.readouterr().out.splitlines()
    assert {path: path.read_text() for path in farm.cards("farm").iterdir()} == before

    assert check(farm, "--since", "HEAD", "--fix") == 0
    told = capsys.readouterr()
    assert told.out == "farm: no problems found\n"
    assert "cardtool: mended 9 places: 2 in cards/farm/beasts.yaml, 5 in cards/farm/rulebook.md" in told.err
    assert check(farm, "--since", "HEAD") == 0
    beasts = (farm.cards("farm") / "beasts.yaml").read_text()
    assert "text: Chases the Old Nanny. Old Nannies flee.   # as they do\n" in beasts
    assert "to your Old\n          Nanny. Draw" in (farm.cards("farm") / "rules.yaml").read_text()
    assert (
        '["Old Nanny", "Hen"], alt="A hand: an Old Nanny and'
        in (farm.cards("farm") / "rulebook.md").read_text()
    )


def test_the_finished_change_is_committed_and_nothing_is_left_to_say(farm: Project) -> None:
    replace(farm, "beasts.yaml", "copies: 2", "copies: 3")
    replace(farm, "game.yaml", "count: 3", "count: 4")
    replace(farm, "game.yaml", "count: 3", "count: 4")
    assert check(farm, "--since", "HEAD") == 1
    tell(farm, "{type: changed, text: There are more hens.}")
    commit(farm.root, "More hens")
    assert check(farm, "--since", "HEAD~1") == 0


def test_documents_and_revisions_do_not_go_together(farm: Project, tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text("# Rules\n")
    assert main(["check", "--document", str(tmp_path / "rules.md"), "--since", "HEAD"]) == 2
    assert check(farm, "--fix", "--diff") == 2
    assert check(farm, "--since", "nothing") == 2


WAIVER = "waivers: [{rule: CT801, text: the text of, reason: The old cards are pulped.}]\n"
TERMS = "terms: [{id: hay, term: hay, means: What beasts eat.}]\n"


def test_a_waiver_lets_later_changes_stand_and_is_not_idle_without_since(
    farm: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    glossary = farm.cards("farm") / "glossary.yaml"
    glossary.write_text(TERMS + WAIVER)
    commit(farm.root, "A waiver")
    replace(farm, "beasts.yaml", "**everything**", "hay")
    glossary.write_text(TERMS + "\n" + WAIVER.replace("pulped", "gone"))
    assert check(farm, "--since", "HEAD", "--format", "json") == 0
    assert [each["rule"] for each in json.loads(capsys.readouterr().out)["findings"]] == ["CT803"]
    assert check(farm) == 0
    assert capsys.readouterr().out == "farm: no problems found\n"


@pytest.mark.parametrize("rule", ["CT801", "unlogged-change"])
@pytest.mark.parametrize("format", ["text", "json"])
def test_a_waiver_waives_nothing_of_the_change_that_brings_it(
    farm: Project, capsys: pytest.CaptureFixture[str], rule: str, format: str
) -> None:
    narrow = WAIVER.replace("the text of", 'the text of "Hen" changed')
    (farm.cards("farm") / "glossary.yaml").write_text(TERMS + narrow)
    commit(farm.root, "Another waiver")
    replace(farm, "beasts.yaml", "**everything**", "hay")
    (farm.cards("farm") / "glossary.yaml").write_text(TERMS + WAIVER.replace("CT801", rule))
    assert check(farm, "--since", "HEAD", "--format", format) == 1
    out = capsys.readouterr().out
    assert "the waiver of cards/farm/glossary.yaml:2:11 came with this change, and waives later ones" in out
    assert "CT113" not in out


@pytest.mark.parametrize("role", ["not-printed", "art"])
def test_a_role_does_not_take_a_changed_field_out_of_sight(
    farm: Project, capsys: pytest.CaptureFixture[str], role: str
) -> None:
    schema = farm.root / "schemas" / "farm" / "beast.schema.json"
    printed = schema.read_text()
    hidden = printed.replace('"text": {', f'"text": {{"x-role": "{role}", ')
    assert hidden != printed
    schema.write_text(hidden)
    replace(farm, "beasts.yaml", "**everything**", "hay")
    assert check(farm, "--since", "HEAD", "--select", "8xx") == 1
    assert places(capsys.readouterr().out, "CT801") == ["cards/farm/beasts.yaml:3:9"]
    commit(farm.root, "Hidden")
    schema.write_text(printed)  # what is printed in either version is printed
    replace(farm, "beasts.yaml", "Eats hay", "Eats grass")
    assert check(farm, "--since", "HEAD", "--select", "8xx") == 1
    assert places(capsys.readouterr().out, "CT801") == ["cards/farm/beasts.yaml:3:9"]


SAID = "Draw a card and put it in front of you, then take one of the cards that your neighbour has in hand. "


@pytest.mark.parametrize("few", [True, False])
def test_a_change_of_language_does_not_silence_the_rules_that_read_the_other(
    farm: Project, capsys: pytest.CaptureFixture[str], few: bool
) -> None:
    replace(farm, "game.yaml", "title: Farm", "title: Farm\nlanguage: de")
    said = SAID * (1 if few else 10)
    replace(farm, "rulebook.md", "# The farm\n", f"# The farm\n\nA game for 2 to 6 players. {said}\n")
    assert check(farm) == 0
    assert places(capsys.readouterr().out, "CT623") == ([] if few else ["cards/farm/game.yaml:1:1"])
    assert check(farm, "--since", "HEAD", "--format", "json") == 1
    assert "CT212" in [each["rule"] for each in json.loads(capsys.readouterr().out)["findings"]]
