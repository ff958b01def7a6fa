"""Only what looks otherwise is printed again, and a page says what to take out and what to put in."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pypdfium2
import pytest
from git_repositories import a_repository, commit, git
from projects import BEASTS, GAME, a_project, put

from cardtool.app.reprint import Exchange, Reason, ReprintResult, reprint_game
from cardtool.cli import main
from cardtool.errors import ProjectError, UsageError
from cardtool.project import TOOLKIT, Project

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
    assert done.exchanges == (Exchange("hen", "Beast", "Hen", 2, 2, Reason(2, 2, ("front",))),)
    assert done.backs == ()
    first, blank, fronts, backs = pages(done.file)
    assert "take 2 pieces out of the box, and put 2 pieces in" in " ".join(first.split())
    assert "Pages 3–4" in first
    assert blank == ""
    assert (fronts.count("Hen"), fronts.count("Goat")) == (2, 0)
    assert "Back" in backs


def test_the_list_speaks_the_language_of_the_game(farm: Project) -> None:
    change(farm, "cards/farm/beasts.yaml", "Lays an egg.", "Legt ein Ei.")
    game = farm.cards("farm") / "game.yaml"
    game.write_text(f"language: de\n{game.read_text('utf-8')}", "utf-8")
    first = " ".join(pages(since_printed(farm).file)[0].split())
    assert "2 Teile aus der Schachtel nehmen und 2 Teile hineinlegen" in first
    assert "Vorderseite geändert" in first
    assert "Seiten 3–4 · beidseitig · Karten" in first


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


CROPS = """\
  crop: {title: Crop, plural: Crops, records: crops.yaml, count: 1, width: 44mm, height: 63mm,
    front: beast.html, back: back.html}
