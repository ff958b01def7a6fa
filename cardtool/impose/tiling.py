"""A face larger than the paper in tiles: where its seams run, and what stands around each tile.

Tiles of a face are alike in size, unless seams are moved off the spaces and holes of a board, and lie in the
middle of their pages; neighbours both show the strip in which they overlap. Rows are glued first: a tile's
right edge goes under its neighbour's left, and then each row's lower edge under the next row's upper.

Solid marks are cuts: where the face ends, and where the tile will lie on a neighbour. Dashed marks show where
a neighbour's cut edge comes to lie; right of and below it is the strip for glue. Each seam has two notches,
halves of a diamond: the lower tile's in its strip, the upper tile's in what is cut off, so that held against
the light before the cut they make a whole one.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, pairwise
from typing import NamedTuple

from cardtool.errors import SheetRefused
from cardtool.geometry import Axis, Box, Point, Sides, Size
from cardtool.impose.page import Line, Slot, marks_around
from cardtool.model import Face, Seams
from cardtool.units import format_number

NEAR = 25.0  # mm by which a seam is moved where nobody asks for more: tiles look much alike still
_LEAST_STEP = 30.0  # mm between seams: narrower strips are no tiles
_CLEAR = 3.0  # mm that a seam keeps from what it passes, in a gap that is wide enough
_EDGE = 0.05  # mm by which spaces that meet may overlap, and a seam between them cuts neither
_MOST_CHOICES = 200  # places looked at for one seam


class Span(NamedTuple):
    """From where something reaches, and how far."""

    start: float
    length: float

    @property
    def end(self) -> float:
        return self.start + self.length


@dataclass(frozen=True)
class FaceSide:
    """One side of a face: its length, the spans that seams are not to cut, and how tiles lie along it.

    `room` is how long a tile can be, and `overlap` how much of it goes under the next.
    """

    length: float
    room: float
    overlap: float
    whole: tuple[Span, ...] = ()

    def even(self, count: int) -> tuple[float, ...]:
        """Return the seams that make so many tiles alike."""
        step = (self.length + (count - 1) * self.overlap) / count - self.overlap
        return tuple(number * step for number in range(1, count))

    def cuts(self, seam: float) -> int:
        """Return how many spans a seam goes through, and not along their edge."""
        return bisect_left(self._starts, seam - _EDGE) - bisect_right(self._ends, seam + _EDGE)

    @cached_property
    def _starts(self) -> list[float]:
        return sorted(span.start for span in self.whole if span.length > 2 * _EDGE)

    @cached_property
    def _ends(self) -> list[float]:
        return sorted(span.end for span in self.whole if span.length > 2 * _EDGE)

    def best(self, count: int, reach: float | None = None) -> tuple[float, ...]:
        """Return the seams of so many tiles that cut the least, and are the most even of those.

        With a `reach` no seam is moved further than that, nor to a place where it would cut anything.
        """
        even = self.even(count)
        if not self.whole or not even:
            return even
        step = min(even[0], max(self.overlap, _LEAST_STEP))
        paths: dict[float, _Path] = {0.0: _Path(0, 0.0, ())}
        for number, at in enumerate(even):
            lowest = self.length - self.room - (len(even) - 1 - number) * (self.room - self.overlap)
            highest = self.length - step * (len(even) - number)
            paths = dict(self._onward(paths, self._choices(at, lowest, highest, reach), at, step))
        return min(paths.values()).seams

    def _choices(self, even: float, low: float, high: float, reach: float | None) -> list[float]:
        """Return where a seam may run that evenly runs at `even`: there, and in gaps between spans."""
        if reach is not None:
            low, high = max(low, even - reach), min(high, even + reach)
        gaps = {place for place in self._gap_places(even, low, high) if low <= place <= high}
        if reach is not None:
            gaps = {place for place in gaps if not self.cuts(place)}
        ranked = sorted(gaps, key=lambda place: (self.cuts(place), abs(place - even), place))
        return [even, *ranked[:_MOST_CHOICES]]

    def _gap_places(self, even: float, low: float, high: float) -> Iterator[float]:
        """Yield places between neighbouring edges: as near as can be to three places, but clear of both."""
        edges = sorted({0.0, self.length, *self._starts, *self._ends})
        for before, after in pairwise(edges):
            if after >= low and before <= high:
                clear = min(_CLEAR, (after - before) / 2)
                yield from (min(max(at, before + clear), after - clear) for at in (even, low, high))
        yield from {*self._starts} & {*self._ends}  # where spaces meet without a gap

    def _onward(
        self, paths: dict[float, _Path], choices: Sequence[float], even: float, step: float
    ) -> Iterator[tuple[float, _Path]]:
        """Yield each place of the next seam that can be reached, with the best way there."""
        most = self.room - self.overlap + 1e-6
        for place in choices:
            before = [path for at, path in paths.items() if step - 1e-6 <= place - at <= most]
            if before:
                best = min(before)
                moved = best.moved + (place - even) ** 2
                yield place, _Path(best.cuts + self.cuts(place), moved, (*best.seams, place))


class _Path(NamedTuple):
    """Seams up to some place: how much they cut, how far they are moved, where they are. Least is best."""

    cuts: int
    moved: float
    seams: tuple[float, ...]


MARK_GAP, MARK_LENGTH = 0.5, 4.0  # mm
FOOTER = 9.0  # mm; how high the small print at the foot of the paper is
MOST_BLEED = 3.0  # mm shown where the face ends
RIM = MOST_BLEED + MARK_GAP + MARK_LENGTH  # what stands around a tile on every side
AIR = 2.0  # mm between the small print and the marks above it
LEAST_TILE = 60.0  # mm, or one would glue all night; above 3 overlaps, so that no place has 3 layers of paper
OVERLAP = 8.0  # mm of the face that neighbours share
MOST_IN_LINE = 26  # columns, since they have letters; and rows
_MOST_TIMES = 2  # as many tiles as are needed is what seams between spaces may cost
SLACK = 1e-6  # mm; what adding up lengths may lose


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile: row and column from 0, and its part of the face, overlaps included.

    The part is measured from the upper left corner of the face's trim.
    """

    row: int
    column: int
    part: Box

    @property
    def name(self) -> str:
        """As in a spreadsheet: the column's letter, the row's number."""
        return f"{chr(ord('A') + self.column)}{self.row + 1}"


