"""Both engines draw the same faces, and refuse the same ones."""

from __future__ import annotations

import dataclasses
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pypdfium2
import pytest
from hostile_faces import REACHING_OUT
from PIL import Image, ImageChops, ImageStat
from projects import a_project, put
from small_games import a_card, a_game, a_kind

from cardtool.errors import MissingLibrary, TemplateError
from cardtool.finding import Finding
from cardtool.load import load_game
from cardtool.model import Engine, Face, FacePages, Game
from cardtool.project import Project
from cardtool.render import RenderPool, face_jobs, render_worker
from cardtool.render.batch import Batch, BatchResult
from cardtool.render.render_worker import choose_engine, drawing_worker
from cardtool.sandbox import Worker, WorkerDied

pytestmark = pytest.mark.usefixtures("kept")

REPOSITORY = Path(__file__).parents[2]
ALIKE = 4.0  # of 255, on average: what another rounding of letters to pixels comes to

GOAT = a_card("goat", text="Eats **everything** it finds in the yard, then {flip} you *and* the hen.")
HEN = a_card("hen", copies=2, text="Lays an egg.")


@pytest.fixture(scope="module")
def weasyprint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worker]:
    worker = drawing_worker(a_project(tmp_path_factory.mktemp("farm")), Engine.WEASYPRINT)
    yield worker
    worker.close()


def ask(worker: Worker, project: Project, game: Game) -> BatchResult:
    jobs = tuple(face_jobs(game))
    batch = Batch(project, game.id, game.look.style, jobs[0].page, jobs, True, Engine.WEASYPRINT)
    return worker.ask(batch, BatchResult)


def drawn(project: Project, game: Game, engine: Engine, jobs: int = 1) -> tuple[FacePages, list[Finding]]:
    with RenderPool(project, jobs, engine) as crew:
        rendered = crew.draw(game)
    return rendered.pages, list(rendered.findings)


def page_of(pages: FacePages, face: Face) -> pypdfium2.PdfPage:
    ref = pages.pages[face]
    return opened(pages.documents[ref.document])[ref.page]


@lru_cache(16)  # opening a document takes longer than looking at a page of it
def opened(document: bytes) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(document)


def lines(page: pypdfium2.PdfPage) -> list[str]:
    """The lines of a page without spaces, which one engine draws and the other moves by.

    Two numbers side by side are read as one line or as two.
    """
    text = re.sub(r"(?m)^(\d+) (\d+)(?=\r?$)", r"\1\n\2", str(page.get_textpage().get_text_bounded()))
    return ["".join(line.split()) for line in text.splitlines()]


def same_lines(one: list[str], other: list[str]) -> bool:
    """PlutoPrint does not say which letters a ligature stands for."""
    patterns = [re.sub("[\ufffd\ufffe]", ".{1,3}", re.escape(line)) for line in one]
    return len(one) == len(other) and all(map(re.fullmatch, patterns, other))


def picture(page: pypdfium2.PdfPage) -> Image.Image:
    return page.render(scale=1).to_pil().convert("RGB")


def difference(one: pypdfium2.PdfPage, other: pypdfium2.PdfPage) -> float:
    """How far the pixels at 72 dpi differ on average, of 255."""
    return float(sum(ImageStat.Stat(ImageChops.difference(picture(one), picture(other))).mean) / 3)


def compare(project: Project, game: Game) -> tuple[dict[str, float], list[str]]:
    """The difference of each face, and the faces whose lines break elsewhere."""
    one, two = (drawn(project, game, engine)[0] for engine in Engine)
    assert one.pages.keys() == two.pages.keys()
    differences, broken = {}, []
    for face in one.pages:
        first, second = page_of(one, face), page_of(two, face)
        differences[face.name] = difference(first, second)
        if not same_lines(lines(first), lines(second)):
            broken.append(f"{face.name}: {lines(first)} and {lines(second)}")
    return differences, broken


def test_both_engines_draw_the_same_faces(tmp_path: Path) -> None:
    differences, broken = compare(a_project(tmp_path), a_game(GOAT, HEN))
    assert broken == []
    assert len(differences) == 3
    assert max(differences.values()) < 1.0


def test_colours_of_icons_come_from_the_stylesheet_in_both(tmp_path: Path) -> None:
    style = ".face{color:#06c}.face .icon{position:absolute;left:0;top:0;width:60mm;height:60mm;fill:#c00}"
    style += ".back{fill:currentColor}"
    project = a_project(tmp_path, style=style, beast="{{ icon('vp') }}", back="{{ icon('vp') }}")
    for engine in Engine:
        pages, _ = drawn(project, a_game(GOAT), engine)
        for face in pages.pages:
            colours = {colour for _, colour in picture(page_of(pages, face)).getcolors(4096)}
            assert (204, 0, 0) in colours, (engine, face.name)
            assert (0, 0, 0) not in colours


