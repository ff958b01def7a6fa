"""Pictures for online tables: cards spread out in grids, and the faces of what is folded from a net.

Fronts of each kind lie in grids; behind them is one back, or grids of backs. A die or a figure is not shown
as flat paper: its sides are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil

from PIL import Image

from cardtool.export.face_pictures import face_rasters, framed_pngs, png_file, png_files, representative_faces
from cardtool.export.face_raster import PictureFrame, Raster, own_frame
from cardtool.geometry import Size
from cardtool.model import (
    CardFaces,
    Face,
    FacePages,
    Game,
    Kind,
    Net,
    NetPart,
    PixelSize,
    Shop,
    ShopLimits,
    file_word,
)
from cardtool.units import MM_PER_INCH

HIDDEN_GROUND = (52, 47, 43)  # a dark ground: what a card shows to those who may not see it
_PLAIN_BACK_SIZE = PixelSize(64, 64)  # a plain ground has nothing to show more of


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
    hidden: Face | None = None

    @property
    def pixels(self) -> PixelSize:
        """The size of the whole picture."""
        return PixelSize(self.columns * self.cell.width, self.rows * self.cell.height)

    def corner(self, index: int) -> tuple[int, int]:
        """Return where the cell with this number, from 0, begins: pixels from the left and from the top."""
        row, column = divmod(index, self.columns)
        return column * self.cell.width, row * self.cell.height

    @property
    def frame(self) -> PictureFrame:
        """How a face fills a cell: cut to its trim."""
        return PictureFrame(self.cell, own_frame(self.kind, 300, bleed=False).window)


def plan_grids(
    kind: Kind,
    side: str,
    faces: Sequence[Face],
    limits: ShopLimits,
    dpi: int,
    *,
    keeps_last: bool = False,
    hidden: Face | None = None,
) -> tuple[CardGrid, ...]:
    """Return as few grids as hold these faces, evenly filled, their cells as large as the limits allow.

    No cell is larger than the card at `dpi`. `side` says what they show: `fronts`.
    """
    spare = 1 if keeps_last else 0
    most = limits.columns.most * limits.rows.most - spare
    count = ceil(len(faces) / most)
    share = ceil(len(faces) / max(count, 1))
    grids = []
    for number in range(count):
        here = tuple(faces[number * share : (number + 1) * share])
        name = f"{kind.file_name}-{side}" + (f"-{number + 1}" if count > 1 else "")
        columns, rows, cell = _best_grid(len(here) + spare, kind, limits, dpi)
        grids.append(CardGrid(name, kind, columns, rows, cell, here, hidden))
    return tuple(grids)


def draw_grids(pages: FacePages, grids: Sequence[CardGrid]) -> Iterator[tuple[str, Raster]]:
    """Yield each grid's name and its picture. Cells that are left over are dark."""
    for grid in grids:
        picture = Image.new("RGB", grid.pixels, HIDDEN_GROUND)
        cells = _face_cells(grid)
        for face, cell in face_rasters(pages, dict.fromkeys(cells, grid.frame)):
            for index in cells[face]:
                picture.paste(cell.image(), grid.corner(index))
        yield grid.name, Raster(grid.pixels, picture.tobytes())


def _face_cells(grid: CardGrid) -> dict[Face, list[int]]:
    cells: dict[Face, list[int]] = {}
    for index, face in enumerate(grid.faces):
        cells.setdefault(face, []).append(index)
    if grid.hidden is not None:
        cells.setdefault(grid.hidden, []).append(grid.columns * grid.rows - 1)
    return cells