@dataclass(frozen=True, slots=True)
class Tiles:
    """A face in tiles, row by row.

    `paper` is turned the way it is printed, and each tile lies about the `middle` of its page; `bleed` shows
    where the face ends. `columns` and `rows` are the parts of the face they show, overlaps included, from the
    left and from the top. `cuts` is how often a seam goes through what was to be left whole.
    """

    face: Size
    bleed: float
    paper: Size
    margin: float
    middle: Point
    columns: tuple[Span, ...]
    rows: tuple[Span, ...]
    cuts: int = 0

    @property
    def printable(self) -> Box:
        """The paper without the edge that printers cannot print."""
        return Box(0, 0, *self.paper).grown(Sides.all(-self.margin))

    @property
    def count(self) -> int:
        """How many tiles there are, one on a page."""
        return len(self.rows) * len(self.columns)

    @property
    def seams_across(self) -> tuple[float, ...]:
        """How far from the left of the face its upright seams run."""
        return tuple(span.start for span in self.columns[1:])

    @property
    def seams_down(self) -> tuple[float, ...]:
        """How far from the top of the face its level seams run."""
        return tuple(span.start for span in self.rows[1:])

    def __iter__(self) -> Iterator[Tile]:
        for row, (top, height) in enumerate(self.rows):
            for column, (left, width) in enumerate(self.columns):
                yield Tile(row, column, Box(left, top, width, height))

    def window(self, tile: Tile) -> Box:
        """Return where the tile's part of the face lies on its page."""
        return Box.around(self.middle, tile.part.size)

    def slot(self, tile: Tile) -> Slot:
        """Return where the tile lies on its page; bleed shows at the sides where the face ends."""
        bleed = Sides(
            left=0 if tile.column else self.bleed,
            top=0 if tile.row else self.bleed,
            right=0 if tile.column < len(self.columns) - 1 else self.bleed,
            bottom=0 if tile.row < len(self.rows) - 1 else self.bleed,
        )
        return Slot(self.window(tile), bleed)

    def middle_of_face(self, tile: Tile) -> Point:
        """Return where the middle of the whole face lies on this tile's page, most often off the paper."""
        window = self.window(tile)
        corner = Point(window.left - tile.part.left, window.top - tile.part.top)
        return Box(0, 0, *self.face).moved(corner).centre

    def beside(self, tile: Tile) -> str | None:
        """Return the name of the tile that lies on this one's right edge."""
        is_last = tile.column == len(self.columns) - 1
        return None if is_last else Tile(tile.row, tile.column + 1, tile.part).name

    def below(self, tile: Tile) -> str | None:
        """Return the name of the tile that lies on this one's lower edge."""
        is_last = tile.row == len(self.rows) - 1
        return None if is_last else Tile(tile.row + 1, tile.column, tile.part).name


