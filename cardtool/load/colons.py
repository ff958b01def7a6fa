"""Finds the line that lacks its colon, or the space after it, or its place below the other keys."""

from __future__ import annotations

import re

from cardtool.load.stop import Stop, Told, told

__all__ = ["missing_colon", "stray_colon"]

_STUCK = re.compile(r"([\w-]+):(?!//)([^\s:].*)")
_TWO_WORDS = re.compile(r"([\w-]+)\s+(\S+)")
_LONGEST = 60  # characters of a line worth writing out again
_TEXT = "indent the line further if it belongs to the text above"
_NO_COLON = "this line has no colon after its key"
_NO_SPACE = "a space is missing after the colon"
_DEEPER = "this key stands further in than the one above, so it reads as part of its text"


def missing_colon(stop: Stop) -> Told | None:
    """The line of a mapping that is no `key: value`; libyaml notices it at the next one."""
    if stop.problem != "could not find expected ':'" or stop.began is None:
        return None
    row, _ = stop.began
    may_be_text = row > 0 and not stop.goes_on(row)
    return told(stop.began, *_without(stop.from_(stop.began), may_be_text))


def stray_colon(stop: Stop) -> Told | None:
    """What makes the first colon of a line come too late: no colon above, or too deep an indentation."""
    row, _ = stop.at
    if stop.problem != "mapping values are not allowed in this context":
        return None
    if ": " in stop.before(stop.at) or row == 0:
        return None
    first = _first_row(stop, row)
    if first == row:
        return None
    if stop.has_colon(first):
        fix = "give both keys the same indentation, or quote the text if the colon belongs to it"
        return told((row, stop.indent(row)), _DEEPER, fix)
    start = (first, stop.indent(first))
    return told(start, *_without(stop.from_(start), may_be_text=False))


def _first_row(stop: Stop, row: int) -> int:
    """The line where the unquoted text began that goes on into this one."""
    while row > 0 and stop.line(row - 1).strip() and not stop.line(row - 1).lstrip().startswith("#"):
        if stop.has_colon(row - 1):
            return row if stop.line(row - 1).rstrip().endswith(":") else row - 1
        row -= 1
        if stop.line(row).lstrip().startswith("- "):
            return row
    return row


def _without(words: str, may_be_text: bool) -> tuple[str, str]:
    """What is wrong with a line that should be `key: value`, and may belong to the text above it."""
    stuck, two = _STUCK.fullmatch(words), _TWO_WORDS.fullmatch(words)
    if stuck:
        return _NO_SPACE, _write(stuck[1], stuck[2])
    if not may_be_text and " " not in words:
        return _NO_COLON, _write(words, "").rstrip()  # a list or mapping follows
    fix = _write(two[1], two[2]) if two else "write key: value"
    return _NO_COLON, f"{fix}, or {_TEXT}" if may_be_text else fix


def _write(key: str, value: str) -> str:
    return f"write {key}: {value}" if len(key) + len(value) <= _LONGEST else "write key: value"
