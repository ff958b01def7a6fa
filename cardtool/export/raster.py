"""Pages of drawn faces as pixels: a window of a page, in millimetres, fills a picture of a given size.

A window may reach a little over the page's edge, where there is nothing to show: what lies along the
edge is mirrored there, so that ink goes to the picture's end and the card keeps its size.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import pypdfium2
from PIL import Image, ImageChops
from pypdfium2 import raw

from cardtool.geometry import Box
from cardtool.model import Face, FacePages, PixelSize
from cardtool.units import to_mm, to_pt

__all__ = ["Raster", "opened", "raster", "size_of", "whole"]

_BREATH = 4  # of 255 levels
_SHARE = 0.01  # of a picture's pixels
_NEARLY = 1e-3  # pixels; nearer to a whole pixel than this is on it


class Raster(NamedTuple):
    """Rows of red, green and blue, a byte each, without gaps."""

    size: PixelSize
    rgb: bytes

    def looks_like(self, other: Raster) -> bool:
        """Whether nobody could tell the two apart.

        Letters of fonts that were embedded twice differ by a breath, here and there at their rims.
        """
        if self.size != other.size:
            return False
        difference = ImageChops.difference(self.image(), other.image()).convert("L")
        counts = difference.histogram()
        return not any(counts[_BREATH + 1 :]) and sum(counts[1:]) <= _SHARE * sum(counts)

    def image(self) -> Image.Image:
        """The same for Pillow."""
        return Image.frombytes("RGB", self.size, self.rgb)


def opened(pages: FacePages) -> Iterator[tuple[Face, Any]]:
    """Each face with its page, in the order of the documents; a page lives until the next is asked for."""
    in_order = sorted(pages.pages, key=lambda face: (pages.pages[face], face.name))
    for number, content in enumerate(pages.documents):
        here = [face for face in in_order if pages.pages[face].document == number]
        if here:
            with pypdfium2.PdfDocument(content) as document:
                for face in here:
                    page = document[pages.pages[face].page]
                    try:
                        yield face, page
                    finally:
                        page.close()


def size_of(page: Any) -> Box:
    """The page, in millimetres."""
    width, height = page.get_size()
    return Box(0, 0, to_mm(width), to_mm(height))


def raster(page: Any, window: Box, size: PixelSize) -> Raster:
    """The part of a page that a window shows, in a picture of this size. Paper is white."""
    width, height = size
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR, rev_byteorder=True)
    try:
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        _draw(page, bitmap, window, size)
        drawn = Raster(size, _without_gaps(bytes(bitmap.buffer), size, bitmap.stride))
    finally:
        bitmap.close()
    inked = whole(size_of(page), window, size)
    return drawn if inked == (0, 0, *size) else Raster(size, _spread(drawn.image(), inked).tobytes())


def whole(page: Box, window: Box, size: PixelSize) -> tuple[int, int, int, int]:
    """The pixels that the page covers from side to side: left, top, right, bottom, as Pillow counts."""
    across, down = size.width / window.width, size.height / window.height
    return (
        max(0, math.ceil((page.left - window.left) * across - _NEARLY)),
        max(0, math.ceil((page.top - window.top) * down - _NEARLY)),
        min(size.width, math.floor((page.right - window.left) * across + _NEARLY)),
        min(size.height, math.floor((page.bottom - window.top) * down + _NEARLY)),
    )


def _draw(page: Any, bitmap: Any, window: Box, size: PixelSize) -> None:
    """Draw the window of the page so that it fills the bitmap."""
    across, down = size.width / to_pt(window.width), size.height / to_pt(window.height)
    place = raw.FS_MATRIX(across, 0, 0, down, -to_pt(window.left) * across, -to_pt(window.top) * down)
    everything = raw.FS_RECTF(0, 0, size.width, size.height)
    raw.FPDF_RenderPageBitmapWithMatrix(bitmap, page, place, everything, raw.FPDF_REVERSE_BYTE_ORDER)


def _without_gaps(pixels: bytes, size: PixelSize, stride: int) -> bytes:
    row = 3 * size.width
    if stride == row:
        return pixels
    return b"".join(pixels[y * stride : y * stride + row] for y in range(size.height))


def _spread(picture: Image.Image, inked: tuple[int, int, int, int]) -> Image.Image:
    """The picture with its inked part mirrored outwards over all four sides."""
    left, top, right, bottom = inked
    turn = Image.Transpose
    for box, way, place in (
        ((left, top, 2 * left, bottom), turn.FLIP_LEFT_RIGHT, (0, top)),
        ((2 * right - picture.width, top, right, bottom), turn.FLIP_LEFT_RIGHT, (right, top)),
    ):
        picture.paste(picture.crop(box).transpose(way), place)
    for box, way, place in (
        ((0, top, picture.width, 2 * top), turn.FLIP_TOP_BOTTOM, (0, 0)),
        ((0, 2 * bottom - picture.height, picture.width, bottom), turn.FLIP_TOP_BOTTOM, (0, bottom)),
    ):
        picture.paste(picture.crop(box).transpose(way), place)
    return picture