class TiledFace(NamedTuple):
    """Something to print in tiles; `name` is what its captions call it."""

    face: Face
    name: str
    tiles: Tiles


def plan_tiles(
    size: Size,
    bleed: float,
    paper: Size,
    *,
    margin: float = 8.0,
    whole: Sequence[Box] = (),
    seams: Seams = Seams.NEAR_GRID,
) -> Tiles:
    """Return a face of this trim size in as few tiles as go on the paper, upright or broadside.

    `margin` is the edge the printer cannot print, and nothing is drawn there; `whole` are the parts
    of the face that seams are to run between, as far as `seams` asks for it. As few seams as possible where
    both ways take as many tiles.

    Raises: SheetRefused when the paper has no room for tiles, or would be needed too often.
    """
    parts = () if seams is Seams.EVEN else whole
    ways = [_tiles_on_paper(size, bleed, way, margin, parts, seams) for way in (paper, paper.turned())]
    found = [way for way in ways if way is not None]
    if not found:
        raise SheetRefused(
            f"a face of {size} cannot be printed in tiles on {paper} paper with {format_number(margin)} "
            f"mm margins and {format_number(OVERLAP)} mm overlap: a tile must have room for "
            f"{format_number(LEAST_TILE)} mm, and no row or column more than {MOST_IN_LINE} tiles\n"
            "use larger paper, or a smaller --margin"
        )
    if seams is Seams.ON_GRID:
        return min(found, key=lambda tiles: (tiles.cuts, tiles.count, _seam_length(tiles)))
    return min(found, key=lambda tiles: (tiles.count, tiles.cuts, _seam_length(tiles)))


def _tiles_on_paper(
    size: Size,
    bleed: float,
    paper: Size,
    margin: float,
    whole: Sequence[Box],
    seams: Seams,
) -> Tiles | None:
    """Return the tiles on paper held this way; None where that cannot be."""
    area = Box(margin, margin, paper.width - 2 * margin, paper.height - 2 * margin - FOOTER - AIR)
    room = area.size.grown(-RIM)
    wide = tuple(Span(box.left, box.width) for box in whole)
    high = tuple(Span(box.top, box.height) for box in whole)
    across, down = (
        FaceSide(size.width, room.width, OVERLAP, wide),
        FaceSide(size.height, room.height, OVERLAP, high),
    )
    if not _tile_count(across) or not _tile_count(down):
        return None
    at_x, at_y = _choose_seams(across, seams), _choose_seams(down, seams)
    return Tiles(
        size,
        min(bleed, MOST_BLEED),
        paper,
        margin,
        area.centre,
        _tile_spans(across, at_x),
        _tile_spans(down, at_y),
        sum(map(across.cuts, at_x)) + sum(map(down.cuts, at_y)),
    )


