"""Finds the bracket that nobody closed, and the comma that is missing between brackets."""

from __future__ import annotations

import re

from cardtool.load.stop import IN_BRACKETS, Spot, Stop, Told, told

__all__ = ["bracket_slip"]

# A quote that is not closed ends with its line, and nothing is looked at twice, however long the line.
_BRACKET = re.compile(r""""(?:[^"\\\n]++|\\.)*+"?|'[^'\n]*+'?|[\[\]{}]""")


def bracket_slip(stop: Stop) -> Told | None:
    """Where a list or mapping in brackets that is closed lacks a comma, or where one that is not begins."""
    if stop.problem not in IN_BRACKETS or stop.began is None:
        return None
    what, closing = IN_BRACKETS[stop.problem]
    if stop.began[0] == stop.at[0]:
        return told(stop.at, f"{what} is not closed, or lacks a comma")
    if _is_closed(stop, stop.began):
        return told(_before_the_key(stop), "a comma is missing here")
    return told(stop.began, f"{what} is not closed", f"write {closing} at its end")


def _is_closed(stop: Stop, began: Spot) -> bool:
    depth = 0
    rest = "\n".join([stop.from_(began), *stop.lines[began[0] + 1 :]])
    for sign in _BRACKET.finditer(rest):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(sign[0], 0)
        if depth == 0:
            return True
    return False


def _before_the_key(stop: Stop) -> Spot:
    """The end of what stands before the key or value that libyaml did not expect."""
    row, before = stop.at[0], stop.before(stop.at)
    if before and " " in before.lstrip():
        return stop.at
    while row > 0:
        row -= 1
        if stop.line(row).strip():
            return row, len(stop.line(row).rstrip())
    return stop.at
