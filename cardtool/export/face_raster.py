"""Pages of drawn faces as pixels: a window of a page, in millimetres, fills a picture of a given size.

A window may reach a little over the page's edge, where there is nothing to show: what lies along the
edge is mirrored there, so that ink goes to the picture's end and the card keeps its size.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

import pypdfium2
from PIL import Image, ImageChops, ImageDraw
from pypdfium2 import raw

from cardtool.geometry import Box, Point, Size
from cardtool.model import (
    CardFaces,
    Face,
    FacePages,
    Kind,
    Outline,
    PixelSize,
    Shape,
    ShopCard,
    Side,
    path_points,
    shape_corners,
)
from cardtool.sandbox import worker_count
from cardtool.units import MM_PER_INCH, to_mm, to_pt

_FAINT_DIFFERENCE = 4  # of 255 levels
_DIFFERING_SHARE = 0.01  # of a picture's pixels
_PIXEL_SLACK = 1e-3  # pixels; nearer to a whole pixel than this is on it
_AHEAD = 2  # pieces of work a thread may have waiting, so that memory stays flat
_Key = TypeVar("_Key")
_Raw = TypeVar("_Raw")
_Done = TypeVar("_Done")


@dataclass(frozen=True, slots=True)
class PictureFrame:
    """A picture to be: its pixels, and the window of the face's page that fills them.

    The window is in millimetres from the page's top left; it may reach beyond the page. The picture is then
    given so many quarter `turns` clockwise.
    """

    pixels: PixelSize
    window: Box
    turns: int = 0


def face_frames(
    kinds: Iterable[Kind],
    cards: Iterable[CardFaces],
    card: ShopCard | None,
    dpi: int,
    usual: int,
    *,
    trimmed: bool,
) -> dict[Face, PictureFrame]:
    """Return how each distinct face of these cards lies on its picture: in the shop's size, or its own."""
    frames = {
        kind.key: shop_frame(kind, card, dpi, usual) if card else own_frame(kind, dpi, bleed=not trimmed)
        for kind in kinds
    }
    return {
        face: replace(frames[each.kind.key], turns=quarter_turns(face, each.kind, card))
        for each in cards
        for face in each.faces
    }


def quarter_turns(face: Face, kind: Kind, card: ShopCard | None) -> int:
    """Return how many quarters a face is turned clockwise for the shop, so that it stands as the shop prints.

    A back is turned the other way: the upper edges of both sides stay behind one another.
    """
    if card is None or not card.is_turned(kind.size):
        return 0
    return 1 if face.side is Side.FRONT else 3


def own_frame(kind: Kind, dpi: int, *, bleed: bool) -> PictureFrame:
    """Return a picture as large as the kind is: with its bleed, or cut to the trim.

    It is as many pixels wide as its millimetres come to, rounded to the nearest: a poker card at
    300 dpi is 750 × 1050 pixels, with 3 mm of bleed 821 × 1121. The face is stretched by that
    fraction of a pixel, so that it ends exactly at the picture's edge.
    """
    if bleed:
        return PictureFrame(size_in_pixels(kind.page, dpi), Box(0, 0, *kind.page))
    return PictureFrame(size_in_pixels(kind.size, dpi), Box(kind.bleed, kind.bleed, *kind.size))