def test_current_colour_is_that_of_the_text_around(tmp_path: Path, weasyprint: Worker) -> None:
    svg = '<svg class="big" viewBox="0 0 9 9"><path fill="currentColor" d="M0 0H9V9H0Z"/></svg>'
    beast = f'<div style="color:#0a0">{svg}</div>'
    project = a_project(tmp_path, beast=beast, style=".big{width:69.5mm;height:69.5mm}")
    pdf = ask(weasyprint, project, a_game(GOAT)).pdf
    assert picture(pypdfium2.PdfDocument(pdf)[0]).getpixel((50, 50)) == (0, 170, 0)


def test_both_engines_find_the_same_overflow(tmp_path: Path) -> None:
    long, wide = a_card("goat", text="Eats everything. " * 40), a_card("hen", text="E" * 300)
    project, game = a_project(tmp_path), a_game(long, wide)
    one, two = (drawn(project, game, engine)[1] for engine in Engine)
    assert [finding.source for finding in one] == [finding.source for finding in two]
    assert len(one) == 2
    assert one[0].message == two[0].message  # the height; widths are rounded to pixels by one of them


def test_a_character_no_font_has_is_a_finding_for_weasyprint_too(tmp_path: Path) -> None:
    _, found = drawn(a_project(tmp_path), a_game(a_card("goat", text="Eats 日.")), Engine.WEASYPRINT)
    assert [finding.message for finding in found] == ["\"Goat\": no font has the character '日' (U+65E5)"]


def test_a_character_the_stylesheet_adds_must_be_in_a_font(tmp_path: Path, weasyprint: Worker) -> None:
    project = a_project(tmp_path, style='.title::before{content:"\\65E5"}')
    with pytest.raises(TemplateError, match="'日', which the stylesheet adds"):
        ask(weasyprint, project, a_game(GOAT))


@pytest.mark.usefixtures("started_anew")
@pytest.mark.slow
def test_weasyprint_draws_the_same_bytes_with_one_worker_and_with_three(tmp_path: Path) -> None:
    game = a_game(*(a_card(f"card-{number}", text="Text {flip}.") for number in range(40)))
    one, three = (drawn(a_project(tmp_path), game, Engine.WEASYPRINT, jobs)[0] for jobs in (1, 3))
    assert one == three


@pytest.mark.parametrize(("files", "said"), REACHING_OUT)
def test_weasyprint_refuses_a_face_that_reaches_out(
    tmp_path: Path, weasyprint: Worker, files: dict[str, str], said: str
) -> None:
    with pytest.raises(TemplateError) as caught:
        ask(weasyprint, a_project(tmp_path, **files), a_game(GOAT))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "inside",
    [
        '<img src="data:image/png;base64,iVBORw0KGgo=">',  # a PNG that ends after its first bytes
        '<img src="data:image/png,%25!PS-Adobe-3.0 EPSF-3.0">',  # what Pillow would open as PostScript
        '<img src="data:text/html,<p>x">',
        '<svg><image href="data:image/svg+xml,<svg/>" width="9"/><image href="data:x"/></svg>',
    ],
)
def test_weasyprint_refuses_pictures_that_are_none(tmp_path: Path, weasyprint: Worker, inside: str) -> None:
    with pytest.raises(TemplateError, match="could not be drawn whole"):
        ask(weasyprint, a_project(tmp_path, beast=inside), a_game(GOAT))


def test_what_is_higher_than_its_face_is_told_as_a_cause_of_more_pages(
    tmp_path: Path, weasyprint: Worker
) -> None:
    high = '<p>One</p><svg style="width:9mm;height:94mm" viewBox="0 0 9 94"><path d="M0 0h9v94z"/></svg>'
    project = a_project(tmp_path, beast=high, back="<p>Two</p>")
    with pytest.raises(
        TemplateError, match=r"came out as \d+ pages: is something, such as a picture, higher"
    ):
        ask(weasyprint, project, a_game(GOAT))


def test_a_face_that_is_not_there_is_counted_as_one_page(tmp_path: Path, weasyprint: Worker) -> None:
    project = a_project(tmp_path, style=".face{display:none}")
    with pytest.raises(TemplateError, match=r"2 faces of 69\.5 × 94\.9 mm came out as 1 page: does"):
        ask(weasyprint, project, a_game(GOAT))
    with pytest.raises(TemplateError, match=r"came out as 0 pages: does the stylesheet"):
        drawn(project, a_game(GOAT), Engine.PLUTOPRINT)


def test_a_refusal_is_repeated_as_long_as_its_cause_remains(tmp_path: Path, weasyprint: Worker) -> None:
    project = a_project(tmp_path, style='@import "http://example.com/a.css";')
    for _ in range(2):
        with pytest.raises(TemplateError, match="nothing from the network"):
            ask(weasyprint, project, a_game(GOAT))


def test_weasyprint_does_not_wait_for_a_pipe(tmp_path: Path, weasyprint: Worker) -> None:
    project = a_project(tmp_path, beast='<img src="pipe.png">')
    os.mkfifo(project.cards("farm") / "pipe.png")
    with pytest.raises(TemplateError, match="is a pipe"):
        ask(weasyprint, project, a_game(GOAT))


