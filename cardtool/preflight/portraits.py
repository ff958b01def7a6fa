"""What a face looks like from far away, and what several faces look like together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cardtool.colour import RGB
from cardtool.geometry import Box

if TYPE_CHECKING:
    from cardtool.preflight.sight import Sight

__all__ = ["Portrait", "portrait", "together"]

_FIELD = 6.0  # mm
_FEWEST = 4  # fields across and down


class Portrait(NamedTuple):
    """The mean colours of a grid over the trim, row by row, and how many of them are in a row."""

    columns: int
    cells: tuple[RGB, ...]


def portrait(sight: Sight, trim: Box) -> Portrait:
    """A face without its letters, cut to the trim, in fields of about 6 mm."""
    columns, rows = (max(_FEWEST, round(length / _FIELD)) for length in trim.size)
    return Portrait(columns, tuple(sight.ground.cells(trim, columns, rows)))


def together(portraits: Sequence[Portrait]) -> Portrait:
    """The mean of portraits of one size; of others than the first one's size, none counts."""
    first = portraits[0]
    alike = [each.cells for each in portraits if len(each.cells) == len(first.cells)]
    return Portrait(first.columns, tuple(map(_mean, zip(*alike, strict=True))))


def _mean(colours: Sequence[RGB]) -> RGB:
    red, green, blue = (round(sum(parts) / len(colours)) for parts in zip(*colours, strict=True))
    return red, green, blue
