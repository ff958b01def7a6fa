"""A text with references that was edited as it is printed, turned back into a text with references."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from cardtool.markup import REFERENCE

_NEXT_WORD = re.compile(r"\W*+\w*+")


class _Printed(NamedTuple):
    """A reference as it is written, and where what stands for it is in the printed text."""

    written: str
    start: int
    end: int


def restore_references(written: str, printed: str, edited: str) -> str | None:
    """Return an edit of the printed text as an edit of the written one, whose references it keeps.

    None where what stands for a reference was edited itself, so that only its author knows what is meant,
    and no reference was typed in its place.
    """
    references = list(_printed_references(written, printed))
    if not references:
        return edited if written == printed else None
    blocks = SequenceMatcher(None, printed, edited, autojunk=False).get_matching_blocks()
    typed = [_Printed(each[0], *each.span()) for each in REFERENCE.finditer(edited)]
    kept: list[_Printed] = []
    for each in references:
        block = next((b for b in blocks if b.a <= each.start and each.end <= b.a + b.size), None)
        start = _moved(each, printed, edited) if block is None else block.b + each.start - block.a
        if start is not None:
            kept.append(_Printed(each.written, start, start + each.end - each.start))
    if len(kept) + len(typed) < len(references):
        return None
    parts, done = [], 0
    for each in sorted([*kept, *typed], key=lambda each: each.start):
        if each.start < done:
            return None
        parts += [edited[done : each.start], each.written]
        done = each.end
    return "".join((*parts, edited[done:]))


def _moved(each: _Printed, printed: str, edited: str) -> int | None:
    """Return where what stands for a reference went; a number takes the words on both its sides along."""
    start, end = each.start, each.end
    if not each.written.startswith("[["):
        before, behind = _NEXT_WORD.match(printed[:start][::-1]), _NEXT_WORD.match(printed, end)
        start, end = start - len(before[0] if before else ""), end + len(behind[0] if behind else "")
    around = re.compile(rf"(?<!\w){re.escape(printed[start:end])}(?!\w)", re.IGNORECASE)
    found = [match.start() for match in around.finditer(edited)]
    return found[0] + each.start - start if len(found) == len(around.findall(printed)) == 1 else None


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
