"""Tiles make the face: all of it, overlapping as they should, on paper a printer can print."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_examples import examples
from print_fixtures import A4, LETTER

from cardtool import impose
from cardtool.errors import SheetRefused
from cardtool.geometry import Axis, Box, Point, Size
from cardtool.impose import Tiles
from cardtool.impose.tiling import FOOTER, OVERLAP, RIM, tile_marks
from cardtool.model import Seams

A2, A3 = Size(594, 420), Size(420, 297)


def halves(least: int, most: int) -> st.SearchStrategy[float]:
    return st.integers(2 * least, 2 * most).map(lambda count: count / 2)


@dataclass(frozen=True)
class Job:
    size: Size
    bleed: float
    paper: Size
    margin: float
    spaces: tuple[Box, ...] = ()
    seams: Seams = Seams.NEAR_GRID

    @property
    def tiles(self) -> Tiles:
        return impose.plan_tiles(
            self.size,
            self.bleed,
            self.paper,
            margin=self.margin,
            whole=self.spaces,
            seams=self.seams,
        )

    @property
    def even(self) -> Tiles:
        return replace(self, spaces=()).tiles

    def cut_by(self, tiles: Tiles) -> int:
        """How often a seam goes through a space, and not along its edge."""
        across, down = tiles.seams_across, tiles.seams_down
        return sum(
            sum(box.left + 0.1 < x < box.right - 0.1 for x in across)
            + sum(box.top + 0.1 < y < box.bottom - 0.1 for y in down)
            for box in self.spaces
        )


def grids() -> st.SearchStrategy[tuple[Box, ...]]:
    """Squares in rows and columns, with a gap between them or none."""

    def grid(at: Point, cell: float, gap: float, columns: int, rows: int) -> tuple[Box, ...]:
        step = cell + gap
        return tuple(
            Box(at.x + column * step, at.y + row * step, cell, cell)
            for row in range(rows)
            for column in range(columns)
        )

    ways = st.integers(1, 8)
    return st.builds(
        grid, st.builds(Point, halves(0, 60), halves(0, 60)), halves(10, 60), halves(0, 6), ways, ways
    )


JOBS = st.builds(
    Job,
    st.builds(Size, halves(20, 500), halves(20, 500)),
    halves(0, 6),
    st.builds(Size, halves(125, 460), halves(125, 460)),
    halves(0, 15),
    grids(),
    st.sampled_from(Seams),
)


def law(test):
    return settings(max_examples=examples(60))(given(JOBS)(test))


def test_a3_takes_four_sheets_of_a4_broadside():
    tiles = impose.plan_tiles(A3, 3, A4)
    assert (len(tiles.rows), len(tiles.columns)) == (2, 2)
    assert tiles.paper == A4.turned()
    assert [tile.name for tile in tiles] == ["A1", "B1", "A2", "B2"]
    assert tiles.window(next(iter(tiles))).size == Size((420 + 8) / 2, (297 + 8) / 2)


def test_a3_takes_four_sheets_of_letter():
    assert impose.plan_tiles(A3, 3, LETTER).count == 4


def test_a2_takes_fewer_sheets_upright():
    tiles = impose.plan_tiles(A2, 3, A4)
    assert tiles.paper == A4
    assert (len(tiles.rows), len(tiles.columns)) == (2, 4)


def test_of_two_ways_the_one_with_the_shorter_seam_is_taken():
    tiles = impose.plan_tiles(Size(300, 160), 3, A4)
    assert tiles.count == 2
    assert (len(tiles.rows), len(tiles.columns)) == (1, 2)


def test_a_face_that_fits_is_one_tile():
    tiles = impose.plan_tiles(Size(150, 200), 3, A4)
    assert tiles.count == 1
    assert tiles.window(next(iter(tiles))).size == Size(150, 200)


@law
def test_tiles_cover_the_face_exactly_with_the_overlap_of_all(job):
    tiles, parts = job.tiles, {(tile.row, tile.column): tile.part for tile in job.tiles}
    assert len(parts) == len(tiles.rows) * len(tiles.columns)
    assert vars_of(Box.hull(parts.values())) == pytest.approx((0, 0, *job.size))
    for (row, column), part in parts.items():
        assert part.height == tiles.rows[row].length
        if beside := parts.get((row, column + 1)):
            assert part.right - beside.left == pytest.approx(OVERLAP)
            assert (part.top, part.bottom) == pytest.approx((beside.top, beside.bottom))
        if below := parts.get((row + 1, column)):
            assert part.bottom - below.top == pytest.approx(OVERLAP)
            assert (part.left, part.right) == pytest.approx((below.left, below.right))


@law
def test_no_place_has_more_than_two_layers_each_way(job):
    tiles = job.tiles
    lefts = sorted({tile.part.left for tile in tiles})
    tops = sorted({tile.part.top for tile in tiles})
    assert all(later - earlier >= OVERLAP for earlier, later in pairwise(lefts))
    assert all(later - earlier >= OVERLAP for earlier, later in pairwise(tops))


@law
def test_every_tile_shows_the_part_of_the_face_it_says(job):
    for tile in job.tiles:
        corner = job.tiles.slot(tile).trim
        middle = job.tiles.middle_of_face(tile)
        assert corner.left - tile.part.left + job.size.width / 2 == pytest.approx(middle.x)
        assert corner.top - tile.part.top + job.size.height / 2 == pytest.approx(middle.y)


def drawn_on(tiles, tile):
    """Everything a tile's page shows, as boxes."""
    around = tile_marks(tiles, tile)
    yield tiles.slot(tile).shown
    yield from (strip.box for strip in around.strips)
    yield from (box_of(*notch) for notch in around.notches)
    yield from (box_of(line.start, line.end) for line in around.lines)
    yield from small_print(around.footer)


