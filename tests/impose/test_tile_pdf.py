"""The PDF of a mat in tiles: the right part of the picture on every page, and what to do with it."""

from __future__ import annotations

import io

import pypdfium2
import pytest
from print_fixtures import A4, FONT, how_many, opened, sizes, texts
from reportlab.pdfgen.canvas import Canvas

from cardtool import impose
from cardtool.geometry import Size
from cardtool.impose import TiledFace
from cardtool.impose.tiling import OVERLAP, tile_marks
from cardtool.impose.write import sheets
from cardtool.model import Face, FacePages, PageRef, Side
from cardtool.units import to_pt

A3, BLEED, CELL = Size(420, 297), 3, 11
MAT = Face("mat", Side.FRONT, "goat")


def ink(x: float, y: float) -> tuple[int, int, int]:
    """The colour of a place of the mat: every cell has its own."""
    return int(x // CELL * 6), int(y // CELL * 9), 128


@pytest.fixture(scope="module")
def faces():
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1, pagesize=tuple(map(to_pt, A3.grown(BLEED))))
    for column in range(39):
        for row in range(28):
            canvas.setFillColorRGB(*(value / 255 for value in ink(column * CELL, row * CELL)))
            top = to_pt(A3.height + BLEED - row * CELL)
            canvas.rect(to_pt(BLEED + column * CELL), top, to_pt(CELL), -to_pt(CELL), stroke=0, fill=1)
    canvas.save()
    return FacePages((out.getvalue(),), {MAT: PageRef(0, 0)})


def tiled(faces, *mats):
    return sheets.write_tiles(mats, faces, title="Farm", version="1.0", what="play mats on A4", font=FONT)


@pytest.fixture(scope="module")
def mat():
    return TiledFace(MAT, "Goat's mat", impose.plan_tiles(A3, BLEED, A4))


@pytest.fixture(scope="module")
def pdf(faces, mat):
    return tiled(faces, mat)


def test_each_tile_has_a_page_of_paper(pdf):
    assert sizes(pdf) == sizes(pdf, "/TrimBox") == [(0, 0, 297, 210)] * 4


def test_every_tile_shows_its_part_of_the_mat(pdf, mat):
    """Each cell of the mat, where its middle is on a tile and no neighbour will cover it."""
    tiles, seen = mat.tiles, set()
    for page, tile in zip(pypdfium2.PdfDocument(pdf), tiles, strict=True):
        image = page.render(scale=72 / to_pt(72)).to_pil().convert("RGB")
        right = tile.part.right - (OVERLAP if tiles.beside(tile) else 0)
        bottom = tile.part.bottom - (OVERLAP if tiles.below(tile) else 0)
        for x in (column * CELL + CELL / 2 for column in range(38)):
            for y in (row * CELL + CELL / 2 for row in range(27)):
                if tile.part.left + 1 < x < right - 1 and tile.part.top + 1 < y < bottom - 1:
                    window = tiles.window(tile)
                    at = (x - tile.part.left + window.left, y - tile.part.top + window.top)
                    assert image.getpixel(tuple(map(int, at))) == pytest.approx(ink(x, y), abs=2)
                    seen.add((x, y))
    assert len(seen) == 38 * 27


def test_what_neighbours_will_cover_shines_through(pdf, mat):
    strip = tile_marks(mat.tiles, next(iter(mat.tiles))).strips[0]
    image = pypdfium2.PdfDocument(pdf)[0].render(scale=4 * 72 / to_pt(72)).to_pil().convert("L")
    x, y = int(4 * strip.box.centre.x), int(4 * (strip.box.top + 12))
    column = [image.getpixel((x, place)) for place in range(y, y + 40)]
    assert max(column) == pytest.approx(255 - 0.18 * (255 - 100), abs=25)
    assert min(column) < 150  # slanting lines


def test_every_page_says_where_it_belongs_and_how_it_is_printed(pdf):
    for page, name, row, column in zip(
        texts(pdf), ("A1", "B1", "A2", "B2"), (1, 1, 2, 2), (1, 2, 1, 2), strict=True
    ):
        assert "Farm 1.0 · Goat's mat" in page
        assert f"Tile {name}: row {row}, column {column} of 2 × 2. Print at 100 % (actual size)." in page
        assert "50 mm" in page
        assert "Cut at the solid marks. Glue hatched edges under their neighbours" in page


def test_strips_say_which_neighbour_goes_on_them(pdf):
    first, second, third, last = texts(pdf)
    assert "glue · B1 goes on top" in first
    assert "glue · A2 goes on top" in first
    assert "glue · B2 goes on top" in second
    assert "glue · B2 goes on top" in third
    assert "glue" not in last


def test_a_mat_that_fits_needs_no_glue(faces):
    small = TiledFace(MAT, "Goat's mat", impose.plan_tiles(Size(150, 200), 3, A4))
    (page,) = texts(tiled(faces, small))
    assert "Print at 100 % (actual size)." in page
    assert "Tile" not in page
    assert "lue" not in page


def test_mats_of_different_sizes_may_share_a_file(faces, mat):
    small = TiledFace(MAT, "Barn", impose.plan_tiles(Size(150, 200), 3, A4))
    pages = texts(tiled(faces, mat, small))
    assert len(pages) == 5
    assert "Farm 1.0 · Barn" in pages[4]


def test_a_mat_is_drawn_into_the_file_once(pdf, faces, mat):
    assert how_many(pdf, "/XObject") == 1 + 4  # the mat, and what stands around each tile
    assert len(tiled(faces, mat, mat)) < 1.8 * len(pdf)


def test_tiles_are_printed_on_one_side_at_their_true_size(pdf):
    document = opened(pdf)
    wishes = document.Root.ViewerPreferences
    assert (wishes.Duplex, wishes.PrintScaling) == ("/Simplex", "/None")
    assert str(document.docinfo.Title) == "Farm 1.0: play mats on A4"
    assert document.check_pdf_syntax() == []


def test_the_same_mat_makes_the_same_bytes(pdf, faces, mat):
    assert tiled(faces, mat) == pdf
