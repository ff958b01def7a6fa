"""Laws that hold for every print job: uneven sizes and gaps, odd counts, partial pages, every turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_examples import examples
from print_fixtures import a_deck, a_sheet, plan_pages

from cardtool.geometry import Axis, Box, Point, Sides, Size
from cardtool.impose import Card, Page, Place
from cardtool.impose.page import Line
from cardtool.model import Backs, Sheet

THIN = 1e-4  # mm
DUPLEX = (Backs.LONG_EDGE, Backs.SHORT_EDGE)


@dataclass(frozen=True)
class Job:
    cards: list[Card]
    sheet: Sheet
    offset: Point

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        return plan_pages(self.cards, self.sheet, back_offset=self.offset)


def laws(jobs: st.SearchStrategy[Job]) -> Any:
    """Enough jobs to find a slip in seconds; a law that breaks is shrunk to its smallest job."""
    return lambda law: settings(max_examples=examples(100))(given(jobs)(law))


def lengths(least: float, most: float) -> st.SearchStrategy[float]:
    return st.integers(round(least * 20), round(most * 20)).map(lambda twentieths: twentieths / 20)


SIZES = st.lists(st.builds(Size, lengths(8, 120), lengths(8, 120)), min_size=1, max_size=3, unique=True)


@st.composite
def print_jobs(draw: st.DrawFn, *backs: Backs) -> Job:
    """A job that fits: the paper is made around the largest card, the printer's margin, and some air."""
    sizes = draw(SIZES)
    sheet = a_sheet(
        draw(st.integers(1, 4)),
        draw(st.integers(1, 4)),
        draw(st.builds(Size, lengths(0, 9), lengths(0, 9))),
        backs=draw(st.sampled_from(backs or tuple(Backs))),
        bleed=draw(lengths(0, 6)),
        margin=draw(lengths(0, 12)),
        mark_length=draw(lengths(0, 8)),
        mark_gap=draw(lengths(0, 3)),
        ruler=draw(st.sampled_from([0, 20, 50])),
        fold_gap=draw(lengths(0, 6)),
    )
    air = draw(st.builds(Size, lengths(0.5, 60), lengths(0.5, 60)))
    cards = [
        card
        for number, size in enumerate(sizes)
        for card in a_deck(draw(st.integers(1, 12)), size, draw(lengths(0, 5)), kind=f"kind-{number}")
    ]
    offset = draw(st.builds(Point, lengths(-0.5, 0.5), lengths(-0.5, 0.5)))
    return Job(cards, replace(sheet, paper=paper_for(sheet, sizes, air)), offset)


def paper_for(sheet: Sheet, sizes: list[Size], air: Size) -> Size:
    grid = sheet.grid
    width = grid.columns * max(size.width for size in sizes) + (grid.columns - 1) * grid.gap.width
    height = grid.rows * max(size.height for size in sizes) + (grid.rows - 1) * grid.gap.height
    if sheet.backs is Backs.FOLD:
        height = 2 * (height + sheet.fold_gap)
    return Size(width + 2 * (sheet.margin + air.width), height + 2 * (sheet.margin + air.height))


def axis_of(job: Job) -> Axis:
    """The axis a sheet of paper is turned about, told from how one holds it."""
    upright = job.sheet.paper.width <= job.sheet.paper.height
    return Axis.VERTICAL if upright == (job.sheet.backs is Backs.LONG_EDGE) else Axis.HORIZONTAL


def pairs(job: Job) -> list[tuple[Place, Place]]:
    """Each front and the back that is printed for it."""
    if job.sheet.backs is Backs.FOLD:
        halves = [(page.places, len(page.places) // 2) for page in job.pages]
        return [pair for places, n in halves for pair in zip(places[:n], places[n:], strict=True)]
    pages = job.pages
    return [
        pair
        for front, back in zip(pages[::2], pages[1::2], strict=True)
        for pair in zip(front.places, back.places, strict=True)
    ]


@laws(print_jobs(*DUPLEX))
def test_a_back_meets_its_front(job):
    axis = axis_of(job)
    middle = job.sheet.paper.width / 2 if axis is Axis.VERTICAL else job.sheet.paper.height / 2
    for front, back in pairs(job):
        assert back.face.card == front.face.card
        meeting = front.slot.trim.centre.mirrored(axis, middle).moved(job.offset)
        assert back.slot.trim.centre == pytest.approx(meeting)
        assert back.slot.bleed == front.slot.bleed.mirrored(axis)
        assert (back.slot.turns == 2) == (axis is Axis.HORIZONTAL)


@laws(print_jobs(Backs.FOLD))
def test_a_folded_back_meets_its_front(job):
    fold = job.sheet.paper.height / 2
    for front, back in pairs(job):
        assert back.face.card == front.face.card
        assert back.slot.trim.centre == pytest.approx(front.slot.trim.centre.mirrored(Axis.HORIZONTAL, fold))
        assert back.slot.bleed == front.slot.bleed.mirrored(Axis.HORIZONTAL)
        assert front.slot.shown.bottom <= fold + 1e-6
        assert back.slot.turns == 2


@laws(print_jobs())
def test_every_card_is_printed_once_and_in_order(job):
    fronts = [place.face for page in job.pages for place in page.places if place.face.side == "front"]
    assert fronts == [card.front for card in job.cards]


@laws(print_jobs())
def test_cards_keep_off_each_other_and_off_the_edge(job):
    paper = Box(0, 0, *job.sheet.paper)
    for page in job.pages:
        assert all(paper.grown(Sides.all(0.5)).contains(place.slot.shown) for place in page.places)
        for one, other in combinations([place.slot.shown for place in page.places], 2):
            assert not one.overlaps(other)
    for page in plan_pages(job.cards, job.sheet):
        printable = paper.grown(Sides.all(-job.sheet.margin))
        assert all(printable.contains(place.slot.trim) for place in page.places)
        assert all(paper.contains(place.slot.shown) for place in page.places)


@laws(print_jobs())
def test_no_mark_touches_a_card_or_its_bleed(job):
    for page in job.pages:
        for place in page.places:
            around = place.slot.shown.grown(Sides.all(job.sheet.mark_gap - 2 * THIN))
            assert not any(stretch(line).overlaps(around) for line in page.frame.lines)


@laws(print_jobs())
def test_small_print_touches_nothing(job):
    for page in plan_pages(job.cards, job.sheet):
        corners = page.frame.corners
        boxes = [box for box in (corners.title, corners.page, corners.ruler, corners.advice) if box]
        for one, other in combinations(boxes, 2):
            assert not one.overlaps(other)
        for box in boxes:
            assert Box(0, 0, *job.sheet.paper).contains(box)
            assert not any(box.overlaps(place.slot.shown) for place in page.places)
            assert not any(box.overlaps(stretch(line)) for line in page.frame.lines)


def stretch(line: Line) -> Box:
    """A line as a box with next to no thickness."""
    left, top = min(line.start.x, line.end.x), min(line.start.y, line.end.y)
    width, height = abs(line.end.x - line.start.x), abs(line.end.y - line.start.y)
    return Box(left, top, width, height).grown(Sides.all(THIN))
