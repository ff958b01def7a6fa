"""The marks and small print of tiles: what `assembly` has placed, in ink."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardtool.geometry import Axis, Box, Size
from cardtool.impose.assembly import Assembly, Strip, assembly
from cardtool.impose.footer import Footer
from cardtool.impose.lettering import Lettering
from cardtool.impose.pen import Pen
from cardtool.impose.tiles import Mat, Tile, Tiles

__all__ = ["draw_joinery"]

HATCH = 3.5  # mm between slanting lines
ACROSS = 3.2  # mm that a line of small print takes across a strip
PATCH = 1.5  # mm of bare paper before and after the words on a strip
NAME_SIZE = 24.0  # pt
CUT = "Cut at the solid marks."
GLUE = "Glue hatched edges under their neighbours, up to the dashed marks; rows first."


def draw_joinery(mats: Sequence[Mat], font: Path, caption: str) -> bytes:
    """A PDF with a page for each tile of each mat, to be laid over the face. `caption` is the game's."""
    lettering = Lettering(font)
    pen = Pen(lettering)
    for mat in mats:
        for tile in mat.tiles:
            with pen.page(mat.tiles.paper):
                around = assembly(mat.tiles, tile)
                _draw_joints(pen, lettering, around)
                _draw_footer(pen, around.footer, f"{caption} · {mat.name}", _advice(mat.tiles, tile))
                if mat.tiles.count > 1:
                    _draw_key(pen, around.footer, tile)
    return pen.finished()


def _advice(tiles: Tiles, tile: Tile) -> tuple[str, str]:
    print_it = "Print at 100 % (actual size)."
    if tiles.count == 1:
        return print_it, CUT
    where = (
        f"Tile {tile.name}: row {tile.row + 1}, column {tile.column + 1} of {tiles.rows} × {tiles.columns}."
    )
    return f"{where} {print_it}", f"{CUT} {GLUE}"


def _draw_joints(pen: Pen, lettering: Lettering, around: Assembly) -> None:
    for strip in around.strips:
        pen.veil(strip.box, HATCH)
        _draw_words(pen, lettering, strip)
    for notch in around.notches:
        pen.shape(notch)
    pen.lines(around.lines)


def _draw_words(pen: Pen, lettering: Lettering, strip: Strip) -> None:
    """What a strip is for, on bare paper in its middle; a strip too narrow for words goes without."""
    words, upright = f"glue · {strip.neighbour} goes on top", strip.axis is Axis.VERTICAL
    patch = Size(lettering.length(words) + 2 * PATCH, ACROSS)
    box = Box.around(strip.box.centre, patch.turned() if upright else patch)
    if strip.box.contains(box):
        pen.blank(box)
        pen.text(words, box, align=0.5, upwards=upright)


def _draw_footer(pen: Pen, footer: Footer, caption: str, advice: tuple[str, str]) -> None:
    for text, box in zip((caption, *advice), footer.lines, strict=True):
        pen.text(text, box)
    if footer.ruler:
        pen.ruler(footer.ruler, footer.ruler.width)


def _draw_key(pen: Pen, footer: Footer, this: Tile) -> None:
    """The face in small with this tile dark, and the tile's name large."""
    for name, cell in footer.cells:
        pen.block(cell, filled=name == this.name)
    pen.text(this.name, footer.label, most=NAME_SIZE)
