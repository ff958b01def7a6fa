"""Laws of every sheet for every size and shape: backs meet fronts, nothing leaves the paper or the cut."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_examples import examples
from print_fixtures import SHIPPED, a_deck, plan_pages

from cardtool import impose
from cardtool.geometry import Axis, Box, Point, Sides, Size
from cardtool.impose import Card, Page, Place
from cardtool.impose.contours import contour
from cardtool.impose.page import keep_out_zones, paper_turn, registration_marks
from cardtool.load import cutter_names, load_cutter
from cardtool.load.kind_sizes import kind_outline, kind_size, load_sizes
from cardtool.model import Backs, Fill, Outline, Registration, Shape, Sheet
from cardtool.project import TOOLKIT, Project

NAMED = load_sizes(Project(TOOLKIT))
CUTTERS = [load_cutter(Project(TOOLKIT), name) for name in cutter_names(Project(TOOLKIT))]
FILLED = [sheet for sheet in SHIPPED.values() if isinstance(sheet.grid, Fill)]
UP = [Point(0, -1), Point(1, 0), Point(0, 1), Point(-1, 0)]  # where a face's top points after quarter turns


@dataclass(frozen=True)
class Job:
    cards: list[Card]
    sheet: Sheet

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        return plan_pages(self.cards, self.sheet)


def some(number: int, name: str, count: int, bleed: float = 3) -> list[Card]:
    size, outline = kind_size({"size": name}, NAMED), kind_outline({"size": name}, NAMED)
    return [card._replace(outline=outline) for card in a_deck(count, size, bleed, kind=f"kind-{number}")]


@st.composite
def hexagons(draw: st.DrawFn) -> list[Card]:
    outline = Outline(
        draw(st.sampled_from([Shape.HEX_FLAT, Shape.HEX_POINTED])), draw(st.sampled_from([0, 2]))
    )
    size = outline.shape.box(draw(st.integers(30, 80)))
    return [card._replace(outline=outline) for card in a_deck(draw(st.integers(1, 30)), size, kind="hex")]


@st.composite
def jobs(draw: st.DrawFn) -> Job:
    """Up to four sorts of pieces on a sheet that takes any size, with gaps and bleeds of all sorts."""
    gap = draw(st.integers(0, 16)) / 2
    sheet = replace(
        draw(st.sampled_from(FILLED)),
        grid=Fill(Size(gap, gap)),
        bleed=draw(st.sampled_from([0, 1, 3])),
        backs=draw(st.sampled_from([Backs.LONG_EDGE, Backs.SHORT_EDGE])),
    )
    sheet = replace(sheet, cutter=draw(st.sampled_from([None, *CUTTERS])))
    names = draw(st.lists(st.sampled_from(sorted(NAMED)), min_size=1, max_size=3, unique=True))
    cards = [
        card
        for number, name in enumerate(names)
        for card in some(number, name, draw(st.integers(1, 15)), draw(st.sampled_from([0, 2, 3])))
    ]
    cards += draw(st.one_of(st.just([]), hexagons()))
    return Job([card for card in cards if impose.has_room(sheet, card.trim, card.outline)], sheet)


def laws(job_maker):
    return lambda law: settings(max_examples=examples(60), deadline=None)(given(job_maker)(law))


def pairs(job: Job) -> list[tuple[Place, Place]]:
    pages = job.pages
    return [
        pair
        for front, back in zip(pages[::2], pages[1::2], strict=True)
        for pair in zip(front.places, back.places, strict=True)
    ]


def apart(one: Place, other: Place) -> float:
    """The distance between two cuts, as far as corners and the middles of edges tell."""
    near, far = (outer_points(place) for place in (one, other))
    return min(math.dist(a, b) for a in near for b in far)


def outer_points(place: Place) -> list[Point]:
    corners = [v.point for v in contour(place.slot.outline, place.slot.trim).vertices]
    return corners + [Point((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in pairwise([*corners, corners[0]])]


@laws(jobs())
def test_a_back_meets_its_front_whatever_their_shape(job):
    way = paper_turn(job.sheet.backs, job.sheet.paper)
    for front, back in pairs(job):
        assert back.face.card == front.face.card
        assert back.slot.trim.centre == pytest.approx(front.slot.trim.centre.mirrored(way.axis, way.at))
        assert back.slot.trim.size == front.slot.trim.size
        assert back.slot.outline == front.slot.outline
        assert back.slot.bleed == front.slot.bleed.mirrored(way.axis)


@laws(jobs())
def test_a_card_turned_sideways_shows_its_back_upright(job):
    way = paper_turn(job.sheet.backs, job.sheet.paper)
    for front, back in pairs(job):
        top = UP[front.slot.turns]
        behind = Point(-top.x, top.y) if way.axis is Axis.VERTICAL else Point(top.x, -top.y)
        assert UP[back.slot.turns] == behind


@laws(jobs())
def test_every_piece_is_printed_once(job):
    printed = [p.face for page in job.pages for p in page.places if p.face.side == "front"]
    assert sorted(face.name for face in printed) == sorted(card.front.name for card in job.cards)


@laws(jobs())
def test_no_cut_leaves_the_part_that_printers_reach(job):
    printable = Box(0, 0, *job.sheet.paper).grown(Sides.all(-job.sheet.margin))
    for page in job.pages:
        assert all(printable.contains(place.slot.trim) for place in page.places)


@laws(jobs())
def test_no_piece_is_cut_into_by_its_neighbour(job):
    for page in job.pages:
        for one, other in combinations(page.places, 2):
            if not one.slot.outline.nests:
                assert not one.slot.trim.overlaps(other.slot.trim)
            elif other.slot.outline.nests:
                across = min(*one.slot.trim.size, *other.slot.trim.size)
                assert math.dist(one.slot.trim.centre, other.slot.trim.centre) >= across - 1e-6


@laws(jobs())
def test_neither_side_reaches_over_the_fold(job):
    sheet = replace(job.sheet, backs=Backs.FOLD, cutter=None)
    cards = [card for card in job.cards if impose.has_room(sheet, card.trim, card.outline)]
    fold = sheet.paper.height / 2 + 1e-6
    for place in (place for page in Job(cards, sheet).pages for place in page.places):
        shown = place.slot.shown
        assert shown.bottom <= fold if place.face.side == "front" else shown.top >= fold - 2e-6


@laws(jobs())
def test_nothing_stands_where_a_cutter_looks_for_its_marks(job):
    zones = keep_out_zones(job.sheet.cutter, job.sheet.paper)
    for page in job.pages[::2]:
        corners = page.frame.corners
        boxes = [box for box in (corners.title, corners.page, corners.ruler, corners.advice) if box]
        boxes += [line.box for line in page.frame.lines]
        boxes += [place.slot.shown for place in page.places]
        assert not any(zone.overlaps(box) for zone in zones for box in boxes)
        assert page.frame.blocks == (
            registration_marks(job.sheet.cutter, job.sheet.paper) if job.sheet.cutter else ()
        )


@laws(jobs())
def test_contours_are_the_slots_of_their_pages(job):
    pages = {page.number: page for page in job.pages}
    seen: list[int] = []
    for sheet in impose.cut_sheets(job.pages):
        seen += sheet.pages
        for number in sheet.pages:
            slots = [place.slot for place in pages[number].places]
            assert sheet.contours == tuple(contour(slot.outline, slot.trim) for slot in slots)
    assert sorted(seen) == [page.number for page in job.pages[::2]]


@pytest.mark.parametrize("sheet", FILLED, ids=lambda sheet: sheet.name)
@pytest.mark.parametrize("name", sorted(NAMED))
def test_every_named_size_goes_on_a_sheet_or_is_larger_than_it(sheet, name):
    size, outline = kind_size({"size": name}, NAMED), kind_outline({"size": name}, NAMED)
    room = sheet.paper.grown(-sheet.margin)
    fits = any(size.width <= way.width and size.height <= way.height for way in (room, room.turned()))
    assert impose.has_room(replace(sheet, cutter=None), size, outline) == fits


@pytest.mark.parametrize("cutter", CUTTERS, ids=lambda cutter: cutter.name)
def test_marks_stand_inside_the_corners_that_are_kept_free(cutter):
    paper = Size(297, 210)
    zones, marks = keep_out_zones(cutter, paper), registration_marks(cutter, paper)
    assert all(any(zone.contains(mark) for zone in zones) for mark in marks)
    count = {Registration.NONE: 0, Registration.THREE: 3, Registration.FOUR: 4}[cutter.registration]
    assert len(zones) == count
