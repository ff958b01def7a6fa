"""A pack can be printed by itself: what it holds, once more, beside the files of the whole game."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from all_forms import an_outpost
from projects import a_project

from cardtool.app import build, options
from cardtool.errors import UsageError
from cardtool.project import Project

PACKS = """\
players: {least: 2, most: 6}
packs:
  first: {players: {least: 2, most: 4}}
  more: {players: {least: 5, most: 5}, kinds: [land, plan]}
  again: {players: {least: 6, most: 6}, again: more}
"""


@pytest.fixture(scope="module")
def outpost(tmp_path_factory: pytest.TempPathFactory) -> Project:
    project = an_outpost(tmp_path_factory.mktemp("packs"))
    file = project.cards("outpost") / "game.yaml"
    text = re.sub(r"^packs:\n(?:  .*\n)+", "", file.read_text("utf-8"), flags=re.MULTILINE)  # its own
    file.write_text(text.replace("players: {least: 2, most: 4}\n", PACKS), "utf-8")
    return project


def listed(file: Path) -> set[str]:
    text = pypdfium2.PdfDocument(file)[0].get_textpage().get_text_bounded()
    return set(re.findall(r"(?:Lands|Plans|Orders|Supplies|Fields?)\b", text))


@pytest.mark.parametrize("pack", ["more", "again"])
def test_a_pack_is_printed_by_itself(outpost: Project, pack: str) -> None:
    wanted = options.BuildOptions(part=options.Part.ALL, pack=pack)
    built = build.build_game(outpost, "outpost", wanted)
    assert built.findings == ()
    files = {file.name: file for file in built.files}
    assert {
        f"tiles-a4-fill-{pack}.pdf",
        f"mats-a4-fill-{pack}.pdf",
        f"print-and-play-{pack}.pdf",
    } <= files.keys()
    assert not any(name.startswith(("rulebook", "cards")) for name in files)
    assert listed(files[f"print-and-play-{pack}.pdf"]) == {"Lands", "Plans"}


def test_the_first_pack_holds_what_no_other_does(outpost: Project) -> None:
    built = build.build_game(outpost, "outpost", options.BuildOptions(part=options.Part.ALL, pack="first"))
    bundle = next(file for file in built.files if file.name == "print-and-play-first.pdf")
    assert listed(bundle) >= {"Orders", "Supplies", "Field"}
    assert not listed(bundle) & {"Lands", "Plans"}


def test_a_pack_that_is_not_there_is_told_with_those_that_are(outpost: Project, tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r'no pack "mroe" \(did you mean "more"\?\); the packs are: first, more'
    ):
        build.build_game(outpost, "outpost", options.BuildOptions(pack="mroe"))
    with pytest.raises(UsageError, match=r"game.yaml has no packs"):
        build.build_game(a_project(tmp_path), "farm", options.BuildOptions(pack="more"))
