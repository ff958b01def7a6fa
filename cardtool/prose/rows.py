"""Which lines of a plain text are rows of a table, and where their cells end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardtool.prose.lines import Line
from cardtool.prose.traced import Traced

__all__ = ["as_row", "rows_of"]

_GAP = re.compile(r"(?<=[^\s.!?:;,])\s{2,}(?=\S)")
_TABS = re.compile(r"[^\S\t]*\t\s*")
_PIPE = re.compile(r"\s*(?<!\\)\|\s*")
_EDGE = re.compile(r"^\|\s*|\s*(?<!\\)\|$")
_LONGEST_CELL = 40
_LONGEST_ROW = 4000
_FEWEST = 3  # rows
_ASKEW = 6  # columns; cells that begin farther apart do not stand above each other
_STRETCHED = 45  # letters of the shortest line


def rows_of(lines: Sequence[Line], texts: Sequence[str]) -> frozenset[int]:
    """The rows of tables, by their row: cells parted by tabs or bars, or by gaps that stand above each other.

    `texts` are the lines without the marks of items, empty for a line that is surely none.
    """
    by_bars = {
        row for row, text in enumerate(texts) if text.startswith("|") and text.count("|", 0, _LONGEST_ROW) > 2
    }
    by_tabs = {row for row, text in enumerate(texts) if "\t" in text[:_LONGEST_ROW]}
    sure = {row for row in by_tabs if {row - 1, row + 1} & by_tabs or texts[row].count("\t") > 1}
    short = {row for row in by_bars | sure if len(texts[row]) <= _LONGEST_ROW}
    return frozenset(short | _by_gaps(lines, texts))


def as_row(written: Traced) -> Traced:
    """The cells of a row, parted by single tabs."""
    if written.text.startswith("|"):
        return written.replaced(_EDGE, lambda match: "").replaced(_PIPE, lambda match: "\t")
    if "\t" in written.text:
        return written.replaced(_TABS, lambda match: "\t")
    return written.replaced(_GAP, lambda match: "\t")


def _by_gaps(lines: Sequence[Line], texts: Sequence[str]) -> set[int]:
    """Three lines or more under each other with as many short cells each."""
    found: set[int] = set()
    run: list[int] = []
    last = 0
    for row, text in enumerate(texts):
        cells = _cells(text)
        if run and (cells != last or lines[row].apart):
            found |= _table(run, texts)
            run = []
        if cells > 1:
            run.append(row)
        last = cells
    return found | _table(run, texts)


def _table(run: Sequence[int], texts: Sequence[str]) -> set[int]:
    """The rows, where they are a table: no paragraph of which every line was stretched to one width."""
    if len(run) < _FEWEST:
        return set()
    starts = [gap.end() for row in run if (gap := _GAP.search(texts[row]))]
    is_stretched = max(starts) - min(starts) > _ASKEW and min(len(texts[row]) for row in run) >= _STRETCHED
    return set() if is_stretched else set(run)


def _cells(text: str) -> int:
    if "  " not in text or len(text) > _LONGEST_ROW:
        return 1
    cells = _GAP.split(text)
    return len(cells) if all(len(cell) <= _LONGEST_CELL for cell in cells) else 1
