"""Pictures in the manuscript of a rulebook: each fits its column and its page, and keeps its proportions."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from projects import a_project, put
from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.model import Theme
from cardtool.render import (
    Book,
    BookRequest,
    BookWorker,
    ManuscriptRequest,
    RulebookHtml,
    apply_theme,
    read_stylesheet,
)
from cardtool.render.books.requests import BookData
from cardtool.units import to_mm

pytestmark = pytest.mark.usefixtures("kept")

A5 = Size(148, 210)
INKS = tuple(("book", name, "#000000") for name in ("ink", "accent", "paper", "soft", "pale", "rule"))
DATA = BookData("Farm", "1.0", {"players": {"least": 2, "most": 4}}, {}, {}, [], [], [], [], {})


def printed(folder: Path, text: str, **pictures: tuple[int, int]) -> tuple[RulebookHtml, Book]:
    """A rulebook of this text, as `book.css` has it, with pictures of so many pixels."""
    project = a_project(folder)
    put(folder, "templates/farm/rulebook.css", '@import "book.css";\nhtml { --text-font: Alegreya }')
    (project.cards("farm") / "art").mkdir()
    for name, size in pictures.items():
        Image.new("RGB", size, "red").save(project.cards("farm") / "art" / f"{name}.png")
    style = apply_theme(read_stylesheet(project, "farm", "rulebook.css"), Theme(inks=INKS))
    told, page = "cards/farm/rulebook.md", A5
    with BookWorker(project) as worker:
        book = worker.set(ManuscriptRequest(project, "farm", told, text, "book.html", DATA, (), page))
        return book, worker.print(
            BookRequest(project, "farm", told, book.html, style, "Farm", "en-GB", page=page)
        )


def places(book: Book) -> list[tuple[float, ...]]:
    """Left, top, width and height of each picture, in mm."""
    found = []
    for page in pypdfium2.PdfDocument(book.pdf):
        for each in page.get_objects(filter=[FPDF_PAGEOBJ_IMAGE]):
            left, bottom, right, top = map(to_mm, each.get_bounds())
            found.append((left, A5.height - top, right - left, top - bottom))
    return found


def test_a_picture_fits_the_column_and_the_page_and_keeps_its_proportions(tmp_path: Path) -> None:
    text = "# Goats\n\nA goat.\n\n![A wide goat](art/wide.png)\n\n![A tall goat](art/tall.png)\n"
    _, book = printed(tmp_path, text, wide=(900, 600), tall=(600, 1800))
    wide, tall = places(book)
    assert (wide[0], wide[2], wide[3]) == pytest.approx((17, 114, 76), abs=0.2)
    assert (tall[2], tall[3]) == pytest.approx((42, 126), abs=0.2)  # six tenths of the page
    assert tall[0] + tall[2] / 2 == pytest.approx(17 + 114 / 2, abs=0.2)


def test_a_picture_beside_words_fits_what_it_stands_in(tmp_path: Path) -> None:
    text = "# Goats\n\n- A goat: ![A goat](art/goat.png)\n\n> Or ![a goat](art/goat.png)\n"
    _, book = printed(tmp_path, text, goat=(900, 600))
    for left, _, width, height in places(book):
        assert left > 17
        assert left + width <= A5.width - 17 + 0.2
        assert width / height == pytest.approx(1.5, abs=0.01)


def test_a_picture_that_is_small_is_not_made_larger(tmp_path: Path) -> None:
    book, made = printed(tmp_path, "# Goats\n\n![A kid](art/kid.png)\n", kid=(96, 48))
    assert '<figure class="picture" tabindex="0"><img src="art/kid.png" alt="A kid"' in book.html
    assert places(made)[0][2:] == pytest.approx((25.4, 12.7), abs=0.1)


def test_a_block_in_a_heading_is_told_by_the_heading(tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match=r'rulebook\.md: in the heading "All of it: …" stands a list'):
        printed(tmp_path, "# Goats\n\n## All of it: {{ credits }}\n")
