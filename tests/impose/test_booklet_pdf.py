"""The PDF of a booklet: its pages, and what it takes over from the book and what not."""

from __future__ import annotations

import io

import pikepdf
import pypdfium2
import pytest
from print_fixtures import A4, LETTER, a_book, how_many, is_a, opened, sizes, tagged, texts

from cardtool.errors import SheetRefused
from cardtool.geometry import Size
from cardtool.impose.write import finished_pdfs
from cardtool.units import to_mm, to_pt


def booklet(book, paper=A4, **how):
    return finished_pdfs.write_booklet(book, paper, title="Farm: booklet", **how)


@pytest.fixture(scope="module")
def pdf():
    return booklet(a_book(18))


def test_18_pages_are_5_sheets_of_a4(pdf):
    assert sizes(pdf) == [(0, 0, 297, 210)] * 10


def test_pages_stand_side_by_side(pdf):
    assert [page.split() for page in texts(pdf)][:2] == [["leaf", "1"], ["leaf", "2"]]
    assert [sorted(page.split()) for page in texts(pdf)][4] == ["16", "5", "leaf", "leaf"]


def where(pdf, page, words):
    text = pypdfium2.PdfDocument(pdf)[page].get_textpage()
    index, _ = text.search(words).get_next()
    left, bottom, *_ = map(to_mm, text.get_charbox(index))
    return left, bottom


def test_pages_are_drawn_where_they_were_planned(pdf):
    left, bottom = where(pdf, 1, "leaf 2")
    right, _ = where(pdf, 9, "leaf 11")
    assert left == pytest.approx(148.5 - 148 / 2, abs=0.5)
    assert bottom == pytest.approx(105, abs=0.5)
    assert right == pytest.approx(148.5 + 148 / 2, abs=0.5)


def test_on_letter_pages_are_drawn_smaller():
    document = opened(booklet(a_book(4), LETTER))
    assert document.pages[0].Contents.read_bytes().count(b"0.9439 0 0 0.9439") == 2


def test_the_printer_is_told_to_turn_the_short_edge_and_not_to_scale(pdf):
    document = opened(pdf)
    wishes = document.Root.ViewerPreferences
    assert (wishes.Duplex, wishes.PrintScaling) == ("/DuplexFlipShortEdge", "/None")


def test_a_booklet_has_a_title_no_date_and_no_faults(pdf):
    document = opened(pdf)
    assert dict(document.docinfo).keys() == {"/Title", "/Producer"}
    assert document.check_pdf_syntax() == []


def test_the_same_book_makes_the_same_bytes(pdf):
    assert booklet(a_book(18)) == pdf


def test_pages_share_the_fonts_of_the_book(pdf):
    assert how_many(pdf, "/Font") == 1


def test_no_tag_of_the_book_is_left_dangling():
    document = opened(booklet(tagged(a_book(6))))
    assert document.check_pdf_syntax() == []
    assert "/StructTreeRoot" not in document.Root
    for obj in document.objects:
        assert not (isinstance(obj, pikepdf.Dictionary | pikepdf.Stream) and "/StructParents" in obj)
    forms = [obj for obj in document.objects if is_a(obj, "/XObject")]
    assert len(forms) == 6
    for form in forms:
        drawing = form.read_bytes()
        assert b"MCID" not in drawing
        assert drawing.count(b"BDC") == drawing.count(b"EMC") == drawing.count(b"/OC /Layer") == 1


def test_a_page_keeps_its_bleed_out_of_its_neighbour():
    """A book drawn with 5 mm of bleed: pages are as large as their trim, wherever that lies."""
    source = opened(a_book(4, Size(158, 220)))
    for page in source.pages:
        page.trimbox = [to_pt(5), to_pt(5), to_pt(153), to_pt(215)]
    out = io.BytesIO()
    source.save(out)
    pdf = booklet(out.getvalue())
    document = opened(pdf)
    assert b"q 420.9449 0 420.9449 595.2756 re W n" in document.pages[0].Contents.read_bytes()
    assert where(pdf, 0, "leaf 1")[0] == pytest.approx(148.5 + 148 / 2, abs=0.5)


def test_a_book_of_unequal_pages_is_refused():
    mixed = finished_pdfs.concatenate([a_book(2), a_book(1, Size(100, 100))], title="", bookmarks=["", ""])
    with pytest.raises(SheetRefused, match=r"page 3 is 100 × 100 mm and page 1 is 148 × 210 mm"):
        booklet(mixed)


def test_a_book_without_pages_is_refused():
    with pytest.raises(SheetRefused, match="a book without pages"):
        booklet(finished_pdfs.concatenate([], title="", bookmarks=[]))
