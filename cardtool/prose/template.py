"""The words that a template prints itself, with all that is markup or filled in later left out."""

from __future__ import annotations

import re

from cardtool.model import Marks
from cardtool.prose.blocks import Block, Sort
from cardtool.prose.enclosed import enclosed
from cardtool.prose.inline import PICTURE
from cardtool.prose.lines import by_lines
from cardtool.prose.traced import Traced

__all__ = ["read_template"]

_NOT_READ = (
    (r"\{#", r"#\}"),
    ("<!--", "-->"),
    *((rf"<{tag}\b", rf"</{tag}\s*>") for tag in ("style", "script", "svg")),
)
_STATEMENT = (r"\{%", r"%\}")
_FILLED_IN = (r"\{\{", r"\}\}")
_TAG = re.compile(r"<[^<>]*>")
_END = "\x1f"


def read_template(text: str, file: str) -> tuple[Block, ...]:
    """The words between the tags of a template, each stretch a paragraph."""
    marks = by_lines(text)
    read = Traced(text)
    for pairs, sign in ((_NOT_READ, _END), ((_STATEMENT,), _END), ((_FILLED_IN,), PICTURE)):
        read = read.edited((start, end, sign) for start, end in enclosed(read.text, *pairs))
    read = read.replaced(_TAG, _ends)
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
