"""Tables from workbooks (.xlsx): the XML inside them, and the sheets and cells that it stands for.

A workbook that is damaged, or far too large once it is unpacked, is not read. Formulas are not reckoned: read
is the value that was saved with them.
"""

from __future__ import annotations

import io
import math
import posixpath
import re
import zipfile
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from cardtool.files import LARGEST_TEXT, Unreadable
from cardtool.finding import Finding
from cardtool.load.file_rules import FORMULA, TABLE
from cardtool.load.tables import MOST_COLUMNS, NOTE_MARK, Cell, CellValue, Table, without_surplus
from cardtool.model import Source, SourceMap
from cardtool.project import Project, did_you_mean
from cardtool.unicode_text import find_strays, normalise_line_breaks, replace_strays

_LARGEST_UNPACKED = 4 * LARGEST_TEXT  # bytes of all that is packed in a workbook
_MOST_PARTS = 2_000
_MOST_TAGS = 6_000_000  # in all parts; a cell has four
_MOST_FAULTS = 20  # in one sheet; more of them have one cause
_RANGE = re.compile("[A-Z]{1,2}[0-9]{1,7}:[A-Z]{1,2}[0-9]{1,7}")
_RANGE_END = re.compile("([A-Z]+)([0-9]+)")
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")  # ECMA-376 part 1, 22.9.2.19, ST_Xstring
_DATE_FORMATS = frozenset(
    map(str, (*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
)  # 18.8.30
_NOT_OF_DATES = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\[\]]*\]', re.IGNORECASE)
_OF_DATES = re.compile("[dmhys]", re.IGNORECASE)
_DIGITS = "0123456789"
_DEEPEST = 100  # elements inside each other; a workbook has some ten

_Attributes = Mapping[str, str]
_Start = Callable[[str, _Attributes], None]
_End = Callable[[str, str], None]


class _DamagedWorkbook(Exception):
    """What is packed is no workbook."""


class _RawCell(NamedTuple):
    """A cell as it was saved: row and column from 1; the value is None where a formula was saved without."""

    row: int
    column: int
    value: CellValue | None
    is_error: bool = False
    is_date: bool = False
    has_formula: bool = False


@dataclass(frozen=True, slots=True)
class _RawSheet:
    """The cells of a sheet that hold something, row by row, and the ranges that are merged: `A2:A3`."""

    cells: tuple[_RawCell, ...]
    merged: tuple[str, ...]


class _WorkbookFile:
    """A workbook that is read sheet by sheet.

    Raises: _DamagedWorkbook, as `sheet` does.
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

    def sheet(self, title: str) -> _RawSheet:
        """Read a sheet."""
        reader = _SheetParser(self._texts, self._dates)
        try:
            _parse(self._read(self._sheets[title]), reader.start, reader.end)
        except (IndexError, ValueError, OverflowError) as why:
            raise _DamagedWorkbook(str(why)) from None
        return _RawSheet(tuple(reader.cells), tuple(reader.merged))

    def _read(self, part: str) -> bytes:
        try:
            return self._packed.read(part)
        except (KeyError, RuntimeError, ValueError, OSError, EOFError, zipfile.BadZipFile, zlib.error) as why:
            raise _DamagedWorkbook(str(why)) from None

    def _targets(self, part: str, sort: str) -> dict[str, str]:
        """Return the parts that a part refers to, by the ids it calls them."""
        folder, name = posixpath.split(part)
        found = {}

        def start(tag: str, attributes: _Attributes) -> None:
            if tag == "Relationship" and attributes.get("Type", "").endswith(sort):
                target = posixpath.join("/", folder, attributes.get("Target", ""))
                found[attributes.get("Id", "")] = posixpath.normpath(target).lstrip("/")

        _parse(self._read(posixpath.join(folder, "_rels", f"{name}.rels")), start, _ignore)
        return found

    def _listed_sheets(self, main: str) -> dict[str, str]:
        parts, found = self._targets(main, "/worksheet"), dict[str, str]()

        def start(tag: str, attributes: _Attributes) -> None:
            ids = [attributes[key] for key in attributes if key.endswith(":id")]
            if tag == "sheet" and ids and ids[0] in parts:
                found.setdefault(parts[ids[0]], attributes.get("name", ""))  # a part is one sheet

        _parse(self._read(main), start, _ignore)
        return {title: part for part, title in found.items()}


def _ignore(tag: str, text: str) -> None:
    pass


def _parse(xml: bytes, start: _Start, end: _End) -> None:
    """Call `start` with each element that begins, and `end` with each that ends and the text just before.

    Elements go by their local names. A document type is refused, and with it all entities.
    """
    parser = expat.ParserCreate("utf-8")
    names, texts, depth = _LocalNames(), list[str](), 0

    def begin(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise _DamagedWorkbook("it has too many elements inside each other")
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
        raise _DamagedWorkbook(str(why)) from None


def _refuse_doctype(*_: object) -> None:
    raise _DamagedWorkbook("it declares a document type")


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

    def start(tag: str, attributes: _Attributes) -> None:
        if tag == "numFmt":
            code = attributes.get("formatCode", "").partition(";")[0]
            formats[attributes.get("numFmtId", "")] = bool(_OF_DATES.search(_NOT_OF_DATES.sub("", code)))
        elif tag == "xf" and inside and inside[-1] == "cellXfs":
            used.append(attributes.get("numFmtId", ""))
        inside.append(tag)

    def end(tag: str, text: str) -> None:
        inside.pop()

    _parse(xml, start, end)
    return [str(at) for at, id in enumerate(used) if formats.get(id, id in _DATE_FORMATS)]


class _SheetParser:
    """Gathers the cells and the merged ranges of a sheet."""

    def __init__(self, texts: list[str], dates: frozenset[str]) -> None:
        self.cells: list[_RawCell] = []
        self.merged: list[str] = []
        self._shared, self._dates = texts, dates
        self._row = self._column = 0
        self._cell: _Attributes | None = None
        self._saved: str | None = None
        self._has_formula = False
        self._texts = _Texts()
        self._columns: dict[str, int] = {}

    def start(self, tag: str, attributes: _Attributes) -> None:
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
            self._columns[letters] = _column_number(letters)
        return self._columns[letters]

    def _keep(self, cell: _Attributes) -> None:
        sort = cell.get("t", "n")
        value = self._value(sort, self._texts.joined())
        if value is not None or self._has_formula:
            is_date = sort == "d" or (sort == "n" and cell.get("s", "0") in self._dates)
            found = _RawCell(self._row, self._column, value, sort == "e", is_date, self._has_formula)
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


def _column_number(letters: str) -> int:
    """Return the number of a column from 1: 28 for AB. Raises: ValueError."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
        if not ("A" <= letter <= "Z" and number <= MOST_COLUMNS):
            raise ValueError(f"{letters} is no column")
    return number


