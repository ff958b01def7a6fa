"""Where a text says how many of a thing there are in all, and not how many are drawn, dealt or held.

A number before a noun is a total in a list of components, after "the deck contains", in "a deck of 40
cards", before "in the box". Anywhere else it is taken for some of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cardtool.lint.context import is_conditional, is_setup, sentences_in
from cardtool.lint.lazy import Lazy
from cardtool.prose import NUMBER, Block, Section, Sort, Text, as_number, lists, sections

__all__ = ["Total", "component_blocks", "deck_totals", "is_component_section", "shuffled_totals", "totals"]

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
_IN_WHAT = r"(?:deck|box|game|set|edition|pack)"
_WHAT = Lazy(rf"\b(?:{_IN_WHAT}|components?|copy)\b")
_BEFORE = Lazy(
    rf"\b(?:{_IN_WHAT}\s(?:has|holds|contains|includes|comprises|consists\sof|comes\swith|is\smade\sup\sof)"
    rf"|deck\sof)\s[^.;:?!]{{0,300}}\Z"
)
_BEHIND = Lazy(rf"\s(?:in\s(?:the|this)\s(?:whole\s)?{_IN_WHAT}|in\sall|in\stotal|altogether)\b")
_NOT_ALL = Lazy(
    r"\b(?:each|every|per|own|your|their|his|her|player['’]s|starting|starter|personal|left|remaining|"
    r"least|most|"
    r"only|about|fewer|less|more|up to|over|under|nearly|almost|around|standard|ordinary|regular|playing|"
    r"poker|draw|discard|deal|dealt|take|choose|pick|random(?:ly)?|drafts?|builds?|constructs?|example|"
    r"could|may|might|"
    r"add|removed?|minimum|maximum|exactly)\b"
)
_LYING = r"(?=\s(?:go|goes|lie|lies|stand|face|face-?down|face-?up|beside|next|near|around|by|on)\b)"
_THE = Lazy(r"(?:^|\b)(?:the|all)\s\Z")
_SHUFFLED = Lazy(r"^shuffle\s(?:all\s)?(?:the\s)?\Z")
_NO_MORE = Lazy(r"\s*(?:$|[.,;:]|and\s(?!\d)|to\s(?:form|make)\b|into\b|together\b)")
_TAKEN_OUT = Lazy(
    r"\b(?:remov\w+|return\w*|aside|take\sout|discard\w*|leave\sout|put\sback|separat\w+|sort)\b"
)
_A_DECK = r"(?:^|\b(?:the|a|this|one|our|whole|entire|full|game)\s)deck"
_DECKS = Lazy(
    rf"(?P<number>{NUMBER})(?:\s|-)cards?\sdeck\b"
    rf"|{_A_DECK}\s(?:of|has|holds|contains|consists\sof|is\smade\sup\sof)\s(?P<of>{NUMBER})\scards?\b"
    rf"|(?P<in>{NUMBER})\scards{_BEHIND.pattern}"
)
_CARDS_LISTED = Lazy(rf"(?P<number>{NUMBER})\scards\s*(?:$|[(:,.])")
_HEAD = re.compile(r"(?=\s*(?:$|[.,;:()\n\t–—=-]|(?:and|or|plus|in|are|is|from|to|into|of|with)\b))")


@dataclass(frozen=True, slots=True)
class Total:
    """A number of a noun that is said to be all of them. `start` is the number's offset in the block."""

    block: Block
    start: int
    number: int
    noun: str


def totals(text: Text, noun: str) -> Iterator[Total]:
    """Every total of what this pattern of a noun, with a group of that name, stands for."""
    forward = re.compile(rf"(?P<number>{NUMBER})(?:\s?[x×])?\s(?P<noun>{noun}){_HEAD.pattern}", re.IGNORECASE)
    backward = re.compile(
        rf"(?P<noun>{noun})\s?(?:[:(\t×x–-]\s?)+(?P<number>{NUMBER})\)?\s*\Z", re.IGNORECASE
    )
    listed = set(map(id, component_blocks(text)))
    for block in text.current:
        if id(block) in listed:
            match = forward.match(block.text) or backward.match(block.text)
            if match:
                yield _total(match, block)
        elif block.sort is not Sort.HEADING:
            yield from _in_sentences(block, forward)


