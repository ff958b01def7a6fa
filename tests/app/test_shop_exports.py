"""From a project's files to what a print shop or an online table takes; and Barbarity sent to each."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from barbarity_fixture import faces_of, in_theme
from icc_fixture import a_press
from made_once import Shared
from PIL import Image
from projects import BEASTS, GAME, STYLE, a_project, put

from cardtool.app import export
from cardtool.app.check import load_and_lint
from cardtool.app.export import DrawnGame, GameCheck
from cardtool.errors import ProjectError, UsageError
from cardtool.export import ExportOptions
from cardtool.load import shop_names
from cardtool.output import OutputFolder, commit_export
from cardtool.output.folder import sha256_digest
from cardtool.project import TOOLKIT, Project

pytestmark = pytest.mark.usefixtures("kept")

REPOSITORY = Project(TOOLKIT)
TABLES = {"generic-png", "screentop", "tabletopia", "tts", "virtualtabletop"}  # which take mats, too


def exported(project: Project, printer: str, game: str = "farm", **wish: Any) -> export.ExportResult:
    out = wish.pop("out", None)
    return export.export_game(project, game, printer, ExportOptions(**wish), out=out, jobs=1)


def names(made: export.ExportResult, folder: Path) -> list[str]:
    return sorted(file.relative_to(folder).as_posix() for file in made.files)


@pytest.fixture(scope="module")
def barbarity(shared: Shared) -> DrawnGame:
    """Barbarity, drawn once for all who want it."""
    made = in_theme(shared, "colour")
    assert made.findings == ()
    checked = load_and_lint(REPOSITORY, "barbarity")
    return DrawnGame(checked, faces_of(made), checked.game)


IN_INKS = ("drivethrucards", "longpack", "mbprint", "printninja")


@pytest.mark.slow
@pytest.mark.parametrize("printer", sorted({*shop_names(REPOSITORY)} - TABLES))
def test_barbarity_suits_every_printer_of_ours(
    printer: str, tmp_path: Path, barbarity: DrawnGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judged(
        project: Project, id: str, jobs: int | None, check: GameCheck, *_: object, **__: object
    ) -> DrawnGame:
        return replace(barbarity, checked=barbarity.checked.with_findings(check(barbarity.checked.game)))

    monkeypatch.setattr("cardtool.app.export.draw_cards", judged)
    made = export.export_game(REPOSITORY, "barbarity", printer, out=tmp_path)
    wanted = (["CT726"] if printer in IN_INKS else []) + ["CT738"] * 3  # its mats
    overlooked = "CT725" if printer == "mbprint" else ""  # it wants 4 mm, and Barbarity's letters keep 3
    found = [finding.rule.code for finding in made.findings]
    assert [code for code in found if code != overlooked] == wanted
    assert (tmp_path / "checklist.md").is_file()
    for file in made.files:
        assert file.stat().st_size > 0
        if file.suffix == ".png":
            with Image.open(file) as picture:
                assert picture.mode == "RGB"
    if printer == "makeplayingcards":
        order = ET.fromstring((tmp_path / "order.xml").read_bytes())
        slots = [slot for card in order.find("fronts") for slot in card.findtext("slots").split(",")]
        assert sorted(map(int, slots)) == list(range(120))
        assert order.findtext("details/bracket") == "126"
        assert all(Path(card.findtext("id")).is_file() for card in order.iter("card"))


@pytest.mark.slow
def test_a_deck_in_the_inks_of_a_press_is_bound_with_its_limit_told(tmp_path: Path) -> None:
    (tmp_path / "press.icc").write_bytes(a_press())
    project = a_project(tmp_path)
    made = exported(project, "drivethrucards", icc=tmp_path / "press.icc")
    folder = project.output("farm") / "drivethrucards"
    assert names(made, folder) == ["checklist.md", "farm-poker.pdf"]
    assert made.findings == ()
    text = (folder / "checklist.md").read_text()
    assert "Colours were converted by Press of the tests" in text
    assert "the limit is 240 per cent" in text
    assert "| Hen | 2 | 3–6 |" in text


@pytest.mark.slow
@pytest.mark.usefixtures("started_anew")
def test_an_export_is_the_same_every_time_whatever_the_jobs(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    made = [export.export_game(project, "farm", "tts", jobs=jobs).files for jobs in (1, 2)]
    assert made[0] == made[1]
    before = {file: file.read_bytes() for file in made[0]}
    assert export.export_game(project, "farm", "tts", jobs=2).files == made[0]
    assert {file: file.read_bytes() for file in made[0]} == before


@pytest.mark.slow
def test_pictures_lie_on_this_computer_or_at_an_address_on_the_web(tmp_path: Path) -> None:
    project = a_project(tmp_path / "my project")
    folder = project.output("farm") / "tts"

    def sheet() -> dict[str, Any]:
        saved = json.loads((folder / "saved-objects/farm/farm.json").read_bytes())
        return dict(saved["ObjectStates"][0]["CustomDeck"]["1"])

    exported(project, "tts")
    local = sheet()["FaceURL"].removeprefix("file://")
    assert Path(local) == folder.resolve() / "images/beast-fronts.png"
    assert Path(local).is_file()
    exported(project, "tts", base_url="https://example.org/my cards/")
    assert sheet()["BackURL"] == "https://example.org/my cards/images/beast-back.png"


@pytest.mark.slow
def test_a_card_that_is_gone_leaves_no_picture_behind(tmp_path: Path) -> None:
    folder = exported(a_project(tmp_path), "thegamecrafter").files[0].parent.parent
    assert (folder / "fronts/hen-front.png").is_file()
    (folder / "fronts/goat-front.png").write_bytes(b"retouched by hand")
    (folder / "fronts/mine.png").write_bytes(b"mine")
    renamed = BEASTS.replace("id: hen", "id: duck").replace("name: Hen", "name: Duck").replace("goat", "kid")
    exported(a_project(tmp_path, beasts=renamed.replace("Goat", "Kid")), "thegamecrafter")
    left = sorted(file.name for file in (folder / "fronts").iterdir())
    assert left == ["duck-front.png", "goat-front.png", "kid-front.png", "mine.png"]


def test_what_does_not_suit_the_shop_is_told_before_anything_is_drawn(tmp_path: Path) -> None:
    project = a_project(tmp_path, game=GAME.replace("63.5mm", "63mm"), beast="{{ broken(")
    made = exported(project, "thegamecrafter")
    assert made.files == ()
    assert [finding.rule.code for finding in made.findings] == ["CT721"]
    assert not project.output("farm").exists()
    assert made.findings[0].source.file == "cards/farm/game.yaml"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["makeplayingcards", "png", "contact", "gallery", "tts"])
def test_what_a_build_refuses_for_its_looks_is_not_exported(name: str, tmp_path: Path) -> None:
    style = STYLE.replace("left:8mm;top:33mm", "left:8mm;top:3.5mm")
    made = exported(a_project(tmp_path, style=style + ".title{colour:red}"), name)
    assert made.files == ()
    assert {"CT705", "CT718"} <= {finding.rule.code for finding in made.findings}


def test_of_a_mixed_game_the_shop_gets_what_it_prints_and_the_rest_is_told(tmp_path: Path) -> None:
    coins = (
        "  coin: {title: Coin, plural: Coins, records: coins.yaml, count: 6, shape: circle, across: 25mm,\n"
    )
    coins += "         front: beast.html, back: back.html}\ndecks:\n"
    project = a_project(tmp_path, game=GAME.replace("decks:\n", coins))
    schema = (tmp_path / "schemas/farm/beast.schema.json").read_text()
    put(tmp_path, "schemas/farm/coin.schema.json", schema)
    put(tmp_path, "cards/farm/coins.yaml", "- {id: penny, name: Penny, copies: 6, text: One.}\n")
    made = exported(project, "thegamecrafter")
    assert [(each.rule.code, each.source.line) for each in made.findings] == [("CT738", 15)]
    folder = project.output("farm") / "thegamecrafter"
    fronts = [f"fronts/{name}-front.png" for name in ("goat", "hen")]
    assert names(made, folder) == ["backs/beast-back.png", "checklist.md", *fronts]
    listed = (folder / "checklist.md").read_text()
    assert "## What is left out\n\n- Not in this order: Coins (6).\n" in listed


@pytest.mark.slow
def test_a_file_that_is_too_large_leaves_the_last_export_whole(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    first = {file: file.read_bytes() for file in exported(project, "generic-png").files}
    shop = (TOOLKIT / "templates/printers/generic-png.yaml").read_text() + "limits: {file_size: 1}\n"
    (tmp_path / "templates/printers").mkdir()
    (tmp_path / "templates/printers/generic-png.yaml").write_text(shop)
    style = STYLE + f".face{{background:#fff url({_noise(tmp_path)}) 0 0/100% 100%}}"
    made = exported(a_project(tmp_path, style=style), "generic-png")
    assert made.files == ()
    assert {finding.rule.code for finding in made.findings} == {"CT727"}
    assert {file: file.read_bytes() for file in first} == first
    assert list(project.output("farm").rglob("*.part")) == []


def _noise(folder: Path) -> str:
    """A pale picture with too much grain to be packed well."""
    import random

    grain = random.Random(4)
    art = folder / "cards/farm/art"
    art.mkdir()
    Image.frombytes("RGB", (821, 1121), bytes(each | 224 for each in grain.randbytes(821 * 1121 * 3))).save(
        art / "noise.png"
    )
    (art / "credits.yaml").write_text("- {files: [noise.png], author: me, licence: CC0, source: made here}\n")
    return "../../cards/farm/art/noise.png"


@pytest.mark.parametrize(
    ("printer", "wish", "says"),
    [
        ("nobody", {}, "no printer"),
        ("thegamecrafter", {"dpi": 600}, "wants 300 dpi, not 600"),
        ("thegamecrafter", {"trimmed": True}, "how much bleed it wants"),
        (
            "tts",
            {"trimmed": False},
            "is for png and printers that take pictures; not for tts",
        ),
        ("tts", {"base_url": "ftp://example.org/"}, "is not an address on the web"),
        ("tts", {"base_url": "https://"}, "is not an address on the web"),
        ("tts", {"base_url": "https://example.org/?a=b"}, "is not an address on the web"),
        ("tts", {"base_url": "http://[::1"}, "is not an address on the web"),
        (
            "thegamecrafter",
            {"base_url": "https://example.org/"},
            "not for thegamecrafter",
        ),
        (
            "makeplayingcards",
            {"icc": Path("press.icc")},
            "is for press and printers that take a PDF; not for makeplayingcards",
        ),
        ("drivethrucards", {"icc": Path("nowhere.icc")}, "cannot be used as a colour profile"),
    ],
)
def test_a_wish_that_means_nothing_to_the_shop_is_refused(
    tmp_path: Path, printer: str, wish: dict[str, Any], says: str
) -> None:
    project = a_project(tmp_path)
    with pytest.raises(UsageError, match=says):
        exported(project, printer, **wish)
    assert not project.output("farm").exists()


def test_an_export_takes_its_place_whole_or_not_at_all(tmp_path: Path) -> None:
    with OutputFolder.open(tmp_path / "out") as folder:
        folder.add("deep/a.txt", b"1")
        folder.add("b.txt", b"1")
        commit_export(folder)
    with OutputFolder.open(tmp_path / "out") as folder:
        folder.add("b.txt", b"2")
    files = {f.name: f.read_bytes() for f in (tmp_path / "out").rglob("*.*") if not f.name.startswith(".")}
    assert files == {"a.txt": b"1", "b.txt": b"1"}
    assert list((tmp_path / "out").glob("*.part")) == []


def test_a_note_that_was_tampered_with_reaches_nothing_outside(tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_bytes(b"x")
    (tmp_path / "out").mkdir()
    note = {
        "files": {"../precious.txt": sha256_digest(b"x"), str(tmp_path / "precious.txt"): sha256_digest(b"x")}
    }
    (tmp_path / "out/.cardtool-export.json").write_text(json.dumps(note))
    with OutputFolder.open(tmp_path / "out") as folder:
        folder.add("a.txt", b"1")
        commit_export(folder)
    assert (tmp_path / "precious.txt").read_bytes() == b"x"


def test_a_full_disk_leaves_nothing_half_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with OutputFolder.open(tmp_path / "out") as folder:
        folder.add("a.txt", b"1")
        commit_export(folder)

        def full(descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("os.fsync", full)
        with pytest.raises(ProjectError, match="No space left on device"):
            folder.add("a.txt", b"2")
    assert (tmp_path / "out/a.txt").read_bytes() == b"1"
    assert list((tmp_path / "out").glob("*.part")) == []
