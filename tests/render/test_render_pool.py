"""Faces drawn by worker processes: what comes out, and what a hostile project meets."""

from __future__ import annotations

import io
import resource
from pathlib import Path

import pypdfium2
import pytest
from hostile_faces import REACHING_OUT
from projects import a_project, put
from small_games import a_card, a_game

from cardtool.errors import TemplateError
from cardtool.model import Face, Side
from cardtool.render import RenderPool, RenderResult

pytestmark = pytest.mark.usefixtures("kept")

GOAT = a_card("goat", text="Eats **everything**.")
HEN = a_card("hen", copies=2, text="Lays an egg.")


def drawn(folder: Path, jobs: int = 1, cards: tuple = (GOAT, HEN), **files: str) -> RenderResult:
    with RenderPool(a_project(folder, **files), jobs) as crew:
        return crew.draw(a_game(*cards))


def text_of(rendered: RenderResult, face: Face) -> str:
    ref = rendered.pages.pages[face]
    page = pypdfium2.PdfDocument(io.BytesIO(rendered.pages.documents[ref.document]))[ref.page]
    return str(page.get_textpage().get_text_bounded())


def test_of_many_faces_that_lack_characters_the_first_are_told_and_how_many_there_are(tmp_path: Path) -> None:
    cards = tuple(a_card(id, name=id.title(), text="城") for id in ("ant", "bee", "cow", "dog", "eel"))
    found = [each.message for each in drawn(tmp_path, cards=cards).findings]
    assert found == [
        "\"Ant\": no font has the character '城' (U+57CE)",
        "\"Bee\": no font has the character '城' (U+57CE)",
        "\"Cow\": no font has the character '城' (U+57CE), and 2 more like it",
    ]


def test_each_card_has_a_front_and_copies_share_it(tmp_path: Path) -> None:
    rendered = drawn(tmp_path)
    names = [face.name for face in rendered.pages.pages]
    assert names == ["goat-front", "beast-back", "hen-front"]
    assert rendered.findings == ()


def test_the_text_of_a_face_can_be_read_back(tmp_path: Path) -> None:
    rendered = drawn(tmp_path)
    text = text_of(rendered, Face("beast", Side.FRONT, "goat"))
    assert "Goat" in text
    assert "Eats everything." in text


def test_a_page_is_the_card_with_its_bleed(tmp_path: Path) -> None:
    page = pypdfium2.PdfDocument(io.BytesIO(drawn(tmp_path).pages.documents[0]))[0]
    assert [round(side / 72 * 25.4, 1) for side in page.get_size()] == [69.5, 94.9]


@pytest.mark.usefixtures("started_anew")
def test_the_number_of_workers_does_not_show(tmp_path: Path) -> None:
    cards = tuple(a_card(f"card-{number}", text="Text.") for number in range(40))
    one, three = (drawn(tmp_path, jobs, cards).pages.pages for jobs in (1, 3))
    assert one == three


def test_a_text_too_long_names_card_box_and_millimetres(tmp_path: Path) -> None:
    (finding,) = drawn(tmp_path, cards=(a_card("goat", text="Eats everything. " * 40, line=5),)).findings
    assert finding.rule.code == "CT701"
    assert finding.message.startswith('"Goat": the text does not fit its box; it is ')
    assert finding.message.endswith(" mm too high")
    assert (finding.source.file, finding.source.line) == ("cards/farm/beasts.yaml", 8)  # its fourth field


def test_a_word_too_long_is_too_wide(tmp_path: Path) -> None:
    (finding,) = drawn(tmp_path, cards=(a_card("goat", text="E" * 300),)).findings
    assert "mm too wide" in finding.message


def test_a_character_no_font_has_is_found(tmp_path: Path) -> None:
    (finding,) = drawn(tmp_path, cards=(a_card("goat", text="Eats 日."),)).findings
    assert finding.message == "\"Goat\": no font has the character '日' (U+65E5)"


def test_measuring_finds_what_drawing_finds(tmp_path: Path) -> None:
    game = a_game(a_card("goat", text="Eats everything. " * 40))
    with RenderPool(a_project(tmp_path), 1) as crew:
        assert crew.measure(game).findings == crew.draw(game).findings != ()


@pytest.mark.parametrize(("files", "said"), REACHING_OUT)
def test_a_face_that_reaches_out_is_refused(tmp_path: Path, files: dict[str, str], said: str) -> None:
    with pytest.raises(TemplateError) as caught:
        drawn(tmp_path, cards=(GOAT,), **files)
    assert said in str(caught.value)


def test_a_pipe_in_the_project_does_not_hang_the_build(tmp_path: Path) -> None:
    import os

    project = a_project(tmp_path, beast='<img src="pipe.png">')
    os.mkfifo(project.cards("farm") / "pipe.png")
    with pytest.raises(TemplateError, match="is a pipe"), RenderPool(project, 1) as crew:
        crew.draw(a_game(GOAT))


@pytest.mark.usefixtures("started_anew")
def test_what_templates_count_does_not_show_the_number_of_workers(tmp_path: Path) -> None:
    counting = "{% set n = namespace(n=0) %}{% macro up() %}{% set n.n = n.n + 1 %}{{ n.n }}{% endmacro %}"
    face = '{% import "counting.html" as c %}<p class="title">{{ c.up() }}</p>'
    cards = tuple(a_card(f"card-{number}", text="Text.") for number in range(40))
    for jobs in (1, 2):
        project = a_project(tmp_path / str(jobs), beast=face)
        put(project.root, "templates/farm/counting.html", counting)
        with RenderPool(project, jobs) as crew:
            drawn = crew.draw(a_game(*cards))
        fronts = [face for face in drawn.pages.pages if face.side is Side.FRONT]
        assert {text_of(drawn, front).strip() for front in fronts} == {"1"}


@pytest.mark.slow
def test_a_template_that_is_slow_on_every_face_does_not_add_up(tmp_path: Path) -> None:
    slow = "{% for a in range(99999) %}{% for b in range(20) %}{% endfor %}{% endfor %}"
    project = a_project(tmp_path, beast=slow)
    cards = [a_card(f"goat-{number}") for number in range(300)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with (
        pytest.raises(TemplateError, match=r'beast\.html: "Goat.*" takes too long'),
        RenderPool(project, 1, seconds=1.0) as crew,
    ):
        crew.draw(a_game(*cards))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime - before.ru_utime < 10.0  # of CPU; a hundred times as much without an end


def test_a_template_without_end_is_named(tmp_path: Path) -> None:
    endless = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
    project = a_project(tmp_path, beast=endless)
    with (
        pytest.raises(TemplateError, match=r'beast\.html: "Goat" takes too long'),
        RenderPool(project, 1, seconds=0.5) as crew,
    ):
        crew.draw(a_game(GOAT))


@pytest.mark.slow
def test_a_face_that_kills_the_engine_is_named(tmp_path: Path) -> None:
    groups = "".join(
        f'<g id="{chr(98 + depth)}">{f"""<use href="#{chr(97 + depth)}"/>""" * 10}</g>' for depth in range(9)
    )
    svg = f'<svg><defs><g id="a"><path d="M0 0h1z"/></g>{groups}</defs><use href="#j"/></svg>'
    bomb = f'{{% if card.id == "hen" %}}{svg}{{% endif %}}'
    project = a_project(tmp_path, beast=bomb)
    with (
        pytest.raises(TemplateError, match=r'beast\.html: "Hen" '),
        RenderPool(project, 1, seconds=0.5) as crew,
    ):
        crew.draw(a_game(GOAT, HEN))
