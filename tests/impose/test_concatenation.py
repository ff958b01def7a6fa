"""Several PDFs strung into one."""

from __future__ import annotations

import pytest
from print_fixtures import a_book, a_deck, a_sheet, how_many, opened, printed, sizes, tagged, texts

from cardtool.geometry import Size
from cardtool.impose.write import finished_pdfs


def strung(*documents, bookmarks=None):
    bookmarks = bookmarks or [f"Part {number}" for number, _ in enumerate(documents, 1)]
    return finished_pdfs.concatenate(documents, title="Farm: everything", bookmarks=bookmarks)


@pytest.fixture(scope="module")
def parts():
    return [a_book(3), printed(a_deck(10), a_sheet()), a_book(2, Size(420, 297))]


@pytest.fixture(scope="module")
def pdf(parts):
    return strung(*parts, bookmarks=["Rulebook", "Cards", "Züge"])


def test_pages_follow_in_order_and_keep_their_size(pdf):
    assert [text.split()[:2] for text in texts(pdf)][:3] == [["leaf", str(n)] for n in (1, 2, 3)]
    assert sizes(pdf) == [(0, 0, 148, 210)] * 4 + [(0, 0, 210, 297)] * 4 + [(0, 0, 420, 297)] * 2


def test_a_part_with_odd_pages_is_followed_by_an_empty_one_so_that_the_next_begins_a_sheet(pdf):
    assert [bool(text.split()) for text in texts(pdf)][:5] == [True, True, True, False, True]


def test_each_part_has_a_bookmark_at_its_first_page(pdf):
    document = opened(pdf)
    with document.open_outline() as outline:
        found = [(item.title, item.destination[0].objgen) for item in outline.root]
    pages = [document.pages[number].objgen for number in (0, 4, 8)]
    assert found == list(zip(["Rulebook", "Cards", "Züge"], pages, strict=True))


def test_pages_are_called_after_their_part(pdf):
    labels = [page.label for page in opened(pdf).pages]
    assert labels[:5] == ["Rulebook 1", "Rulebook 2", "Rulebook 3", "Rulebook 4", "Cards 1"]
    assert labels[-1] == "Züge 2"


def test_what_pages_share_stays_shared(parts, pdf):
    assert how_many(pdf, "/XObject") == how_many(parts[1], "/XObject")
    assert len(pdf) < sum(map(len, parts)) + 2000


def test_it_has_a_title_no_date_and_no_faults(pdf):
    document = opened(pdf)
    assert str(document.docinfo.Title) == "Farm: everything"
    assert dict(document.docinfo).keys() == {"/Title", "/Producer"}
    assert document.check_pdf_syntax() == []


def test_it_prints_at_true_size_and_leaves_the_sides_to_the_reader(pdf):
    document = opened(pdf)
    wishes = document.Root.ViewerPreferences
    assert wishes.PrintScaling == "/None"
    assert "/Duplex" not in wishes


def test_the_same_parts_make_the_same_bytes(parts, pdf):
    assert strung(*parts, bookmarks=["Rulebook", "Cards", "Züge"]) == pdf


def test_tags_and_links_into_the_book_are_gone_and_links_to_the_web_stay():
    document = opened(strung(tagged(a_book(2))))
    for page in document.pages:
        assert b"MCID" not in page.Contents.read_bytes()
        assert not {"/StructParents", "/Tabs"} & set(page.obj.keys())
        (link,) = page.obj.Annots
        assert str(link.A.URI) == "https://example.org/"
        assert "/StructParent" not in link
    assert not {"/StructTreeRoot", "/MarkInfo"} & set(document.Root.keys())


def test_a_part_without_pages_gets_no_bookmark():
    empty = strung()
    document = opened(strung(a_book(1), empty, a_book(1)))
    with document.open_outline() as outline:
        assert [item.title for item in outline.root] == ["Part 1", "Part 3"]


def test_every_part_needs_a_bookmark():
    with pytest.raises(ValueError, match="zip"):
        strung(a_book(1), a_book(1), bookmarks=["only one"])
