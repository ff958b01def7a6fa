"""Pictures of faces: how large they are, and what of the page is on them."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas
from small_games import POKER, a_card, a_game, a_kind

from cardtool.export import face_pictures
from cardtool.export.face_raster import Raster, outline_mask
from cardtool.geometry import Point, Size
from cardtool.model import (
    Face,
    FacePages,
    Game,
    Outline,
    PageRef,
    PixelSize,
    Shape,
    Side,
    circle_path,
    rectangle_path,
)
from cardtool.units import to_pt

RED, BLUE, GREEN = (255, 0, 0), (0, 0, 255), (0, 255, 0)
FRONT, BACK = Face("beast", Side.FRONT, "goat"), Face("beast", Side.BACK, None)


def a_document(*corners: tuple[int, int, int], size: Size = POKER, bleed: float = 3) -> bytes:
    """A page for each colour: red bleed, blue trim, and 10 mm of the colour at the trim's top left."""
    written, page = io.BytesIO(), size.grown(bleed)
    canvas = Canvas(written, pagesize=(to_pt(page.width), to_pt(page.height)), invariant=1)
    for corner in corners:
        _rectangle(canvas, RED, 0, 0, page)
        _rectangle(canvas, BLUE, bleed, bleed, size)
        _rectangle(canvas, corner, bleed, bleed + size.height - 10, Size(10, 10))
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def _rectangle(canvas: Canvas, colour: tuple[int, ...], left: float, bottom: float, size: Size) -> None:
    canvas.setFillColorRGB(*(part / 255 for part in colour))
    canvas.rect(to_pt(left), to_pt(bottom), to_pt(size.width), to_pt(size.height), stroke=0, fill=1)


def pictures(pages: FacePages, game: Game, **options: object) -> dict[Face, Image.Image]:
    return {
        face: Image.open(io.BytesIO(content))
        for face, content in face_pictures.face_pngs(pages, game, **options)  # type: ignore[arg-type]
    }


def one_face() -> FacePages:
    return FacePages((a_document(GREEN),), {FRONT: PageRef(0, 0)})


def test_a_poker_card_is_750_by_1050_pixels_at_300_dpi() -> None:
    picture = pictures(one_face(), a_game())[FRONT]
    assert picture.size == (750, 1050)
    assert picture.mode == "RGB"
    assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_with_its_bleed_it_is_821_by_1121() -> None:
    assert pictures(one_face(), a_game(), bleed=True)[FRONT].size == (821, 1121)


@pytest.mark.parametrize(("dpi", "size"), [(72, (180, 252)), (150, (375, 525)), (600, (1500, 2100))])
def test_the_resolution_can_be_chosen(dpi: int, size: tuple[int, int]) -> None:
    picture = pictures(one_face(), a_game(), dpi=dpi)[FRONT]
    assert picture.size == size
    assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)


def test_a_picture_without_bleed_shows_none_of_it_on_any_edge() -> None:
    picture = pictures(one_face(), a_game())[FRONT]
    assert {colour for _, colour in picture.getcolors()} == {BLUE, GREEN}
    assert picture.getpixel((0, 0)) == GREEN
    assert [picture.getpixel(corner) for corner in ((749, 0), (0, 1049), (749, 1049))] == [BLUE] * 3


def test_a_picture_with_bleed_is_inked_to_its_very_edge() -> None:
    picture = pictures(one_face(), a_game(), bleed=True)[FRONT]
    corners = [(0, 0), (820, 0), (0, 1120), (820, 1120), (34, 34)]
    assert [picture.getpixel(corner) for corner in corners] == [RED] * 5
    assert picture.getpixel((37, 37)) == GREEN


def test_each_kind_has_its_own_size_and_each_face_its_own_page() -> None:
    game = a_game(
        a_card(), a_card("barn", "tile"), kinds=(a_kind(), a_kind("tile", size=Size(25.4, 50.8), bleed=0.0))
    )
    tile = Face("tile", Side.FRONT, "barn")
    documents = (a_document(RED, GREEN), a_document(GREEN, size=Size(25.4, 50.8), bleed=0))
    pages = FacePages(documents, {tile: PageRef(1, 0), FRONT: PageRef(0, 1), BACK: PageRef(0, 0)})
    found = pictures(pages, game)
    assert list(found) == [BACK, FRONT, tile]
    assert [found[face].getpixel((9, 9)) for face in found] == [RED, GREEN, GREEN]
    assert found[tile].size == (300, 600)


def test_a_face_two_sides_share_is_drawn_for_both() -> None:
    pages = FacePages((a_document(GREEN),), {FRONT: PageRef(0, 0), BACK: PageRef(0, 0)})
    assert list(pictures(pages, a_game())) == [BACK, FRONT]


def test_a_page_that_paints_nothing_is_white_paper() -> None:
    empty = io.BytesIO()
    canvas = Canvas(empty, pagesize=(to_pt(69.5), to_pt(94.9)), invariant=1)
    canvas.showPage()
    canvas.save()
    picture = pictures(FacePages((empty.getvalue(),), {FRONT: PageRef(0, 0)}), a_game())[FRONT]
    assert picture.getcolors() == [(750 * 1050, (255, 255, 255))]


def test_the_same_face_gives_the_same_bytes() -> None:
    assert list(face_pictures.face_pngs(one_face(), a_game())) == list(
        face_pictures.face_pngs(one_face(), a_game())
    )


