"""Names of several words, as a text writes them itself: with capitals side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text
from cardtool.lint.casing import begins_sentence, is_shouted
from cardtool.lint.common_words import COMMON
from cardtool.model import Source

__all__ = ["CAPITAL", "NameRun", "OwnSlip", "name_runs"]

CAPITAL = r"[A-Z][^\W\d_]{1,60}+(?:['’][^\W\d_]{1,60}+){0,3}+"
"""A word with a capital, as a pattern; one of more letters is none."""

_RUN = re.compile(rf"{CAPITAL}(?:[ -](?:of |of the |the )?{CAPITAL}){{1,5}}")


class NameRun(NamedTuple):
    """Words with capitals beside each other: a name, or part of one."""

    block: Block
    start: int
    written: str


class OwnSlip(NamedTuple):
    """Where a name is written otherwise than elsewhere, and how it is written there.

    `others` are more places at which it is written so, of which the message speaks as well.
    """

    block: Block
    start: int
    right: str
    message: str
    others: tuple[Source, ...] = ()

    @property
    def sources(self) -> tuple[Source, ...]:
        """All places of which the message speaks."""
        return self.block.at(self.start), *self.others


def name_runs(text: Text) -> Iterator[NameRun]:
    """Every run of several such words, save in headings and what is all in capitals; ’ is written as '."""
    for block in text.current:
        if block.sort is not BlockType.HEADING and not is_shouted(block.text):
            for match in _RUN.finditer(block.text):
                start = match.start() + _led_in(block.text, match)
                written = block.text[start : match.end()].replace("’", "'")
                if " " in written and not is_shouted(written):
                    yield NameRun(block, start, written)


def _led_in(text: str, run: re.Match[str]) -> int:
    """How many letters of the run only have their capital because a sentence begins."""
    first, _, rest = run[0].partition(" ")
    if not begins_sentence(text, run.start()):
        return 0
    small = re.match(r"(?:of |the )*", rest)
    led = len(first) + 1 + (small.end() if small else 0)
    is_name = len(run[0].split()) == 2 and first.casefold() not in COMMON
    return 0 if is_name else led
