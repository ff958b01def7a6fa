"""Tables of the rules: what each number of a domain stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cardtool.model.source import Source, SourceMap


@dataclass(frozen=True, slots=True)
class TableBound:
    """Where a domain begins or ends: a number, or the number that a reference such as `count.brick` names."""

    said: int | str
    source: Source


@dataclass(frozen=True, slots=True)
class TableRow:
    """The row for the numbers from `first` to `last`; `cells` are what it says, by the id of their column."""

    first: int
    last: int
    cells: Mapping[str, str | int]
    source: Source
    source_map: SourceMap

    @property
    def range(self) -> str:
        """Return the numbers as they are printed: `4`, `5–6`."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


@dataclass(frozen=True, slots=True)
class RulesTable:
    """A table whose rows part the numbers of its domain; `of` heads them, `columns` are headings by id."""

    id: str
    title: str
    of: str
    first: TableBound
    last: TableBound
    columns: Mapping[str, str]
    rows: tuple[TableRow, ...]
    source: Source
    source_map: SourceMap
