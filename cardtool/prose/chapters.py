"""Which lines of a plain text are the headings of numbered chapters, and no items: `3. The race`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtool.prose.headings import looks_like_heading
from cardtool.prose.items import ItemMark
from cardtool.prose.lines import Line

__all__ = ["chapters"]

_LEAST = 3  # chapters
_FILLED = 2 / 3  # of them have something under them


def chapters(lines: Sequence[Line], marks: Sequence[ItemMark | None]) -> frozenset[int]:
    """The rows of the headings; none where the numbers do not count on from 1, each once.

    A heading stands by itself, looks like one, and most have a text below: a list of names, though it be
    spread out, has none.
    """
    rows = list(_candidates(lines, marks))
    numbers = [int(mark.label) for row in rows if (mark := marks[row])]
    if len(rows) < _LEAST or numbers != list(range(1, len(rows) + 1)):
        return frozenset()
    ends = [*rows[1:], len(lines)]
    filled = sum(end - row > 1 for row, end in zip(rows, ends, strict=True))
    return frozenset(rows) if filled >= _FILLED * len(rows) else frozenset()


def _candidates(lines: Sequence[Line], marks: Sequence[ItemMark | None]) -> Iterator[int]:
    for row, (line, mark) in enumerate(zip(lines, marks, strict=True)):
        if mark is None or mark.style != "." or not mark.label.isdecimal() or not line.apart:
            continue
        title, after = line.text[mark.length :], lines[row + 1 : row + 2]
        if title and after and after[0].apart and looks_like_heading(title) and title[-1] not in "?:":
            yield row
