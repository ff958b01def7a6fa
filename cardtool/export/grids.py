"""Cards in grids: many faces on one picture, in equal cells, row by row from the top left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from PIL import Image

from cardtool.export.frames import Frame, own_frame
from cardtool.export.png import rasters
from cardtool.export.raster import Raster
from cardtool.model import Face, FacePages, Kind, PixelSize, ShopLimits
from cardtool.units import MM_PER_INCH

__all__ = ["HIDDEN", "CardGrid", "drawn", "planned"]

HIDDEN = (52, 47, 43)  # a dark ground: what a card shows to those who may not see it


@dataclass(frozen=True, slots=True)
class CardGrid:
    """Faces of one kind in columns and rows. `name` is the picture's, less its ending.

    `hidden` is what the last cell shows, on a grid that keeps its last cell for what others see of a
    hidden card; None for a plain ground.
    """

    name: str
    kind: Kind
    columns: int
    rows: int
    cell: PixelSize
    faces: tuple[Face, ...]
    keeps_last: bool = False
    hidden: Face | None = None

    @property
    def pixels(self) -> PixelSize:
        """The size of the whole picture."""
        return PixelSize(self.columns * self.cell.width, self.rows * self.cell.height)

    def corner(self, index: int) -> tuple[int, int]:
        """Where the cell with this number begins, counted from 0: pixels from the left and from the top."""
        row, column = divmod(index, self.columns)
        return column * self.cell.width, row * self.cell.height

    @property
    def frame(self) -> Frame:
        """How a face fills a cell: cut to its trim."""
        return Frame(self.cell, own_frame(self.kind, 300, bleed=False).window)


def planned(
    kind: Kind,
    side: str,
    faces: Sequence[Face],
    limits: ShopLimits,
    dpi: int,
    *,
    keeps_last: bool = False,
    hidden: Face | None = None,
) -> tuple[CardGrid, ...]:
    """As few grids as hold these faces, evenly filled, their cells as large as the limits allow.

    No cell is larger than the card at `dpi`. `side` says what they show: `fronts`.
    """
    spare = 1 if keeps_last else 0
    most = limits.columns.most * limits.rows.most - spare
    count = ceil(len(faces) / most)
    share = ceil(len(faces) / max(count, 1))
    grids = []
    for number in range(count):
        here = tuple(faces[number * share : (number + 1) * share])
        name = f"{kind.id}-{side}" + (f"-{number + 1}" if count > 1 else "")
        columns, rows, cell = _grid(len(here) + spare, kind, limits, dpi)
        grids.append(CardGrid(name, kind, columns, rows, cell, here, keeps_last, hidden))
    return tuple(grids)


def drawn(pages: FacePages, grids: Sequence[CardGrid]) -> Iterator[tuple[str, Raster]]:
    """Each grid's name and its picture. Cells that are left over are dark."""
    for grid in grids:
        picture = Image.new("RGB", grid.pixels, HIDDEN)
        cells = _cells(grid)
        for face, cell in rasters(pages, dict.fromkeys(cells, grid.frame)):
            for index in cells[face]:
                picture.paste(cell.image(), grid.corner(index))
        yield grid.name, Raster(grid.pixels, picture.tobytes())


def _cells(grid: CardGrid) -> dict[Face, list[int]]:
    """The cells in which each face is shown."""
    cells: dict[Face, list[int]] = {}
    for index, face in enumerate(grid.faces):
        cells.setdefault(face, []).append(index)
    if grid.hidden is not None:
        cells.setdefault(grid.hidden, []).append(grid.columns * grid.rows - 1)
    return cells


def _grid(cells: int, kind: Kind, limits: ShopLimits, dpi: int) -> tuple[int, int, PixelSize]:
    """The columns and rows for so many cells that make them largest, and then leave the fewest over."""

    def merit(choice: tuple[int, int]) -> tuple[float, int, int]:
        columns, rows = choice
        return _scale(columns, rows, kind, limits.side, dpi), -columns * rows, columns

    choices = [
        (columns, rows)
        for columns in range(limits.columns.least, limits.columns.most + 1)
        for rows in range(limits.rows.least, limits.rows.most + 1)
        if columns * rows >= cells
    ]
    columns, rows = max(choices, key=merit)
    scale = _scale(columns, rows, kind, limits.side, dpi)
    return columns, rows, PixelSize(*(max(1, int(length * scale + 1e-6)) for length in kind.size))


def _scale(columns: int, rows: int, kind: Kind, side: int, dpi: int) -> float:
    """Pixels to a millimetre, in a grid whose sides are no longer than `side` (0: any length)."""
    best = dpi / MM_PER_INCH
    if side:
        best = min(best, side / (columns * kind.size.width), side / (rows * kind.size.height))
    return best