def _best_grid(cells: int, kind: Kind, limits: ShopLimits, dpi: int) -> tuple[int, int, PixelSize]:
    """Return the columns and rows for so many cells that make them largest, and then leave fewest over."""

    def merit(choice: tuple[int, int]) -> tuple[float, int, int]:
        columns, rows = choice
        return _cell_scale(columns, rows, kind, limits.side, dpi), -columns * rows, columns

    choices = [
        (columns, rows)
        for columns in range(limits.columns.least, limits.columns.most + 1)
        for rows in range(limits.rows.least, limits.rows.most + 1)
        if columns * rows >= cells
    ]
    columns, rows = max(choices, key=merit)
    scale = _cell_scale(columns, rows, kind, limits.side, dpi)
    return columns, rows, PixelSize(*(max(1, int(length * scale + 1e-6)) for length in kind.size))


def _cell_scale(columns: int, rows: int, kind: Kind, side: int, dpi: int) -> float:
    """Return pixels to a millimetre, in a grid whose sides are no longer than `side` (0: any length)."""
    best = dpi / MM_PER_INCH
    if side:
        best = min(best, side / (columns * kind.size.width), side / (rows * kind.size.height))
    return best


@dataclass(frozen=True, slots=True)
class DeckSheet:
    """A sheet of fronts and its key; `cards` are the keys of its `CardFaces`, cell by cell.

    `back` is the name of the picture behind it: one for all, or, if `unique`, a sheet of its own.
    """

    key: int
    fronts: CardGrid
    cards: tuple[tuple[str, int], ...]
    back: str
    unique: bool


@dataclass(frozen=True, slots=True)
class CardSheets:
    """Sheets of fronts, sheets of backs, and single backs by the names of their pictures.

    A single back is a face and its kind, or None for kinds that have none: a plain ground.
    """

    sheets: tuple[DeckSheet, ...]
    behind: tuple[CardGrid, ...]
    backs: Mapping[str, tuple[Face, Kind] | None]
    dpi: int

    def pictures(self, pages: FacePages) -> Iterator[tuple[str, bytes]]:
        """Yield every picture as a PNG file, with its name."""
        grids = [*(sheet.fronts for sheet in self.sheets), *self.behind]
        yield from png_files(draw_grids(pages, grids), self.dpi)
        names = {drawn[0]: name for name, drawn in self.backs.items() if drawn}
        frames = {
            face: own_frame(kind, self.dpi, bleed=False) for face, kind in filter(None, self.backs.values())
        }
        for face, content in framed_pngs(pages, frames, dpi=self.dpi):
            yield names[face], content
        width, height = _PLAIN_BACK_SIZE
        plain = Raster(_PLAIN_BACK_SIZE, bytes(HIDDEN_GROUND) * (width * height))
        yield from ((name, png_file(plain, self.dpi)) for name, drawn in self.backs.items() if drawn is None)


def plan_sheets(
    game: Game, shop: Shop, cards: Sequence[CardFaces], pages: FacePages, *, keeps_last: bool
) -> CardSheets:
    """Spread the cards out within the shop's limits.

    With `keeps_last` the last cell of each sheet is kept for what others see of a hidden card: the back that
    the cards share, or a plain ground where backs would give them away.
    """
    dpi = shop.dpi[0]
    pictured_as = _pictured_backs(cards, pages, dpi)
    sheets: list[DeckSheet] = []
    behind: list[CardGrid] = []
    backs: dict[str, tuple[Face, Kind] | None] = {}
    for kind, shared, here in _cards_by_back(cards):
        grids_of = partial(plan_grids, kind, limits=shop.limits, dpi=dpi, keeps_last=keeps_last)
        group = f"{file_word(shared.group)}-" if shared and shared.group else ""
        hidden = shared if keeps_last else None
        grids = grids_of(f"{group}fronts", [each.front for each in here], hidden=hidden)
        unique = shared is None and kind.back is not None
        if unique:
            own = grids_of("backs", [each.back for each in here if each.back])
            behind += own
            names = [grid.name for grid in own]
        else:
            by = pictured_as[shared] if shared else None
            names = [f"{by.shared_by if by else kind.file_name}-back"] * len(grids)
            backs.update(dict.fromkeys(names, (by, game.kind_of(by)) if by else None))
        keys = iter(each.key for each in here)
        for grid, name in zip(grids, names, strict=True):
            on_it = tuple(next(keys) for _ in grid.faces)
            sheets.append(DeckSheet(len(sheets) + 1, grid, on_it, name, unique))
    return CardSheets(tuple(sheets), tuple(behind), backs, dpi)


