"""Faces that were drawn before are not drawn again, unless something they were drawn from has changed."""

from __future__ import annotations

import errno
import io
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from pikepdf import Pdf
from projects import BEAST, STYLE, a_project, put
from small_games import a_card, a_game

from cardtool.geometry import Size
from cardtool.impose.write.pdf import save_pdf
from cardtool.load import read_theme
from cardtool.model import Engine, Face, Side, Source, Theme
from cardtool.project import CACHE, Project, cache_folder
from cardtool.render import RenderPool, RenderResult
from cardtool.render.batch import Batch, BatchResult, FaceJob
from cardtool.render.face_cache import FaceStore, batch_key
from cardtool.render.fetcher import digest
from cardtool.sandbox import Worker
from cardtool.signed_cache import SignedFolder

SMALL, LARGE = Size(50, 70), Size(63.5, 88.9)
ICON, PICTURE = "templates/icons/flip.svg", "cards/farm/art/goat.svg"
SHAPE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
BODY = '{% from "marks.html" import mark %}' + BEAST + '{{ mark() }}<img src="art/{{ card.id }}.svg">'
FILES = {
    "templates/farm/marks.html": "{% macro mark() %}<i>·</i>{% endmacro %}",
    "templates/farm/plain.html": '<div class="title shown">{{ card.name }}</div>',
    "templates/farm/part.css": '.title { color: #222 } .shown { font-family: "Farm Display" }',
    ICON: SHAPE,
    PICTURE: SHAPE,
}


