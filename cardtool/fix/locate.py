"""Where in a text the words stand that are to be replaced, and whether the new ones may stand there.

A text is looked at as it was saved, with its own line ends. Between words any space will do, line ends
and what begins the next line included, for a text may have been wrapped anywhere.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from cardtool.finding import Edit
from cardtool.markup import EXPRESSION

_LINE_BREAK = re.compile(r"\r\n?|\n")
_GAP = re.compile(r"(?=\s)[ \t]*+(?:(?:\r\n?|\n)[ \t]*+(?:>[ \t]*+)*+)*+")  # > goes on quoting in Markdown


class LineIndex:
    """A text, and where its lines begin."""

    def __init__(self, text: str) -> None:
        self.text = text

    def offset(self, line: int, column: int) -> int | None:
        """Return the offset of a place, both counted from 1; None where the text has no such place."""
        if not 1 <= line <= len(self._starts):
            return None
        start = self._starts[line - 1]
        end = self._starts[line] if line < len(self._starts) else len(self.text) + 1
        return start + column - 1 if 1 <= column <= end - start else None

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in _LINE_BREAK.finditer(self.text))]


@dataclass(frozen=True, slots=True)
class Replacement:
    """A stretch of a text, and what is to stand there."""

    start: int
    end: int
    new: str


def find_replacement(
    text: str, at: int | None, old: str, new: str, escape: Callable[[str], str] = str
) -> Replacement | None:
    """Return the place of `old`, if that is what stands at this offset; None if something else does.

    `escape` gives words as this sort of text writes them. As many new words as old keep the spaces
    between them; a line end stays in any case, behind the new words where there is no room for it.
    """
    if at is None:
        return None
    is_exact = bool(old) and text.startswith(escape(old), at)
    exact = Replacement(at, at + len(escape(old)), escape(new)) if is_exact else None
    if exact and not _LINE_BREAK.search(old):
        return exact
    old_words, new_words = ([escape(word) for word in words.split()] for words in (old, new))
    gaps = _gaps_between(text, at, old_words) if old_words and old == old.strip() else None
    if gaps is None or not new_words:
        return exact
    end = at + sum(map(len, (*old_words, *gaps)))
    if len(gaps) != len(new_words) - 1:
        breaks = [gap for gap in gaps if _LINE_BREAK.search(gap)]
        gaps = ([" "] * (len(new_words) - 1 - len(breaks)) + breaks)[: len(new_words)]
        has_room = len(gaps) < len(new_words) or text[end : end + 1] == " "
        gaps, end = (gaps, end + (len(gaps) == len(new_words))) if has_room else (gaps[:-1], end)
    parts = (part for pair in zip_longest(new_words, gaps, fillvalue="") for part in pair)
    return Replacement(at, end, "".join(parts))


def _gaps_between(text: str, at: int, words: Sequence[str]) -> list[str] | None:
    """Return the space between these words, which stand at this offset; None if they do not."""
    gaps: list[str] = []
    for row, word in enumerate(words):
        if row:
            gap = _GAP.match(text, at)
            if gap is None:
                return None
            gaps.append(gap[0])
            at = gap.end()
        if not text.startswith(word, at):
            return None
        at += len(word)
    return gaps


NOT_THERE = "it does not stand there letter for letter"
_OVERLAPS = "it touches another edit, which is done first"
_INVISIBLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")

PlacedEdit = tuple[Replacement, Edit]
ForbiddenSigns = Callable[[Replacement], re.Pattern[str]]
"""Gives the signs that would mean something else at a place, where a file may not hold them."""


@dataclass(frozen=True, slots=True)
class SkippedFix:
    """An edit that was not done, and why."""

    edit: Edit
    reason: str


def place_edits(
    lines: LineIndex,
    edits: Iterable[Edit],
    escaping: Callable[[Edit], Callable[[str], str]],
    forbidden: ForbiddenSigns,
) -> tuple[list[PlacedEdit], list[SkippedFix]]:
    """Return the edits that can be done, in the order of the text, and those that cannot.

    `escaping` says how a text writes its words. Of two edits that overlap the first is done.
    """
    found: list[PlacedEdit] = []
    skipped: list[SkippedFix] = []
    for edit in edits:
        at = lines.offset(edit.source.line, edit.source.column)
        place = find_replacement(lines.text, at, edit.old, edit.new, escaping(edit))
        reason = NOT_THERE if place is None else _why_forbidden(edit, forbidden(place))
        if place is None or reason:
            skipped.append(SkippedFix(edit, reason))
        else:
            found.append((place, edit))
    apart, overlapping = _without_overlaps(found)
    return apart, [*skipped, *(SkippedFix(edit, _OVERLAPS) for edit in overlapping)]


def replace_words(text: str, edits: Iterable[PlacedEdit]) -> str:
    """Return the text with these edits done, which stand in its order."""
    parts, end = [], 0
    for place, _ in edits:
        parts += [text[end : place.start], place.new]
        end = place.end
    return "".join((*parts, text[end:]))


def _without_overlaps(found: Iterable[PlacedEdit]) -> tuple[list[PlacedEdit], list[Edit]]:
    """Return the edits that touch none before them, and the others."""
    apart: list[PlacedEdit] = []
    overlapping: list[Edit] = []
    for place, edit in sorted(found, key=lambda each: (each[0].start, each[0].end)):
        if apart and place.start < apart[-1][0].end:
            overlapping.append(edit)
        else:
            apart.append((place, edit))
    return apart, overlapping


def _why_forbidden(edit: Edit, forbidden: re.Pattern[str]) -> str:
    """Return why the new words cannot stand there, for a sign the old ones had not; empty where they can."""
    signs = (sign for pattern in (_INVISIBLE, forbidden) for sign in pattern.findall(edit.new))
    sign = next((sign for sign in signs if sign not in edit.old), None)
    return f"{sign!a} would mean something else there" if sign else ""


_NOTHING = re.compile(r"(?!)")
_CELL_SIGNS = re.compile(r"[\",;|]")
_TAGS = re.compile(r"[<>&{}]")
_BRACES = re.compile(r"[{}]")
_IN_CODE = re.compile(r"[^\w.|-]")  # in an expression, beside its texts
_STRING = re.compile(r'"(?:\\.|[^"\\])*+"' r"|'(?:\\.|[^'\\])*+'", re.DOTALL)
_IN_STRING = {'"': re.compile(r'["\\{}]'), "'": re.compile(r"['\\{}]")}


def nothing_forbidden(place: Replacement) -> re.Pattern[str]:
    """Return a pattern of no sign: every sign may stand at any place."""
    return _NOTHING


def forbidden_in_table(text: str) -> ForbiddenSigns:
    """Return which signs a table of separated values forbids: those that part cells, and quotes."""
    return lambda place: _CELL_SIGNS


def forbidden_in_markdown(text: str) -> ForbiddenSigns:
    """Return which signs Markdown forbids: braces begin a reference; in one, quotes may end a text."""
    return _except_in_expressions(text, _BRACES)


def forbidden_in_template(text: str) -> ForbiddenSigns:
    """Return which signs a template forbids: brackets, braces and &; in braces, quotes may end a text."""
    return _except_in_expressions(text, _TAGS)


def _except_in_expressions(text: str, elsewhere: re.Pattern[str]) -> ForbiddenSigns:
    """Return which signs are forbidden in expressions, in their strings, and elsewhere."""
    changes = [(0, elsewhere)]  # offsets from which on other signs are forbidden
    for found in EXPRESSION.finditer(text):
        changes.append((found.start(), _IN_CODE))
        for string in _STRING.finditer(text, found.start(1), found.end(1)):
            changes.append((string.start() + 1, _IN_STRING[string[0][0]]))
            changes.append((string.end() - 1, _IN_CODE))
        changes.append((found.end(), elsewhere))

    def forbidden(place: Replacement) -> re.Pattern[str]:
        return changes[bisect_right(changes, place.start, key=lambda each: each[0]) - 1][1]

    return forbidden
