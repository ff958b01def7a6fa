"""What a PDF holds besides pages to print: actions, links, files, media, layers. Nothing of it is run.

Every object of the file is looked through, whether or not a page leads to it, so that no loop and no detour
hides anything. Knows pikepdf, as `anatomy` does.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from enum import StrEnum, auto
from typing import Any, NamedTuple

import pikepdf

from cardtool.errors import ProjectError
from cardtool.preflight.layers import changing_layers

__all__ = ["Holding", "Holdings", "Sort", "holdings"]

_MOST = 200  # of a file; a reader who has mended those looks again
_LONGEST = 60  # characters of a name or an address that are repeated


class Sort(StrEnum):
    """What may be in a file that is no page."""

    ACTIVE = auto()  # does something by itself, or takes what it shows from outside
    EMBEDDED = auto()  # files and media inside
    LINK = auto()  # leads to something other than the web
    LAYER = auto()  # is printed otherwise than shown


class Holding(NamedTuple):
    """One of these things, as a message calls it, and its page from 1; None where it belongs to the file."""

    sort: Sort
    what: str
    page: int | None


class Holdings(NamedTuple):
    """All that a file holds besides its pages, each once, and whether it is encrypted."""

    things: tuple[Holding, ...]
    is_encrypted: bool


_ACTIONS = {  # ISO 32000-2, 12.6.4
    "/JavaScript": (Sort.ACTIVE, "holds JavaScript"),
    "/Launch": (Sort.ACTIVE, "starts a program or opens a file (Launch)"),
    "/SubmitForm": (Sort.ACTIVE, "sends a form (SubmitForm)"),
    "/ImportData": (Sort.ACTIVE, "reads data from another file (ImportData)"),
    "/Rendition": (Sort.EMBEDDED, "plays media (Rendition)"),
    "/Sound": (Sort.EMBEDDED, "plays a sound"),
    "/Movie": (Sort.EMBEDDED, "plays a film"),
    "/RichMediaExecute": (Sort.EMBEDDED, "plays media (RichMedia)"),
    "/SetOCGState": (Sort.LAYER, "switches layers by an action"),
}
_ANNOTATIONS = {  # ISO 32000-2, 12.5.6
    "/FileAttachment": (Sort.EMBEDDED, "has a file attached"),
    "/RichMedia": (Sort.EMBEDDED, "holds media (RichMedia)"),
    "/3D": (Sort.EMBEDDED, "holds a 3D model"),
    "/Movie": (Sort.EMBEDDED, "holds a film"),
    "/Sound": (Sort.EMBEDDED, "holds a sound"),
    "/Screen": (Sort.EMBEDDED, "holds media (Screen)"),
}
_ELSEWHERE = frozenset({"/GoToR", "/GoToE", "/Thread"})
_OF_THE_WEB = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)


def holdings(content: bytes, name: str) -> Holdings:
    """Return what a PDF holds besides its pages. Raises: ProjectError when it cannot be looked through."""
    try:
        with pikepdf.open(io.BytesIO(content)) as pdf:
            return Holdings(tuple(_things(pdf)), pdf.is_encrypted)
    except (pikepdf.PdfError, RuntimeError):  # what QPDF stumbles over when it follows its own tables
        raise ProjectError(f"{name}: a PDF that is damaged or not whole; export it again") from None


def _things(pdf: pikepdf.Pdf) -> Iterator[Holding]:
    owners, seen = _owners(pdf), set[Holding]()
    for top in pdf.objects:
        page = owners.get(getattr(top, "objgen", (0, 0)))
        for sort, what in _found_in(top):
            thing = Holding(sort, what, page)
            if thing not in seen and len(seen) < _MOST:
                seen.add(thing)
                yield thing
    yield from (Holding(Sort.LAYER, what, None) for what in changing_layers(pdf.Root))


def _found_in(top: Any) -> Iterator[tuple[Sort, str]]:
    """What one object is; of one whose names are not UTF-8 what its letters tell."""
    try:
        yield from [found for part in _parts(top) for found in _found(part)]
    except UnicodeDecodeError:
        letters = top.unparse(resolved=True)
        yield from (told for action, told in _ACTIONS.items() if action.encode() in letters)


def _owners(pdf: pikepdf.Pdf) -> dict[tuple[int, int], int]:
    """The pages of those objects that belong to one: itself, its text, its annotations and what they do."""
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
    """An object and every dictionary inside it that is no object of its own."""
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


def _found(part: Any) -> Iterator[tuple[Sort, str]]:
    """What one dictionary is, as far as it matters here."""
    action, annotation = _name(part, "/S"), _name(part, "/Subtype")
    if "/JS" in part:
        action = "/JavaScript"
    if action in _ACTIONS:
        yield _ACTIONS[action]
    elif action in _ELSEWHERE and "/F" in part:
        yield Sort.LINK, f"leads to another file, {_file(part)}"
    elif action == "/URI" and not _OF_THE_WEB.match(_text(part.get("/URI"))):
        yield Sort.LINK, f"leads to {_quoted(_text(part.get('/URI')))}"
    if annotation in _ANNOTATIONS and "/Rect" in part:
        yield _ANNOTATIONS[annotation]
    if "/EF" in part:
        yield Sort.EMBEDDED, f"brings a file along, {_file(part)}"
    if "/XFA" in part:
        yield Sort.ACTIVE, "holds a form that is a program (XFA)"
    if isinstance(part, pikepdf.Stream) and "/F" in part:
        yield Sort.ACTIVE, f"takes what it shows from another file, {_file(part)}"
    if annotation == "/Form" and "/Ref" in part:
        yield Sort.ACTIVE, "shows a page of another file (reference XObject)"
    if "/OPI" in part:
        yield Sort.ACTIVE, "has a picture exchanged for another file's (OPI)"


def _name(part: Any, key: str) -> str:
    value = part.get(key)
    return str(value) if isinstance(value, pikepdf.Name) else ""


def _file(part: Any) -> str:
    """The name of a file in a file specification, or in what has one. ISO 32000-2, 7.11."""
    for key in ("/UF", "/F", "/Unix", "/DOS", "/Mac"):
        value = part.get(key)
        if isinstance(value, pikepdf.Dictionary):
            value = value.get("/UF", value.get("/F"))
        if isinstance(value, pikepdf.String):
            return _quoted(_text(value))
    return "without a name"


def _text(value: Any) -> str:
    return str(value) if isinstance(value, pikepdf.String) else ""


def _quoted(text: str) -> str:
    return f'"{text}"' if len(text) <= _LONGEST else f'"{text[:_LONGEST]}…"'
