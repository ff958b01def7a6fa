"""Booklets: which page stays outside, how small pages become in them; and how high figures are."""

from __future__ import annotations

import io

import pikepdf
import pytest
from small_games import a_game

from cardtool.app.artifacts import BuildInputs, PrintedRulebook, RulebookBooklet
from cardtool.app.print_books import booklet_findings, figure_design, has_back_cover
from cardtool.geometry import Size
from cardtool.model import BookDesign, FacePages, FigureDesign

A5, A4 = Size(148, 210), Size(210, 297)


def a_book(pages: int, *, back_cover: bool) -> PrintedRulebook:
    pdf, written = pikepdf.new(), io.BytesIO()
    for _ in range(pages):
        pdf.add_blank_page(page_size=(419.5, 595.3))
    pdf.save(written)
    return PrintedRulebook(written.getvalue(), b"", pages, A5, (), back_cover)


@pytest.mark.parametrize(
    ("back_cover", "sides"),
    [
        (False, [["/P1"], ["/P2"], ["/P3"], ["/P4", "/P5"]]),
        (True, [["/P1", "/P5"], ["/P2"], ["/P3"], ["/P4"]]),
    ],
)
def test_the_last_page_stays_outside_where_it_is_a_back_cover(back_cover: bool, sides: list[str]) -> None:
    inputs = BuildInputs(a_game(), FacePages((), {}), a_book(5, back_cover=back_cover))
    booklet = pikepdf.open(io.BytesIO(RulebookBooklet("a4").write(inputs)))
    assert [sorted(page.resources.get("/XObject", {}).keys()) for page in booklet.pages] == sides


@pytest.mark.parametrize(
    ("html", "has_one"),
    [
        ('<div class="back-cover"></div>', True),
        ('<div id="end" class="turn back-cover"></div>', True),
        ('<p class="no-back-cover">the back-cover</p>', False),
    ],
)
def test_a_back_cover_is_what_has_its_class(html: str, has_one: bool) -> None:
    assert has_back_cover(html) is has_one


def test_a_booklet_tells_how_small_it_makes_large_pages() -> None:
    found = [list(booklet_findings(a_game(), BookDesign("b.html", "b.css", page, {}))) for page in (A5, A4)]
    assert found[0] == []
    said = "a booklet of the rulebook shows its pages at 71 % on A4 and 67 % on US Letter"
    assert [(each.rule.code, each.message) for each in found[1]] == [("CT752", said)]


def test_a_figure_is_as_high_as_its_design_or_less() -> None:
    design = BookDesign("b.html", "b.css", A5, {"cards": FigureDesign("cards.html", Size(114, 49))})
    heights = [figure_design(design, "cards", shows).size for shows in ({}, {"height": 30}, {"height": 90})]
    assert heights == [Size(114, 49), Size(114, 30), Size(114, 49)]
