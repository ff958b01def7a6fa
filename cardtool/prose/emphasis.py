"""The stars and underscores that emphasise words, told from those that are printed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cardtool.prose.traced import Traced

__all__ = ["LONGEST", "Edit", "Run", "of_emphasis", "unmarked"]

LONGEST = 200_000
"""Letters that stand in one piece; of more, the markup is left as it is written."""

_SIGNS = re.compile(r"\*+|_+")

Edit = tuple[int, int, str]
"""From one offset of a text to another, and what is printed there instead."""


@dataclass(slots=True)
class Run:
    """Stars or underscores side by side, and whether they can open or close emphasis."""

    sign: str
    start: int
    end: int
    opens: bool
    closes: bool

    @classmethod
    def of(cls, text: str, match: re.Match[str]) -> Run:
        """The run of this match: what opens stands before a word, what closes after one (CommonMark 6.2).

        None opens in the middle of a word, so that `2*3` stays what it is.
        """
        before = text[match.start() - 1] if match.start() else " "
        after = text[match.end()] if match.end() < len(text) else " "
        opens = not (after.isspace() or before.isalnum())
        closes = not before.isspace() and (before.isalnum() or not after.isalnum())
        if match[0][0] == "_" and after.isalnum():
            closes = False
        if (before, after) == ("(", ")"):
            opens = closes = False
        return cls(match[0][0], match.start(), match.end(), opens, closes)


def unmarked(written: Traced) -> Traced:
    """The words of a plain text less the stars and underscores that emphasise some."""
    if len(written.text) > LONGEST or not _SIGNS.search(written.text):
        return written
    runs = [Run.of(written.text, match) for match in _SIGNS.finditer(written.text)]
    return written.edited(sorted(of_emphasis(runs)))


def of_emphasis(runs: Iterable[Run]) -> Iterator[Edit]:
    """The signs that emphasise: each run closes what the last of its sign opened."""
    opened: dict[str, list[Run]] = {"*": [], "_": []}
    for run in runs:
        waiting = opened[run.sign]
        while run.closes and run.start < run.end and waiting:
            opener = waiting[-1]
            length = min(opener.end - opener.start, run.end - run.start, 2)
            yield opener.end - length, opener.end, ""
            yield run.start, run.start + length, ""
            opener.end -= length
            run.start += length
            if opener.start == opener.end:
                waiting.pop()
        if run.opens and run.start < run.end:
            waiting.append(run)