@pytest.mark.slow
def test_weasyprint_drawing_without_end_is_ended(tmp_path: Path) -> None:
    copies = [f'<g id="g{n}">' + f'<use href="#g{n - 1}"/>' * 10 + "</g>" for n in range(1, 12)]
    bomb = f'<svg><defs><g id="g0"><path d="M0 0h1z"/></g>{"".join(copies)}</defs><use href="#g11"/></svg>'
    project = a_project(tmp_path, beast=bomb)
    worker = drawing_worker(project, Engine.WEASYPRINT, seconds=0.5)
    try:
        with pytest.raises((WorkerDied, TemplateError)):
            ask(worker, project, a_game(GOAT, kinds=(a_kind(back=None),)))
    finally:
        worker.close()


def test_the_engine_that_is_there_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert choose_engine() is Engine.PLUTOPRINT
    assert choose_engine(Engine.WEASYPRINT) is Engine.WEASYPRINT
    monkeypatch.setattr("cardtool.render.render_worker.find_spec", lambda name: name == "weasyprint" or None)
    assert choose_engine() is Engine.WEASYPRINT
    with pytest.raises(MissingLibrary, match="--engine weasyprint"):
        choose_engine(Engine.PLUTOPRINT)


def test_a_missing_native_library_is_told_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(render_worker, "_has_library", lambda name: name != "pangoft2-1.0")
    monkeypatch.setattr(render_worker.shutil, "which", lambda name: name == "apt-get" or None)
    with pytest.raises(MissingLibrary) as caught:
        choose_engine(Engine.WEASYPRINT)
    first, second = str(caught.value).splitlines()
    assert first.endswith("libpangoft2-1.0")
    assert second == "sudo apt-get install libpangoft2-1.0-0 libharfbuzz-subset0"


def test_a_library_that_only_the_import_misses_is_told_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "weasyprint.py").write_text("print('a banner'); raise OSError(\"no 'libpango-1.0-0': what\")")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(MissingLibrary, match=r"not on this machine: no 'libpango-1\.0-0'"):
        drawn(a_project(tmp_path), a_game(GOAT), Engine.WEASYPRINT)


def test_asking_for_an_engine_imports_neither() -> None:
    asked = "import sys; from cardtool.render.render_worker import choose_engine; choose_engine()"
    code = f"{asked}; print(*{{'plutoprint', 'weasyprint'}} & {{*sys.modules}})"
    answer = subprocess.check_output([sys.executable, "-c", code], text=True, cwd=REPOSITORY)
    assert answer == "\n"


def _every_eighth(game: Game) -> Game:
    """The game with a quarter of its records, some of every kind; all take half a minute."""
    cards = [card for kind in game.kinds for card in game.cards_of(kind.id)[::8]]
    return dataclasses.replace(game, cards=tuple(cards))


@pytest.mark.slow
def test_both_engines_draw_every_eighth_face_of_barbarity_alike() -> None:
    project = Project.find(REPOSITORY)
    game = load_game(project, "barbarity").game
    assert game is not None
    differences, broken = compare(project, _every_eighth(game))
    worst = max(differences, key=differences.__getitem__)
    mats = {card.id for card in game.cards if not game.kind(card.kind).sheet}
    # Lines that stand side by side on a mat are read back in either order; cards have one column.
    assert [line for line in broken if line.partition("-front:")[0] not in mats] == []
    assert differences[worst] < ALIKE, f"{worst} differs most: {differences[worst]:.2f} of 255"


@pytest.mark.slow
@pytest.mark.parametrize("engine", Engine)
def test_a_kind_may_be_called_as_a_box_of_its_stylesheet(tmp_path: Path, engine: Engine) -> None:
    """The class of its faces is then that of a box: the face stays where it is, and so do its texts."""
    box = "position:absolute;left:8mm;top:33mm;width:20mm;height:4mm;margin:9mm;padding:3mm;float:left"
    style = f".face{{font-family:Alegreya}}.title{{{box}}}.face.title{{min-height:200mm;max-width:9mm}}"
    beast = '<i style="position:absolute;left:0;top:0;width:9mm;height:9mm;background:#000"></i>'
    beast += '{{ fit("text", "Oats and hay", width=50, height=5, size=9) }}'
    project = a_project(tmp_path, style=style)
    for kind in ("title", "goat"):
        put(tmp_path, f"templates/farm/{kind}.html", beast)
    games = [a_game(a_card("goat", kind=kind), engine=engine) for kind in ("title", "goat")]
    with RenderPool(project, 1, engine) as pool:
        drawn = [pool.draw(game) for game in games]
    assert [each.findings for each in drawn] == [(), ()]
    pictures = [
        pypdfium2.PdfDocument(each.pages.documents[0])[0].render(scale=1).to_pil().crop((0, 0, 20, 20))
        for each in drawn
    ]
    assert pictures[0].tobytes() == pictures[1].tobytes()
    assert {len(pypdfium2.PdfDocument(each.pages.documents[0])) for each in drawn} == {2}
