"""Rules texts as their readers see them: blocks whose every letter knows its place in a file.

Judges nothing. Word documents are read by `documents.word_documents`, which this door leaves out.
"""

from __future__ import annotations

from cardtool.documents.blocks import (
    Block,
    BlockType,
    ItemList,
    MarkdownFile,
    Section,
    Table,
    Text,
    TextKind,
    find_lists,
    join_texts,
    once_per_text,
)
from cardtool.documents.languages import (
    NUMBER,
    can_be_told,
    language_of,
    language_of_writing,
    may_be_in,
    parse_number,
    pattern_of_any,
    plural,
    singular,
    split_sentences,
)
from cardtool.documents.links import Anchors, Link, blank_code, find_anchors, find_comments, find_links
from cardtool.documents.list_labels import LabelRank, can_begin_list, is_next_label, label_ranks
from cardtool.documents.markdown import read_markdown, read_template, strip_markup
from cardtool.documents.plain_text import read_plain_text
from cardtool.documents.source_text import PICTURE, MappedText, find_enclosed, map_lines, read_lists

__all__ = [
    "NUMBER",
    "PICTURE",
    "Anchors",
    "Block",
    "BlockType",
    "ItemList",
    "LabelRank",
    "Link",
    "MappedText",
    "MarkdownFile",
    "Section",
    "Table",
    "Text",
    "TextKind",
    "blank_code",
    "can_be_told",
    "can_begin_list",
    "find_anchors",
    "find_comments",
    "find_enclosed",
    "find_links",
    "find_lists",
    "is_next_label",
    "join_texts",
    "label_ranks",
    "language_of",
    "language_of_writing",
    "map_lines",
    "may_be_in",
    "once_per_text",
    "parse_number",
    "pattern_of_any",
    "plural",
    "read_lists",
    "read_markdown",
    "read_plain_text",
    "read_template",
    "singular",
    "split_sentences",
    "strip_markup",
]
