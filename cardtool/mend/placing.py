"""Which edits of a text can be done: the old words stand there, and the new ones may."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cardtool.finding import Edit
from cardtool.mend.standing import Lines, Place, stands

__all__ = ["MOVED", "Left", "Placed", "Unfit", "done", "placed"]

MOVED = "it does not stand there letter for letter"
_SECOND = "it touches another edit, which is done first"
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")

Placed = tuple[Place, Edit]
Unfit = Callable[[Place], re.Pattern[str]]
"""The signs that would mean something else at a place, for a file to say what it is not to be told."""


@dataclass(frozen=True, slots=True)
class Left:
    """An edit that was not done, and why."""

    edit: Edit
    why: str


def placed(
    lines: Lines, edits: Iterable[Edit], writing: Callable[[Edit], Callable[[str], str]], unfit: Unfit
) -> tuple[list[Placed], list[Left]]:
    """The edits that can be done, in the order of the text, and those that cannot; none touches another.

    `writing` says how a text writes its words. Of two that overlap the first is done.
    """
    found: list[Placed] = []
    left: list[Left] = []
    for edit in edits:
        at = lines.offset(edit.source.line, edit.source.column)
        place = None if at is None else stands(lines.text, at, edit.old, edit.new, writing(edit))
        why = MOVED if place is None else _misplaced(edit, unfit(place))
        if place is None or why:
            left.append(Left(edit, why))
        else:
            found.append((place, edit))
    apart, second = _apart(found)
    return apart, [*left, *(Left(edit, _SECOND) for edit in second)]


def done(text: str, edits: Iterable[Placed]) -> str:
    """The text with these edits done, which stand in its order."""
    parts, end = [], 0
    for place, _ in edits:
        parts += [text[end : place.start], place.new]
        end = place.end
    return "".join((*parts, text[end:]))


def _apart(found: Iterable[Placed]) -> tuple[list[Placed], list[Edit]]:
    first: list[Placed] = []
    second: list[Edit] = []
    for place, edit in sorted(found, key=lambda each: (each[0].start, each[0].end)):
        if first and place.start < first[-1][0].end:
            second.append(edit)
        else:
            first.append((place, edit))
    return first, second


def _misplaced(edit: Edit, unfit: re.Pattern[str]) -> str:
    """Why the new words cannot stand there, for a sign that the old ones had not; empty where they can."""
    signs = (sign for pattern in (_UNSEEN, unfit) for sign in pattern.findall(edit.new))
    sign = next((sign for sign in signs if sign not in edit.old), None)
    return f"{sign!a} would mean something else there" if sign else ""
