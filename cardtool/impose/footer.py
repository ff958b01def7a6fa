"""Where the small print of a tile stands: one band along the foot of the paper. Arithmetic only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardtool.geometry import Box, Point, Size
from cardtool.impose.tiles import FOOTER, Tiles

__all__ = ["Footer", "footer_of"]

LINE = 3.0  # mm; a line of small print
KEY = Size(18.0, FOOTER)  # what the face in small may take
LABEL, RULER = 13.0, 50.0  # mm across
APART = 3.0  # mm between the parts
LEAST_TEXT = 60.0  # mm; where the ruler would leave less, there is none
SPAN = 160.0  # mm; what all parts take to stand well


@dataclass(frozen=True, slots=True)
class Footer:
    """From the left: the face in small, the tile's name, three lines of text, the ruler.

    `cells` are the tiles in the small face, by their names.
    """

    cells: tuple[tuple[str, Box], ...]
    label: Box
    lines: tuple[Box, Box, Box]
    ruler: Box | None


def footer_of(tiles: Tiles) -> Footer:
    """At the foot of the printable paper: as wide as the tile, or as the paper where tiles are narrow."""
    printable, window = tiles.printable, tiles.window
    whole = window if window.width >= SPAN else printable
    top, key = printable.bottom - FOOTER, _key(tiles, Point(whole.left, printable.bottom))
    label = key.right + APART
    text, end = label + LABEL + APART, whole.right
    ruled = end - RULER - APART - text >= LEAST_TEXT
    width = (end - RULER - APART if ruled else end) - text
    return Footer(
        cells=tuple(_cells(tiles, key)),
        label=Box(label, top, LABEL, FOOTER),
        lines=(
            Box(text, top, width, LINE),
            Box(text, top + LINE, width, LINE),
            Box(text, top + 2 * LINE, width, LINE),
        ),
        ruler=Box(end - RULER, top + 2 * LINE, RULER, LINE) if ruled else None,
    )


def _key(tiles: Tiles, foot: Point) -> Box:
    """The whole face, small, with its lower left corner here."""
    scale = min(KEY.width / tiles.face.width, KEY.height / tiles.face.height)
    size = Size(tiles.face.width * scale, tiles.face.height * scale)
    return Box(foot.x, foot.y - size.height, *size)


def _cells(tiles: Tiles, key: Box) -> Iterator[tuple[str, Box]]:
    """The key's cells, one for each tile."""
    width, height = key.width / tiles.columns, key.height / tiles.rows
    for tile in tiles:
        cell = Box(key.left + tile.column * width, key.top + tile.row * height, width, height)
        yield tile.name, cell
