"""Rules texts as their readers see them, each letter with its place in a file. Judges nothing."""

from __future__ import annotations

from cardtool.prose.blocks import Block, Role, Sort, Text
from cardtool.prose.numbers import NUMBER, as_number
from cardtool.prose.reading import printed, read_markdown, read_plain
from cardtool.prose.template import read_template
from cardtool.prose.traced import Traced
from cardtool.prose.words import any_of, in_any_form, plural, singular

__all__ = [
    "NUMBER",
    "Block",
    "Role",
    "Sort",
    "Text",
    "Traced",
    "any_of",
    "as_number",
    "in_any_form",
    "plural",
    "printed",
    "read_markdown",
    "read_plain",
    "read_template",
    "singular",
]
