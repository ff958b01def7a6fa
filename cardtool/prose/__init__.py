"""Rules texts as their readers see them, each letter with its place in a file. Judges nothing."""

from __future__ import annotations

from cardtool.prose.blocks import Block, Role, Sort, Text
from cardtool.prose.enclosed import enclosed
from cardtool.prose.inline import PICTURE, printed
from cardtool.prose.labels import BULLET, begins, follows, ranks
from cardtool.prose.lines import by_lines
from cardtool.prose.listings import Listing, lists
from cardtool.prose.markdown import read_markdown
from cardtool.prose.numbers import NUMBER, as_number
from cardtool.prose.plain import read_plain
from cardtool.prose.sentences import sentences
from cardtool.prose.structure import Section, Table, sections, tables
from cardtool.prose.template import read_template
from cardtool.prose.traced import Traced
from cardtool.prose.words import any_of, in_any_form, plural, singular

__all__ = [
    "BULLET",
    "NUMBER",
    "PICTURE",
    "Block",
    "Listing",
    "Role",
    "Section",
    "Sort",
    "Table",
    "Text",
    "Traced",
    "any_of",
    "as_number",
    "begins",
    "by_lines",
    "enclosed",
    "follows",
    "in_any_form",
    "lists",
    "plural",
    "printed",
    "ranks",
    "read_markdown",
    "read_plain",
    "read_template",
    "sections",
    "sentences",
    "singular",
    "tables",
]