@pytest.fixture
def farm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv(CACHE, str(tmp_path / "kept"))
    for name, text in FILES.items():
        put(tmp_path / "farm", name, text)
    return a_project(tmp_path / "farm", beast=BODY, style='@import "part.css";' + STYLE)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The first template of each batch that a worker was asked to draw."""
    seen: list[str] = []
    ask = Worker.ask

    def noting(self: Worker, question: object, kind: type[object]) -> object:
        if isinstance(question, Batch):
            seen.append(question.jobs[0].template)
        return ask(self, question, kind)  # type: ignore[arg-type]

    monkeypatch.setattr(Worker, "ask", noting)
    return seen


def jobs(text: str = "Eats, then {flip} you.") -> tuple[FaceJob, ...]:
    """A rich face and a plain one, of two sizes, so that each is a batch by itself."""
    card = {"id": "goat", "name": "Goat", "text": text}

    def job(template: str, page: Size) -> FaceJob:
        face = Face("beast", Side.FRONT, template.removesuffix(".html"))
        return FaceJob(face, template, page, {"card": card}, Source("beasts.yaml"), {}, "Goat")

    return job("beast.html", LARGE), job("plain.html", SMALL)


def drawn(project: Project, *wanted: FaceJob) -> RenderResult:
    with RenderPool(project, 1) as pool:
        return pool.draw(a_game(a_card("goat")), wanted or jobs())


def as_drawn(project: Project) -> list[bytes]:
    """The documents of a drawing, without the second at which each was drawn."""
    return as_undated(drawn(project))


def as_undated(result: RenderResult) -> list[bytes]:
    return [save_pdf(undated(pdf)) for pdf in result.pages.documents]


def undated(pdf: bytes) -> Pdf:
    document = Pdf.open(io.BytesIO(pdf))
    del document.docinfo
    return document


def font_of_its_own(farm: Project) -> None:
    """A font of the toolkit, which the project has taken for its own."""
    folder = farm.root / "templates/fonts"
    folder.mkdir(exist_ok=True)
    name = "Alegreya-Italic.ttf"
    (folder / name).write_bytes((farm.toolkit / "templates/fonts/Alegreya-Regular.ttf").read_bytes())


def display_font(farm: Project, *, wide: bool = False) -> None:
    """A font of the project that only plain cards are set in."""
    with TTFont(farm.toolkit / "templates/fonts/NewRocker-Regular.ttf") as font:
        for name in font["name"].names:
            if name.nameID in (1, 4, 6, 16):
                name.string = "Farm Display"
        if wide:
            glyph = font.getBestCmap()[ord("G")]
            font["hmtx"][glyph] = (font["hmtx"][glyph][0] + 300, font["hmtx"][glyph][1])
        (farm.root / "templates/fonts").mkdir(exist_ok=True)
        font.save(farm.root / "saved.ttf")  # put in its place at once, as editors of fonts do
        (farm.root / "saved.ttf").replace(farm.root / "templates/fonts/FarmDisplay.ttf")


def edit(name: str, text: str) -> Callable[[Project], None]:
    return lambda farm: put(farm.root, name, text)


RICH, PLAIN = "beast.html", "plain.html"
EDITS: dict[str, tuple[Callable[[Project], None], set[str]]] = {
    "an imported macro": (edit("templates/farm/marks.html", "{% macro mark() %}!{% endmacro %}"), {RICH}),
    "a template": (edit("templates/farm/plain.html", '<b class="shown">{{ card.name }}!</b>'), {PLAIN}),
    "an icon": (
        edit(ICON, SHAPE.replace("h9", "h8")),
        {RICH},
    ),
    "a picture": (
        edit(PICTURE, SHAPE.replace("h9", "h8")),
        {RICH},
    ),
    "the one font of a kind": (
        lambda farm: display_font(farm, wide=True),
        {RICH, PLAIN},
    ),
    "an imported stylesheet": (edit("templates/farm/part.css", ".title { color: #333 }"), {RICH, PLAIN}),
    "a font": (font_of_its_own, {RICH, PLAIN}),
    "nothing they use": (edit("templates/farm/other.html", "x"), set()),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", EDITS)
@pytest.mark.usefixtures("kept")
def test_only_what_depends_on_an_edited_file_is_drawn_again(
    farm: Project, asked: list[str], monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    change, redrawn = EDITS[what]
    display_font(farm)
    first = drawn(farm)
    asked.clear()
    assert drawn(farm).pages == first.pages
    assert asked == []
    change(farm)
    again = drawn(farm)
    assert set(asked) == redrawn
    monkeypatch.setenv(CACHE, str(farm.root.parent / "empty"))
    assert again.digests == drawn(farm).digests


@pytest.mark.slow
@pytest.mark.usefixtures("kept")
def test_what_a_worker_draws_in_a_font_of_before_its_edit_is_not_taken_for_the_new(
    farm: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    display_font(farm)
    with RenderPool(farm, 1) as pool:
        pool.draw(a_game(a_card("goat")), jobs())
        display_font(farm, wide=True)
        pool.draw(a_game(a_card("goat")), jobs("Eats."))
    again = drawn(farm, *jobs("Eats."))
    monkeypatch.setenv(CACHE, str(farm.root.parent / "empty"))
    assert as_undated(again) == as_undated(drawn(farm, *jobs("Eats.")))


@pytest.mark.slow
@pytest.mark.usefixtures("kept")
def test_an_edited_text_has_its_own_batch_drawn_again(farm: Project, asked: list[str]) -> None:
    drawn(farm)
    asked.clear()
    drawn(farm, jobs("Eats nothing.")[0], jobs()[1])
    assert asked == [RICH]


@pytest.mark.slow
@pytest.mark.usefixtures("kept")
def test_an_edited_theme_has_what_is_printed_in_it_drawn_again_and_nothing_else(
    farm: Project, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    theme = "title: Night\nabout: For a test.\ninks: {page: {ink: '#000000', paper: '#ffffff'}}\n"
    put(farm.root, "templates/themes/night.yaml", theme)
    looks = [(name, read_theme(farm, "farm", name)) for name in ("colour", "night")]
    first = {name: drawn_in(farm, look) for name, look in looks}
    put(farm.root, "templates/themes/night.yaml", theme.replace("#000000", "#222222"))
    asked.clear()
    assert drawn_in(farm, read_theme(farm, "farm", "colour")).pages == first["colour"].pages
    assert asked == []
    again = drawn_in(farm, read_theme(farm, "farm", "night"))
    assert set(asked) == {RICH, PLAIN}
    monkeypatch.setenv(CACHE, str(farm.root.parent / "empty"))
    assert again.digests == drawn_in(farm, read_theme(farm, "farm", "night")).digests


def drawn_in(project: Project, theme: Theme) -> RenderResult:
    game = a_game(a_card("goat"))
    with RenderPool(project, 1) as pool:
        return pool.draw(replace(game, look=replace(game.look, theme=theme)), jobs())


KEY = "which faces"


def a_batch(project: Project, engine: Engine = Engine.PLUTOPRINT) -> Batch:
    return Batch(project, "farm", "faces.css", LARGE, jobs()[:1], True, engine)


def test_what_somebody_else_wrote_or_damaged_is_not_drawn(farm: Project) -> None:
    store, batch = FaceStore(farm), a_batch(farm)
    store.keep(batch, KEY, BatchResult(b"%PDF", {}))
    (entry,) = (cache_folder() / "faces").iterdir()
    sound = entry.read_bytes()
    recalled = store.recall(batch, KEY)
    assert recalled is not None
    assert recalled.pdf == b"%PDF"
    for at in range(0, len(sound), 7):
        entry.write_bytes(sound[:at] + bytes([sound[at] ^ 1]) + sound[at + 1 :])
        assert store.recall(batch, KEY) is None


@pytest.mark.slow
@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("seed", range(5))
def test_faces_are_the_same_whatever_befell_the_cache(farm: Project, seed: int) -> None:
    chance, first = random.Random(seed), as_drawn(farm)
    for entry in (cache_folder() / "faces").iterdir():
        content = bytearray(entry.read_bytes())
        for _ in range(chance.randint(1, 9)):
            content[chance.randrange(len(content))] ^= chance.randint(1, 255)
        entry.write_bytes(content[: chance.choice((len(content), chance.randrange(len(content))))])
    assert as_drawn(farm) == first


@pytest.mark.slow
@pytest.mark.usefixtures("kept")
def test_an_entry_that_took_the_place_of_another_is_not_drawn(farm: Project) -> None:
    first = as_drawn(farm)
    one, other = sorted((cache_folder() / "faces").iterdir())
    contents = one.read_bytes(), other.read_bytes()
    other.write_bytes(contents[0])
    one.write_bytes(contents[1])
    assert as_drawn(farm) == first


@pytest.mark.slow
@pytest.mark.usefixtures("kept")
def test_faces_are_drawn_though_the_disk_is_full(farm: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    first = as_drawn(farm)
    folder = cache_folder() / "faces"
    for entry in folder.iterdir():
        entry.unlink()
    with monkeypatch.context() as full:
        full.setattr("cardtool.signed_cache.os.replace", no_room)
        assert as_drawn(farm) == first
    assert list(folder.iterdir()) == []
    assert as_drawn(farm) == first
    assert len(list(folder.iterdir())) == 2


def no_room(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.slow
@pytest.mark.usefixtures("kept")
def test_builds_at_once_draw_the_same(farm: Project) -> None:
    with ThreadPoolExecutor(3) as together:
        pages = list(together.map(lambda _: as_drawn(farm), range(3)))
    assert pages == [as_drawn(farm)] * 3
    assert {entry.suffix for entry in (cache_folder() / "faces").iterdir()} == {".entry"}
    assert FaceStore(farm).recall(a_batch(farm), batch_key(a_batch(farm))) is not None


def test_a_file_that_many_batches_use_is_looked_at_once_for_a_drawing(farm: Project) -> None:
    store, batch = FaceStore(farm), a_batch(farm)
    used = digest((farm.root / "templates/farm/plain.html").read_bytes())
    store.keep(batch, KEY, BatchResult(b"%PDF", {}, files={"template plain.html": used}))
    assert store.recall(batch, KEY) is not None
    edit("templates/farm/plain.html", "another")(farm)
    assert store.recall(batch, KEY) is not None
    store.look_anew()
    assert store.recall(batch, KEY) is None


def test_what_a_library_of_the_system_draws_is_not_kept(farm: Project) -> None:
    store, batch = FaceStore(farm), a_batch(farm, Engine.WEASYPRINT)
    store.keep(batch, KEY, BatchResult(b"%PDF", {}))
    assert store.recall(batch, KEY) is None


def test_what_was_not_asked_for_the_longest_goes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path))
    folder = SignedFolder("faces", 1000)
    for name in ("old", "older", "new"):
        folder.write(name, bytes(100))
    folder.touch("old")
    folder.keep_within(300)  # each is some bytes more than its content
    assert [folder.read(name) is not None for name in ("old", "older", "new")] == [True, False, True]
