"""How a PDF is built: its pages' boxes and its fonts, read with pikepdf. Nothing is drawn.

Lengths are millimetres from the top left of the MediaBox.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pikepdf

from cardtool.errors import ProjectError
from cardtool.geometry import Box, Size
from cardtool.model import PIECE_KEY
from cardtool.units import to_mm

_DEEPEST = 20  # forms in forms
_HEADER = 1024  # bytes within which a PDF says that it is one; ISO 32000-1, annex H.3.4.1
# QPDF gives a page without a MediaBox the size of US Letter, leaves out what is no page, and says so.
_UNSIZED = re.compile(r"object (\d+) .*MediaBox is undefined")
_LOST_PAGE = "Pages tree includes non-dictionary object"
_FONT_FILES = ("/FontFile", "/FontFile2", "/FontFile3")


class PageInfo(NamedTuple):
    """A page by its number, from 1: its size as it is shown, and the boxes it declares; None for one that is
    no rectangle.

    `unit` is how many points one of its own units is; None where what it declares is no such number. `safe`
    is how far text is to keep from the cut, None where it does not say; `straight` whether all of the cut is
    where its boxes say.
    """

    number: int
    size: Size
    boxes: Mapping[str, Box | None]
    unit: float | None = 1.0
    safe: float | None = None
    straight: bool = True


class FontUse(NamedTuple):
    """A font, the first page that uses it, and whether it is in the file."""

    name: str
    page: int
    embedded: bool


_LOSSY = re.compile("/(?:DCT|JPX)Decode")  # ISO 32000-2, 7.4: the filters that are JPEG


class PdfStructure(NamedTuple):
    """A whole file; `length` in bytes, `lost` the pages that cannot be read and are none of `pages`.

    `lossless` and `jpegs` are the bytes of pictures in it that keep each pixel, and of those that do not.
    """

    pages: tuple[PageInfo, ...]
    fonts: tuple[FontUse, ...]
    length: int
    lost: int = 0
    lossless: int = 0
    jpegs: int = 0


def inspect_pdf(content: bytes, name: str) -> PdfStructure:
    """Take a PDF apart. Raises: ProjectError when it cannot be opened."""
    try:
        with pikepdf.open(io.BytesIO(content)) as pdf:
            pages, warnings = list(pdf.pages), "\n".join(pdf.get_warnings())
            unsized = {int(number) for number in _UNSIZED.findall(warnings)}
            infos = tuple(
                _page_info(number, page, page.obj.objgen[0] in unsized)
                for number, page in enumerate(pages, 1)
            )
            lost, sizes = warnings.count(_LOST_PAGE), _picture_sizes(pdf)
            return PdfStructure(infos, tuple(_fonts(pages)), len(content), lost, *sizes)
    except pikepdf.PasswordError:
        raise ProjectError(f"{name}: locked with a password; save it without one") from None
    except (pikepdf.PdfError, RuntimeError, UnicodeDecodeError):  # names of resources that are no UTF-8
        raise ProjectError(f"{name}: {_why_unreadable(content)}") from None


def _picture_sizes(pdf: pikepdf.Pdf) -> tuple[int, int]:
    """Return how many bytes pictures take that keep each pixel, and those that do not."""
    sizes = {True: 0, False: 0}
    for found in pdf.objects:
        if isinstance(found, pikepdf.Stream) and found.get("/Subtype") == "/Image":
            length = _number(found.get("/Length", 0))
            sizes[_LOSSY.search(str(found.get("/Filter", ""))) is None] += int(length or 0)
    return sizes[True], sizes[False]


def _why_unreadable(content: bytes) -> str:
    if b"%PDF-" in content[:_HEADER]:
        return "a PDF that is damaged or not whole; export it again"
    return "not a PDF"


def _page_info(number: int, page: pikepdf.Page, is_unsized: bool) -> PageInfo:
    declared_unit = _number(page.obj.get("/UserUnit", 1))
    if declared_unit is not None and declared_unit <= 0:
        declared_unit = None
    unit = to_mm(1.0 if declared_unit is None else declared_unit)
    media = _rectangle(_inherited(page, "/MediaBox"))
    if media is None or is_unsized:
        return PageInfo(number, Size(0, 0), {"MediaBox": None})
    boxes: dict[str, Box | None] = {"MediaBox": _box(media, media, unit)}
    for name in ("CropBox", "BleedBox", "TrimBox", "ArtBox"):
        value = _inherited(page, f"/{name}")
        if value is not None:
            rectangle = _rectangle(value)
            boxes[name] = rectangle and _box(rectangle, media, unit)
    shown = boxes.get("CropBox") or _box(media, media, unit)
    turned = round(_number(_inherited(page, "/Rotate") or 0) or 0) % 180 == 90
    size = shown.size.turned() if turned else shown.size
    return PageInfo(number, size, boxes, declared_unit, *_piece_told(page))


def _piece_told(page: pikepdf.Page) -> tuple[float | None, bool]:
    """Return what a page of ours says of its piece: how far text keeps from the cut; if that is straight."""
    piece = page.obj.get(PIECE_KEY)
    if not isinstance(piece, pikepdf.Dictionary):
        return None, True
    safe = _number(piece.get("/Safe"))
    return None if safe is None else to_mm(safe), piece.get("/Cut") != "/Shaped"


def _inherited(page: pikepdf.Page, name: str) -> Any:
    """Return an attribute of a page, or of what it is a page of. ISO 32000-2, 7.7.3.4."""
    holder: Any = page.obj
    for _ in range(_DEEPEST):
        if not isinstance(holder, pikepdf.Dictionary):
            return None
        if name in holder:
            return holder[name]
        holder = holder.get("/Parent")
    return None


def _rectangle(value: Any) -> tuple[float, float, float, float] | None:
    """Return left, bottom, right and top; None where a value is no rectangle."""
    if not isinstance(value, pikepdf.Array) or len(value) != 4:
        return None
    numbers = [_number(each) for each in value.as_list()]
    if any(number is None for number in numbers):
        return None
    x, y, to_x, to_y = (float(number) for number in numbers if number is not None)
    return min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y)


def _number(value: Any) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError, ArithmeticError):
        return None
    return number if math.isfinite(number) else None


def _box(
    rectangle: tuple[float, float, float, float], media: tuple[float, float, float, float], unit: float
) -> Box:
    left, bottom, right, top = rectangle
    return Box(
        (left - media[0]) * unit, (media[3] - top) * unit, (right - left) * unit, (top - bottom) * unit
    )


def _fonts(pages: list[pikepdf.Page]) -> Iterator[FontUse]:
    seen: set[tuple[int, int]] = set()
    for number, page in enumerate(pages, 1):
        for font in _fonts_in(_inherited(page, "/Resources"), seen, 0):
            yield FontUse(_font_name(font), number, _is_embedded(font))


def _fonts_in(resources: Any, seen: set[tuple[int, int]], depth: int) -> Iterator[Any]:
    if not isinstance(resources, pikepdf.Dictionary) or depth > _DEEPEST:
        return
    for font in _resources_of_type(resources, "/Font"):
        if _is_new(font, seen):
            yield font
    for form in (*_resources_of_type(resources, "/XObject"), *_resources_of_type(resources, "/Pattern")):
        if form.get("/Subtype") != "/Image" and _is_new(form, seen):
            yield from _fonts_in(form.get("/Resources"), seen, depth + 1)


def _resources_of_type(resources: Any, name: str) -> list[Any]:
    """Return the dictionaries and streams of one type among these resources."""
    parts = resources.get(name)
    if not isinstance(parts, pikepdf.Dictionary):
        return []
    return [part for _, part in parts.items() if isinstance(part, pikepdf.Dictionary | pikepdf.Stream)]


def _is_new(part: Any, seen: set[tuple[int, int]]) -> bool:
    """Return whether an object comes for the first time; what has no number of its own always does."""
    if part.objgen == (0, 0):
        return True
    before = part.objgen in seen
    seen.add(part.objgen)
    return not before


def _font_name(font: Any) -> str:
    """Return a font's name, without the letters that mark a subset. ISO 32000-2, 9.9.2."""
    try:
        name = str(font.get("/BaseFont", "/a font without a name")).removeprefix("/")
    except UnicodeDecodeError:
        return "a font whose name is not UTF-8"
    return name[7:] if name[6:7] == "+" else name


def _is_embedded(font: Any) -> bool:
    if font.get("/Subtype") == "/Type3":
        return True
    below = font.get("/DescendantFonts")
    holders = below.as_list() if isinstance(below, pikepdf.Array) else [font]
    descriptors = [holder.get("/FontDescriptor") for holder in holders]
    return all(
        isinstance(each, pikepdf.Dictionary) and any(file in each for file in _FONT_FILES)
        for each in descriptors
    )
