"""Where a text says how many of a thing there are in all, and not how many are drawn, dealt or held.

A number before a noun is a total in a list of components, after "the deck contains", in "a deck of 40
cards", before "in the box". Anywhere else it is taken for some of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cardtool.documents import NUMBER, Block, BlockType, Text, parse_number
from cardtool.lint.component_list import IN_WHAT, NOT_ALL, component_blocks
from cardtool.lint.context import is_conditional, sentences_in
from cardtool.lint.lazy import Lazy

__all__ = ["HEAD", "Total", "deck_totals", "is_of_all", "numbered", "total_of", "totals"]

_BEFORE = Lazy(
    rf"\b(?:{IN_WHAT}\s(?:has|holds|contains|includes|comprises|consists\sof|comes\swith|is\smade\sup\sof)"
    r")\s[^.;:?!]{0,300}\Z"
)
_BEHIND = Lazy(rf"\s(?:in\s(?:the|this)\s(?:whole\s)?{IN_WHAT}|in\sall|in\stotal|altogether)\b")
_LYING = (
    r"(?=\s(?:is|have|has|go|goes|lie|lies|stand|face|face-?down|face-?up|beside|next|near|around|by|on)\b)"
)
_MADE = Lazy(r"(?<!to\s)\b(?:form|make|build|create|assemble)\b")
_A_DECK = r"(?:^|\b(?:the|a|this|one|our|whole|entire|full|game)\s)deck"
_DECKS = Lazy(
    rf"(?P<number>{NUMBER})(?:\s|-)cards?\sdeck\b"
    rf"|{_A_DECK}\s(?:of|has|holds|contains|consists\sof|is\smade\sup\sof)\s(?P<of>{NUMBER})\scards?\b"
    rf"|(?P<in>{NUMBER})\scards{_BEHIND.pattern}"
)
_CARDS_LISTED = Lazy(rf"(?P<number>{NUMBER})\scards\s*(?:$|[(:,.])")
HEAD = re.compile(r"(?=\s*(?:$|[.,;:()\n\t–—=-]|(?:and|or|plus|in|are|is|from|to|into|of|with)\b))")


@dataclass(frozen=True, slots=True)
class Total:
    """A number of a noun that is said to be all of them. `start` is the number's offset in the block."""

    block: Block
    start: int
    number: int
    noun: str


def totals(text: Text, noun: str) -> Iterator[Total]:
    """Every total of what this pattern of a noun, with a group of that name, stands for."""
    forward = numbered(noun)
    backward = re.compile(
        rf"(?P<noun>{noun})\s?(?:[:(\t×x–-]\s?)+(?P<number>{NUMBER})\)?\s*\Z", re.IGNORECASE
    )
    listed = set(map(id, component_blocks(text)))
    for block in text.current:
        if id(block) in listed:
            match = forward.match(block.text) or backward.match(block.text)
            if match:
                yield total_of(match, block)
        elif block.sort is not BlockType.HEADING:
            yield from _in_sentences(block, forward)


def numbered(noun: str) -> re.Pattern[str]:
    """A number with the noun behind it, where the noun is not cut short."""
    behind = rf"(?:{HEAD.pattern}|{_LYING})"
    return re.compile(rf"(?P<number>{NUMBER})(?:\s?[x×])?\s(?P<noun>{noun}){behind}", re.IGNORECASE)


def deck_totals(text: Text) -> Iterator[Total]:
    """Every number of cards that a text gives a deck, or everything in the box."""
    listed = set(map(id, component_blocks(text)))
    for block in text.current:
        if id(block) in listed and (match := _CARDS_LISTED.match(block.text)):
            yield Total(block, match.start("number"), parse_number(match["number"]), "cards")
        for start, sentence in sentences_in(block.text) if "card" in block.text.lower() else ():
            if is_of_all(sentence):
                for match in _DECKS.finditer(sentence):
                    group = next(name for name in ("number", "of", "in") if match[name])
                    yield Total(block, start + match.start(group), parse_number(match[group]), "cards")


def is_of_all(sentence: str) -> bool:
    """Whether a sentence may speak of all there are: of every game, and no deck that is made just now."""
    return not (NOT_ALL.search(sentence) or _MADE.search(sentence) or is_conditional(sentence))


def _in_sentences(block: Block, forward: re.Pattern[str]) -> Iterator[Total]:
    if not forward.search(block.text):
        return
    for start, sentence in sentences_in(block.text):
        for match in forward.finditer(sentence) if is_of_all(sentence) else ():
            if not HEAD.match(sentence, match.end()):
                continue
            if _BEFORE.search(sentence[: match.start()]) or _BEHIND.match(sentence[match.end() :]):
                yield total_of(match, block, start)


def total_of(match: re.Match[str], block: Block, start: int = 0) -> Total:
    """A total in a text, or in the sentence of it that begins at `start`."""
    return Total(block, start + match.start("number"), parse_number(match["number"]), match["noun"])
