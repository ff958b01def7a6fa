"""How a PDF is built, read with pikepdf: its pages' boxes, its fonts, and what it holds besides its pages.

Nothing is drawn, and nothing is run. Every object of the file is looked through, whether or not a page leads
to it, so that no loop and no detour hides anything. Lengths are millimetres from the MediaBox's top left.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum, auto
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
    return PageInfo(number, size, boxes, declared_unit, *_piece_properties(page))


def _piece_properties(page: pikepdf.Page) -> tuple[float | None, bool]:
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


def _changing_layers(root: Any) -> Iterator[str]:
    """Yield what a message says of each layer that is shown and not printed, or printed and not shown.

    ISO 32000-2, 8.11.4.
    """
    declared = root.get("/OCProperties")
    layers = declared.get("/OCGs") if isinstance(declared, pikepdf.Dictionary) else None
    usual = declared.get("/D") if isinstance(declared, pikepdf.Dictionary) else None
    for layer in layers.as_list() if isinstance(layers, pikepdf.Array) else []:
        if isinstance(layer, pikepdf.Dictionary):
            yield from _layer_change(layer, _is_on(layer, usual))


def _layer_change(layer: Any, shown: bool) -> Iterator[str]:
    printed = _state(layer, "/Print", "/PrintState")
    shown = _state(layer, "/View", "/ViewState", shown) is not False
    if printed is not None and printed is not shown:
        state = "printed and not shown" if printed else "shown and not printed"
        yield f'has a layer, "{str(layer.get("/Name", ""))[:_LONGEST_TEXT]}", that is {state}'


def _is_on(layer: Any, usual: Any) -> bool:
    """Return whether a layer is shown when nothing else is said."""
    if not isinstance(usual, pikepdf.Dictionary):
        return True
    if _lists(usual.get("/OFF"), layer):
        return False
    return usual.get("/BaseState") != "/OFF" or _lists(usual.get("/ON"), layer)


def _lists(layers: Any, layer: Any) -> bool:
    each: list[Any] = [*layers.as_list()] if isinstance(layers, pikepdf.Array) else []
    return any(getattr(one, "objgen", None) == layer.objgen for one in each)


def _state(layer: Any, use: str, state: str, usual: bool | None = None) -> bool | None:
    """Return whether a layer is on for this use, or `usual` where it does not say."""
    uses = layer.get("/Usage")
    found = uses.get(use) if isinstance(uses, pikepdf.Dictionary) else None
    value = found.get(state) if isinstance(found, pikepdf.Dictionary) else None
    return usual if value not in ("/ON", "/OFF") else value == "/ON"


_MOST_EXTRAS = 200  # of a file; a reader who has mended those looks again
_LONGEST_TEXT = 60  # characters of a name, a layer or an address that are repeated


class ExtraType(StrEnum):
    """The types of what a file may hold besides its pages."""

    ACTIVE = auto()  # does something by itself, or takes what it shows from outside
    EMBEDDED = auto()  # files and media inside
    LINK = auto()  # leads to something other than the web
    LAYER = auto()  # is printed otherwise than shown


class Extra(NamedTuple):
    """One of these things, as a message calls it, and its page from 1; None where it belongs to the file."""

    type: ExtraType
    what: str
    page: int | None


class PdfExtras(NamedTuple):
    """All that a file holds besides its pages, each once, and whether it is encrypted."""

    found: tuple[Extra, ...]
    is_encrypted: bool


_ACTIONS = {  # ISO 32000-2, 12.6.4
    "/JavaScript": (ExtraType.ACTIVE, "holds JavaScript"),
    "/Launch": (ExtraType.ACTIVE, "starts a program or opens a file (Launch)"),
    "/SubmitForm": (ExtraType.ACTIVE, "sends a form (SubmitForm)"),
    "/ImportData": (ExtraType.ACTIVE, "reads data from another file (ImportData)"),
    "/Rendition": (ExtraType.EMBEDDED, "plays media (Rendition)"),
    "/Sound": (ExtraType.EMBEDDED, "plays a sound"),
    "/Movie": (ExtraType.EMBEDDED, "plays a film"),
    "/RichMediaExecute": (ExtraType.EMBEDDED, "plays media (RichMedia)"),
    "/SetOCGState": (ExtraType.LAYER, "switches layers by an action"),
}
_ANNOTATIONS = {  # ISO 32000-2, 12.5.6
    "/FileAttachment": (ExtraType.EMBEDDED, "has a file attached"),
    "/RichMedia": (ExtraType.EMBEDDED, "holds media (RichMedia)"),
    "/3D": (ExtraType.EMBEDDED, "holds a 3D model"),
    "/Movie": (ExtraType.EMBEDDED, "holds a film"),
    "/Sound": (ExtraType.EMBEDDED, "holds a sound"),
    "/Screen": (ExtraType.EMBEDDED, "holds media (Screen)"),
}
_TO_OTHER_FILES = frozenset({"/GoToR", "/GoToE", "/Thread"})
_WEB_ADDRESS = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)


def find_extras(content: bytes, name: str) -> PdfExtras:
    """Return what a PDF holds besides its pages. Raises: ProjectError when it cannot be looked through."""
    try:
        with pikepdf.open(io.BytesIO(content)) as pdf:
            return PdfExtras(tuple(_extras(pdf)), pdf.is_encrypted)
    except (pikepdf.PdfError, RuntimeError):  # what QPDF stumbles over when it follows its own tables
        raise ProjectError(f"{name}: a PDF that is damaged or not whole; export it again") from None


def _extras(pdf: pikepdf.Pdf) -> Iterator[Extra]:
    owners, seen = _page_owners(pdf), set[Extra]()
    for top in pdf.objects:
        page = owners.get(getattr(top, "objgen", (0, 0)))
        for type, what in _extras_of_object(top):
            extra = Extra(type, what, page)
            if extra not in seen and len(seen) < _MOST_EXTRAS:
                seen.add(extra)
                yield extra
    yield from (Extra(ExtraType.LAYER, what, None) for what in _changing_layers(pdf.Root))


def _extras_of_object(top: Any) -> Iterator[tuple[ExtraType, str]]:
    """Yield what one object is; of one whose names are not UTF-8 what its bytes show."""
    try:
        yield from [found for part in _parts(top) for found in _extras_of_part(part)]
    except UnicodeDecodeError:
        raw = top.unparse(resolved=True)
        yield from (found for action, found in _ACTIONS.items() if action.encode() in raw)


def _page_owners(pdf: pikepdf.Pdf) -> dict[tuple[int, int], int]:
    """Return the page of each object that belongs to one: its text, its annotations and their actions."""
    owners: dict[tuple[int, int], int] = {}
    for number, page in enumerate(pdf.pages, 1):
        annotations = page.obj.get("/Annots")
        each: list[Any] = [*annotations.as_list()] if isinstance(annotations, pikepdf.Array) else []
        parts = [page.obj, page.obj.get("/Contents"), annotations, *each]
        for part in (*parts, *(one.get("/A") for one in each if isinstance(one, pikepdf.Dictionary))):
            if getattr(part, "objgen", (0, 0)) != (0, 0):
                owners.setdefault(part.objgen, number)
    return owners


def _parts(top: Any) -> Iterator[Any]:
    """Yield an object and every dictionary inside it that is no object of its own."""
    waiting = [top]
    while waiting:
        part = waiting.pop()
        inside: list[Any] = []
        if isinstance(part, pikepdf.Dictionary | pikepdf.Stream):
            yield part
            inside = [value for _, value in part.items()]
        elif isinstance(part, pikepdf.Array):
            inside = [*part.as_list()]
        waiting += [
            each
            for each in inside
            if isinstance(each, pikepdf.Dictionary | pikepdf.Array) and not each.is_indirect
        ]


def _extras_of_part(part: Any) -> Iterator[tuple[ExtraType, str]]:
    """Yield what one dictionary is, as far as it matters here."""
    action, annotation = _pdf_name(part, "/S"), _pdf_name(part, "/Subtype")
    if "/JS" in part:
        action = "/JavaScript"
    if action in _ACTIONS:
        yield _ACTIONS[action]
    elif action in _TO_OTHER_FILES and "/F" in part:
        yield ExtraType.LINK, f"leads to another file, {_file_name(part)}"
    elif action == "/URI" and not _WEB_ADDRESS.match(_pdf_text(part.get("/URI"))):
        yield ExtraType.LINK, f"leads to {_quoted(_pdf_text(part.get('/URI')))}"
    if annotation in _ANNOTATIONS and "/Rect" in part:
        yield _ANNOTATIONS[annotation]
    if "/EF" in part:
        yield ExtraType.EMBEDDED, f"brings a file along, {_file_name(part)}"
    if "/XFA" in part:
        yield ExtraType.ACTIVE, "holds a form that is a program (XFA)"
    if isinstance(part, pikepdf.Stream) and "/F" in part:
        yield ExtraType.ACTIVE, f"takes what it shows from another file, {_file_name(part)}"
    if annotation == "/Form" and "/Ref" in part:
        yield ExtraType.ACTIVE, "shows a page of another file (reference XObject)"
    if "/OPI" in part:
        yield ExtraType.ACTIVE, "has a picture exchanged for another file's (OPI)"


def _pdf_name(part: Any, key: str) -> str:
    value = part.get(key)
    return str(value) if isinstance(value, pikepdf.Name) else ""


def _file_name(part: Any) -> str:
    """Return the name of a file in a file specification, or in what has one. ISO 32000-2, 7.11."""
    for key in ("/UF", "/F", "/Unix", "/DOS", "/Mac"):
        value = part.get(key)
        if isinstance(value, pikepdf.Dictionary):
            value = value.get("/UF", value.get("/F"))
        if isinstance(value, pikepdf.String):
            return _quoted(_pdf_text(value))
    return "without a name"


def _pdf_text(value: Any) -> str:
    return str(value) if isinstance(value, pikepdf.String) else ""


def _quoted(text: str) -> str:
    return f'"{text}"' if len(text) <= _LONGEST_TEXT else f'"{text[:_LONGEST_TEXT]}…"'
