"""Pictures of faces and pages: PNG files and their names, the contact sheet, small files for the web.

A picture is called `<id>-<name>-<side>`, without the name where the id says as much. PDFium reads for one
thread at a time; who has several holds a lock.
"""

from __future__ import annotations

import io
import re
import struct
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import pypdfium2
from PIL import Image

from cardtool.export import ExportInputs, Files
from cardtool.export.face_raster import (
    PictureFrame,
    Raster,
    map_in_threads,
    open_faces,
    outline_mask,
    own_frame,
    page_box,
    rasterise,
    size_in_pixels,
)
from cardtool.export.shops import FILE_NAMES
from cardtool.finding import Finding
from cardtool.geometry import Size
from cardtool.model import (
    CARD,
    RECTANGLE,
    Component,
    Face,
    FacePages,
    Game,
    Kind,
    Outline,
    PixelSize,
    Side,
)
from cardtool.units import MM_PER_INCH

_Key = TypeVar("_Key")
_LONGEST = 60  # characters of a name; an id has 64, and file systems take 255
_NOT_A_LETTER = re.compile(r"[^a-z0-9]+")
_APOSTROPHE = re.compile(r"['’]")
_GROUND = (233, 229, 222)  # a table in daylight; dark and light cards both stand out from it
_GAP = 4.0  # mm
_CONTACT_COLUMNS = 10
_CORNER = 3.0  # mm; of cards that say nothing of theirs
_TRUECOLOUR, _WITH_ALPHA = 2, 6  # PNG 3rd edition, 11.2.1


def png_files(pictures: Iterable[tuple[_Key, Raster]], dpi: int) -> Iterator[tuple[_Key, bytes]]:
    """Return each picture as a PNG file, in their order; packing is most of the work."""
    return map_in_threads(lambda picture: png_file(picture, dpi), pictures)


def png_file(picture: Raster, dpi: int, mask: Image.Image | None = None) -> bytes:
    """Return a PNG file of this picture (PNG 3rd edition, 11.2 and 11.3); the same bytes every time.

    What a `mask` of the same size has at 0 is transparent.

    Unfiltered rows at zlib's fastest level take a quarter of Pillow's time, and for flat pictures
    such as ours no more space.
    """
    width, height = picture.size
    row = (3 if mask is None else 4) * width
    pixels = memoryview(picture.rgb if mask is None else _with_alpha(picture, mask))
    rows = b"".join(part for y in range(height) for part in (b"\0", pixels[y * row : (y + 1) * row]))
    per_metre = round(dpi * 1000 / MM_PER_INCH)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            _png_chunk(
                b"IHDR",
                struct.pack(
                    ">IIBBBBB", width, height, 8, _TRUECOLOUR if mask is None else _WITH_ALPHA, 0, 0, 0
                ),
            ),
            _png_chunk(b"sRGB", b"\0"),
            _png_chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)),
            _png_chunk(b"IDAT", zlib.compress(rows, 1)),
            _png_chunk(b"IEND", b""),
        ]
    )


def _with_alpha(picture: Raster, mask: Image.Image) -> bytes:
    image = picture.image()
    image.putalpha(mask)
    return image.tobytes()


def _png_chunk(name: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum)


def face_pngs(
    pages: FacePages, game: Game, *, dpi: int = 300, bleed: bool = False
) -> Iterator[tuple[Face, bytes]]:
    """Return each face with its PNG file, in the order of the documents; the same bytes every time.

    `bleed` says whether the picture shows the bleed or ends at the trim; what is then cut off around a round
    token, or a round corner, is transparent.
    """
    drawn = {(face.kind, face.cut) for face in pages.pages}
    kinds = {kind.key: kind for kind in game.cut_kinds if kind.key in drawn}
    frames = {key: own_frame(kind, dpi, bleed=bleed) for key, kind in kinds.items()}
    masks = {
        (*key, side): outline_mask(kind.outline_on(side), kind.size, frames[key].pixels)
        for key, kind in (() if bleed else kinds.items())
        for side in Side
    }
    rasters = face_rasters(pages, {face: frames[face.kind, face.cut] for face in pages.pages})
    pictures = ((face, (raster, masks.get((face.kind, face.cut, face.side)))) for face, raster in rasters)
    return map_in_threads(lambda picture: png_file(picture[0], dpi, picture[1]), pictures)


