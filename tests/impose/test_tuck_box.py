"""The tuck box: that it folds up, that the deck goes in, and that the paper shows how."""

from __future__ import annotations

import math

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from print_fixtures import A4, FONT, both, drawn, opened, quartered, sizes, texts

from cardtool import impose
from cardtool.errors import SheetRefused
from cardtool.geometry import Box, Point, Size
from cardtool.impose import Card, Pack, TuckBox, plan_box
from cardtool.impose.tuck_box import BOARD, CLEAR, GLUED, Panel, Part
from cardtool.impose.write import sheets
from cardtool.model import Face, Side
from cardtool.units import to_pt

ROOM = A4.grown(-6)
PACKS = st.builds(
    Pack,
    st.builds(Size, st.integers(40, 120), st.integers(40, 160)),
    st.integers(1, 200),
    st.sampled_from([0.17, 0.32, 0.45]),
)
Place = tuple[float, float, float]


def folded(box: TuckBox) -> dict[Part, list[Place]]:
    """The four corners of each panel in space, every fold bent by a right angle, backwards.

    The left side lies in the plane of the paper, and x, y and z are the page's right, foot and depth.
    """
    return {
        panel.part: [_bent(box, panel.part, corner) for corner in _corners(panel.box)] for panel in box.panels
    }


def _corners(box: Box) -> list[Place]:
    return [(x, y, 0.0) for x in (box.left, box.right) for y in (box.top, box.bottom)]


def _bent(box: TuckBox, part: Part, point: Place) -> Place:
    """A point of a panel, turned about its fold, and then with the panel it hangs on.

    A panel to the right of its fold or below it goes down into the depth, and so does one to the left or
    above: the fold is bent away from who looks at it.
    """
    panel = box.panel(part)
    if panel.fold is None:
        return point
    (x, y, z), at = point, panel.fold.start
    if panel.fold.start.x == panel.fold.end.x:
        way = math.copysign(1, panel.box.centre.x - at.x)
        turned = at.x - way * z, y, way * (x - at.x)
    else:
        way = math.copysign(1, panel.box.centre.y - at.y)
        turned = x, at.y - way * z, way * (y - at.y)
    return _bent(box, _beyond_its_fold(box, panel), turned)


def _beyond_its_fold(box: TuckBox, panel: Panel) -> Part:
    """The one other panel that lies on the whole fold of this one, and so is what it hangs on."""
    fold = Box.hull(Box(*end, 0, 0) for end in (panel.fold.start, panel.fold.end))
    (found,) = (each.part for each in box.panels if each != panel and each.box.contains(fold, 1e-6))
    return found


def around(points: list[Place]) -> tuple[tuple[float, float], ...]:
    """The least and the most of each coordinate."""
    return tuple((round(min(c), 6), round(max(c), 6)) for c in zip(*points, strict=True))


@given(PACKS)
def test_folded_up_it_is_a_box_with_room_for_the_deck(pack):
    try:
        box = plan_box(pack, ROOM)
    except SheetRefused:
        assert pack.count * pack.thickness + CLEAR > 110
        return
    width, height, depth = box.inside
    assert width >= pack.card.width + 2 * CLEAR - 1e-9
    assert height >= pack.card.height + 2 * CLEAR - 1e-9
    assert depth >= pack.count * pack.thickness
    shape = {part: around(points) for part, points in folded(box).items()}
    left = box.panel(Part.LEFT).box
    front_x = (left.right, left.right)
    assert shape[Part.FRONT] == around([(left.right, left.top, 0), (left.right, left.bottom, width + BOARD)])
    assert shape[Part.FRONT][0] == pytest.approx(front_x)
    far = round(width + BOARD, 6)
    assert shape[Part.RIGHT] == around([(left.left, left.top, far), (left.right, left.bottom, far)])
    assert shape[Part.BACK] == around([(left.left, left.top, 0), (left.left, left.bottom, far)])
    assert shape[Part.LID] == around([(left.left, left.top, 0), (left.right, left.top, far)])
    assert shape[Part.BOTTOM] == around([(left.left, left.bottom, 0), (left.right, left.bottom, far)])


@given(PACKS)
def test_tabs_and_tuck_lie_inside_the_panels_they_are_glued_to_or_slid_behind(pack):
    try:
        box = plan_box(pack, ROOM)
    except SheetRefused:
        return
    shape = {part: around(points) for part, points in folded(box).items()}
    for part, behind in ((Part.TUCK, Part.FRONT), (Part.BOTTOM_TAB, Part.FRONT), (Part.TAB, Part.BACK)):
        for (least, most), (low, high) in zip(shape[part], shape[behind], strict=True):
            assert low - 1e-6 <= least <= most <= high + 1e-6


@given(PACKS)
def test_dust_flaps_do_not_meet(pack):
    try:
        box = plan_box(pack, ROOM)
    except SheetRefused:
        return
    flaps = box.panel(Part.LEFT_DUST).box.height + box.panel(Part.RIGHT_DUST).box.height
    assert flaps < box.panel(Part.FRONT).box.width


