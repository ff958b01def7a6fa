"""A change to a file as a unified diff, safe to print."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from cardtool.report.clean import clean, line

__all__ = ["as_diff"]

_BREAK = re.compile(r"\r\n?|\n")
_AROUND = 3  # lines shown before and after what changes

Change = tuple[int, int, int, int]
"""The lines, from and up to, that are replaced, and those that replace them; counted from 0."""


def as_diff(file: str, before: str, after: str) -> str:
    """What changes in the file, with three lines around; signs that would not show are written out.

    Line ends are not told apart, for mending leaves them alone. Empty where nothing changes.
    """
    old, new = _BREAK.split(before), _BREAK.split(after)
    name = clean(file)
    rows = [row for hunk in _hunks(old, new) for row in _rows(hunk, old, new)]
    shown = [f"--- a/{name}", f"+++ b/{name}", *rows] if rows else []
    return "".join(f"{line(clean(row))}\n" for row in shown)


def _hunks(old: Sequence[str], new: Sequence[str]) -> Iterator[list[Change]]:
    """The changes, those together that are shown together."""
    hunk: list[Change] = []
    for change in _line_by_line(old, new) if len(old) == len(new) else _as_found(old, new):
        if hunk and change[0] - hunk[-1][1] > 2 * _AROUND:
            yield hunk
            hunk = []
        hunk.append(change)
    if hunk:
        yield hunk


def _as_found(old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    for what, *change in difflib.SequenceMatcher(None, old, new).get_opcodes():
        if what != "equal":
            start, end, new_start, new_end = change
            yield start, end, new_start, new_end


def _line_by_line(old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    """The changes where no line came or went; a long file would take difflib minutes."""
    for differ, rows in groupby(range(len(old)), key=lambda row: old[row] != new[row]):
        if differ:
            start, *more = rows
            end = start + len(more) + 1
            yield start, end, start, end


def _rows(hunk: Sequence[Change], old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    before = min(hunk[0][0], _AROUND)
    after = min(len(old) - hunk[-1][1], _AROUND)
    at = hunk[0][0] - before
    yield (f"@@ -{_range(at, hunk[-1][1] + after)} +{_range(hunk[0][2] - before, hunk[-1][3] + after)} @@")
    for start, end, new_start, new_end in hunk:
        yield from (f" {row}" for row in old[at:start])
        yield from (f"-{row}" for row in old[start:end])
        yield from (f"+{row}" for row in new[new_start:new_end])
        at = end
    yield from (f" {row}" for row in old[at : at + after])


def _range(start: int, end: int) -> str:
    return f"{start + 1},{end - start}"
