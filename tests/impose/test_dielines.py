"""Paths of their own, holes and folds: read from game.yaml, turned, mirrored, and cut alike everywhere."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from print_fixtures import plan_pages

from cardtool.geometry import Axis, Box, Point, Size
from cardtool.impose import Card, cut_file, cut_sheets
from cardtool.impose.contours import contour, fold_contours, hole_contours
from cardtool.impose.page import paper_turn
from cardtool.load import load_sheet
from cardtool.load.kind_sizes import PathError, dieline_faults, make_fold, make_hole, parse_path
from cardtool.model import Backs, Face, Fold, Outline, Shape, Side, Vertex, circle_path, path_points
from cardtool.project import TOOLKIT, Project

SHEETS = {
    name: load_sheet(Project(TOOLKIT), name)
    for name in ("a4-fill", "letter-fill", "a4-gutterfold", "a4-silhouette")
}
SIZE = Size(40, 60)
lengths = st.floats(-50, 50).map(lambda mm: round(mm, 3))
points = st.builds(Point, lengths, lengths)
vertices = st.builds(Vertex, points, st.floats(-1, 1).map(lambda bulge: round(bulge, 3)))
outlines = st.builds(
    Outline,
    st.just(Shape.PATH),
    path=st.lists(vertices, min_size=3, max_size=6).map(tuple),
    holes=st.lists(st.builds(circle_path, points, st.floats(1, 9)), max_size=2).map(tuple),
    folds=st.lists(st.builds(Fold, points, points), max_size=2).map(tuple),
)


def test_a_path_is_read_as_svg_writes_it() -> None:
    path = parse_path("M0,0 H40 V60 A20 20 0 0 1 0 60 Z")
    assert [vertex.point for vertex in path] == [(0, 0), (40, 0), (40, 60), (0, 60)]
    assert path[2].bulge == pytest.approx(1)  # half a circle, clockwise
    assert [vertex.bulge for vertex in path if vertex.point != (40, 60)] == [0, 0, 0]


def test_a_path_that_runs_the_other_way_is_the_same_cut() -> None:
    assert set(parse_path("M0 0V60H40V0Z")) == set(parse_path("M0 0H40V60H0Z"))


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("", "this is no path"),
        ("M0 0H40", "this is no path"),
        ("M0 0C1 1 2 2 3 3Z", "this is no path"),
        ("M0 0L4Z", "L takes 2 numbers, not 1"),
        ("M0 0L4 4Z", "the path encloses nothing"),
        ("M0 0A5 6 0 0 1 9 9V4Z", "an arc is of a circle"),
        ("M0 0A5 5 0 0 1 40 0V4Z", "a radius of 5 mm does not reach over 40.00 mm"),
        ("M0 0H4V4Zz", "this is no path"),
    ],
)
def test_a_path_that_is_none_says_why(path: str, says: str) -> None:
    with pytest.raises(PathError, match=re.escape(says)):
        parse_path(path)


def test_what_leaves_the_piece_is_found_where_it_stands() -> None:
    kind = {
        "path": "M0 0H41V9Z",
        "holes": [{"x": "20mm", "y": "20mm", "across": "4mm"}, {"x": "39mm", "y": "20mm", "across": "4mm"}],
        "folds": [{"from": ["0mm", "9mm"], "to": ["0mm", "9mm"]}],
    }
    assert [path for path, _ in dieline_faults(kind, SIZE)] == [("path",), ("holes", 1), ("folds", 0)]


@given(outlines)
def test_four_turns_and_two_mirrors_change_nothing(outline: Outline) -> None:
    assert outline.turned().turned().turned().turned() == outline
    for axis in Axis:
        twice = outline.mirrored(axis).mirrored(axis)
        assert set(twice.path) == set(outline.path)
        assert twice.folds == outline.folds


@given(outlines, st.sampled_from(Axis))
def test_what_is_seen_from_behind_is_the_mirror_of_every_point(outline: Outline, axis: Axis) -> None:
    def along(path: tuple[Vertex, ...]) -> set[tuple[float, float]]:
        return {(round(x, 4) + 0.0, round(y, 4) + 0.0) for x, y in path_points(path)}

    sign = (-1, 1) if axis is Axis.VERTICAL else (1, -1)
    mirrored = {(x * sign[0] + 0.0, y * sign[1] + 0.0) for x, y in along(outline.path)}
    seen = along(outline.mirrored(axis).path)
    assert all(min(math.dist(a, b) for b in seen) < 2e-4 for a in mirrored)


def test_cut_and_folds_are_the_same_in_pdf_plan_svg_and_dxf() -> None:
    """A wedge with a window, a rivet's hole and a fold, four to a page, as they lie."""
    window = make_hole({"x": "20mm", "y": "15mm", "width": "10mm", "height": "6mm"}, SIZE)
    rivet = make_hole({"x": "20mm", "y": "30mm", "across": "4mm"}, SIZE)
    fold = make_fold({"from": ["0mm", "40mm"], "to": ["40mm", "40mm"]}, SIZE)
    cut = tuple(
        Vertex(vertex.point.moved(Point(-20, -30)), vertex.bulge)
        for vertex in parse_path("M0 3A60 60 0 0 1 40 3L25 60H15Z")
    )
    outline = Outline(Shape.PATH, path=cut, holes=(window, rivet), folds=(fold,))
    sheet = SHEETS["a4-silhouette"]
    face = Face("wedge", Side.FRONT, "one")
    pages = plan_pages([Card(face, None, SIZE, 3, outline)] * 4, sheet)
    (sheet_cut,) = cut_sheets(pages)
    assert len(sheet_cut.contours) == 4 * 3
    assert len(sheet_cut.folds) == 4
    assert sheet_cut.folds == pages[0].folds
    slot = pages[0].places[0].slot
    assert sheet_cut.contours[:3] == (
        *hole_contours(slot.outline, slot.trim),
        contour(slot.outline, slot.trim),
    )
    svg = cut_file(sheet_cut, title="t", format="svg").decode()
    dxf = cut_file(sheet_cut, title="t", format="dxf").decode().split("\n")
    assert svg.count("<path") == 4 * 3 + 4
    assert dxf.count("POLYLINE") == 4 * 3 + 4
    corners = [vertex.point for line in (*sheet_cut.contours, *sheet_cut.folds) for vertex in line.vertices]
    in_dxf = [
        (float(dxf[at + 4]), sheet_cut.paper.height - float(dxf[at + 6]))
        for at, word in enumerate(dxf)
        if word == "VERTEX"
    ]
    assert len(in_dxf) == len(corners)
    assert all(math.dist(a, b) < 0.01 for a, b in zip(in_dxf, corners, strict=True))
    starts = [tuple(map(float, found)) for found in re.findall(r'd="M([\d.]+) ([\d.]+)', svg)]
    first = [line.vertices[0].point for line in (*sheet_cut.contours, *sheet_cut.folds)]
    assert all(math.dist(a, b) < 0.01 for a, b in zip(starts, first, strict=True))