def face_files(inputs: ExportInputs) -> Files:
    """Yield a picture of every face, under its name; with its bleed only where that is asked for."""
    names, bleed = picture_names(inputs.game, inputs.pages.pages), inputs.options.trimmed is False
    for face, content in face_pngs(inputs.pages, inputs.game, dpi=inputs.dpi, bleed=bleed):
        yield f"{names[face]}.png", content


def framed_pngs(
    pages: FacePages, frames: Mapping[Face, PictureFrame], *, dpi: int
) -> Iterator[tuple[Face, bytes]]:
    """Return each of the framed faces with its PNG file, in the order of the documents."""
    return png_files(face_rasters(pages, frames), dpi)


def face_rasters(pages: FacePages, frames: Mapping[Face, PictureFrame]) -> Iterator[tuple[Face, Raster]]:
    """Yield each of the framed faces with its pixels, in the order of the documents."""
    framed = FacePages(pages.documents, {face: pages.pages[face] for face in frames})
    for face, page in open_faces(framed):
        frame = frames[face]
        yield face, rasterise(page, frame.window, frame.pixels).turned(frame.turns)


def representative_faces(pages: FacePages, frames: Mapping[Face, PictureFrame]) -> dict[Face, Face]:
    """Return which face stands for each: itself, or the first of the shared backs that looks like it."""
    shared = {face: frame for face, frame in frames.items() if face.side is Side.BACK and face.card is None}
    seen = dict(face_rasters(pages, shared))
    found = {face: face for face in frames}
    for face in shared:
        found[face] = next(
            other for other in shared if found[other] == other and seen[other].looks_like(seen[face])
        )
    return found


def page_pngs(pages: FacePages, *, dpi: int) -> Iterator[tuple[Face, bytes]]:
    """Return each face with a PNG of its whole page, for pictures that are not cut."""
    boxes = ((face, page, page_box(page)) for face, page in open_faces(pages))
    return png_files(
        ((face, rasterise(page, box, size_in_pixels(box.size, dpi))) for face, page, box in boxes), dpi
    )


def slug(text: str) -> str:
    """Return the text in the letters every disk knows: `Somebody's Wedding` is `somebodys-wedding`.

    Latin letters are written as they are in ASCII: Łoś is los, Straße strasse. Empty where nothing is left,
    as of a name in another script.
    """
    from anyascii import anyascii

    letters = unicodedata.normalize("NFKC", _APOSTROPHE.sub("", text))
    known = (each for each in letters if each.isascii() or "LATIN" in unicodedata.name(each, ""))
    latin = anyascii("".join(known))
    return _NOT_A_LETTER.sub("-", latin.lower()).strip("-")[:_LONGEST].rstrip("-")


def picture_names(game: Game, faces: Iterable[Face]) -> dict[Face, str]:
    """Return the name of each face's picture, less its ending."""
    cards = {card.id: card for card in game.cards}
    return {face: _picture_name(face, cards) for face in faces}


def check_picture_names(game: Game, names: Mapping[Face, str]) -> Iterator[Finding]:
    """Yield every picture that is called as one before it, case aside."""
    cards = {card.id: card for card in game.cards}
    first: dict[str, Face] = {}
    for face, name in names.items():
        owner = first.setdefault(name.casefold(), face)
        if owner != face:
            kind = game.kind(face.kind)
            message = (
                f"the picture of {_described(face, kind, cards)} would be called {name}.png, "
                f"as that of {_described(owner, game.kind(owner.kind), cards)}"
            )
            source = kind.source if face.card is None else cards[face.card].at("id")
            yield FILE_NAMES.found(source, message, "change an id or a name")


def _picture_name(face: Face, cards: Mapping[str, Component]) -> str:
    if face.card is None:
        return f"{face.shared_by}-{face.side}"
    name, number = slug(cards[face.card].name), str(face.copy or "")
    says_id = f"{name}-".startswith(f"{face.card}-")  # and perhaps more
    return "-".join(part for part in ("" if says_id else face.card, name, number, face.side) if part)


def _described(face: Face, kind: Kind, cards: Mapping[str, Component]) -> str:
    return f"the {kind.plural}" if face.card is None else f'"{cards[face.card].name}" ({face.card})'


def contact_files(inputs: ExportInputs) -> Files:
    """Yield the contact sheet."""
    yield "contact.png", contact_sheet(inputs.pages, inputs.game, dpi=inputs.dpi)