def _cards_by_back(cards: Sequence[CardFaces]) -> list[tuple[Kind, Face | None, list[CardFaces]]]:
    """Return the cards of each kind that share a back, in order; None where each has its own, or none."""
    found: dict[tuple[tuple[str, str], Face | None], list[CardFaces]] = {}
    for each in cards:
        shared = each.back if each.back and each.back.card is None else None
        found.setdefault((each.kind.key, shared), []).append(each)
    return [(those[0].kind, shared, those) for (_, shared), those in found.items()]


def _pictured_backs(cards: Sequence[CardFaces], pages: FacePages, dpi: int) -> dict[Face, Face]:
    """Return which of the shared backs stands for each: kinds whose backs look alike have one picture."""
    shared = {each.back: each.kind for each in cards if each.back and each.back.card is None}
    frames = {face: own_frame(kind, dpi, bleed=False) for face, kind in shared.items()}
    return representative_faces(pages, frames)


# The picture of a die, measured on the template that kb.tabletopsimulator.com, "Custom Dice", shows (seen
# 2026-11); it shows the finished die, too, on which sides 2, 4 and 1 meet at a corner.
_DIE_PIXELS = 1024
_COLUMNS, _ROWS = (
    (0.159, 0.498, 0.835),
    (0.497, 0.835),
)  # where the middle of a side is, of the picture's edge
_SIDES = ((2, 4, 5), (1, 3, 6))  # in the two rows; above them lie the rounded edges
_UPSIDE_DOWN = {1, 6}
_SIDE_PIXELS = round(0.312 * _DIE_PIXELS)
_ROUNDED = 1.08  # how much larger a side is drawn below itself, for the edges around it


def die_resolution(net: Net) -> int:
    """Return the dots an inch at which a side has the pixels that it has on the picture of a die."""
    return round(_SIDE_PIXELS * MM_PER_INCH / net.footprint.width)


def die_picture(raster: Raster, kind: Kind, net: Net) -> Raster:
    """Return the picture that Tabletop Simulator wraps round a die, each side where it tells that number."""
    sides = {part.side: _upright(raster.image(), kind.size, part) for part in net.parts}
    mean = tuple(sides[1].resize((1, 1), Image.Resampling.BOX).tobytes())
    picture = Image.new("RGB", (_DIE_PIXELS, _DIE_PIXELS), mean)
    for edge in (round(_ROUNDED * _SIDE_PIXELS), _SIDE_PIXELS):
        for row, numbers in zip(_ROWS, _SIDES, strict=True):
            for column, number in zip(_COLUMNS, numbers, strict=True):
                side = sides[number].rotate(180 if number in _UPSIDE_DOWN else 0)
                corner = round(column * _DIE_PIXELS - edge / 2), round(row * _DIE_PIXELS - edge / 2)
                picture.paste(side.resize((edge, edge), Image.Resampling.LANCZOS), corner)
    return _raster_of(picture)


def side_pictures(raster: Raster, kind: Kind, net: Net) -> tuple[Raster, ...]:
    """Return the sides by their numbers, upright: of a standee its front and its back, without the feet."""
    parts = sorted(net.parts, key=lambda part: part.side)
    return tuple(_raster_of(_upright(raster.image(), kind.size, part)) for part in parts)


def _upright(net: Image.Image, size: Size, part: NetPart) -> Image.Image:
    across, down, box = net.width / size.width, net.height / size.height, part.box
    left, top = round(box.left * across), round(box.top * down)
    corner = left + round(box.width * across), top + round(box.height * down)
    return net.crop((left, top, *corner)).rotate(part.turn)


def _raster_of(picture: Image.Image) -> Raster:
    return Raster(PixelSize(*picture.size), picture.tobytes())
