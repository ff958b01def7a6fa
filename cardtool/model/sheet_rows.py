"""Records as rows of a spreadsheet, and what a workbook remembers of the game it was exported from.

The memory is itself rows of texts, so that any spreadsheet program keeps it: one that says whose it is and of
which version, one for each sheet with its columns, and one for each record with its values.
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
        rest = [row for sheet in self.sheets for row in _sheet_rows(sheet)]
        yield (MEMORY_TITLE, str(_FORMAT), self.game, self.version, _checksum(rest))
        yield from rest

    @classmethod
    def from_rows(cls, rows: Iterable[Sequence[str]]) -> ExportedGame:
        """Return what these rows remember. Raises: DamagedMemory."""
        head, *rest = ([cell for cell in row if cell] for row in rows)
        if head[:1] != [MEMORY_TITLE] or len(head) != 5:
            raise DamagedMemory("it is not cardtool's")
        if head[1] != str(_FORMAT):
            raise DamagedMemory("another version of cardtool wrote it")
        if head[4] != _checksum(rest):
            raise DamagedMemory("its rows were changed")
        return cls(head[2], head[3], tuple(_sheets(rest)))


def _sheet_rows(sheet: ExportedSheet) -> Iterator[tuple[str, ...]]:
    yield ("sheet", sheet.title, sheet.kind, *_pieces([[head, *path] for head, path in sheet.columns]))
    for id, cells in sheet.records.items():
        known = [cells.get(path, NO_CELL) for _, path in sheet.columns]
        values = [cell.shown if _is_alike(cell) else [cell.shown, cell.written] for cell in known]
        yield ("record", id, *_pieces(values))


def _is_alike(cell: ExportedCell) -> bool:
    return cell.shown == cell.written and type(cell.shown) is type(cell.written)


def _sheets(rows: Iterable[Sequence[str]]) -> Iterator[ExportedSheet]:
    sheet: ExportedSheet | None = None
    records: dict[str, Mapping[FieldPath, ExportedCell]] = {}
    for what, *cells in chain(rows, [("end",)]):
        if what != "record" and sheet:
            yield sheet
        if what == "sheet":
            records = {}
            columns = tuple((head, tuple(path)) for head, *path in _value(cells[2:]))
            sheet = ExportedSheet(cells[0], cells[1], columns, records)
        elif what == "record" and sheet:
            values = (
                ExportedCell(*(each if isinstance(each, list) else [each] * 2)) for each in _value(cells[1:])
            )
            records[cells[0]] = {path: cell for (_, path), cell in zip(sheet.columns, values, strict=True)}


def _pieces(value: Any) -> Iterator[str]:
    """Yield JSON in cells that can hold it, with nothing in it that a workbook would take for a code."""
    text = json.dumps(value, separators=(",", ":")).replace("_x", "\\u005fx")
    return (text[at : at + _LONGEST] for at in range(0, len(text), _LONGEST))


def _value(pieces: Sequence[str]) -> Any:
    return json.loads("".join(pieces))


def _checksum(rows: Iterable[Sequence[str]]) -> str:
    told = "\n".join("\t".join(row) for row in rows)
    return hashlib.sha256(told.encode()).hexdigest()
