"""Only what looks otherwise is printed again, and a page says what to take out and what to put in."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest
from git_repositories import a_repository, commit
from projects import BEASTS, GAME, a_project

from cardtool.app.reprint import Exchange, ReprintResult, reprint_game
from cardtool.cli import main
from cardtool.errors import ProjectError, UsageError
from cardtool.project import Project

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kept")]


@pytest.fixture
def farm(tmp_path: Path) -> Project:
    """A farm whose first printing is tagged."""
    project = a_project(tmp_path / "farm")
    a_repository(project.root)
    return project


def change(farm: Project, file: str, old: str, new: str) -> None:
    path = farm.root / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def since_printed(farm: Project) -> ReprintResult:
    return reprint_game(farm, "farm", "HEAD", jobs=1)


def pages(file: Path | None) -> list[str]:
    assert file is not None
    document = pypdfium2.PdfDocument(file)
    return [document[number].get_textpage().get_text_bounded() for number in range(len(document))]


def test_a_changed_card_is_printed_with_its_back_behind_a_list(farm: Project) -> None:
    change(farm, "cards/farm/beasts.yaml", "Lays an egg.", "Lays two eggs.")
    done = since_printed(farm)
    assert done.exchanges == (Exchange("hen", "Beast", "Hen", 2, 2, "front changed"),)
    assert done.backs == ()
    first, blank, fronts, backs = pages(done.file)
    assert "take 2 pieces out of the box, and put 2 pieces in" in " ".join(first.split())
    assert "Pages 3–4" in first
    assert blank == ""
    assert (fronts.count("Hen"), fronts.count("Goat")) == (2, 0)
    assert "Back" in backs


def test_copies_that_are_new_are_printed_and_those_too_many_taken_out(farm: Project) -> None:
    change(farm, "cards/farm/beasts.yaml", "copies: 2", "copies: 3")
    change(farm, "cards/farm/game.yaml", "count: 3", "count: 4")
    (hen,) = since_printed(farm).exchanges
    assert (hen.taken_out, hen.put_in, hen.why) == (0, 1, "3 copies, was 2")


def test_a_card_that_is_gone_and_one_that_is_new(farm: Project) -> None:
    change(farm, "cards/farm/beasts.yaml", "- id: goat\n  name: Goat", "- id: cow\n  name: Cow")
    assert [(each.name, each.taken_out, each.put_in, each.why) for each in since_printed(farm).exchanges] == [
        ("Cow", 0, 1, "is new"),
        ("Goat", 1, 0, "is gone"),
    ]


def test_what_nobody_sees_is_no_change(farm: Project) -> None:
    change(farm, "cards/farm/beasts.yaml", "id: goat", "id: billy")
    change(farm, "templates/farm/beast.html", "<svg", "{# a remark #}<svg")
    done = since_printed(farm)
    assert (done.exchanges, done.file) == ((), None)
    assert not farm.output("farm").exists()


def test_a_common_back_is_told_and_not_printed(farm: Project) -> None:
    path = farm.root / "templates/farm/back.html"
    path.write_text(path.read_text("utf-8") + '<p class="title">New</p>', encoding="utf-8")
    done = since_printed(farm)
    assert (done.exchanges, done.backs, done.file) == ((), ("Beasts",), None)


def test_a_change_of_the_template_that_shows_on_one_card_prints_one(farm: Project) -> None:
    change(farm, "templates/farm/beast.html", "card.name", '("Nanny" if card.id == "goat" else card.name)')
    assert [each.name for each in since_printed(farm).exchanges] == ["Goat"]


def test_a_game_with_an_error_writes_nothing(farm: Project) -> None:
    change(farm, "cards/farm/beasts.yaml", "copies: 2", "copies: 4")
    done = since_printed(farm)
    assert done.file is None
    assert "CT201" in {each.rule.code for each in done.findings}


def test_a_game_that_was_broken_then_cannot_be_compared(farm: Project) -> None:
    change(farm, "cards/farm/game.yaml", GAME, GAME.replace("count: 3", "count: 9"))
    commit(farm.root, "Broken")
    change(farm, "cards/farm/game.yaml", "count: 9", "count: 3")
    with pytest.raises(ProjectError, match="as it was at HEAD cannot be drawn"):
        since_printed(farm)


def test_the_command_says_what_to_exchange(farm: Project, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--project", str(farm.root), "reprint", "--since"]
    assert main([*command, "HEAD"]) == 0
    assert "there is nothing to print" in capsys.readouterr().err
    change(farm, "cards/farm/beasts.yaml", "Lays an egg.", "Lays two eggs.")
    assert main([*command, "HEAD"]) == 0
    said = capsys.readouterr()
    assert said.out == "-2 +2  Hen (Beast): front changed\n"
    assert said.err.endswith("wrote output/farm/reprint.pdf: 2 pieces to print\n")
    assert main([*command, "v1.0"]) == 2


def test_without_such_a_revision_nothing_is_done(farm: Project) -> None:
    with pytest.raises(UsageError, match="git knows no revision"):
        reprint_game(farm, "farm", "v1.0")
    assert BEASTS in (farm.root / "cards/farm/beasts.yaml").read_text("utf-8")


def test_what_was_printed_is_noted_and_compared_with(
    farm: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UsageError, match="no print of farm was noted"):
        reprint_game(farm, "farm", "printed")
    command = ["--project", str(farm.root), "printed"]
    assert main(command) == 0
    assert main(command) == 0  # noted once
    noted = json.loads((farm.root / "cards/farm/prints.json").read_text("utf-8"))
    assert [len(row["revision"]) for row in noted["prints"]] == [40]
    capsys.readouterr()
    change(farm, "cards/farm/beasts.yaml", "Lays an egg.", "Lays two eggs.")
    assert main(command) == 2
    assert "cards/farm/beasts.yaml is not as it was committed" in capsys.readouterr().err
    commit(farm.root, "Two eggs")
    assert [each.name for each in reprint_game(farm, "farm", "printed", jobs=1).exchanges] == ["Hen"]


@pytest.mark.parametrize("said", ["[]", "{", '{"prints": [{"revision": "--output=x"}]}'])
def test_a_list_of_prints_that_somebody_changed_is_refused(farm: Project, said: str) -> None:
    (farm.root / "cards/farm/prints.json").write_text(said, encoding="utf-8")
    with pytest.raises(ProjectError, match=r"prints\.json is not as"):
        reprint_game(farm, "farm", "printed")