def shuffled_totals(text: Text, noun: str) -> Iterator[tuple[Total, bool]]:
    """The numbers of `the 52 Order Cards` where the game is set up, and whether those are surely all.

    They are where they are shuffled before any was taken out; else there are at least so many.
    """
    behind = rf"(?:{_HEAD.pattern}|{_LYING})"
    forward = re.compile(rf"(?P<number>{NUMBER})\s(?P<noun>{noun}){behind}", re.IGNORECASE)
    for section in sections(text.current):
        if is_setup(section) and not is_component_section(section):
            is_whole = True
            for block in section.blocks:
                for start, sentence in sentences_in(block.text) if block.sort is not Sort.HEADING else ():
                    is_whole = is_whole and not _TAKEN_OUT.search(sentence)
                    if not _NOT_ALL.search(sentence) and not is_conditional(sentence):
                        yield from _definite(block, start, sentence, forward, is_whole)


def _definite(
    block: Block, start: int, sentence: str, forward: re.Pattern[str], is_whole: bool
) -> Iterator[tuple[Total, bool]]:
    for match in forward.finditer(sentence):
        before = sentence[: match.start()]
        if _THE.search(before):
            is_all = is_whole and _SHUFFLED.search(before) and _NO_MORE.match(sentence, match.end())
            yield _total(match, block, start), bool(is_all)


def deck_totals(text: Text) -> Iterator[Total]:
    """Every number of cards that a text gives a deck, or everything in the box."""
    listed = set(map(id, component_blocks(text)))
    for block in text.current:
        if id(block) in listed and (match := _CARDS_LISTED.match(block.text)):
            yield Total(block, match.start("number"), as_number(match["number"]), "cards")
        for start, sentence in sentences_in(block.text) if "card" in block.text.lower() else ():
            if not _NOT_ALL.search(sentence) and not is_conditional(sentence):
                for match in _DECKS.finditer(sentence):
                    group = next(name for name in ("number", "of", "in") if match[name])
                    yield Total(block, start + match.start(group), as_number(match[group]), "cards")


def component_blocks(text: Text) -> Iterator[Block]:
    """The items and rows that list what is in the box."""
    for section in sections(text.current):
        if is_component_section(section):
            yield from (block for block in section.blocks if block.sort is Sort.ROW)
            for listing in lists(section.blocks):
                if listing.lead is None or not _NOT_ALL.search(listing.lead.text):
                    yield from listing.items
    for listing in lists(text.current):
        if listing.lead and _says_what_is_there(listing.lead.text):
            yield from listing.items


def is_component_section(section: Section) -> bool:
    """Whether this is the section that lists what is in the box."""
    return _COMPONENTS.fullmatch(section.title.strip()) is not None


def _says_what_is_there(lead: str) -> bool:
    return bool(_CONTAINS.search(lead) and _WHAT.search(lead)) and not _NOT_ALL.search(lead)


def _in_sentences(block: Block, forward: re.Pattern[str]) -> Iterator[Total]:
    if not forward.search(block.text):
        return
    for start, sentence in sentences_in(block.text):
        if _NOT_ALL.search(sentence) or is_conditional(sentence):
            continue
        for match in forward.finditer(sentence):
            if _BEFORE.search(sentence[: match.start()]) or _BEHIND.match(sentence[match.end() :]):
                yield _total(match, block, start)


def _total(match: re.Match[str], block: Block, start: int = 0) -> Total:
    """A total in a text, or in the sentence of it that begins at `start`."""
    return Total(block, start + match.start("number"), as_number(match["number"]), match["noun"])
