"""Pictures of drawn faces, with their bleed or cut to the trim. Draws nothing itself.

A picture is as many pixels wide as its millimetres come to at the resolution, rounded to the
nearest: a poker card at 300 dpi is 750 × 1050 pixels, with 3 mm of bleed 821 × 1121. The face is
stretched by that fraction of a pixel, so that it ends exactly at the picture's edge.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Any

import pypdfium2
from pypdfium2 import raw

from cardtool.geometry import Box, Size
from cardtool.model import Face, FacePages, Game, Kind
from cardtool.units import MM_PER_INCH, to_mm, to_pt

__all__ = ["faces", "whole_pages"]


def faces(
    pages: FacePages, game: Game, *, dpi: int = 300, bleed: bool = False
) -> Iterator[tuple[Face, bytes]]:
    """Each face with its PNG file, in the order of the documents; the same bytes every time.

    `bleed` says whether the picture shows the bleed or ends at the trim.
    """
    for face, page in _opened(pages):
        yield face, _picture(page, _window(game.kind(face.kind), bleed), dpi)


def whole_pages(pages: FacePages, *, dpi: int) -> Iterator[tuple[Face, bytes]]:
    """Each face with a PNG of its whole page, for pictures that are not cut."""
    for face, page in _opened(pages):
        width, height = page.get_size()
        yield face, _picture(page, Box(0, 0, to_mm(width), to_mm(height)), dpi)


def _opened(pages: FacePages) -> Iterator[tuple[Face, Any]]:
    """Each face with its page, in the order of the documents."""
    in_order = sorted(pages.pages, key=lambda face: (pages.pages[face], face.name))
    for number, content in enumerate(pages.documents):
        here = [face for face in in_order if pages.pages[face].document == number]
        if here:
            with pypdfium2.PdfDocument(content) as document:
                for face in here:
                    yield face, document[pages.pages[face].page]


def _window(kind: Kind, bleed: bool) -> Box:
    """The part of the page that is shown, in millimetres from its top left."""
    if bleed:
        return Box(0, 0, kind.page.width, kind.page.height)
    return Box(kind.bleed, kind.bleed, kind.size.width, kind.size.height)


def _pixels(length: float, dpi: int) -> int:
    return int(length * dpi / MM_PER_INCH + 0.5)


def _picture(page: Any, window: Box, dpi: int) -> bytes:
    """This part of a page as a PNG file."""
    width, height = _pixels(window.width, dpi), _pixels(window.height, dpi)
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR, rev_byteorder=True)
    try:
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)  # paper
        _draw(page, bitmap, window, Size(width, height))
        return _png(bytes(bitmap.buffer), width, height, bitmap.stride, dpi)
    finally:
        bitmap.close()
        page.close()


def _draw(page: Any, bitmap: Any, window: Box, size: Size) -> None:
    """Draw the part of the page so that it fills the bitmap; `size` is the bitmap's, in pixels."""
    across, down = size.width / to_pt(window.width), size.height / to_pt(window.height)
    place = raw.FS_MATRIX(across, 0, 0, down, -to_pt(window.left) * across, -to_pt(window.top) * down)
    everything = raw.FS_RECTF(0, 0, size.width, size.height)
    raw.FPDF_RenderPageBitmapWithMatrix(bitmap, page, place, everything, raw.FPDF_REVERSE_BYTE_ORDER)


def _png(pixels: bytes, width: int, height: int, stride: int, dpi: int) -> bytes:
    """A PNG file of these rows of red, green and blue (PNG 3rd edition, 11.2 and 11.3).

    Unfiltered rows at zlib's fastest level take a quarter of Pillow's time, and for flat pictures
    such as ours no more space.
    """
    rows = b"".join(b"\0" + pixels[y * stride : y * stride + 3 * width] for y in range(height))
    per_metre = round(dpi * 1000 / MM_PER_INCH)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
            _chunk(b"sRGB", b"\0"),
            _chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)),
            _chunk(b"IDAT", zlib.compress(rows, 1)),
            _chunk(b"IEND", b""),
        ]
    )


def _chunk(name: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum)