def read_workbook(project: Project, path: Path, sheet: str, known: Callable[[str], bool]) -> Table:
    """Read a sheet of a workbook; without a name, its first. `known` is for tables without clear columns."""
    name = project.name_of(path)
    try:
        content = project.read(path)
        fault = _container_fault(content)
    except Unreadable as why:
        fault = str(why)
    if fault:
        return Table(name, sheet, {}, (), (TABLE.found(Source(name), f"{path.name} {fault}"),))
    return _read_sheet(content, name, sheet)


def _container_fault(content: bytes) -> str:
    """Return why what is packed in a workbook is not to be unpacked, in words that follow its name."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = packed.infolist()
            if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > _LARGEST_UNPACKED:
                most = _LARGEST_UNPACKED // 1_000_000
                return f"holds more than {most} MB once it is unpacked; make it smaller"
            if len({part.header_offset for part in parts}) < len(parts):
                return "cannot be read: it is damaged; save it anew"  # one part under several names
            if sum(packed.read(part).count(b"<") for part in parts) > _MOST_TAGS:
                return "has more cells than can be read; split it up"
    except (zipfile.BadZipFile, ValueError, OverflowError, RuntimeError):
        return "is not an Excel workbook; save it as .xlsx, without a password"
    except (OSError, EOFError, zlib.error):
        return "cannot be read: it is damaged; save it anew"
    return ""


def _read_sheet(content: bytes, name: str, sheet: str) -> Table:
    try:
        book = _WorkbookFile(content)
        title, fault = _chosen_sheet(book.titles, name, sheet)
        return Table(name, sheet, {}, (), (fault,)) if fault else _make_table(name, title, book.sheet(title))
    except _DamagedWorkbook:
        message = "this workbook cannot be read: it is damaged"
        return Table(name, sheet, {}, (), (TABLE.found(Source(name), message, "save it anew"),))


def sheet_titles(content: bytes) -> list[str]:
    """Return the titles of a workbook's sheets, in order; none of what is no workbook, or damaged."""
    if _container_fault(content):
        return []
    try:
        return _WorkbookFile(content).titles
    except _DamagedWorkbook:
        return []


def read_all_sheets(content: bytes, name: str, hidden: str) -> tuple[list[Table], list[tuple[str, ...]], str]:
    """Return all sheets of a workbook but the one called `hidden`, whose rows of texts are returned beside.

    The last is what is wrong with the whole, in words that follow its name; empty where nothing is.
    """
    fault = _container_fault(content)
    if fault:
        return [], [], fault
    try:
        book = _WorkbookFile(content)
        tables = [_make_table(name, title, book.sheet(title)) for title in book.titles if title != hidden]
        return tables, _texts(book.sheet(hidden)) if hidden in book.titles else [], ""
    except _DamagedWorkbook:
        return [], [], "cannot be read: it is damaged; save it anew"


