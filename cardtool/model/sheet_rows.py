"""Records as rows of a spreadsheet, and what a workbook remembers of the game it was exported from.

The memory is itself rows of texts, so that any spreadsheet program keeps it: one that says whose it is and of
which version, then JSON, cut into what a cell can hold.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from cardtool.model.source import Source

FieldPath = tuple[str, ...]
"""The keys that lead to a value of a record, items of a list numbered from 1: `("attacks", "2", "name")`."""

SheetValue = str | int | float | bool | None
"""What stands in a cell; None where it is empty."""

MEMORY_TITLE = "cardtool"
"""The sheet of a workbook that holds what it remembers."""

_FORMAT = 1
_LONGEST = 30_000  # characters of one cell, which holds 32,767


class SheetCell(NamedTuple):
    """A cell, and where it stands."""

    value: SheetValue
    source: Source


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of a spreadsheet: of which kind its record is, and its cells; what is empty has None."""

    kind: str
    cells: Mapping[FieldPath, SheetCell]
    source: Source

    def text(self, path: FieldPath) -> str:
        """Return what stands in a column, empty where nothing does."""
        cell = self.cells.get(path)
        return "" if cell is None or cell.value is None else str(cell.value).strip()


class ExportedCell(NamedTuple):
    """A value as it was exported: `shown` in the sheet, and `written` in the record.

    They differ where the record's text holds references, whose values are shown.
    """

    shown: SheetValue
    written: SheetValue


NO_CELL = ExportedCell(None, None)


@dataclass(frozen=True, slots=True)
class ExportedSheet:
    """A sheet as it was exported: its headings with their paths, and its records' cells, by id and path."""

    title: str
    kind: str
    columns: tuple[tuple[str, FieldPath], ...]
    records: Mapping[str, Mapping[FieldPath, ExportedCell]]


class DamagedMemory(ValueError):
    """Rows that are not what was remembered; the message says what is wrong with them."""


@dataclass(frozen=True, slots=True)
class ExportedGame:
    """What a workbook remembers of a game: its id, its version, and its sheets as they were."""

    game: str
    version: str
    sheets: tuple[ExportedSheet, ...]

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield what is remembered as rows of texts, the first with a checksum of the others."""
        text = _as_text([_sheet_as_json(sheet) for sheet in self.sheets])
        yield (MEMORY_TITLE, str(_FORMAT), self.game, self.version, _checksum(text))
        yield from ((text[at : at + _LONGEST],) for at in range(0, len(text), _LONGEST))

    @classmethod
    def from_rows(cls, rows: Iterable[Sequence[str]]) -> ExportedGame:
        """Return what these rows remember. Raises: DamagedMemory."""
        head, *rest = rows
        text = "".join(chain.from_iterable(rest))
        if head[:1] != (MEMORY_TITLE,) or len(head) != 5:
            raise DamagedMemory("it is not cardtool's")
        if head[1] != str(_FORMAT):
            raise DamagedMemory("another version of cardtool wrote it")
        if head[4] != _checksum(text):
            raise DamagedMemory("it was changed")
        try:
            return cls(head[2], head[3], tuple(_sheet_from_json(*each) for each in json.loads(text)))
        except (ValueError, TypeError, AttributeError, RecursionError):  # of a stranger's making
            raise DamagedMemory("it is not cardtool's") from None


def _sheet_as_json(sheet: ExportedSheet) -> list[Any]:
    paths = [path for _, path in sheet.columns]
    records = {
        id: [cell.shown if _is_alike(cell) else cell for cell in map(cells.__getitem__, paths)]
        for id, cells in sheet.records.items()
    }
    return [sheet.title, sheet.kind, sheet.columns, records]


def _is_alike(cell: ExportedCell) -> bool:
    return cell.shown == cell.written and type(cell.shown) is type(cell.written)


def _sheet_from_json(title: str, kind: str, columns: list[Any], records: dict[str, Any]) -> ExportedSheet:
    known = tuple((str(head), tuple(map(str, path))) for head, path in columns)
    paths = [path for _, path in known]
    return ExportedSheet(
        str(title),
        str(kind),
        known,
        {id: dict(zip(paths, map(_cell_from_json, cells), strict=True)) for id, cells in records.items()},
    )


def _cell_from_json(value: Any) -> ExportedCell:
    shown, written = value if isinstance(value, list) else (value, value)
    if isinstance(shown, list | dict) or isinstance(written, list | dict):
        raise DamagedMemory("it is not cardtool's")
    return ExportedCell(shown, written)


def _as_text(value: Any) -> str:
    """Return JSON with nothing in it that a workbook would take for a code, or for blanks to be left out."""
    return json.dumps(value, separators=(",", ":")).replace("_x", "\\u005fx").replace(" ", "\\u0020")


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