def test_a_fold_of_a_turned_piece_lies_on_it() -> None:
    outline, trim = Outline(folds=(Fold(Point(-20, 10), Point(20, 10)),)), Box(100, 50, 60, 40)
    (line,) = fold_contours(outline.turned(), trim)
    assert [vertex.point for vertex in line.vertices] == [(120, 50), (120, 90)]


@given(outlines, st.sampled_from(["a4-fill", "letter-fill", "a4-gutterfold"]), st.integers(1, 9))
def test_behind_every_piece_lies_its_back_cut_where_the_front_is(
    outline: Outline, name: str, count: int
) -> None:
    """Through the paper, the dieline of a back is that of its front: every corner, hole and fold."""
    sheet = SHEETS[name]
    front, back = Face("wedge", Side.FRONT, "one"), Face("wedge", Side.BACK, None)
    pages = plan_pages([Card(front, back, SIZE, 3, outline)] * count, sheet)
    folded = sheet.backs is Backs.FOLD
    axis = paper_turn(sheet.backs, sheet.paper)
    assert axis is not None
    fronts = [place for page in pages for place in page.places if place.face.side is Side.FRONT]
    backs = [place for page in pages for place in page.places if place.face.side is Side.BACK]
    assert len(fronts) == len(backs) == count
    assert folded or len(pages) % 2 == 0
    for one, other in zip(fronts, backs, strict=True):
        ahead, behind = (
            {
                (round(vertex.point.x, 6), round(vertex.point.y, 6))
                for line in (
                    contour(place.slot.outline, place.slot.trim),
                    *hole_contours(place.slot.outline, place.slot.trim),
                    *fold_contours(place.slot.outline, place.slot.trim),
                )
                for vertex in line.vertices
            }
            for place in (one, other)
        )
        seen_through = [Point(*point).mirrored(axis.axis, axis.at) for point in ahead]
        assert all(min(math.dist(point, each) for each in behind) < 1e-5 for point in seen_through)
