"""A build from files to files: when it works, when it has nothing to do, and what survives it."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import time
from pathlib import Path
from threading import Event, Thread

import pikepdf
import pypdfium2
import pytest
from projects import BEASTS, GAME, a_project, another_game, put

from cardtool.app import export, options
from cardtool.app.build import BuildResult, build_game
from cardtool.errors import OutputBusy, ProjectError, SheetRefused, TemplateError, UsageError
from cardtool.export import ExportOptions
from cardtool.geometry import Point
from cardtool.model import FORMS, Backs, Engine
from cardtool.output import OutputFolder, record_build
from cardtool.project import Project

pytestmark = pytest.mark.usefixtures("kept")
LONG = BEASTS.replace("Lays an egg.", "Lays an egg. " * 60)


def build(project: Project, **wishes: object) -> BuildResult:
    return build_game(project, "farm", options.BuildOptions(**wishes), jobs=1)  # type: ignore[arg-type]


def pages(file: Path) -> list[str]:
    document = pypdfium2.PdfDocument(file)
    return [str(page.get_textpage().get_text_bounded()) for page in document]


def test_three_cards_become_a_page_of_fronts_and_one_of_backs(tmp_path: Path) -> None:
    built = build(a_project(tmp_path))
    (file,) = built.files
    assert file == tmp_path / "output/farm/cards-a4-9up.pdf"
    fronts, backs = pages(file)
    assert (fronts.count("Goat"), fronts.count("Hen")) == (1, 2)
    assert "Farm Farm Farm" in backs


def test_each_copy_shares_its_face_in_the_file(tmp_path: Path) -> None:
    (file,) = build(a_project(tmp_path)).files
    with pikepdf.open(file) as pdf:
        drawn = [name for name in dict(pdf.pages[0].Resources.XObject) if name.startswith("/C")]
    assert len(drawn) == 2


def test_nothing_is_built_again_without_a_change(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    first, second = build(project), build(project)
    assert (first.unchanged, second.unchanged) == (False, True)
    assert first.files == second.files


@pytest.mark.usefixtures("started_anew")
def test_a_changed_text_shows_and_equals_a_fresh_build(tmp_path: Path) -> None:
    changed = BEASTS.replace("Lays an egg.", "Lays two eggs.")
    project = a_project(tmp_path / "a")
    build(project)
    built = build(a_project(tmp_path / "a", beasts=changed))
    fresh = build(a_project(tmp_path / "b", beasts=changed))
    assert "Lays two eggs." in pages(built.files[0])[0]
    assert built.files[0].read_bytes() == fresh.files[0].read_bytes()


@pytest.mark.parametrize(
    "part", ["cards/farm/game.yaml", "templates/farm/back.html", "templates/farm/faces.css"]
)
def test_every_input_counts_as_a_change(tmp_path: Path, part: str) -> None:
    project = a_project(tmp_path)
    build(project)
    add_a_line(tmp_path / part)
    assert not build(project).unchanged


def test_another_game_can_change_without_this_one_being_built_again(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    another_game(tmp_path, "hill")
    build(project)
    for part in ("cards/hill/game.yaml", "templates/hill/back.html", "schemas/hill/beast.schema.json"):
        add_a_line(tmp_path / part)
    assert build(project).unchanged


def test_what_games_share_is_an_input_of_each(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    another_game(tmp_path, "hill")
    for part in ("schemas/common.schema.json", "schemas/shared/x.schema.json", "cards/shared/x.svg"):
        put(tmp_path, part, "{}")
        build(project)
        add_a_line(tmp_path / part)
        assert not build(project).unchanged


def test_a_schema_of_another_game_that_is_referred_to_is_an_input(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    another_game(tmp_path, "hill")
    other = tmp_path / "schemas/hill/beast.schema.json"
    put(tmp_path, "schemas/farm/beast.schema.json", json.dumps({"$ref": "../hill/beast.schema.json"}))
    build(project)
    add_a_line(other)
    assert not build(project).unchanged


def add_a_line(file: Path) -> None:
    with file.open("a", encoding="utf-8") as opened:
        opened.write("\n")


def test_a_mat_shows_the_faces_of_cards(tmp_path: Path) -> None:
    mat = "  mat: {title: Mat, plural: Mats, records: mats.yaml, count: 1, form: mat,\n"
    mat += "        size: a5, front: mat.html}\n"
    project = a_project(tmp_path, game=GAME.replace("decks:\n", f"{mat}decks:\n"))
    put(tmp_path, "cards/farm/mats.yaml", "- {id: yard, name: Yard, text: The yard.}\n")
    put(
        tmp_path,
        "templates/farm/mat.html",
        '<div style="position:absolute;left:20mm;top:20mm">'
        '{{ card_face("hen") }} beside {{ face.trim_width }} mm</div>',
    )
    put(tmp_path, "schemas/farm/mat.schema.json", (tmp_path / "schemas/farm/beast.schema.json").read_text())
    built = build(project, part=options.Part.MATS)
    assert "Lays an egg." in pages(built.files[0])[0]
    assert "beside 148" in pages(built.files[0])[0]


def test_a_file_that_was_tampered_with_is_made_again(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    (file,) = build(project).files
    good = file.read_bytes()
    file.write_bytes(good[:-9])
    assert not build(project).unchanged
    assert file.read_bytes() == good


def test_orders_of_the_same_file_do_not_pass_for_each_other(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    build(project)
    assert len(pages(build(project, backs=Backs.NONE).files[0])) == 1
    assert len(pages(build(project).files[0])) == 2


def test_the_ledger_tells_what_was_made(tmp_path: Path) -> None:
    (file,) = build(a_project(tmp_path)).files
    ledger = json.loads((file.parent / "build.json").read_text())
    assert (ledger["tool"], ledger["game"], ledger["game_version"]) == ("cardtool", "farm", "1.0")
    assert (
        ledger["orders"]["sheets"]["files"]["cards-a4-9up.pdf"]
        == hashlib.sha256(file.read_bytes()).hexdigest()
    )


def test_a_text_that_does_not_fit_leaves_the_last_good_file(tmp_path: Path) -> None:
    (file,) = build(a_project(tmp_path)).files
    good = file.read_bytes()
    built = build(a_project(tmp_path, beasts=LONG))
    (overflow,) = (finding for finding in built.findings if finding.rule.code == "CT701")
    assert '"Hen": the text does not fit its box' in overflow.message
    assert built.files == ()
    assert file.read_bytes() == good


def test_a_broken_template_leaves_the_last_good_file(tmp_path: Path) -> None:
    (file,) = build(a_project(tmp_path)).files
    good = file.read_bytes()
    with pytest.raises(TemplateError):
        build(a_project(tmp_path, beast="{{ nothing }}"))
    assert file.read_bytes() == good


def test_wrong_data_is_found_before_anything_is_drawn(tmp_path: Path) -> None:
    built = build(a_project(tmp_path, beasts=BEASTS.replace("copies: 2", "copies: 3"), beast="{{ nothing }}"))
    assert {finding.rule.code for finding in built.findings} == {"CT201", "CT202"}


def test_several_sheets_and_the_faces_in_one_go(tmp_path: Path) -> None:
    built = build(a_project(tmp_path), sheets=("a4-9up", "letter-8up"), part=options.Part.ALL)
    assert [file.name for file in built.files] == [
        "faces.pdf",
        "cards-a4-9up.pdf",
        "cards-letter-8up.pdf",
        "print-and-play-a4-9up-letter-8up.pdf",
    ]
    assert len(pages(built.files[0])) == 3


@pytest.mark.parametrize(
    ("sheets", "name"),
    [
        ((), "print-and-play.pdf"),
        (("a4-9up",), "print-and-play.pdf"),
        (("letter-8up",), "print-and-play-letter-8up.pdf"),
    ],
)
def test_what_is_to_be_printed_on_another_sheet_stands_beside_the_usual(
    tmp_path: Path, sheets: tuple[str, ...], name: str
) -> None:
    project, out = a_project(tmp_path), tmp_path / "out"
    build_game(project, "farm", options.BuildOptions(part=options.Part.ALL), out=out, jobs=1)
    wanted = options.BuildOptions(part=options.Part.ALL, sheets=sheets)
    files = build_game(project, "farm", wanted, out=out, jobs=1).files
    assert files[-1].name == name
    assert (out / "print-and-play.pdf").is_file()


def test_the_first_page_of_a_game_says_nothing_of_mats_it_does_not_have(tmp_path: Path) -> None:
    bundle = build(a_project(tmp_path), part=options.Part.ALL).files[-1]
    with pypdfium2.PdfDocument(bundle) as document:
        words = document[0].get_textpage().get_text_bounded()
    assert "Print each part by its page numbers" in " ".join(words.split())
    assert "mats" not in words.lower()


def test_faces_have_their_bleed_and_trim_boxes(tmp_path: Path) -> None:
    (file,) = build(a_project(tmp_path), part=options.Part.FACES).files
    with pikepdf.open(file) as pdf:
        trim = [float(edge) / 72 * 25.4 for edge in pdf.pages[0].TrimBox]
    assert [round(edge, 1) for edge in trim] == [3.0, 3.0, 66.5, 91.9]


def test_an_unknown_sheet_is_a_usage_error_with_the_near_name(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match='did you mean "a4-9up"'):
        build(a_project(tmp_path), sheets=("a4-9pu",))


def test_a_sheet_the_printer_cannot_print_is_refused_before_drawing(tmp_path: Path) -> None:
    with pytest.raises(SheetRefused, match=r"6\.35 mm"):
        build(a_project(tmp_path, beast="{{ nothing }}"), sheets=("letter-9up",))


def test_the_refusal_can_be_overruled(tmp_path: Path) -> None:
    assert build(a_project(tmp_path), sheets=("letter-9up",), margin=6.0).files


def test_a_printer_offset_moves_the_backs_only(tmp_path: Path) -> None:
    straight = build(a_project(tmp_path / "a"))
    shifted = build(a_project(tmp_path / "b"), back_offset=Point(1.0, 0.0))

    def first_x(file: Path, page: int) -> float:
        text = pypdfium2.PdfDocument(file)[page].get_textpage()
        return float(text.search("Goat" if page == 0 else "Farm").get_next() and text.get_charbox(0)[0])

    assert first_x(straight.files[0], 0) == first_x(shifted.files[0], 0)
    assert first_x(shifted.files[0], 1) - first_x(straight.files[0], 1) == pytest.approx(72 / 25.4, abs=0.01)


def test_two_builds_at_once_are_refused(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    with OutputFolder.open(project.output("farm")), pytest.raises(OutputBusy, match="another build"):
        build(project)


def test_a_build_that_is_just_ending_is_waited_for(tmp_path: Path) -> None:
    folder = a_project(tmp_path).output("farm")
    begun = Event()

    def ending() -> None:
        with OutputFolder.open(folder):
            begun.set()
            time.sleep(0.1)

    other = Thread(target=ending)
    other.start()
    begun.wait()
    with OutputFolder.open(folder) as held:
        assert held.path == folder
    other.join()


def test_what_a_killed_build_left_is_swept_out(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    left = project.output("farm") / ".cardtool-cards-a4-9up.pdf.part"
    left.parent.mkdir(parents=True)
    left.write_bytes(b"half a file")
    build(project)
    assert not left.exists()


def test_a_folder_that_cannot_be_written_is_an_error_of_the_project(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    (tmp_path / "output").write_text("a file where the folder should be")
    with pytest.raises(ProjectError, match="cannot write"):
        build(project)


def test_a_disk_that_is_full_leaves_the_last_good_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file,) = build(a_project(tmp_path)).files
    good = file.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ProjectError, match="No space left on device"):
        build(a_project(tmp_path, beasts=BEASTS.replace("Lays an egg", "Lays two eggs")))
    assert file.read_bytes() == good
    assert [left.name for left in file.parent.glob("*.part")] == []


def test_pictures_are_exported_at_their_size(tmp_path: Path) -> None:
    from PIL import Image

    exported = export.export_game(a_project(tmp_path), "farm", "png", ExportOptions(dpi=100), jobs=1)
    assert sorted(file.name for file in exported.files) == [
        "beast-back.png",
        "goat-front.png",
        "hen-front.png",
    ]
    assert Image.open(io.BytesIO(exported.files[0].read_bytes())).size == (250, 350)


@pytest.mark.parametrize("format", ["xlsx", "csv", "json"])
def test_card_lists_are_exported_the_same_every_time(tmp_path: Path, format: str) -> None:
    project = a_project(tmp_path)
    first = export.export_game(project, "farm", format).files[0].read_bytes()
    shutil.rmtree(tmp_path / "output")
    assert export.export_game(project, "farm", format).files[0].read_bytes() == first


def test_the_other_engine_prints_the_same_deck(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    usual, other = (pages(build(project, engine=engine).files[0]) for engine in (None, Engine.WEASYPRINT))
    assert [sorted(page.split()) for page in usual] == [sorted(page.split()) for page in other]


def test_the_game_can_ask_for_the_other_engine(tmp_path: Path) -> None:
    wished = a_project(tmp_path / "a", game="engine: weasyprint\n" + GAME)
    asked = build(a_project(tmp_path / "b"), engine=Engine.WEASYPRINT).files[0].read_bytes()
    assert build(wished).files[0].read_bytes() == asked


def test_what_an_order_makes_no_more_is_taken_away(tmp_path: Path) -> None:
    def made(order: str, *names: str) -> None:
        with OutputFolder.open(tmp_path / "out") as folder:
            for name in names:
                folder.add(name, name.encode())
            record_build(folder, order, "as before", {})

    made("sheets", "cards.pdf", "cut-1.svg", "cut-2.svg", "cut-3.svg", "cut-4.svg")
    made("all", "cards.pdf", "cut-2.svg")
    (tmp_path / "out/cut-3.svg").write_text("retouched by hand")
    made("sheets", "cards.pdf", "cut-1.svg")
    left = {file.name for file in (tmp_path / "out").iterdir()}
    assert left - {".cardtool-lock"} == {"build.json", "cards.pdf", "cut-1.svg", "cut-2.svg", "cut-3.svg"}


def test_a_ledger_of_a_stranger_takes_nothing_away_elsewhere(tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    sha = hashlib.sha256(b"mine").hexdigest()
    with OutputFolder.open(tmp_path / "out") as folder:
        names = {"../mine.txt": sha, str(mine): sha}
        note = {"orders": {"sheets": {"stamp": "x", "files": names}}}
        (tmp_path / "out/build.json").write_text(json.dumps(note))
        record_build(folder, "sheets", "x", {})
    assert mine.read_text() == "mine"


@pytest.mark.parametrize("form", FORMS)
def test_a_kind_of_any_form_gets_onto_paper(form: str, tmp_path: Path) -> None:
    more = "\n    flat: true" if form in ("standee", "die") else ""
    project = a_project(tmp_path, game=GAME.replace("records:", f"form: {form}{more}\n    records:", 1))
    built = build_game(
        project, "farm", options.BuildOptions(part=options.Part.ALL), out=tmp_path / "out", jobs=1
    )
    assert built.findings == ()
    assert (
        tmp_path / "out" / ("fit-report.json" if FORMS[form].shares_sheets else "fit-report-mats.json")
    ).is_file()
    assert "Goat" in "".join(page for file in built.files if file.suffix == ".pdf" for page in pages(file))
