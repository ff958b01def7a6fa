"""Places along a line: spaces of a track, rivets, stitches, the letters of a word set round a ring."""

from __future__ import annotations

import bisect
import math
from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import NamedTuple

from cardtool.art.drawing.path_data import Outline, Spot, open_path, polar_point, read_outlines, rounded_spot
from cardtool.art.drawing.tool_arguments import (
    CannotDraw,
    Count,
    Length,
    Number,
    Path,
    Point,
    require_at_most,
    tool,
)

_MOST_SPOTS = 4_000
_NARROW, _WIDE = frozenset("iljtfrI.,:;!|'’‘()[]-1 "), frozenset("mwMWQO@—%&")
_WIDTHS = (0.3, 0.52, 0.68, 0.85)  # of narrow letters, small ones, capitals and wide ones, to their size


class Letter(NamedTuple):
    """A letter, where the middle of its foot stands, and how SVG's `rotate()` turns it."""

    letter: str
    x: float
    y: float
    angle: float


class OutlineRuler:
    """Finds the place so many millimetres along an outline, and the direction in which the outline runs."""

    def __init__(self, outline: Outline) -> None:
        self._sides = list(outline.sides)
        self._starts = [0.0, *accumulate(math.dist(a, b) for a, b in self._sides)]
        self.length = self._starts[-1]

    def at(self, distance: float) -> tuple[Point, float]:
        """Return the place, and the direction in radians, clockwise from the right."""
        side = min(max(bisect.bisect_right(self._starts, distance) - 1, 0), len(self._sides) - 1)
        (ax, ay), (bx, by) = self._sides[side]
        share = (distance - self._starts[side]) / (math.dist((ax, ay), (bx, by)) or 1.0)
        return (ax + (bx - ax) * share, ay + (by - ay) * share), math.atan2(by - ay, bx - ax)


@tool
def along(
    path: Path, count: Count | None = None, step: Length | None = None, shift: Number = 0, off: Number = 0
) -> tuple[Spot, ...]:
    """Return places spread evenly along every line of a path: `count` of them, or one about every `step`.

    On a line that is not closed the first and the last stand on its ends. `shift` moves all of them by a
    share of the way to the next; `off` moves them to the left of the line, which is out of a clockwise shape.
    """
    if (count is None) == (step is None):
        raise CannotDraw("say either count, how many there are, or step, how far apart they are")
    outlines = read_outlines(path)
    if step is not None:
        require_at_most(sum(each.length for each in outlines) / step, _MOST_SPOTS, "places")
    return tuple(spot for each in outlines for spot in _spread(each, count, step, shift, off))


@tool
def stitches(path: Path, length: Length, gap: Length) -> str:
    """Return dashes along every line of a path, which come out even at its end and at its corners."""
    outlines = [part for each in read_outlines(path) for part in straight_runs(each)]
    require_at_most(sum(each.length for each in outlines) / (length + gap), _MOST_SPOTS, "stitches")
    return "".join(stitch for each in outlines for stitch in _dashes(each, length, gap))


@tool
def letters(
    text: str,
    x: Number,
    y: Number,
    radius: Length,
    size: Length,
    angle: Number = 0,
    spacing: Number = 0,
    inside: bool = False,
) -> tuple[Letter, ...]:
    """Return where each letter of a word stands on a ring, the middle of the word at `angle`.

    `size` is that of the type, in the unit of the picture, and `spacing` what is added between letters.
    Letters stand on the ring with their heads out; with `inside` they hang in it with their heads to the
    centre, to be read at its foot. Widths are those of common type, near enough for a ring.
    """
    require_at_most(len(text), 400, "letters")
    widths = [_width(letter) * size + spacing for letter in text]
    at, way = -sum(widths) / 2, -1 if inside else 1
    placed: list[Letter] = []
    for letter, width in zip(text, widths, strict=True):
        turn = angle + way * math.degrees((at + width / 2) / radius)
        spot = rounded_spot(*polar_point(x, y, turn, radius), turn + (180 if inside else 0))
        placed.append(Letter(letter, *spot))
        at += width
    return tuple(placed)


def straight_runs(outline: Outline) -> list[Outline]:
    """Return a line parted at its corners; a closed one without corners stays whole."""
    points = [*outline.points, *outline.points[:1]] if outline.closed else list(outline.points)
    corners = [i for i in range(1, len(points) - 1) if _bends(points[i - 1], points[i], points[i + 1])]
    if not outline.closed:
        ends = [0, *corners, len(points) - 1]
        return [Outline(points[a : b + 1], False) for a, b in pairwise(ends)]
    if _bends(points[-2], points[0], points[1]):
        corners = [0, *corners]
    if not corners:
        return [outline]
    ring = points[corners[0] : -1] + points[: corners[0] + 1]
    ends = [corner - corners[0] for corner in corners] + [len(ring) - 1]
    return [Outline(ring[a : b + 1], False) for a, b in pairwise(ends)]


def _bends(before: Point, here: Point, after: Point) -> bool:
    ux, uy, vx, vy = here[0] - before[0], here[1] - before[1], after[0] - here[0], after[1] - here[1]
    return ux * vx + uy * vy < 0.94 * math.hypot(ux, uy) * math.hypot(vx, vy)  # 20 degrees


def _spread(
    outline: Outline, count: int | None, step: float | None, shift: float, off: float
) -> Iterator[Spot]:
    ruler = OutlineRuler(outline)
    ends = 0 if outline.closed else 1
    number = count or max(1, round(ruler.length / (step or 1))) + ends
    apart = ruler.length / max(1, number - ends)
    for i in range(number):
        distance = (i + shift) * apart
        distance = distance % ruler.length if outline.closed else min(max(distance, 0.0), ruler.length)
        (x, y), turn = ruler.at(distance)
        yield rounded_spot(x + math.sin(turn) * off, y - math.cos(turn) * off, math.degrees(turn))


def _dashes(outline: Outline, length: float, gap: float) -> Iterator[str]:
    """Yield the dashes of one run; half a gap stands at both its ends."""
    ruler = OutlineRuler(outline)
    number = max(1, round(ruler.length / (length + gap)))
    apart = ruler.length / number
    half = apart * length / (length + gap) / 2
    for i in range(number):
        middle = (i + 0.5) * apart
        yield open_path(ruler.at(middle + way * half)[0] for way in (-1, 0, 1))


def _width(letter: str) -> float:
    kind = 0 if letter in _NARROW else 3 if letter in _WIDE else 2 if letter.isupper() else 1
    return _WIDTHS[kind]
