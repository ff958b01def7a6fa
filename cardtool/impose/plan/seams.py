"""Where a face is parted into tiles, along one of its sides. Millimetres; nothing is known of paper here.

A seam is where one tile's edge comes to lie on the tile before it. Seams are evenly spread, and moved off
what they are to leave whole: the spaces of a board, and its holes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

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
class Side:
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