decks:"""
CROP = "- {id: oats, name: Oats, text: Wild ones.}\n"


def add_crops(farm: Project) -> None:
    change(farm, "cards/farm/game.yaml", "decks:", CROPS)
    change(farm, "cards/farm/game.yaml", "kinds: [beast], count: 3", "kinds: [beast, crop], count: 4")
    put(farm.root, "cards/farm/crops.yaml", CROP)
    schema = (farm.root / "schemas/farm/beast.schema.json").read_text("utf-8")
    put(farm.root, "schemas/farm/crop.schema.json", schema)


def test_a_kind_that_is_new_is_put_in_and_one_that_is_gone_is_taken_out(farm: Project) -> None:
    add_crops(farm)
    oats = Exchange("oats", "Crop", "Oats", 0, 1, Reason(1, 0))
    new = since_printed(farm)
    assert new.exchanges == (oats,)
    assert "Oats" in pages(new.file)[2]
    commit(farm.root, "Crops")
    git(farm.root, "checkout", "-q", "HEAD~1", "--", ".")
    for file in ("cards/farm/crops.yaml", "schemas/farm/crop.schema.json"):
        (farm.root / file).unlink()
    gone = since_printed(farm)
    assert (gone.exchanges, gone.file) == (
        (oats._replace(taken_out=1, put_in=0, reason=Reason(0, 1)),),
        gone.file,
    )
    assert "Oats" in pages(gone.file)[0]


@pytest.mark.parametrize(("sheet", "sides"), [("a4-9up", 2), ("a4-gutterfold", 1)])
def test_backs_come_behind_their_fronts_or_beside_them_to_be_folded(
    farm: Project, sheet: str, sides: int
) -> None:
    change(farm, "cards/farm/game.yaml", "sheet: a4-9up", f"sheet: {sheet}")
    change(farm, "cards/farm/beasts.yaml", "Lays an egg.", "Lays two eggs.")
    printed = [page for page in pages(since_printed(farm).file)[1:] if page]
    assert len(printed) == sides
    assert ("Hen" in printed[0], "Farm" in printed[-1]) == (True, True)


def test_one_that_is_killed_leaves_the_last_whole(farm: Project, tmp_path: Path) -> None:
    change(farm, "cards/farm/beasts.yaml", "Lays an egg.", "Lays two eggs.")
    file = since_printed(farm).file
    assert file is not None
    whole = {each: each.read_bytes() for each in file.parent.iterdir() if each.suffix == ".pdf"}
    change(farm, "cards/farm/beasts.yaml", "Lays two eggs.", "Lays three eggs.")
    command = [sys.executable, "-m", "cardtool", "--project", str(farm.root), "reprint", "--since", "HEAD"]
    environment = os.environ | {"PYTHONPATH": str(TOOLKIT), "TMPDIR": str(tmp_path)}
    for seconds in (0.3, 0.9, 1.8):
        process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        with suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        process.kill()
        if process.wait() != -signal.SIGKILL:
            break  # a quick machine was done by then
        assert {each: each.read_bytes() for each in whole} == whole
    again = since_printed(farm)
    assert "Lays three eggs" in " ".join(pages(again.file)[2].split())
    assert sorted(each.name for each in file.parent.iterdir() if not each.name.startswith(".")) == [
        "reprint.pdf"
    ]


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


def test_what_git_converts_on_checkout_is_as_it_was_committed(
    farm: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["--project", str(farm.root), "printed"]
    git(farm.root, "config", "core.autocrlf", "true")
    (farm.cards("farm") / "beasts.yaml").unlink()
    git(farm.root, "checkout", "-q", ".")
    assert main(command) == 0
    git(farm.root, "config", "filter.x.clean", "cat")
    change(farm, "cards/farm/beasts.yaml", "Lays an egg.", "Lays two eggs.")
    capsys.readouterr()
    assert main(command) == 2
    assert "filters that only this repository defines are not run" in capsys.readouterr().err


def test_only_files_that_the_game_can_use_have_to_be_committed(
    farm: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    put(farm.root, "cards/zoo/game.yaml", "title: Zoo\n")
    put(farm.root, "templates/shared/look.css", "b {}")
    put(farm.root, "templates/farm/goat.svg", "<svg/>")
    (farm.root / "templates/farm/look.css").symlink_to("../shared/look.css")
    commit(farm.root, "A zoo")
    command = ["--project", str(farm.root), "printed"]
    for unused in (
        "templates/zoo/lion.html",
        "schemas/zoo/lion.schema.json",
        "cards/zoo/game.yaml",
        "notes.md",
    ):
        put(farm.root, unused, "{}")
    put(farm.root, "cards/farm/sketch.psd", "8BPS")
    assert main([*command, "farm"]) == 0
    (farm.root / "templates/farm/goat.svg").unlink()
    assert refused(command, capsys) == "templates/farm/goat.svg"
    git(farm.root, "checkout", "-q", "templates/farm")
    change(farm, "templates/shared/look.css", "b", "i")
    assert refused(command, capsys) == "templates/shared/look.css"
    git(farm.root, "checkout", "-q", "templates")
    put(farm.root, ".gitignore", "art")
    put(farm.root, "cards/farm/art/hen.png", "")
    assert refused(command, capsys) == "cards/farm/art/hen.png"


def refused(command: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Return which file keeps a print from being noted."""
    capsys.readouterr()
    assert main([*command, "farm"]) == 2
    return capsys.readouterr().err.removeprefix("cardtool: error: ").partition(" is not as it was")[0]


@pytest.mark.parametrize("said", ["[]", "{", '{"prints": [{"revision": "--output=x"}]}'])
def test_a_list_of_prints_that_somebody_changed_is_refused(farm: Project, said: str) -> None:
    (farm.root / "cards/farm/prints.json").write_text(said, encoding="utf-8")
    with pytest.raises(ProjectError, match=r"prints\.json is not as"):
        reprint_game(farm, "farm", "printed")


def test_a_print_whose_commit_is_gone_is_told_by_the_note(
    farm: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    put(farm.cards("farm"), "prints.json", json.dumps({"prints": [{"revision": "0" * 40}]}))
    with pytest.raises(
        UsageError, match=r"000000000000 any more, which cards/farm/prints.json notes as printed"
    ):
        reprint_game(farm, "farm", "printed", jobs=1)


def test_an_older_list_is_named_where_nothing_is_to_print(
    farm: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--project", str(farm.root), "reprint", "--since", "HEAD", "--jobs", "1"]
    assert main(words) == 0
    assert "is older" not in capsys.readouterr().err
    put(farm.output("farm"), "reprint.pdf", "of last week")
    assert main(words) == 0
    assert "output/farm/reprint.pdf is older; do not print it" in capsys.readouterr().err
