"""What a text lists as being in the box: the section that does, its items and rows, its short lines."""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.documents import Block, BlockType, Section, Text, find_lists, find_sections
from cardtool.lint.lazy import Lazy

__all__ = ["IN_WHAT", "NOT_ALL", "component_blocks", "component_lines", "is_component_section"]

_COMPONENTS = Lazy(
    r"(?:\d+[.)]?\s*)?(?:game\s+|the\s+)?(?:components?|contents?|equipment|inventory|materials?|"
    r"what(?:['’]s|\sis) in(?:side)? (?:the|this) box|in (?:the|this) box|component list|list of components|"
    r"contents of the box|box contents|parts(?: list)?|pieces|what you(?:['’]ll)? (?:need|get)|"
    r"you(?:['’]ll| will) need|things included|what['’]?s included|included in the (?:box|game))"
    r"(?:\s+(?:of|in|included|list).*)?\W*"
)
_CONTAINS = Lazy(
    r"\b(?:contain(?:s|ing|ed)?|includ(?:es|ing)|compris(?:es|ing)|consist(?:s|ing) of|comes with|"
    r"(?:is|are) made up of|in (?:the|this) box)\b"
)
IN_WHAT = r"(?:deck|box|game|set|edition|pack)"
"""A pattern of what holds all there is."""

_WHAT = Lazy(rf"\b(?:{IN_WHAT}|components?|copy)\b")
NOT_ALL = Lazy(
    r"\b(?:each|every|per|own|your|their|his|her|player['’]s|starting|starter|personal|left|remaining|least|"
    r"most|only|about|fewer|less|more|up to|over|under|nearly|almost|around|standard|ordinary|regular|"
    r"playing|poker|draw|discard|deal|dealt|take|choose|pick|random(?:ly)?|drafts?|builds?|constructs?|"
    r"example|could|may|might|add|removed?|minimum|maximum|exactly)\b"
)
"""Words of a sentence that speaks of some of the things, and not of all there are."""

_LONGEST_LINE = 12  # words; what is longer in a component list is no part of it but speaks about it


def component_blocks(text: Text) -> Iterator[Block]:
    """The items and rows that list what is in the box."""
    for section in find_sections(text.current):
        if is_component_section(section):
            yield from (block for block in section.blocks if block.sort is BlockType.ROW)
            for listing in find_lists(section.blocks):
                if listing.lead is None or not NOT_ALL.search(listing.lead.text):
                    yield from listing.items
    for listing in find_lists(text.current):
        if listing.lead and _says_what_is_there(listing.lead.text):
            yield from listing.items


def is_component_section(section: Section) -> bool:
    """Whether this is the section that lists what is in the box."""
    return _COMPONENTS.fullmatch(section.title.strip()) is not None


def _says_what_is_there(lead: str) -> bool:
    return bool(_CONTAINS.search(lead) and _WHAT.search(lead)) and not NOT_ALL.search(lead)


def component_lines(text: Text) -> Iterator[Block]:
    """The lines of the component list, those that nothing marks as items among them."""
    known: set[int] = set()
    for block in component_blocks(text):
        if id(block) not in known:
            known.add(id(block))
            yield block
    for section in find_sections(text.current):
        if is_component_section(section):
            for block in section.blocks:
                is_short = len(block.text.split()) <= _LONGEST_LINE and not block.text.endswith((".", ":"))
                if block.sort is BlockType.PARAGRAPH and is_short and id(block) not in known:
                    yield block
