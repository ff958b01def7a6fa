"""Unpacks an Excel workbook: the titles of its sheets, and their cells as they were saved (ECMA-376 part 1).

Judges nothing, calculates nothing and follows no link. What is read is a stream: a sheet takes the memory of
its cells, whatever else is packed with it.
"""

from __future__ import annotations

import io
import math
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from xml.parsers import expat

from cardtool.load.tables import CellValue

_DATE_FORMATS = frozenset(
    map(str, (*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
)  # 18.8.30
_NOT_OF_DATES = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\[\]]*\]', re.IGNORECASE)
_OF_DATES = re.compile("[dmhys]", re.IGNORECASE)
_DIGITS = "0123456789"
_MOST_COLUMNS = 16_384
_DEEPEST = 100  # elements inside each other; a workbook has some ten

Attributes = Mapping[str, str]
Start = Callable[[str, Attributes], None]
End = Callable[[str, str], None]


class DamagedWorkbook(Exception):
    """What is packed is no workbook."""


class RawCell(NamedTuple):
    """A cell as it was saved: row and column from 1; the value is None where a formula was saved without."""

    row: int
    column: int
    value: CellValue | None
    is_error: bool = False
    is_date: bool = False
    has_formula: bool = False


@dataclass(frozen=True, slots=True)
class RawSheet:
    """The cells of a sheet that hold something, row by row, and the ranges that are merged: `A2:A3`."""

    cells: tuple[RawCell, ...]
    merged: tuple[str, ...]


class WorkbookFile:
    """A workbook that is read sheet by sheet.

    Raises: DamagedWorkbook, as `sheet` does.
    """

    def __init__(self, content: bytes) -> None:
        self._packed = zipfile.ZipFile(io.BytesIO(content))
        main = next(iter(self._targets("", "/officeDocument").values()), "")
        self._sheets = self._listed_sheets(main)
        texts, styles = (
            dict.fromkeys(self._targets(main, sort).values()) for sort in ("/sharedStrings", "/styles")
        )
        self._texts = [text for part in texts for text in _shared_texts(self._read(part))]
        self._dates = frozenset(style for part in styles for style in _dates(self._read(part)))

    @property
    def titles(self) -> list[str]:
        """The titles of the sheets, in order."""
        return list(self._sheets)

    def sheet(self, title: str) -> RawSheet:
        """Read a sheet."""
        reader = _SheetReader(self._texts, self._dates)
        try:
            _parse(self._read(self._sheets[title]), reader.start, reader.end)
        except (IndexError, ValueError, OverflowError) as why:
            raise DamagedWorkbook(str(why)) from None
        return RawSheet(tuple(reader.cells), tuple(reader.merged))

    def _read(self, part: str) -> bytes:
        try:
            return self._packed.read(part)
        except (KeyError, RuntimeError, ValueError, OSError, EOFError, zipfile.BadZipFile, zlib.error) as why:
            raise DamagedWorkbook(str(why)) from None

    def _targets(self, part: str, sort: str) -> dict[str, str]:
        """Return the parts that a part refers to, by the ids it calls them."""
        folder, name = posixpath.split(part)
        found = {}

        def start(tag: str, attributes: Attributes) -> None:
            if tag == "Relationship" and attributes.get("Type", "").endswith(sort):
                target = posixpath.join("/", folder, attributes.get("Target", ""))
                found[attributes.get("Id", "")] = posixpath.normpath(target).lstrip("/")

        _parse(self._read(posixpath.join(folder, "_rels", f"{name}.rels")), start, _ignore)
        return found

    def _listed_sheets(self, main: str) -> dict[str, str]:
        parts, found = self._targets(main, "/worksheet"), dict[str, str]()

        def start(tag: str, attributes: Attributes) -> None:
            ids = [attributes[key] for key in attributes if key.endswith(":id")]
            if tag == "sheet" and ids and ids[0] in parts:
                found.setdefault(parts[ids[0]], attributes.get("name", ""))  # a part is one sheet

        _parse(self._read(main), start, _ignore)
        return {title: part for part, title in found.items()}


def _ignore(tag: str, text: str) -> None:
    pass