def _tile_count(side: FaceSide) -> int:
    """Return how many tiles this length takes; 0 where the room is too small or they are too many."""
    if side.room < LEAST_TILE:
        return 0
    count = max(1, math.ceil((side.length - side.overlap) / (side.room - side.overlap) - SLACK))
    return count if count <= MOST_IN_LINE else 0


def _choose_seams(side: FaceSide, seams: Seams) -> tuple[float, ...]:
    """Return the seams: of as few tiles as can be, or of as many as it takes to run between all spaces."""
    count = _tile_count(side)
    if seams is not Seams.ON_GRID:
        return side.best(count, NEAR)
    fewest = side.best(count)
    more = (side.best(each) for each in range(count + 1, min(_MOST_TIMES * count, MOST_IN_LINE) + 1))
    return next((way for way in chain([fewest], more) if not any(map(side.cuts, way))), fewest)


def _tile_spans(side: FaceSide, seams: tuple[float, ...]) -> tuple[Span, ...]:
    """Return from where each tile shows the face, and how much of it."""
    if seams == side.even(len(seams) + 1):
        alike = (side.length + len(seams) * side.overlap) / (len(seams) + 1)
        return tuple(Span(start, alike) for start in (0.0, *seams))
    ends = (*(seam + side.overlap for seam in seams), side.length)
    return tuple(Span(start, end - start) for start, end in zip((0.0, *seams), ends, strict=True))


def _seam_length(tiles: Tiles) -> float:
    return len(tiles.seams_across) * tiles.face.height + len(tiles.seams_down) * tiles.face.width


