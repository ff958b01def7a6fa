"""The text of a YAML file, letter by letter: which characters it may hold, what unquoted words stand for,
and where the letters of a value stand.

Of unquoted text, `no`, `yes`, `on` and `12:30` are text. `0012`, `1e3`, `1_000`, `0x1f` and `.nan` are
numbers to one reader and text to the next, so they are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from cardtool.model import Span

_CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
# 15 digits is what a floating-point number keeps exactly.
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}")
# Whatever YAML 1.1 or 1.2 takes for a number; base 60 (12:30) is gone from 1.2, and stays text.
_NUMBER_TO_SOMEONE = re.compile(
    r"[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?0x[0-9a-fA-F_]+|[-+]?0o[0-7_]+|[-+]?0b[01_]+"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_CAN_BEGIN_A_NUMBER = frozenset("0123456789+-.")
_BLANK = " \t"
_FOLDED = " \t\n"
_ESCAPES = {
    "'": re.compile("''"),
    '"': re.compile(r"\\(?:x..|u.{4}|U.{8}|.|$)"),
}
_BEGINS_ESCAPE = {"'": "''", '"': "\\"}
Part = tuple[int, str, int]  # column from 0, what is written there, how many letters it stands for


def decode_utf8(content: bytes) -> str:
    """Return the text of a UTF-8 file, without its byte order mark. Raises: UnicodeDecodeError."""
    return content.decode("utf-8-sig")


class AmbiguousScalar(ValueError):
    """Unquoted text that one program reads as a number and another as something else."""


def is_constant(text: str) -> bool:
    """Return whether this unquoted text stands for nothing, true or false."""
    return text in _CONSTANTS


def parse_scalar(text: str) -> str | int | float | bool | None:
    """Return what this unquoted text stands for.

    Raises: Ambiguous, with a sentence for the reader.
    """
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] not in _CAN_BEGIN_A_NUMBER:
        return text
    return _parse_number(text)


def usual_spelling(value: float | str | None) -> str:
    """Return what would mostly be typed, unquoted, for a number, true or false; empty for anything else."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else ""


def _parse_number(text: str) -> str | int | float:
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        number = float(text)
        return int(number) if number.is_integer() else number  # as in JSON Schema, 3.0 is 3
    if _NUMBER_TO_SOMEONE.fullmatch(text):
        raise AmbiguousScalar(f"{_shorten(text)} can be read in more than one way")
    return text


def _shorten(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:12]}… ({len(text)} characters)"


def find_spans(lines: Sequence[str], event: Any) -> tuple[Span, ...]:
    """Return the stretches of the text that this event of the parser brought, in order.

    `lines` are the file's. Nothing for unquoted text in one line, whose letters follow its mark.
    """
    style, line, text = event.style, event.start_mark.line, event.value
    if line == event.end_mark.line and not style:
        return ()
    if line == event.end_mark.line and style in _BEGINS_ESCAPE and _BEGINS_ESCAPE[style] not in lines[line]:
        return (Span(0, line + 1, event.start_mark.column + 2),)
    return tuple(_follow(text, lines, event))


def _follow(text: str, lines: Sequence[str], event: Any) -> Iterator[Span]:
    """Yield the text and its file, followed side by side; ends where the two should ever disagree."""
    offset = 0
    for number, parts in _written_lines(lines, event):
        offset = offset if number == event.start_mark.line else _skip_blanks(text, offset)
        for column, part, length in parts:
            yield Span(offset, number + 1, column + 1)
            if length == len(part) and not text.startswith(part, offset):
                return
            offset += length


def _skip_blanks(text: str, offset: int) -> int:
    while offset < len(text) and text[offset] in _FOLDED:
        offset += 1
    return offset


def _written_lines(lines: Sequence[str], event: Any) -> Iterator[tuple[int, list[Part]]]:
    """Yield each line that holds a part of the text, without its indentation, cut at its escapes."""
    first, last = event.start_mark, event.end_mark
    is_block, quote = event.style in ("|", ">"), 1 if event.style in _ESCAPES else 0
    for number in range(first.line + is_block, min(last.line + 1, len(lines))):
        line = lines[number]
        start = first.column + quote if number == first.line else len(line) - len(line.lstrip(_BLANK))
        end = last.column - quote if number == last.line else len(line.rstrip(_BLANK))
        if start < end:
            yield number, list(_split_at_escapes(line, start, end, _ESCAPES.get(event.style)))


def _split_at_escapes(line: str, start: int, end: int, escape: re.Pattern[str] | None) -> Iterator[Part]:
    for match in escape.finditer(line, start, end) if escape else ():
        if match.start() > start:
            yield start, line[start : match.start()], match.start() - start
        if match[0] != "\\":  # which, at the end of a line, only joins it to the next
            yield match.start(), match[0], 1
        start = match.end()
    if start < end:
        yield start, line[start:end], end - start