def _parse(xml: bytes, start: Start, end: End) -> None:
    """Call `start` with each element that begins, and `end` with each that ends and the text just before.

    Elements go by their local names. A document type is refused, and with it all entities.
    """
    parser = expat.ParserCreate("utf-8")
    names, texts, depth = _LocalNames(), list[str](), 0

    def begin(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise DamagedWorkbook("it has too many elements inside each other")
        texts.clear()
        start(names[tag], attributes)

    def finish(tag: str) -> None:
        nonlocal depth
        depth -= 1
        end(names[tag], "".join(texts))
        texts.clear()

    parser.StartElementHandler, parser.EndElementHandler = begin, finish
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = texts.append, _refuse_doctype
    try:
        parser.Parse(xml, True)
    except expat.ExpatError as why:
        raise DamagedWorkbook(str(why)) from None


def _refuse_doctype(*_: object) -> None:
    raise DamagedWorkbook("it declares a document type")


class _LocalNames(dict[str, str]):
    """The names of elements without their prefixes."""

    def __missing__(self, tag: str) -> str:
        self[tag] = tag.rpartition(":")[2]
        return self[tag]


class _Texts:
    """Joins the parts of a text; how it is pronounced is left out."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._is_aside = False

    def start(self, tag: str) -> None:
        if tag == "rPh":
            self._is_aside = True

    def end(self, tag: str, text: str) -> None:
        if tag == "rPh":
            self._is_aside = False
        elif tag == "t" and not self._is_aside:
            self.parts.append(text)

    def joined(self) -> str:
        """Return the text, and begin another."""
        text = "".join(self.parts)
        self.parts.clear()
        return text


def _shared_texts(xml: bytes) -> list[str]:
    found, parts = list[str](), _Texts()

    def end(tag: str, text: str) -> None:
        parts.end(tag, text)
        if tag == "si":
            found.append(parts.joined())

    _parse(xml, lambda tag, _: parts.start(tag), end)
    return found


def _dates(xml: bytes) -> list[str]:
    """Return the numbers of the styles that show a number as a date."""
    formats, used, inside = dict[str, bool](), list[str](), list[str]()

    def start(tag: str, attributes: Attributes) -> None:
        if tag == "numFmt":
            formats[attributes.get("numFmtId", "")] = _is_date_format(attributes.get("formatCode", ""))
        elif tag == "xf" and inside and inside[-1] == "cellXfs":
            used.append(attributes.get("numFmtId", ""))
        inside.append(tag)

    def end(tag: str, text: str) -> None:
        inside.pop()

    _parse(xml, start, end)
    return [str(at) for at, id in enumerate(used) if formats.get(id, id in _DATE_FORMATS)]


def _is_date_format(code: str) -> bool:
    return bool(_OF_DATES.search(_NOT_OF_DATES.sub("", code.partition(";")[0])))


class _SheetReader:
    """Gathers the cells and the merged ranges of a sheet."""

    def __init__(self, texts: list[str], dates: frozenset[str]) -> None:
        self.cells: list[RawCell] = []
        self.merged: list[str] = []
        self._shared, self._dates = texts, dates
        self._row = self._column = 0
        self._cell: Attributes | None = None
        self._saved: str | None = None
        self._has_formula = False
        self._texts = _Texts()
        self._columns: dict[str, int] = {}

    def start(self, tag: str, attributes: Attributes) -> None:
        if tag == "c":
            self._cell, self._saved, self._has_formula = attributes, None, False
            self._column = self._column_of(attributes.get("r", ""))
        elif tag == "row":
            self._row, self._column = int(attributes.get("r") or self._row + 1), 0
        elif tag == "f":
            self._has_formula = True
        elif tag == "mergeCell":
            self.merged.append(attributes.get("ref", ""))
        else:
            self._texts.start(tag)

    def end(self, tag: str, text: str) -> None:
        if self._cell is None:
            return
        if tag == "v":
            self._saved = text
        elif tag == "c":
            self._keep(self._cell)
            self._cell = None
        else:
            self._texts.end(tag, text)

    def _column_of(self, place: str) -> int:
        letters = place.rstrip(_DIGITS)
        if not letters:
            return self._column + 1
        if letters not in self._columns:
            self._columns[letters] = column_number(letters)
        return self._columns[letters]

    def _keep(self, cell: Attributes) -> None:
        sort = cell.get("t", "n")
        value = self._value(sort, self._texts.joined())
        if value is not None or self._has_formula:
            is_date = sort == "d" or (sort == "n" and cell.get("s", "0") in self._dates)
            found = RawCell(self._row, self._column, value, sort == "e", is_date, self._has_formula)
            self.cells.append(found)

    def _value(self, sort: str, inline: str) -> CellValue | None:
        saved = self._saved
        if sort == "inlineStr":
            return inline or None
        if saved is None or (sort != "str" and not saved.strip()):
            return None
        if sort == "s":
            at = int(saved)
            if at < 0:
                raise IndexError(f"there is no text {at}")
            return self._shared[at]
        if sort == "b":
            return saved.strip() in ("1", "true")
        return _number(saved) if sort == "n" else saved


def _number(saved: str) -> int | float:
    try:
        return int(saved)
    except ValueError:
        number = float(saved)
    if not math.isfinite(number):
        raise ValueError(f"{saved} is no number of a workbook")
    return number


def column_number(letters: str) -> int:
    """Return the number of a column from 1: 28 for AB. Raises: ValueError."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
        if not ("A" <= letter <= "Z" and number <= _MOST_COLUMNS):
            raise ValueError(f"{letters} is no column")
    return number
