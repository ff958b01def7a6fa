"""The line of a file that a finding is about. Reads nothing outside the project but documents named."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cardtool.model import Source
from cardtool.report.clean import clean, width

__all__ = ["Quote", "Quoting", "quotes"]

_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")  # YAML 1.1, 5.4, as libyaml counts lines
_TEXTS = frozenset({".css", ".html", ".json", ".md", ".txt", ".yaml", ".yml"})
_LARGEST = 4_000_000  # bytes of a file that are read; nothing behind them is quoted
_BEFORE, _AFTER = 70, 40  # columns shown around the place in a long line


class Quote(NamedTuple):
    """A line as it can be printed, and the column, from 0, at which the caret goes."""

    text: str
    caret: int


Quoting = Callable[[Source], Quote | None]
"""A reader of lines: a place → the line there, or None."""


def quotes(root: Path, documents: Collection[str] = ()) -> Quoting:
    """A reader of the lines at places of this project, and of these documents; it opens each file once.

    It answers None where there is no line to be shown: no such file, or not one somebody edits.
    """
    read = cache(lambda file: _lines(root.resolve(), file, anywhere=file in documents))

    def quote(source: Source) -> Quote | None:
        lines = read(source.file)
        if not 1 <= source.line <= len(lines):
            return None
        return _around(lines[source.line - 1].rstrip().replace("\t", " "), source.column - 1)

    return quote


def _around(whole: str, at: int) -> Quote | None:
    """The part of a line around this offset, or None where the line does not reach so far."""
    if not 0 <= at < len(whole):
        return None
    start, end = (at - _BEFORE if at > _BEFORE else 0), at + _AFTER
    before = ("…" if start else "") + clean(whole[start:at])
    after = clean(whole[at:end]) + ("…" if len(whole) > end else "")
    return Quote(before + after, width(before))


def _lines(root: Path, file: str, *, anywhere: bool) -> Sequence[str]:
    """The lines of a text file inside the project; none where it is not one, or a link leads there."""
    try:
        path = (root / file).resolve()
        is_own = path.is_relative_to(root) and path == root / file
        if path.suffix not in _TEXTS or not (anywhere or is_own) or not path.is_file():
            return ()
        with path.open("rb") as opened:
            return tuple(_BREAK.split(opened.read(_LARGEST).decode("utf-8-sig", errors="replace")))
    except (OSError, ValueError, RuntimeError):
        return ()
