"""Mats on paper as large as they are."""

from __future__ import annotations

from print_fixtures import both, how_many, letters, opened, quartered, sizes
from small_games import a_kind

from cardtool.geometry import Size
from cardtool.impose import Card
from cardtool.impose.write import single_pages
from cardtool.model import Face, Side

MAT, BOARD = (
    Card(Face("mat", Side.FRONT, "goat"), None, Size(40, 20), 3.5),
    Card(Face("board", Side.FRONT, None), None, Size(420, 297), 3),
)
KINDS = {
    MAT.front: a_kind("mat", size=MAT.trim, bleed=3.5),
    BOARD.front: a_kind("board", size=BOARD.trim, bleed=3.0),
}
FACES = both(quartered(MAT.front, MAT, "RGBMY"), quartered(BOARD.front, BOARD, "KCGRB"))


def whole(*faces, **how):
    return single_pages.write_whole_faces(
        FACES, [(face, KINDS[face]) for face in faces], title="Farm: mats", **how
    )


def test_a_page_is_as_large_as_its_face_with_its_bleed():
    pdf = whole(BOARD.front, MAT.front)
    assert sizes(pdf) == sizes(pdf, "/BleedBox") == [(0, 0, 426, 303), (0, 0, 47, 27)]
    assert sizes(pdf, "/TrimBox") == [(3, 3, 423, 300), (3.5, 3.5, 43.5, 23.5)]


def test_the_bleed_is_shown():
    rows = letters(whole(MAT.front)).splitlines()
    assert set(rows[0]) == {"Y"}
    assert {"R", "G", "B", "M", "Y"} == set("".join(rows))


def test_on_paper_nothing_but_the_trim_is_shown():
    assert set(letters(whole(MAT.front, paper=Size(40, 20)))) == set("RGBM\n")


def test_a_face_may_be_printed_twice_and_is_drawn_once():
    pdf = whole(MAT.front, MAT.front)
    assert len(sizes(pdf)) == 2
    assert how_many(pdf, "/XObject") == 1


def test_it_asks_to_be_printed_at_its_true_size_and_repeats():
    document = opened(whole(MAT.front))
    assert document.Root.ViewerPreferences.PrintScaling == "/None"
    assert document.check_pdf_syntax() == []
    assert whole(MAT.front) == whole(MAT.front)


def test_on_given_paper_a_face_lies_in_the_middle_the_way_it_is_longer():
    pdf = whole(MAT.front, paper=Size(30, 50))
    assert sizes(pdf) == [(0, 0, 50, 30)]
    assert sizes(pdf, "/TrimBox") == [(5, 5, 45, 25)]
    assert letters(pdf).splitlines()[0].strip("_") == ""
