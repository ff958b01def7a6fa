"""A table of separated values with other cells in it: every byte of the others stays.

Opens no file. Lines keep the ends they have; a cell that needs quotation marks gets them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

_DECLARED_SEPARATOR = re.compile(r"sep=([,;\t|])\r?\n", re.IGNORECASE)
_LINE_END = re.compile(r"\r\n|\r|\n")


class _Row(NamedTuple):
    """A row: the line it begins in, where its cells begin and end, quotation marks included, and its end."""

    line: int
    cells: Sequence[tuple[int, int]]
    end: int
    next: int


@dataclass(slots=True)
class TableChanges:
    """What is to be written: texts by line and column of a row, rows that come, and lines of rows that go."""

    cells: dict[int, dict[int, str]] = field(default_factory=dict)
    rows: list[Mapping[int, str]] = field(default_factory=list)
    gone: set[int] = field(default_factory=set)


def rewrite_csv(text: str, separator: str, changes: TableChanges) -> str:
    """Return the text of a table, as it was saved, with these changes.

    Lines are counted from 1 and are those in which rows begin; columns from 0.
    """
    rows = list(_rows(text, separator))
    parts, done = [], 0
    for row in rows:
        if row.line in changes.gone:
            parts.append(text[done : row.cells[0][0]])
            done = row.next
        else:
            for start, end, new in _replaced(text, row, changes.cells.get(row.line, {}), separator):
                parts += [text[done:start], new]
                done = end
    parts.append(text[done:])
    return _with_rows("".join(parts), len(rows[0].cells), separator, changes.rows)


def _replaced(
    text: str, row: _Row, cells: Mapping[int, str], separator: str
) -> Iterator[tuple[int, int, str]]:
    """Yield the stretches of a row that change, in their order; a row that is too short gets more cells."""
    for column, value in sorted(cells.items()):
        if column < len(row.cells):
            start, end = row.cells[column]
            yield start, end, _quoted(value, separator, '"' in text[start:end])
    beyond = [column for column in cells if column >= len(row.cells)]
    if beyond:
        more = range(len(row.cells), max(beyond) + 1)
        added = "".join(separator + _quoted(cells.get(each, ""), separator, False) for each in more)
        yield row.end, row.end, added


def _with_rows(text: str, width: int, separator: str, rows: Sequence[Mapping[int, str]]) -> str:
    found = _LINE_END.search(text)
    end = found[0] if found else "\n"
    lines = [
        separator.join(_quoted(row.get(at, ""), separator, False) for at in range(width)) for row in rows
    ]
    if not lines:
        return text
    has_end = not text or text.endswith(("\r", "\n"))
    added = end.join(lines)
    return f"{text}{added}{end}" if has_end else f"{text}{end}{added}"


def _quoted(value: str, separator: str, always: bool) -> str:
    needs = any(sign in value for sign in (separator, '"', "\n", "\r")) or value != value.strip()
    return f'"{value.replace(chr(34), chr(34) * 2)}"' if needs or (always and value) else value


def _rows(text: str, separator: str) -> Iterator[_Row]:
    declared = _DECLARED_SEPARATOR.match(text)
    at, line = (declared.end(), 2) if declared else (0, 1)
    plain = re.escape(separator)
    cell = re.compile(rf'[ ]*"(?:[^"]++|"")*+"[^\r\n{plain}]*|[^\r\n{plain}]*')
    while at < len(text):
        cells, begin = [], line
        while True:
            match = cell.match(text, at)
            assert match is not None  # every text begins with a cell, be it empty
            cells.append(match.span())
            line += len(_LINE_END.findall(match[0]))
            at = match.end()
            if text[at : at + 1] != separator:
                break
            at += 1
        end = _LINE_END.match(text, at)
        following = end.end() if end else len(text)
        yield _Row(begin, cells, at, following)
        at, line = following, line + 1
