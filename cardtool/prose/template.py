"""The words that a template prints itself, with all that is markup or filled in later left out."""

from __future__ import annotations

import re

from cardtool.model import Marks
from cardtool.prose.blocks import Block, Sort
from cardtool.prose.inline import PICTURE
from cardtool.prose.lines import by_lines
from cardtool.prose.traced import Traced

__all__ = ["read_template"]

_NOT_READ = re.compile(r"\{#.*?#\}|<!--.*?-->|<(style|script|svg)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_STATEMENT = re.compile(r"\{%.*?%\}", re.DOTALL)
_FILLED_IN = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")
_END = "\x1f"


def read_template(text: str, file: str) -> tuple[Block, ...]:
    """The words between the tags of a template, each stretch a paragraph."""
    marks = by_lines(text)
    read = Traced(text)
    for pattern in (_NOT_READ, _STATEMENT):
        read = read.replaced(pattern, _ends)
    read = read.replaced(_FILLED_IN, lambda match: PICTURE).replaced(_TAG, _ends)
    return tuple(_paragraphs(read, file, marks))


def _ends(match: re.Match[str]) -> str:
    return _END


def _paragraphs(read: Traced, file: str, marks: Marks) -> list[Block]:
    stretches = [read.part(*match.span()).stripped() for match in re.finditer(f"[^{_END}]+", read.text)]
    return [
        Block(Sort.PARAGRAPH, each.text, file, each.places(marks))
        for each in stretches
        if any(sign.isalpha() for sign in each.text)
    ]