COIN = Size(25.4, 25.4)


def a_coin(outline: Outline, form: str = "token") -> tuple[FacePages, Game]:
    kinds = (a_kind(size=COIN, bleed=2.0, outline=outline, back=None, form=form),)
    return FacePages((a_document(GREEN, size=COIN, bleed=2),), {FRONT: PageRef(0, 0)}), a_game(kinds=kinds)


def test_a_disc_is_a_disc_and_transparent_around() -> None:
    picture = pictures(*a_coin(Outline(Shape.CIRCLE)))[FRONT]
    assert (picture.size, picture.mode) == ((300, 300), "RGBA")
    seen = picture.getchannel("A")
    assert [seen.getpixel(at) for at in ((2, 2), (297, 2), (2, 297), (40, 40))] == [0] * 4
    assert [seen.getpixel(at) for at in ((150, 2), (2, 150), (150, 297), (46, 46))] == [255] * 4
    assert sum(seen.get_flattened_data()) / 255 == pytest.approx(3.14159 * 150**2, rel=0.002)


def test_with_its_bleed_a_disc_is_the_whole_square_that_is_printed() -> None:
    picture = pictures(*a_coin(Outline(Shape.CIRCLE)), bleed=True)[FRONT]
    assert (picture.size, picture.mode) == ((347, 347), "RGB")


def test_a_round_corner_is_transparent_and_a_sharp_one_is_not() -> None:
    round_ = pictures(*a_coin(Outline(corner=3)))[FRONT].getchannel("A")
    assert [round_.getpixel(at) for at in ((1, 1), (298, 298), (0, 150), (12, 12))] == [0, 0, 255, 255]
    assert pictures(*a_coin(Outline()))[FRONT].mode == "RGB"


@pytest.mark.parametrize("corner", [0.0, 2.0])
@pytest.mark.parametrize("shape", [Shape.HEX_FLAT, Shape.HEX_POINTED])
def test_a_hexagon_is_cut_along_its_flats(shape: Shape, corner: float) -> None:
    size = shape.box(25.4)
    pixels = PixelSize(round(size.width * 10), round(size.height * 10))
    mask = outline_mask(Outline(shape, corner), size, pixels)
    assert mask is not None
    across, along = pixels.width, pixels.height
    flat_top = [mask.getpixel((across // 2, at)) for at in (1, along - 2)]
    flat_side = [mask.getpixel((at, along // 2)) for at in (1, across - 2)]
    sharp = flat_side if shape is Shape.HEX_FLAT else flat_top
    assert (flat_top if shape is Shape.HEX_FLAT else flat_side) == [255, 255]
    assert (max(sharp) > 0) == (corner == 0)
    assert [mask.getpixel(at) for at in ((1, 1), (across - 2, along - 2))] == [0, 0]


def test_a_path_of_its_own_and_its_holes_are_cut_out() -> None:
    middle = Point(0, 0)
    outline = Outline(Shape.PATH, path=rectangle_path(middle, Size(20, 10)), holes=(circle_path(middle, 4),))
    mask = outline_mask(outline, Size(20, 20), PixelSize(200, 200))
    assert mask is not None
    assert [mask.getpixel(at) for at in ((100, 100), (100, 130), (100, 160), (5, 100))] == [0, 255, 0, 255]


def test_the_back_of_a_piece_is_cut_out_as_it_is_seen_from_behind() -> None:
    """A hole a quarter from the left of the front is a quarter from the right of the back."""
    hole = circle_path(Point(-COIN.width / 4, 0), COIN.width / 10)
    pages, game = a_coin(Outline(holes=(hole,)))
    back = Face("beast", Side.BACK, None)
    both = FacePages((*pages.documents, *pages.documents), {FRONT: PageRef(0, 0), back: PageRef(1, 0)})
    seen = {face.side: picture.getchannel("A") for face, picture in pictures(both, game).items()}
    assert [seen[Side.FRONT].getpixel((x, 150)) for x in (75, 225)] == [0, 255]
    assert [seen[Side.BACK].getpixel((x, 150)) for x in (75, 225)] == [255, 0]


def test_a_contact_sheet_shows_the_table_around_a_disc() -> None:
    pages, game = a_coin(Outline(Shape.CIRCLE))
    sheet = Image.open(io.BytesIO(face_pictures.contact_sheet(pages, game))).convert("RGB")
    ground, gap = sheet.getpixel((0, 0)), 11
    assert sheet.getpixel((gap + 2, gap + 2)) == ground
    assert sheet.getpixel((gap + 36, gap + 50)) == BLUE


def test_a_contact_sheet_rounds_cards_whose_corners_nobody_gave_and_leaves_a_board_sharp() -> None:
    for form, is_ground in (("card", True), ("board", False)):
        pages, game = a_coin(Outline(), form)
        sheet = Image.open(io.BytesIO(face_pictures.contact_sheet(pages, game))).convert("RGB")
        assert (sheet.getpixel((11, 11)) == sheet.getpixel((0, 0))) == is_ground


def test_a_picture_is_turned_clockwise() -> None:
    upright = Raster(PixelSize(1, 2), b"\xff\0\0\0\xff\0")  # red above green
    assert upright.turned(1) == Raster(PixelSize(2, 1), b"\0\xff\0\xff\0\0")
    assert upright.turned(3) == Raster(PixelSize(2, 1), b"\xff\0\0\0\xff\0")
    assert upright.turned(0) is upright
