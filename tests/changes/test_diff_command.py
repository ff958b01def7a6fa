"""`cardtool diff`: what changed between two revisions, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from git_repositories import a_repository, commit, git
from projects import BEASTS, GAME, a_project

from cardtool.cli import main
from cardtool.project import Project

pytestmark = pytest.mark.slow

AFTER = """\
- id: goat
  name: Nanny
  text: Eats hay and nothing else, whatever you say to her and however often.
- id: pig
  name: "Pig \\"the\\" Brave"
  copies: 3
  text: Oinks.
"""


@pytest.fixture
def farm(tmp_path: Path) -> Project:
    """A game with two commits: in the second a card is changed, one is gone, one is new."""
    project = a_project(tmp_path)
    a_repository(project.root)
    git(project.root, "tag", "first")
    (project.cards("farm") / "beasts.yaml").write_text(AFTER)
    game = GAME.replace("count: 3", "count: 4").replace("most: 4", "most: 5").replace('"1.0"', '"1.1"')
    (project.cards("farm") / "game.yaml").write_text(game)
    commit(project.root, "Second")
    return project


def diff(project: Project, *words: str) -> int:
    return main(["--project", str(project.root), "diff", *words])


TOLD = """\
farm, first → now (version 1.0 → 1.1)

added
  Pig "the" Brave (pig, Beast, 3 copies)

removed
  Hen (hen, Beast, 2 copies)

changed
  Nanny (goat, Beast)
      name: Goat → Nanny
      text:
        Eats everything, then {flip} you.
      → Eats hay and nothing else, whatever you say to her and however often.

numbers of the rules
  most players (the most players): 4 → 5

counts
  Beasts: 3 → 4
"""


def test_a_designer_reads_what_changed(farm: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert diff(farm, "farm", "first") == 0
    assert capsys.readouterr().out == TOLD


def test_words_of_templates_are_told_and_drafted(farm: Project, capsys: pytest.CaptureFixture[str]) -> None:
    (farm.cards("farm") / "changelog.yaml").write_text(FIRST_LOG)
    commit(farm.root, "A changelog")
    with (farm.root / "templates" / "farm" / "beast.html").open("a") as template:
        template.write("<p>Discard it &amp; draw</p>\n")
    assert diff(farm, "farm", "HEAD") == 0
    assert "words of templates\n  beast.html: nothing → Discard it & draw\n" in capsys.readouterr().out
    assert diff(farm, "farm", "HEAD", "--format", "json") == 0
    words = json.loads(capsys.readouterr().out)["words"]
    assert words == [{"file": "beast.html", "old": [], "new": ["Discard it & draw"]}]
    for format in ("text", "json"):
        since = ("check", "--no-layout", "--since", "HEAD", "--select", "CT814", "--format", format)
        assert main(["--project", str(farm.root), *since]) == 1
    capsys.readouterr()
    assert diff(farm, "farm", "HEAD", "--draft") == 0
    drafted = capsys.readouterr().out
    assert drafted == (
        '- {type: changed, text: "beast.html: says “Discard it & draw” now, said nothing before."}\n'
    )
    entries = f"{FIRST_LOG}    {drafted}"
    (farm.cards("farm") / "changelog.yaml").write_text(entries)
    assert main(["--project", str(farm.root), *since]) == 0


def test_two_revisions_are_compared_whatever_lies_in_the_folder(
    farm: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    (farm.cards("farm") / "beasts.yaml").write_text(BEASTS)
    assert diff(farm, "farm", "first", "HEAD") == 0
    assert capsys.readouterr().out == TOLD.replace("now", "HEAD")
    assert diff(farm, "farm", "first", "first") == 0
    assert capsys.readouterr().out.endswith("no card, number or board changed\n")


def test_programs_get_all_of_it(farm: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert diff(farm, "farm", "first", "--format", "json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["from"], told["to"]) == ("farm", "first", "now")
    assert told["versions"] == {"old": "1.0", "new": "1.1"}
    assert [card["id"] for card in told["added"]] == ["pig"]
    assert told["removed"] == [{"id": "hen", "name": "Hen", "kind": "Beast", "copies": 2}]
    assert told["changed"][0]["changes"][0] == {"field": "name", "old": "Goat", "new": "Nanny"}
    assert told["unread"] == []


def test_what_cannot_be_read_is_not_passed_over_in_silence(
    farm: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    (farm.cards("farm") / "beasts.yaml").write_text("- id: goat\n  name: 'Goat\n")
    assert diff(farm, "farm", "HEAD") == 0
    out = capsys.readouterr().out
    assert "no card, number or board changed in the rest\n" in out
    assert out.endswith("left out, for it cannot be read: beast\n")
    assert diff(farm, "farm", "HEAD", "--draft") == 0
    assert capsys.readouterr().err == "farm: left out, for it cannot be read: beast\n"
    (farm.cards("farm") / "game.yaml").write_text("title: [")
    assert diff(farm, "farm", "HEAD") == 4
    assert "cardtool check farm" in capsys.readouterr().err


def test_what_was_wrong_then_is_not_told_as_if_it_were_now(
    farm: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    game = farm.cards("farm") / "game.yaml"
    good = game.read_text()
    game.write_text(good.replace("kinds:", "kindz:"))
    commit(farm.root, "Broken")
    game.write_text(good)
    assert diff(farm, "farm", "HEAD") == 4
    assert "the game as it was at HEAD cannot be read\ncards/farm/game.yaml" in capsys.readouterr().err


def test_a_revision_without_the_game_is_told(farm: Project, capsys: pytest.CaptureFixture[str]) -> None:
    git(farm.root, "mv", "cards/farm", "cards/barn")
    assert diff(farm, "barn", "HEAD") == 2
    assert "there was no game barn at HEAD" in capsys.readouterr().err
    assert diff(farm, "barn", "lost") == 2


FIRST_LOG = '- version: "1.0"\n  date: "2025-05-01"\n  entries:\n    - {type: added, text: The farm.}\n'


def test_a_draft_of_the_changelog_satisfies_the_check(
    farm: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    log = farm.cards("farm") / "changelog.yaml"
    log.write_text(FIRST_LOG)
    assert diff(farm, "farm", "first", "--draft") == 0
    drafted = capsys.readouterr().out
    assert drafted == (
        "- {type: renamed, from: Goat, to: Nanny}\n"
        '- {type: changed, text: "[[Nanny]]: text is “Eats hay and nothing else, whatever you say to her and '
        'however often” now, was “Eats everything, then {flip} you”."}\n'
        '- {type: changed, text: "most players (the most players): 5, was 4."}\n'
        '- {type: added, text: "[[Pig \\"the\\" Brave]], a new Beast, 3 copies."}\n'
        '- {type: removed, text: "Hen (Beast).", words: [Hen]}\n'
    )
    entries = "".join(f"    {line}\n" for line in drafted.splitlines())
    log.write_text(f'- version: "1.1"\n  date: "2025-06-02"\n  entries:\n{entries}{FIRST_LOG}')
    assert main(["--project", str(farm.root), "check", "--no-layout", "--since", "first"]) == 0
    assert "CT80" not in capsys.readouterr().out
    assert diff(farm, "farm", "first", "--draft") == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == (
        "",
        "farm: the changelog tells of every card, number and board that changed since first\n",
    )


def test_a_draft_goes_up_to_now(farm: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert diff(farm, "farm", "first", "HEAD", "--draft") == 2
    assert "leave out REV2" in capsys.readouterr().err