@law
def test_nothing_is_drawn_where_the_printer_cannot_reach(job):
    tiles = job.tiles
    for tile in tiles:
        for box in drawn_on(tiles, tile):
            assert tiles.printable.contains(box)


@law
def test_small_print_keeps_clear_of_the_tile_and_of_itself(job):
    tiles = job.tiles
    for tile in tiles:
        around = tile_marks(tiles, tile)
        boxes = small_print(around.footer)
        for number, box in enumerate(boxes):
            assert not any(box.overlaps(other) for other in boxes[number + 1 :])
            assert box.top >= tiles.slot(tile).shown.bottom
            assert box.width > 0
            assert all(box.top >= max(line.start.y, line.end.y) for line in around.lines)


@law
def test_a_cut_is_marked_at_every_edge_of_the_face_and_where_a_tile_lies_on_another(job):
    tiles = job.tiles
    for tile in tiles:
        lines, part = tile_marks(tiles, tile).lines, tile.part
        cuts = {
            round(line.start.x - tiles.window(tile).left + part.left, 3)
            for line in lines
            if line.start.x == line.end.x and not line.dashed
        }
        ends = {round(part.left, 3)} | (
            {round(part.right, 3)} if tile.column == len(tiles.columns) - 1 else set()
        )
        assert cuts == ends


@law
def test_glue_goes_where_a_neighbour_comes_to_lie(job):
    tiles = job.tiles
    by_name = {tile.name: tile for tile in tiles}
    for tile in tiles:
        for strip in tile_marks(tiles, tile).strips:
            upper = by_name[strip.neighbour]
            seam = strip.box.left if strip.axis is Axis.VERTICAL else strip.box.top
            if strip.axis is Axis.VERTICAL:
                assert seam - tiles.window(tile).left + tile.part.left == pytest.approx(upper.part.left)
                assert strip.box.width == OVERLAP
            else:
                assert seam - tiles.window(tile).top + tile.part.top == pytest.approx(upper.part.top)
                assert strip.box.height == OVERLAP


def bases(tiles, tile):
    """Where the notches' bases lie on the face: each is half a diamond, and needs its other half."""
    home = Point(tile.part.left - tiles.window(tile).left, tile.part.top - tiles.window(tile).top)
    for first, point, last in tile_marks(tiles, tile).notches:
        yield tuple(round(length, 3) for end in (first, last) for length in end.moved(home))
        assert point not in (first, last)


@law
def test_each_notch_has_its_other_half_on_the_neighbour(job):
    found = [base for tile in job.tiles for base in bases(job.tiles, tile)]
    tiles = job.tiles
    rows, columns = len(tiles.rows), len(tiles.columns)
    seams = (columns - 1) * rows + (rows - 1) * columns
    assert all(found.count(base) == 2 for base in found)
    assert len(found) == seams * 4


def test_the_key_shows_every_tile_in_its_place():
    tiles = impose.plan_tiles(A2, 3, A4)
    cells = tile_marks(tiles, next(iter(tiles))).footer.cells
    assert [name for name, _ in cells] == [tile.name for tile in tiles]
    hull = Box.hull(cell for _, cell in cells)
    assert hull.width / hull.height == pytest.approx(594 / 420)


def test_the_key_is_parted_where_the_seams_are():
    """A hole moves the seam of a board of 400 mm to 209 mm; the seam of the key moves with it."""
    tiles = impose.plan_tiles(Size(400, 150), 3, A4, whole=[Box(176, 100, 30, 30)])
    (_, left), (_, right) = tile_marks(tiles, next(iter(tiles))).footer.cells
    assert left.width / (left.width + right.width) == pytest.approx(209 / 400)
    assert left.right == pytest.approx(right.left)


def test_the_key_of_tiles_that_are_alike_has_cells_that_are_alike():
    cells = tile_marks(tiles := impose.plan_tiles(A2, 3, A4), next(iter(tiles))).footer.cells
    assert len({(round(cell.width, 6), round(cell.height, 6)) for _, cell in cells}) == 1


