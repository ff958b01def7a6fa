"""A game for a press: every kind in inks, text in black alone, the same bytes each time."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from every_file import every_file
from git_repositories import a_repository
from icc_fixture import a_press
from PIL import Image, ImageCms
from projects import BEAST, STYLE, a_project
from separations import as_inks, colour_difference, flat_places, seen_through

from cardtool.app import export
from cardtool.app.build import build_game
from cardtool.app.options import BuildOptions, Part
from cardtool.app.reprint import reprint_game
from cardtool.cli import main
from cardtool.errors import UsageError
from cardtool.export import ExportOptions
from cardtool.export.picture_colours import cmyk_transform
from cardtool.project import Project

pytestmark = pytest.mark.slow


@pytest.fixture
def icc(tmp_path: Path) -> Path:
    file = tmp_path / "press.icc"
    file.write_bytes(a_press())
    return file


def test_a_kind_is_a_file_of_fronts_and_then_the_back_in_inks_alone(tmp_path: Path, icc: Path) -> None:
    project = a_project(tmp_path)
    made = export.export_game(project, "farm", "press", ExportOptions(icc=icc, ink=280))
    folder = project.output("farm") / "press"
    assert made.findings == ()
    assert {file.name for file in made.files} == {"beast.pdf", "pages.md"}
    with pikepdf.open(folder / "beast.pdf") as pdf:
        said = [(str(operator), operands) for page in pdf.pages for operands, operator in page_content(page)]
        assert len(pdf.pages) == 3  # goat, hen, and the back of both
    assert not {"rg", "RG", "g", "G", "sc", "SC"} & {name for name, _ in said}
    inks = [[float(part) for part in operands] for name, operands in said if name in ("k", "K")]
    assert inks
    assert max(map(sum, inks)) <= 2.8
    listed = (folder / "pages.md").read_text("utf-8")
    assert "| Hen | 2 | 2 | 3 |" in listed
    assert "the limit is 280 per cent" in listed
    before = {file: file.read_bytes() for file in made.files}
    export.export_game(project, "farm", "press", ExportOptions(icc=icc, ink=280))
    assert {file: file.read_bytes() for file in made.files} == before


def page_content(page: pikepdf.Page) -> list[tuple[list[pikepdf.Object], pikepdf.Operator]]:
    return [(list(operands), operator) for operands, operator in pikepdf.parse_content_stream(page)]


def test_without_a_profile_nothing_is_made(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    with pytest.raises(UsageError, match="say for which press: --icc FILE"):
        export.export_game(project, "farm", "press")
    assert not project.output("farm").exists()


PAINTED = (
    BEAST
    + '<div class="glass"></div><svg class="sky" viewBox="0 0 1 1"><linearGradient id="g">'
    + '<stop stop-color="#e8c547"/><stop offset="1" stop-color="#1f8a5b"/></linearGradient>'
    + '<rect width="1" height="1" fill="url(#g)"/></svg>'
)
PAINT = (
    STYLE
    + ".face{background:#7b2d8b}.title{color:#e8c547}.rules{color:#fff}"
    + ".glass,.sky{position:absolute;left:12mm;top:58mm;width:20mm;height:20mm}.sky{left:36mm}"
    + ".glass{background:#1f8a5b;opacity:.6}"
)


@pytest.mark.parametrize(
    ("standard", "far"), [("x-1a", 4), ("x-4", 6)]
)  # x-4 mixes inks where one shows through
def test_inks_look_through_their_profile_as_the_colours_of_the_screen_do(
    tmp_path: Path, icc: Path, standard: str, far: int
) -> None:
    project = a_project(tmp_path, beast=PAINTED, style=PAINT)
    export.export_game(project, "farm", "press", ExportOptions(icc=icc, ink=400, standard=standard))
    build_game(project, "farm", BuildOptions(part=Part.FACES))
    inks = as_inks((project.output("farm") / "press/beast.pdf").read_bytes(), 100)
    goat, back, hen = _on_screen(project.output("farm") / "faces.pdf")
    for drawn, shown in zip(inks, (goat, hen, back), strict=True):
        wanted = ImageCms.applyTransform(shown, cmyk_transform(a_press()))
        assert wanted is not None
        steps = colour_difference(seen_through(drawn, a_press()), seen_through(wanted, a_press()))
        flat = steps.histogram(flat_places(shown))
        assert sum(flat) > 0.7 * shown.width * shown.height
        assert sum(flat[far:]) < 0.002 * sum(flat)


def _on_screen(file: Path) -> list[Image.Image]:
    with pypdfium2.PdfDocument(file) as document:
        return [page.render(scale=100 / 72).to_pil().convert("RGB") for page in document]


def intents(project: Project) -> dict[str, str]:
    """Every PDF under the project's output, and for which press it says its colours are."""
    found = {}
    for file in sorted(project.output("farm").rglob("*.pdf")):
        with pikepdf.open(file) as pdf:
            found[file.name] = ", ".join(str(each.Info) for each in pdf.Root.get("/OutputIntents", ()))
    return found


def test_what_is_built_says_nothing_of_a_press(tmp_path: Path) -> None:
    project = every_file(tmp_path)
    for part in (Part.ALL, Part.BOX):
        assert build_game(project, "farm", BuildOptions(part=part)).files
    said = intents(project)
    assert set(said.values()) == {""}
    for sort in ("cards-", "faces", "mats-", "rulebook-pale.", "rulebook-booklet", "box-", "print-and-play"):
        assert any(name.startswith(sort) for name in said), sort


@pytest.mark.parametrize("name", ["press", "drivethrucards", "longpack", "mbprint", "printninja"])
def test_inks_come_with_their_press_and_the_colours_of_a_screen_without(
    tmp_path: Path, icc: Path, name: str
) -> None:
    project = a_project(tmp_path)
    for profile, press in ((icc, "Press of the tests"), (None, "")):
        if profile or name != "press":
            assert export.export_game(project, "farm", name, ExportOptions(icc=profile)).files
            assert set(intents(project).values()) == {press}
            (told,) = project.output("farm").rglob("*.md")
            assert (
                f"{'as their' if name == 'press' else 'as its' if press else 'has no'} output intent"
                in told.read_text("utf-8")
            )


def test_what_is_printed_again_and_what_measures_a_printer_say_nothing_of_a_press(tmp_path: Path) -> None:
    project = a_project(tmp_path / "farm")
    a_repository(project.root)
    beasts = project.root / "cards/farm/beasts.yaml"
    beasts.write_text(beasts.read_text("utf-8").replace("Lays an egg.", "Lays two eggs."), encoding="utf-8")
    printed_again = reprint_game(project, "farm", "HEAD", jobs=1).file
    assert printed_again is not None
    measured = project.output("farm") / "calibration-a4.pdf"
    assert main(["calibrate", "--out", str(measured)]) == 0
    assert intents(project) == {printed_again.name: "", measured.name: ""}
