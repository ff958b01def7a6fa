"""The book of faces a print shop wants: a page a face, with its boxes."""

from __future__ import annotations

import io

import pikepdf
import pytest
from print_fixtures import a_deck, drawn, texts
from small_games import a_kind

from cardtool.geometry import Size
from cardtool.impose.write import single_pages
from cardtool.model import FacePages
from cardtool.units import to_mm


@pytest.fixture
def book():
    cards = [*a_deck(3), *a_deck(1, Size(50, 50), bleed=2, kind="tile")]
    kinds = {"beast": a_kind("beast"), "tile": a_kind("tile", size=Size(50, 50), bleed=2.0)}
    faces = drawn(cards, batch=3)
    return single_pages.write_faces(faces, {face: kinds[face.kind] for face in faces.pages}, title="Farm")


def test_every_face_has_one_page_in_the_order_given(book):
    assert texts(book) == [
        *(f"beast-{n}-{side}" for n in (1, 2, 3) for side in ("front", "back")),
        "tile-1-front",
        "tile-1-back",
    ]


def test_the_trim_lies_inside_the_bleed(book):
    pages = pikepdf.open(io.BytesIO(book)).pages
    for page, size, bleed in ((pages[0], (63.5, 88.9), 3), (pages[7], (50, 50), 2)):
        media, trim = ([to_mm(float(edge)) for edge in box] for box in (page.mediabox, page.trimbox))
        assert page.obj.BleedBox == page.obj.MediaBox
        assert media == pytest.approx([0, 0, size[0] + 2 * bleed, size[1] + 2 * bleed], abs=0.01)
        assert trim == pytest.approx([bleed, bleed, bleed + size[0], bleed + size[1]], abs=0.01)


def test_the_book_has_a_title_no_date_and_no_faults(book):
    document = pikepdf.open(io.BytesIO(book))
    assert str(document.docinfo.Title) == "Farm"
    assert dict(document.docinfo).keys() == {"/Title", "/Producer"}
    assert document.check_pdf_syntax() == []


def test_the_same_faces_make_the_same_bytes():
    faces = drawn(a_deck(2))
    kinds = dict.fromkeys(faces.pages, a_kind())
    assert single_pages.write_faces(faces, kinds, title="Farm") == single_pages.write_faces(
        faces, kinds, title="Farm"
    )


def test_a_face_without_bleed_is_trimmed_at_the_edge_of_its_page_and_not_beyond():
    faces = drawn(a_deck(1, Size(297, 210), bleed=0))
    with pikepdf.open(io.BytesIO(faces.documents[0])) as document:
        for page in document.pages:  # 595.27559 is 595.2756 when it is rounded
            page.mediabox = pikepdf.Array([0, 0, 841.88976, 595.27559])
        exact = io.BytesIO()
        document.save(exact)
    faces = FacePages([exact.getvalue()], faces.pages)
    kind = a_kind(size=Size(297, 210), bleed=0.0)
    book = single_pages.write_faces(faces, dict.fromkeys(faces.pages, kind), title="Farm")
    for page in pikepdf.open(io.BytesIO(book)).pages:
        assert [float(edge) for edge in page.mediabox] == [0, 0, 841.88976, 595.27559]
        assert [float(edge) for edge in page.trimbox] == [0, 0, 841.88976, 595.27559]