@law
def test_the_cells_of_the_key_make_up_the_face(job):
    tiles = job.tiles
    cells = [cell for _, cell in tile_marks(tiles, next(iter(tiles))).footer.cells]
    hull = Box.hull(cells)
    assert sum(cell.width * cell.height for cell in cells) == pytest.approx(hull.width * hull.height)
    assert hull.width / hull.height == pytest.approx(job.size.width / job.size.height)


def test_narrow_paper_goes_without_the_ruler():
    upright = impose.plan_tiles(Size(100, 700), 3, Size(148, 210))
    assert tile_marks(upright, next(iter(upright))).footer.ruler is None


@pytest.mark.parametrize(("size", "paper"), [(A3, Size(80, 120)), (Size(9000, 100), A4)])
def test_paper_without_room_is_refused_with_the_numbers(size, paper):
    with pytest.raises(SheetRefused, match="cannot be printed in tiles on") as caught:
        impose.plan_tiles(size, 3, paper)
    assert str(size) in str(caught.value)
    assert str(caught.value).endswith("use larger paper, or a smaller --margin")


def small_print(footer):
    key = Box.hull(cell for _, cell in footer.cells)
    return [box for box in (key, footer.label, *footer.lines, footer.ruler) if box]


def box_of(*points):
    return Box.hull(Box(point.x, point.y, 0, 0) for point in points)


def vars_of(box):
    return box.left, box.top, box.width, box.height


def squares(columns, rows, cell, gap, at):
    return tuple(
        Box(at + column * (cell + gap), at + row * (cell + gap), cell, cell)
        for row in range(rows)
        for column in range(columns)
    )


def test_seams_run_in_the_gap_that_is_near():
    """Eight squares of 45 mm, 5 mm apart, on 400 mm: even seams at 196 mm would cut the fourth."""
    squared = squares(8, 3, 45, 5, at=2.5)
    tiles = impose.plan_tiles(Size(400, 150), 3, A4, whole=squared)
    assert tiles.seams_across == (200.0,)
    assert impose.plan_tiles(Size(400, 150), 3, A4, whole=squared, seams=Seams.EVEN).seams_across == (196.0,)


def test_seams_run_along_the_lines_of_a_grid_without_gaps():
    tiles = impose.plan_tiles(Size(400, 150), 3, A4, whole=squares(8, 3, 50, 0, at=0))
    assert (tiles.seams_across, tiles.cuts) == ((200.0,), 0)


def test_a_seam_keeps_clear_of_what_it_passes():
    """A hole of 30 mm where the even seam would run: 3 mm beside it, on the nearer side."""
    tiles = impose.plan_tiles(Size(400, 150), 3, A4, whole=[Box(176, 100, 30, 30)])
    assert tiles.seams_across == (209.0,)


def test_a_seam_stays_where_no_gap_is_near():
    wide = [Box(100, 10, 200, 100)]
    assert impose.plan_tiles(Size(400, 150), 3, A4, whole=wide).seams_across == (196.0,)


def test_on_the_grid_more_tiles_are_taken_to_leave_spaces_whole():
    """Two fields of 130 mm on 270 mm: no seam in reach of two tiles on A5 leaves both whole."""
    fields = [Box(0, 0, 130, 100), Box(130, 0, 100, 100)]
    paper = Size(148, 210)
    near = impose.plan_tiles(Size(230, 100), 3, paper, whole=fields)
    grid = impose.plan_tiles(Size(230, 100), 3, paper, whole=fields, seams=Seams.ON_GRID)
    assert (near.count, grid.cuts) == (2, 0)
    assert 130.0 in grid.seams_across or 130.0 in grid.seams_down


@law
def test_every_tile_goes_on_its_paper(job):
    tiles = job.tiles
    room = tiles.printable.size
    for tile in tiles:
        assert tile.part.width + 2 * RIM <= room.width + 1e-6
        assert tile.part.height + 2 * RIM + FOOTER <= room.height + 1e-6


@law
def test_seams_cut_no_more_spaces_than_even_ones_would(job):
    tiles = job.tiles
    if job.seams is Seams.ON_GRID or (tiles.paper, tiles.count) == (job.even.paper, job.even.count):
        assert job.cut_by(tiles) <= job.cut_by(job.even)


@law
def test_seams_go_evenly_where_nothing_stands_in_their_way(job):
    free = replace(job, spaces=())
    assert free.tiles == replace(free, seams=Seams.EVEN).tiles


@law
def test_seams_stay_near_or_are_asked_to_go_further(job):
    near = replace(job, seams=Seams.NEAR_GRID).tiles
    assert near.count == job.even.count
    columns = len(near.columns)
    step = (near.face.width + (columns - 1) * OVERLAP) / columns - OVERLAP
    assert all(abs(x - number * step) <= 25 + 1e-6 for number, x in enumerate(near.seams_across, 1))


@law
def test_what_is_said_to_be_cut_is_cut(job):
    tiles = job.tiles
    if job.seams is not Seams.EVEN:
        assert (tiles.cuts == 0) == (job.cut_by(tiles) == 0)
