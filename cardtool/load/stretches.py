"""Where the letters of a YAML text stand in its file, when it is quoted or written over several lines.

YAML folds lines, drops indentation and resolves escapes; between those, text and file agree letter
for letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from cardtool.model import Stretch

__all__ = ["stretches"]

_BLANK = " \t"
_FOLDED = " \t\n"
_ESCAPES = {
    "'": re.compile("''"),
    '"': re.compile(r"\\(?:x..|u.{4}|U.{8}|.|$)"),
}
_BEGINS_ESCAPE = {"'": "''", '"': "\\"}

Part = tuple[int, str, int]  # column from 0, what is written there, how many letters it stands for


def stretches(lines: Sequence[str], event: Any) -> tuple[Stretch, ...]:
    """The stretches of the text that this event of the parser brought, in order.

    `lines` are the file's. Nothing for unquoted text in one line, whose letters follow its mark.
    """
    style, line, text = event.style, event.start_mark.line, event.value
    if line == event.end_mark.line and not style:
        return ()
    if line == event.end_mark.line and style in _BEGINS_ESCAPE and _BEGINS_ESCAPE[style] not in lines[line]:
        return (Stretch(0, line + 1, event.start_mark.column + 2),)
    return tuple(_found(text, lines, event))


def _found(text: str, lines: Sequence[str], event: Any) -> Iterator[Stretch]:
    """The text and its file, followed side by side; ends where the two should ever disagree."""
    offset = 0
    for number, parts in _written(lines, event):
        offset = offset if number == event.start_mark.line else _past_blanks(text, offset)
        for column, part, length in parts:
            yield Stretch(offset, number + 1, column + 1)
            if length == len(part) and not text.startswith(part, offset):
                return
            offset += length


def _past_blanks(text: str, offset: int) -> int:
    while offset < len(text) and text[offset] in _FOLDED:
        offset += 1
    return offset


def _written(lines: Sequence[str], event: Any) -> Iterator[tuple[int, list[Part]]]:
    """Each line that holds a part of the text, without its indentation, cut at its escapes."""
    first, last = event.start_mark, event.end_mark
    is_block, quote = event.style in ("|", ">"), 1 if event.style in _ESCAPES else 0
    for number in range(first.line + is_block, min(last.line + 1, len(lines))):
        line = lines[number]
        start = first.column + quote if number == first.line else len(line) - len(line.lstrip(_BLANK))
        end = last.column - quote if number == last.line else len(line.rstrip(_BLANK))
        if start < end:
            yield number, list(_parts(line, start, end, _ESCAPES.get(event.style)))


def _parts(line: str, start: int, end: int, escape: re.Pattern[str] | None) -> Iterator[Part]:
    for match in escape.finditer(line, start, end) if escape else ():
        if match.start() > start:
            yield start, line[start : match.start()], match.start() - start
        if match[0] != "\\":  # which, at the end of a line, only joins it to the next
            yield match.start(), match[0], 1
        start = match.end()
    if start < end:
        yield start, line[start:end], end - start
