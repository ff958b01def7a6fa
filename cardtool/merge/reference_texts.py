"""A text with references that was edited as it is printed, turned back into a text with references."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from cardtool.markup import REFERENCE


class _Printed(NamedTuple):
    """A reference as it is written, and where what stands for it is in the printed text."""

    written: str
    start: int
    end: int


def restore_references(written: str, printed: str, edited: str) -> str | None:
    """Return an edit of the printed text as an edit of the written one, whose references it keeps.

    None where what stands for a reference was edited itself, so that only its author knows what is meant.
    """
    references = list(_printed_references(written, printed))
    if not references:
        return edited if written == printed else None
    blocks = SequenceMatcher(None, printed, edited, autojunk=False).get_matching_blocks()
    parts, done = [], 0
    for each in references:
        block = next((b for b in blocks if b.a <= each.start and each.end <= b.a + b.size), None)
        if block is None:
            return None
        start = block.b + each.start - block.a
        parts += [edited[done:start], each.written]
        done = start + each.end - each.start
    return "".join((*parts, edited[done:]))


def _printed_references(written: str, printed: str) -> Iterator[_Printed]:
    """Yield each reference of a written text with its place in the printed one, if it has one."""
    matches = list(REFERENCE.finditer(written))
    around = [re.escape(part) for part in _between(written, matches)]
    found = re.fullmatch("(.*?)".join(around), printed, re.DOTALL)
    if found:
        for number, match in enumerate(matches, start=1):
            yield _Printed(match[0], *found.span(number))


def _between(text: str, matches: list[re.Match[str]]) -> Iterator[str]:
    done = 0
    for match in matches:
        yield text[done : match.start()]
        done = match.end()
    yield text[done:]