def shop_frame(kind: Kind, card: ShopCard, dpi: int, usual: int) -> PictureFrame:
    """Return a picture of the shop's size, on which the kind's cut edge is where the shop cuts.

    `usual` is the resolution at which the picture has the pixels the shop names; `dpi` may be another.
    """
    pixels = PixelSize(card.pixels.width * dpi // usual, card.pixels.height * dpi // usual)
    if card.is_turned(kind.size):
        pixels = PixelSize(pixels.height, pixels.width)
    bleed = card.bleed * dpi / MM_PER_INCH  # in pixels
    across = kind.size.width / (pixels.width - 2 * bleed)  # millimetres to a pixel
    down = kind.size.height / (pixels.height - 2 * bleed)
    corner = kind.bleed - bleed * across, kind.bleed - bleed * down
    return PictureFrame(pixels, Box(*corner, pixels.width * across, pixels.height * down))


def size_in_pixels(size: Size, dpi: int) -> PixelSize:
    """Return a size in pixels, each side rounded to the nearest."""
    return PixelSize(*(int(length * dpi / MM_PER_INCH + 0.5) for length in size))


class Raster(NamedTuple):
    """Rows of red, green and blue, a byte each, without gaps."""

    size: PixelSize
    rgb: bytes

    def looks_like(self, other: Raster) -> bool:
        """Return whether nobody could tell the two apart.

        Letters of fonts that were embedded twice differ by a breath, here and there at their rims.
        """
        if self.size != other.size:
            return False
        difference = ImageChops.difference(self.image(), other.image()).convert("L")
        counts = difference.histogram()
        return not any(counts[_FAINT_DIFFERENCE + 1 :]) and sum(counts[1:]) <= _DIFFERING_SHARE * sum(counts)

    def turned(self, turns: int) -> Raster:
        """Return the raster after so many quarter turns clockwise."""
        if turns == 0:
            return self
        ways = (Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)
        image = self.image().transpose(ways[turns - 1])
        return Raster(PixelSize(*image.size), image.tobytes())

    def image(self) -> Image.Image:
        """Return the raster as a picture of Pillow."""
        return Image.frombytes("RGB", self.size, self.rgb)


def open_faces(pages: FacePages) -> Iterator[tuple[Face, Any]]:
    """Yield each face with its page, in the order of the documents; a page lives until the next one."""
    in_order = sorted(pages.pages, key=lambda face: (pages.pages[face], face.name))
    for number, faces in groupby(in_order, key=lambda face: pages.pages[face].document):
        with pypdfium2.PdfDocument(pages.documents[number]) as document:
            for face in faces:
                page = document[pages.pages[face].page]
                try:
                    yield face, page
                finally:
                    page.close()


def page_box(page: Any) -> Box:
    """Return the page, in millimetres."""
    width, height = page.get_size()
    return Box(0, 0, to_mm(width), to_mm(height))


def rasterise(page: Any, window: Box, size: PixelSize) -> Raster:
    """Return the part of a page that a window shows, in a picture of this size. Paper is white."""
    width, height = size
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR, rev_byteorder=True)
    try:
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        _draw_window(page, bitmap, window, size)
        drawn = Raster(size, _without_gaps(bytes(bitmap.buffer), size, bitmap.stride))
    finally:
        bitmap.close()
    inked = _covered_pixels(page_box(page), window, size)
    return drawn if inked == (0, 0, *size) else Raster(size, _mirror_edges(drawn.image(), inked).tobytes())


def _covered_pixels(page: Box, window: Box, size: PixelSize) -> tuple[int, int, int, int]:
    """Return the pixels that the page covers wholly: left, top, right, bottom, as Pillow counts."""
    across, down = size.width / window.width, size.height / window.height
    return (
        max(0, math.ceil((page.left - window.left) * across - _PIXEL_SLACK)),
        max(0, math.ceil((page.top - window.top) * down - _PIXEL_SLACK)),
        min(size.width, math.floor((page.right - window.left) * across + _PIXEL_SLACK)),
        min(size.height, math.floor((page.bottom - window.top) * down + _PIXEL_SLACK)),
    )


def _draw_window(page: Any, bitmap: Any, window: Box, size: PixelSize) -> None:
    across, down = size.width / to_pt(window.width), size.height / to_pt(window.height)
    place = raw.FS_MATRIX(across, 0, 0, down, -to_pt(window.left) * across, -to_pt(window.top) * down)
    everything = raw.FS_RECTF(0, 0, size.width, size.height)
    raw.FPDF_RenderPageBitmapWithMatrix(bitmap, page, place, everything, raw.FPDF_REVERSE_BYTE_ORDER)