_LINE = 3.0  # mm; a line of small print
_KEY = Size(18.0, FOOTER)  # what the face in small may take
_LABEL, _RULER = 13.0, 50.0  # mm across
_BETWEEN_PARTS = 3.0  # mm between the parts
_LEAST_TEXT = 60.0  # mm; where the ruler would leave less, there is none
_FULL_WIDTH = 160.0  # mm; what all parts take to stand well
_NOTCH_SIZE = 2.0  # mm from a seam to a notch's point, and half its base
Notch = tuple[Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Footer:
    """From the left: the face in small, the tile's name, three lines of text, the ruler.

    `cells` are the tiles in the small face, by their names.
    """

    cells: tuple[tuple[str, Box], ...]
    label: Box
    lines: tuple[Box, Box, Box]
    ruler: Box | None


def _tile_footer(tiles: Tiles, tile: Tile) -> Footer:
    """Return the footer: as wide as the tile, or as the printable paper where it is narrow."""
    printable, window = tiles.printable, tiles.window(tile)
    whole = window if window.width >= _FULL_WIDTH else printable
    top, key = printable.bottom - FOOTER, _key_box(tiles, Point(whole.left, printable.bottom))
    label = key.right + _BETWEEN_PARTS
    text, end = label + _LABEL + _BETWEEN_PARTS, whole.right
    ruled = end - _RULER - _BETWEEN_PARTS - text >= _LEAST_TEXT
    width = (end - _RULER - _BETWEEN_PARTS if ruled else end) - text
    across, down = _key_spans(tiles.columns, key.width), _key_spans(tiles.rows, key.height)
    cells = ((tile.name, across[tile.column], down[tile.row]) for tile in tiles)
    return Footer(
        cells=tuple(
            (name, Box(key.left + column.start, key.top + row.start, column.length, row.length))
            for name, column, row in cells
        ),
        label=Box(label, top, _LABEL, FOOTER),
        lines=(
            Box(text, top, width, _LINE),
            Box(text, top + _LINE, width, _LINE),
            Box(text, top + 2 * _LINE, width, _LINE),
        ),
        ruler=Box(end - _RULER, top + 2 * _LINE, _RULER, _LINE) if ruled else None,
    )


def _key_box(tiles: Tiles, foot: Point) -> Box:
    scale = min(_KEY.width / tiles.face.width, _KEY.height / tiles.face.height)
    size = Size(tiles.face.width * scale, tiles.face.height * scale)
    return Box(foot.x, foot.y - size.height, *size)


def _key_spans(tiles: Sequence[Span], length: float) -> list[Span]:
    """Return the columns or rows of the small face: alike where the tiles are, else parted at their seams."""
    if len({tile.length for tile in tiles}) == 1:
        cell = length / len(tiles)
        return [Span(number * cell, cell) for number in range(len(tiles))]
    scale = length / tiles[-1].end
    lines = [*(tile.start * scale for tile in tiles), length]
    return [Span(start, end - start) for start, end in pairwise(lines)]


@dataclass(frozen=True, slots=True)
class Strip:
    """A tile's edge that gets glue, and the name of the neighbour that goes on it."""

    box: Box
    neighbour: str
    axis: Axis


@dataclass(frozen=True, slots=True)
class TileMarks:
    """All that is drawn on a tile's page besides the face."""

    lines: tuple[Line, ...]
    strips: tuple[Strip, ...]
    notches: tuple[Notch, ...]
    footer: Footer


def tile_marks(tiles: Tiles, tile: Tile) -> TileMarks:
    """Return what stands around this tile. All of it lies inside the printable part of the paper."""
    slot, beside, below = tiles.slot(tile), tiles.beside(tile), tiles.below(tile)
    window, marks = (
        slot.trim,
        partial(marks_around, slot.shown, tiles.paper, gap=MARK_GAP, length=MARK_LENGTH),
    )
    # Cuts are the left and upper edge of all tiles, the others where the face ends; on the dashed lines
    # neighbours' edges will lie.
    cuts = marks(
        [window.left] if beside else [window.left, window.right],
        [window.top] if below else [window.top, window.bottom],
    )
    seams = marks(
        [window.right - OVERLAP] if beside else [],
        [window.bottom - OVERLAP] if below else [],
        dashed=True,
    )
    return TileMarks(
        lines=(*cuts, *seams),
        strips=tuple(_glue_strips(tiles, tile, slot)),
        notches=tuple(_seam_notches(tiles, tile)),
        footer=_tile_footer(tiles, tile),
    )


def _glue_strips(tiles: Tiles, tile: Tile, slot: Slot) -> Iterator[Strip]:
    """Yield the edges that go under neighbours; where the two meet, the corner belongs to the right one."""
    shown, beside, below = slot.shown, tiles.beside(tile), tiles.below(tile)
    if beside:
        yield Strip(Box(shown.right - OVERLAP, shown.top, OVERLAP, shown.height), beside, Axis.VERTICAL)
    if below:
        length = shown.width - (OVERLAP if beside else 0)
        yield Strip(Box(shown.left, shown.bottom - OVERLAP, length, OVERLAP), below, Axis.HORIZONTAL)


def _seam_notches(tiles: Tiles, tile: Tile) -> Iterator[Notch]:
    """Yield two notches at each seam, a quarter of the way from its ends."""
    window = tiles.window(tile)
    for quarter in (0.25, 0.75):
        x, y = window.left + quarter * window.width, window.top + quarter * window.height
        if tiles.beside(tile):
            yield _notch_at(Point(window.right - OVERLAP, y), Axis.VERTICAL)
        if tile.column:
            yield _notch_at(Point(window.left, y), Axis.VERTICAL, back=True)
        if tiles.below(tile):
            yield _notch_at(Point(x, window.bottom - OVERLAP), Axis.HORIZONTAL)
        if tile.row:
            yield _notch_at(Point(x, window.top), Axis.HORIZONTAL, back=True)


def _notch_at(at: Point, seam: Axis, *, back: bool = False) -> Notch:
    """Return a triangle on a seam, which points right or down, or `back`."""
    depth = -_NOTCH_SIZE if back else _NOTCH_SIZE
    if seam is Axis.VERTICAL:
        return at.moved(Point(0, -_NOTCH_SIZE)), at.moved(Point(depth, 0)), at.moved(Point(0, _NOTCH_SIZE))
    return at.moved(Point(-_NOTCH_SIZE, 0)), at.moved(Point(0, depth)), at.moved(Point(_NOTCH_SIZE, 0))