@given(PACKS)
def test_panels_lie_beside_each_other_and_the_cut_goes_around_them_all(pack):
    try:
        box = plan_box(pack, ROOM)
    except SheetRefused:
        return
    boxes = [panel.box for panel in box.panels]
    assert not any(one.overlaps(other) for n, one in enumerate(boxes) for other in boxes[:n])
    flat = Box(0, 0, *box.size)
    assert all(flat.contains(Box(*vertex.point, 0, 0)) for vertex in box.cut.vertices)
    corners = [vertex.point for vertex in box.cut.vertices]
    area = sum(a.x * b.y - b.x * a.y for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)) / 2
    assert 0.9 * sum(b.width * b.height for b in boxes) < area <= sum(b.width * b.height for b in boxes)


@pytest.mark.parametrize("part", sorted(GLUED))
def test_a_tab_takes_glue_where_it_is_cut_out(part):
    box = plan_box(Pack(Size(63.5, 88.9), 120, 0.3), ROOM)
    corners, cut = box.glued(part), [vertex.point for vertex in box.cut.vertices]
    assert set(corners) <= set(cut)
    panel = box.panel(part)
    assert all(panel.box.contains(Box(*corner, 0, 0)) for corner in corners)
    assert {panel.fold.start, panel.fold.end} < set(corners)


def test_flaps_become_shorter_where_that_lets_the_box_go_on_the_paper():
    roomy = plan_box(Pack(Size(63.5, 88.9), 54, 0.32), ROOM)
    tight = plan_box(Pack(Size(63.5, 88.9), 120, 0.32), ROOM)
    assert roomy.panel(Part.TUCK).box.height == 18
    assert tight.panel(Part.TUCK).box.height < 18
    assert tight.size.goes_into(ROOM)


def test_a_deck_no_tuck_box_holds_is_refused_with_its_thickness():
    with pytest.raises(SheetRefused, match=r"400 cards of 0.32 mm make a deck of 129 mm"):
        plan_box(Pack(Size(63.5, 88.9), 400, 0.32), ROOM)


def test_the_thumb_notch_is_cut_out_of_the_front():
    box = plan_box(Pack(Size(63.5, 88.9), 54, 0.32), ROOM)
    front = box.panel(Part.FRONT).box
    deepest = [v.point for v in box.cut.vertices if v.point.x == pytest.approx(front.centre.x)]
    assert [point.y - front.top for point in deepest] == [pytest.approx(6.5)]
    assert sum(vertex.bulge < 0 for vertex in box.cut.vertices) == 2
    assert math.isclose(box.cut.moved(Point(1, 2)).vertices[0].point.x, box.cut.vertices[0].point.x + 1)


def test_the_pdf_says_how_to_print_cut_and_fold():
    box = plan_box(Pack(Size(63.5, 88.9), 54, 0.32), ROOM)
    art = Card(Face("box", Side.FRONT, "farm"), None, box.size, impose.BOX_BLEED)
    faces = both(drawn([art]), drawn([]))
    pdf = sheets.write_box(
        box,
        A4.turned(),
        faces,
        art=art.front,
        front=None,
        title="Farm",
        caption="Farm: box for 54",
        font=FONT,
    )
    assert sizes(pdf) == [(0, 0, 297, 210)]
    (text,) = texts(pdf)
    for words in ("box-front", "Farm: box for 54", "100 %", "cut", "fold away from you", "glue", "50 mm"):
        assert words.replace("box-front", "farm-front") in text
    document = opened(pdf)
    assert b"[3 2] 0 d" in document.pages[0].Contents.read_bytes()


def test_the_bare_ground_of_a_tab_for_glue_leaves_the_flap_beside_it_coloured():
    box = plan_box(Pack(Size(63.5, 88.9), 18, 0.3), ROOM)  # so thin that the flap hangs beside the tab
    art = Card(Face("box", Side.FRONT, "farm"), None, box.size, impose.BOX_BLEED)
    pdf = sheets.write_box(
        box,
        A4.turned(),
        quartered(art.front, art, "RRRRR"),
        art=art.front,
        front=None,
        title="",
        caption="",
        font=FONT,
    )
    by = Point(*(side / 2 for side in A4.turned())).moved(Point(-box.size.width / 2, -box.size.height / 2))
    flap, tab = (box.moved(by).panel(part).box for part in (Part.RIGHT_FOOT, Part.BOTTOM_TAB))
    assert flap.bottom > tab.top + 4
    picture = pypdfium2.PdfDocument(pdf)[0].render(scale=4).to_pil().convert("RGB")

    def colour(x: float, y: float) -> tuple[int, ...]:
        return picture.getpixel((round(to_pt(x) * 4), round(to_pt(y) * 4)))

    assert colour(flap.right - 1.9, tab.top + 3.5) == (255, 0, 0)
    assert colour(tab.centre.x, tab.bottom - 0.4) == (255, 255, 255)


def test_tabs_are_drawn_in_the_same_order_in_every_process():
    assert GLUED == (Part.TAB, Part.BOTTOM_TAB), "a set has another order under another hash seed"