def _without_gaps(pixels: bytes, size: PixelSize, stride: int) -> bytes:
    row = 3 * size.width
    if stride == row:
        return pixels
    return b"".join(pixels[y * stride : y * stride + row] for y in range(size.height))


def _mirror_edges(picture: Image.Image, inked: tuple[int, int, int, int]) -> Image.Image:
    """Return the picture with its inked part mirrored outwards over all four sides."""
    left, top, right, bottom = inked
    turn = Image.Transpose
    for box, way, place in (
        ((left, top, 2 * left, bottom), turn.FLIP_LEFT_RIGHT, (0, top)),
        ((2 * right - picture.width, top, right, bottom), turn.FLIP_LEFT_RIGHT, (right, top)),
        ((0, top, picture.width, 2 * top), turn.FLIP_TOP_BOTTOM, (0, 0)),
        ((0, 2 * bottom - picture.height, picture.width, bottom), turn.FLIP_TOP_BOTTOM, (0, bottom)),
    ):
        picture.paste(picture.crop(box).transpose(way), place)
    return picture


def map_in_threads(
    work: Callable[[_Raw], _Done], pieces: Iterable[tuple[_Key, _Raw]]
) -> Iterator[tuple[_Key, _Done]]:
    """Yield each piece with its key, done; the next are fetched and worked on meanwhile."""
    threads = worker_count()
    waiting: deque[tuple[_Key, Future[_Done]]] = deque()

    def first_result() -> tuple[_Key, _Done]:
        key, future = waiting.popleft()
        return key, future.result()

    with ThreadPoolExecutor(threads) as pool:
        try:
            for key, piece in pieces:
                waiting.append((key, pool.submit(work, piece)))
                if len(waiting) > _AHEAD * threads:
                    yield first_result()
            while waiting:
                yield first_result()
        finally:
            for _, left in waiting:
                left.cancel()


_FINER = 4  # times as many pixels across, while a mask is drawn, for smooth edges
_MOST_PIXELS = 80_000_000  # of a mask while it is drawn


def outline_mask(outline: Outline, size: Size, pixels: PixelSize) -> Image.Image | None:
    """Return a mask for a picture of a piece this large: 255 inside its cut, 0 outside and in its holes.

    None for a rectangle with sharp corners, of which nothing is cut off.
    """
    if outline.shape is Shape.RECT and not outline.corner and not outline.holes:
        return None
    finer = next(
        n for n in range(_FINER, 0, -1) if n == 1 or n * n * pixels.width * pixels.height < _MOST_PIXELS
    )
    mask = Image.new("L", (pixels.width * finer, pixels.height * finer), 0)
    draw, scale = ImageDraw.Draw(mask), mask.width / size.width

    def from_middle(points: Iterable[Point]) -> list[tuple[float, float]]:
        return [(mask.width / 2 + point.x * scale, mask.height / 2 + point.y * scale) for point in points]

    box = (0, 0, mask.width - 1, mask.height - 1)
    match outline.shape:
        case Shape.RECT:
            draw.rounded_rectangle(box, outline.corner * scale, fill=255)
        case Shape.CIRCLE:
            draw.ellipse(box, fill=255)
        case Shape.PATH:
            draw.polygon(from_middle(path_points(outline.path)), fill=255)
        case Shape.HEX_FLAT | Shape.HEX_POINTED:  # a smaller one, and around it as much as corners are round
            inner = min(size) / 2
            rounded = min(outline.corner, inner * 0.999)
            corners = from_middle(shape_corners(outline.shape, outline.shape.box(2 * (inner - rounded))))
            draw.polygon(corners, fill=255)
            radius = rounded * scale
            if radius:
                draw.line([*corners, corners[0]], fill=255, width=round(2 * radius))
                for x, y in corners:
                    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    for hole in outline.holes:
        draw.polygon(from_middle(path_points(hole)), fill=0)
    return mask.resize(pixels, Image.Resampling.BOX)
