"""Texts made to fit by the engines themselves: the same by check and build, and by any number of workers."""

from __future__ import annotations

import ctypes
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
from projects import a_project
from pypdfium2 import raw
from small_games import a_card, a_game

from cardtool.model import Engine, Face, Fit
from cardtool.render import RenderPool, RenderResult

pytestmark = pytest.mark.usefixtures("kept")

LADDER = (
    '<div class="place">{% call fit("text", width=40, height=15.5, size=9, leading=1.2, tightest=1.1, '
    "smallest=7) %}{{ card.text }}{% endcall %}</div>"
)
WORDS = (
    "The goat eats the hat and then the hen and all the while it looks at you as if that were quite usual "
)


def a_card_of(words: int) -> object:
    return a_card(f"words-{words:02}", text=" ".join((WORDS * 3).split()[:words]))


CARDS = tuple(a_card_of(words) for words in range(22, 58))


@pytest.fixture(scope="module", params=Engine)
def rendered(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> RenderResult:
    project = a_project(tmp_path_factory.mktemp("ladder"), beast=LADDER)
    with RenderPool(project, 2, request.param) as crew:
        return crew.draw(a_game(*CARDS[:: 1 if request.param is Engine.PLUTOPRINT else 2]))


def words_of(fit: Fit) -> int:
    return int(str(fit.face.card).removeprefix("words-"))


@pytest.mark.slow
def test_longer_texts_are_set_tighter_then_smaller_then_refused(rendered: RenderResult) -> None:
    needed = {words_of(fit): fit.needed for fit in rendered.fits}
    refused = {finding.message.split('"')[1] for finding in rendered.findings}
    fronts = [face for face in rendered.pages.pages if face.card]
    assert 0 < len(refused) < len(fronts) - len(needed)
    assert all(7 <= fit.used.size <= 9 and 1.1 <= fit.used.leading <= 1.2 for fit in rendered.fits)
    sizes = [needed[words] for words in sorted(needed)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] < 8
    tightened = [fit for fit in rendered.fits if fit.needed == 9 and not fit.shared]
    assert all(fit.used.leading < 1.2 for fit in tightened)
    assert {finding.message.partition(", even at ")[2][:4] for finding in rendered.findings} == {"7 pt"}


@pytest.mark.slow
def test_the_sizes_of_a_kind_are_further_apart_than_a_quarter_point(rendered: RenderResult) -> None:
    sizes = sorted({fit.used.size for fit in rendered.fits})
    assert all(larger - smaller > 0.25 for smaller, larger in pairwise(sizes))
    assert any(fit.shared for fit in rendered.fits)
    assert all(fit.needed - fit.used.size <= 0.25 for fit in rendered.fits)


@pytest.mark.slow
def test_what_is_told_is_what_is_printed(rendered: RenderResult) -> None:
    told = {fit.face: fit.used.size for fit in rendered.fits}
    printed = {face: size_of(rendered, face) for face in rendered.pages.pages if face in told}
    assert printed == told


def size_of(rendered: RenderResult, face: Face) -> float:
    """The size in pt in which the first letter of a face is printed, to a quarter."""
    ref = rendered.pages.pages[face]
    page = pypdfium2.PdfDocument(rendered.pages.documents[ref.document])[ref.page]
    text = next(page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]))
    size, matrix = ctypes.c_float(), text.get_matrix()
    raw.FPDFTextObj_GetFontSize(text, size)
    return round(size.value * (matrix.a**2 + matrix.b**2) ** 0.5 * 4) / 4


@pytest.mark.slow
@pytest.mark.usefixtures("started_anew")
def test_neither_the_number_of_workers_nor_drawing_shows(tmp_path: Path) -> None:
    project, game = a_project(tmp_path, beast=LADDER), a_game(*CARDS[:20])
    with RenderPool(project, 1) as one, RenderPool(project, 3) as three:
        alone, together = one.draw(game), three.draw(game)
        assert alone.fits == together.fits == three.measure(game).fits != ()
        assert alone.pages.pages == together.pages.pages
        assert pictures(alone) == pictures(together)


def pictures(rendered: RenderResult) -> list[bytes]:
    """Every page in pixels, document by document."""
    documents = map(pypdfium2.PdfDocument, rendered.pages.documents)
    return [page.render(scale=1).to_pil().tobytes() for document in documents for page in document]


@pytest.mark.slow
def test_where_nothing_is_made_smaller_documents_are_final_as_they_come(tmp_path: Path) -> None:
    with RenderPool(a_project(tmp_path, beast=LADDER), 2) as crew:
        drawing = crew.begin(a_game(a_card_of(5), a_card_of(6)))
        came = tuple(drawing.pages.documents)
        assert drawing.is_as_it_came
        assert drawing.finished().pages.documents == came


@pytest.mark.slow
def test_a_text_drawn_again_to_share_a_size_is_noticed(tmp_path: Path) -> None:
    cards = [a_card(f"short-{number:02}", text="Short.") for number in range(40)]
    three_lines = LADDER.replace("15.5", "10.3")  # of 9 pt they are 10.5 mm high, of 8.75 pt 10.2 mm
    with RenderPool(a_project(tmp_path, beast=three_lines), 1) as crew:
        drawing = crew.begin(a_game(*cards, a_card_of(20)))
        drawn = drawing.finished()
    assert not drawing.is_as_it_came
    assert {fit.used.size for fit in drawn.fits} == {8.75}
    assert [fit.face.card for fit in drawn.fits if not fit.shared] == ["words-20"]
    assert len(drawn.fits) == 41