def _texts(sheet: _RawSheet) -> list[tuple[str, ...]]:
    rows = groupby(sheet.cells, key=attrgetter("row"))
    return [tuple(str(cell.value) for cell in row if cell.value is not None) for _, row in rows]


def _chosen_sheet(titles: list[str], name: str, sheet: str) -> tuple[str, Finding | None]:
    if not sheet and titles:
        return titles[0], None
    if sheet in titles:
        return sheet, None
    message = f'there is no sheet "{sheet}"{did_you_mean(sheet, titles)}'
    return "", TABLE.found(Source(name), message, f"the sheets are {', '.join(titles)}" if titles else None)


def _make_table(name: str, title: str, sheet: _RawSheet) -> Table:
    found = [each for each in sheet.cells if each.value != ""]
    top = min((each.row for each in found if each.value is not None), default=0)
    headings = {each.column - 1: _heading(each) for each in found if each.row == top}
    noted = {column for column, cell in headings.items() if str(cell.value).startswith(NOTE_MARK)}
    reader = _CellReader(name, title)
    rows: dict[int, dict[int, Cell]] = {}
    for each in found:
        if each.row < top or each.column - 1 in noted:
            continue
        value = reader.value_of(each)
        if each.row > top and value is not None:
            rows.setdefault(each.row, {})[each.column - 1] = Cell(value, _place(each.row, each.column))
    reader.note_merged(sheet.merged, headings.keys() - noted)
    if not headings:
        reader.note(1, 1, "the sheet is empty", "give it headings, and a row for each card")
    ordered = tuple(rows[number] for number in sorted(rows))
    return without_surplus(Table(name, title, headings, ordered, reader.findings))


def _heading(cell: _RawCell) -> Cell:
    text = "" if cell.value is None else _read_text(str(cell.value))[0]
    return Cell(text, _place(cell.row, cell.column))


def _read_text(saved: str) -> tuple[str, list[str]]:
    """Return the text of a cell, and the characters in it that nobody can see, which are replaced."""
    text = normalise_line_breaks(_ESCAPED.sub(lambda code: chr(int(code[1], 16)), saved))
    strays = [stray for _, stray in find_strays(text)]
    return (replace_strays(text) if strays else text).strip(), strays


def _place(row: int, column: int) -> SourceMap:
    return SourceMap(row, column, is_cell=True)


class _CellReader:
    """Makes values of cells, and gathers what is wrong with them."""

    def __init__(self, name: str, sheet: str) -> None:
        self._name, self._sheet = name, sheet
        self._formulas: list[_RawCell] = []
        self._faults: list[Finding] = []

    @property
    def findings(self) -> tuple[Finding, ...]:
        notes = []
        if self._formulas:
            first, *others = self._formulas
            cells = (
                f"this and {len(others)} more cells hold formulas" if others else "this cell holds a formula"
            )
            message = f"{cells}: read is the value saved with it"
            notes = [FORMULA.found(self._at(first.row, first.column), message)]
        return (*self._faults, *notes)

    def note(self, row: int, column: int, message: str, fix: str | None = None) -> None:
        if len(self._faults) < _MOST_FAULTS:
            self._faults.append(TABLE.found(self._at(row, column), message, fix))

    def _at(self, row: int, column: int) -> Source:
        return Source(self._name, row, column, self._sheet)

    def value_of(self, cell: _RawCell) -> CellValue | None:
        """Return what a cell says; None, and the reason noted, where that is nothing a card could say."""
        value = cell.value
        if value is None:
            fix = "open the workbook in a spreadsheet program, and save it"
            self.note(cell.row, cell.column, "this formula was saved without its value", fix)
        elif cell.is_error:
            self.note(cell.row, cell.column, f"this cell shows the error {value}", "mend its formula")
        elif cell.is_date:
            fix = "format the cell as text, and write it as it is to be read"
            self.note(cell.row, cell.column, "this cell holds a date, which is a number to a program", fix)
        else:
            if cell.has_formula:
                self._formulas.append(cell)
            if isinstance(value, str):
                text, strays = _read_text(value)
                for stray in strays:
                    self.note(cell.row, cell.column, f"this cell holds {stray}", "remove it")
                return text or None
            return int(value) if isinstance(value, float) and value.is_integer() else value
        return None

    def note_merged(self, merged: Iterable[str], columns: set[int]) -> None:
        """Note cells that are joined, of which all but the first are empty."""
        known = sorted(column + 1 for column in columns)
        for reference in filter(_RANGE.fullmatch, merged):
            (left, top), (right, _) = _RANGE_END.findall(reference)
            here = bisect_left(known, _column_number(left))
            if here < len(known) and known[here] <= _column_number(right):
                message = f"the cells {reference} are merged: only the first has a value"
                self.note(int(top), _column_number(left), message, "split them, and fill in each")
