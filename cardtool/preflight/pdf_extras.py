"""What a PDF holds besides pages to print: actions, links, files, media, layers, read with pikepdf.

Runs none of it. Every object of the file is looked through, whether or not a page leads to it, so that no
loop and no detour hides anything.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from enum import StrEnum, auto
from typing import Any, NamedTuple

import pikepdf

from cardtool.errors import ProjectError

_LONGEST_LAYER_NAME = 60  # characters of a layer's name that are repeated


def changing_layers(root: Any) -> Iterator[str]:
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
        yield f'has a layer, "{str(layer.get("/Name", ""))[:_LONGEST_LAYER_NAME]}", that is {state}'


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
    said = uses.get(use) if isinstance(uses, pikepdf.Dictionary) else None
    value = said.get(state) if isinstance(said, pikepdf.Dictionary) else None
    return usual if value not in ("/ON", "/OFF") else value == "/ON"


_MOST_EXTRAS = 200  # of a file; a reader who has mended those looks again
_LONGEST_TEXT = 60  # characters of a name or an address that are repeated


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
    yield from (Extra(ExtraType.LAYER, what, None) for what in changing_layers(pdf.Root))


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
