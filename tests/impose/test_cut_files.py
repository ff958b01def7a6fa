"""What a cutting machine is given: the same contours as SVG and as DXF, in millimetres of the paper."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET

import pytest
from print_fixtures import SHIPPED, a_deck, plan_pages

from cardtool import impose
from cardtool.errors import SheetRefused
from cardtool.geometry import Size
from cardtool.load import load_cutter
from cardtool.model import Backs, Outline, Shape
from cardtool.project import TOOLKIT, Project

SVG = "{http://www.w3.org/2000/svg}"
ROUND = Outline(corner=3)


def sheets(count: int = 9, outline: Outline = ROUND, size: Size = Size(63.5, 88.9)):  # noqa: B008
    cards = [card._replace(outline=outline) for card in a_deck(count, size)]
    return impose.cut_sheets(plan_pages(cards, SHIPPED["a4-silhouette"]))


def polylines(dxf: bytes) -> list[list[tuple[float, float, float]]]:
    """Each polyline's corners with their bulges, read as a program reads group codes."""
    lines = dxf.decode("ascii").splitlines()
    pairs = [(int(code), value) for code, value in zip(lines[::2], lines[1::2], strict=True)]
    found: list[list[tuple[float, float, float]]] = []
    for place, (code, value) in enumerate(pairs):
        if (code, value) == (0, "POLYLINE"):
            found.append([])
        elif (code, value) == (0, "VERTEX"):
            codes = dict(pairs[place + 1 : place + 6])
            end = next(n for n, pair in enumerate(pairs[place + 1 :]) if pair[0] == 0)
            codes = dict(pairs[place + 1 : place + 1 + end])
            found[-1].append((float(codes[10]), float(codes[20]), float(codes.get(42, 0))))
    return found


def test_a_full_page_and_a_last_card_are_two_cuts():
    full, last = sheets(9)
    assert (len(full.contours), len(last.contours)) == (8, 1)
    assert (full.pages, last.pages) == ((1,), (3,))


def test_pages_that_lie_alike_share_their_contours():
    (full,) = sheets(24)
    assert full.pages == (1, 3, 5)


def test_the_svg_is_as_large_as_the_paper_in_millimetres():
    svg = ET.fromstring(impose.cut_file(sheets()[0], title="Farm & <co>", format="svg"))
    assert (svg.get("width"), svg.get("height")) == ("297mm", "210mm")
    assert svg.get("viewBox") == "0 0 297 210"
    assert svg.find(f"{SVG}title").text == "Farm & <co>"


def test_the_svg_has_one_path_a_card_and_arcs_of_the_corner():
    svg = ET.fromstring(impose.cut_file(sheets()[0], title="Farm", format="svg"))
    paths = [path.get("d") for path in svg.iter(f"{SVG}path")]
    assert len(paths) == 8
    assert paths[0].startswith("M18.5 18.1 A3 3 0 0 1 21.5 15.1 L79 15.1 A3 3")
    assert all(path.count("A3 3 0 0 1") == 4 and path.endswith("Z") for path in paths)
    assert not re.search(r'fill="(?!none)', ET.tostring(svg, encoding="unicode"))


def test_the_dxf_has_the_same_corners_from_the_foot_of_the_paper():
    cut = sheets()[0]
    found = polylines(impose.cut_file(cut, title="Farm", format="dxf"))
    assert len(found) == 8
    for path, corners in zip(cut.contours, found, strict=True):
        for vertex, (x, y, bulge) in zip(path.vertices, corners, strict=True):
            assert (x, 210 - y) == pytest.approx(vertex.point, abs=1e-5)
            assert bulge == pytest.approx(-vertex.bulge, abs=1e-5)


def test_the_dxf_says_its_release_its_unit_and_its_end():
    lines = impose.cut_file(sheets()[0], title="Färm", format="dxf").decode("ascii").splitlines()
    assert lines[lines.index("$ACADVER") + 2] == "AC1009"
    assert lines[lines.index("$INSUNITS") + 2] == "4"
    assert lines[-1] == "EOF"
    assert lines.count("SECTION") == lines.count("ENDSEC") == 3
    assert lines.count("POLYLINE") == lines.count("SEQEND") == 8


def test_a_round_token_is_four_quarters_of_a_circle():
    (cut,) = sheets(1, Outline(Shape.CIRCLE), Size(25, 25))
    (corners,) = polylines(impose.cut_file(cut, title="Farm", format="dxf"))
    assert [bulge for *_, bulge in corners] == pytest.approx([-math.tan(math.pi / 8)] * 4, abs=1e-5)


def test_the_same_cards_make_the_same_files():
    for format in ("svg", "dxf"):
        once, again = (impose.cut_file(sheets()[0], title="Farm", format=format) for _ in "ab")
        assert once == again


def test_a_folded_sheet_is_not_cut_by_marks():
    sheet = SHIPPED["a4-silhouette"]
    with pytest.raises(SheetRefused, match="cannot cut a sheet that is folded and glued"):
        plan_pages(a_deck(1), sheet, backs=Backs.FOLD)


def test_a_grid_that_reaches_under_the_marks_is_refused():
    from dataclasses import replace

    cutter = load_cutter(Project(TOOLKIT), "silhouette")
    crowded = replace(SHIPPED["a4-9up"], cutter=cutter)
    with pytest.raises(SheetRefused, match=r"reaches into the 16.5 mm at the corners of the paper"):
        plan_pages(a_deck(1), crowded)


def test_marks_that_the_printer_cannot_print_are_refused():
    with pytest.raises(SheetRefused, match=r"marks of Silhouette .* stand 10 mm from the edge"):
        plan_pages(a_deck(1), SHIPPED["a4-silhouette"], margin=11)