def contact_sheet(pages: FacePages, game: Game, *, dpi: int = 72) -> bytes:
    """Return a PNG of every distinct front, cut out as it will be, in the game's order.

    A row holds pieces of like height, as wide as ten of the first kind at most. It keeps to
    256 colours, which is more than a deck printed in a few inks needs.
    """
    frames = {kind.key: own_frame(kind, dpi, bleed=False) for kind in game.cut_kinds}
    fronts = {face: frames[face.kind, face.cut] for face in pages.pages if face.side is Side.FRONT}
    order = list(frames)
    drawn = sorted(face_rasters(pages, fronts), key=lambda pair: order.index((pair[0].kind, pair[0].cut)))
    cards = [_cut_out(raster.image(), game.kind_of(face)) for face, raster in drawn]
    gap = round(_GAP * dpi / MM_PER_INCH)
    rows = list(_rows_of_like_height(cards, gap, _CONTACT_COLUMNS * (cards[0].width + gap)))
    width = max(sum(card.width + gap for card in row) for row in rows) + gap
    height = sum(max(card.height for card in row) + gap for row in rows) + gap
    sheet = Image.new("RGB", (width, height), _GROUND)
    top = gap
    for row in rows:
        left = gap
        for card in row:
            sheet.paste(card, (left, top), card)
            left += card.width + gap
        top += max(card.height for card in row) + gap
    out = io.BytesIO()
    sheet.save(out, "PNG", optimize=True)
    return out.getvalue()


def _rows_of_like_height(cards: Sequence[Image.Image], gap: int, most: int) -> Iterator[list[Image.Image]]:
    """Yield rows of pictures that are much alike in height, each no wider than `most` pixels if it can be."""
    row: list[Image.Image] = []
    width = 0
    for card in cards:
        width += card.width + gap
        heights = [each.height for each in (*row, card)]
        if row and (width > most or max(heights) > _MOST_UNLIKE * min(heights)):
            yield row
            row, width = [], card.width + gap
        row.append(card)
    if row:
        yield row


_MOST_UNLIKE = 1.5  # the highest picture of a row to its lowest


def _cut_out(picture: Image.Image, kind: Kind) -> Image.Image:
    """Return the picture with what is cut off transparent."""
    is_plain_card = kind.form is CARD and kind.outline == RECTANGLE
    outline = Outline(corner=_CORNER) if is_plain_card else kind.outline
    mask = outline_mask(outline, kind.size, PixelSize(*picture.size))
    picture.putalpha(mask or 255)
    return picture


_LONGEST_SIDE = 1600  # pixels; what a mat is shown with on a large screen
_QUALITY = 72  # of 100; the edges of small type are still clean


def web_pictures(pages: FacePages, game: Game, dpi: int) -> Iterator[tuple[Face, bytes]]:
    """Yield each face as a WebP file, in the order of the documents; the same bytes every time."""
    kinds = {kind.key: kind for kind in game.cut_kinds}
    fitting = {key: int(_LONGEST_SIDE * MM_PER_INCH / max(kind.size)) for key, kind in kinds.items()}
    frames = {key: own_frame(kind, min(dpi, fitting[key]), bleed=False) for key, kind in kinds.items()}
    rasters = face_rasters(pages, {face: frames[face.kind, face.cut] for face in pages.pages})
    pieces = ((face, (raster, kinds[face.kind, face.cut])) for face, raster in rasters)
    return map_in_threads(lambda piece: _webp(*piece), pieces)


def _webp(raster: Raster, kind: Kind) -> bytes:
    out = io.BytesIO()
    picture: Image.Image = _cut_out(raster.image(), kind)
    picture.save(out, "WEBP", quality=_QUALITY, method=4)
    return out.getvalue()


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """A page of a document; its size is in mm, its text all that it says, in no particular order."""

    size: Size
    text: str


def document_pages(pdf: bytes) -> Iterator[DocumentPage]:
    """Yield every page of a document."""
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            letters = page.get_textpage()
            text = letters.get_text_bounded()
            letters.close()
            yield DocumentPage(page_box(page).size, text)
            page.close()


def page_png(pdf: bytes, number: int, dpi: int) -> bytes | None:
    """Return a page, counted from 0, as a PNG file, the same bytes every time; None where there is none."""
    with pypdfium2.PdfDocument(pdf) as document:
        if not 0 <= number < len(document):
            return None
        page = document[number]
        try:
            box = page_box(page)
            return png_file(rasterise(page, box, size_in_pixels(box.size, dpi)), dpi)
        finally:
            page.close()
