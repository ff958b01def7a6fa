"""What a text lists as being in the box, and where it says how many of a thing there are in all.

A number before a noun is a total in a list of components, after "the deck contains", in "a deck of 40
cards", before "in the box". Anywhere else it is taken for some of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cardtool.documents import (
    NUMBER,
    Block,
    BlockType,
    Section,
    Text,
    once_per_text,
    parse_number,
    plural,
    singular,
)
from cardtool.lint.core.facts import Count, DefinedTerm, noun_key
from cardtool.lint.core.matching import LazyRegex, any_word
from cardtool.lint.core.sentence_context import is_conditional, sentences_in

_COMPONENTS = LazyRegex(
    rf"(?:\d+[.)]?\s*)?(?:game\s+|the\s+)?{any_word('titles of component lists')}"
    r"(?:\s+(?:of|in|included|list|overview).*)?\W*"
)
_CONTAINS = LazyRegex(
    r"\b(?:contain(?:s|ing|ed)?|includ(?:es|ing)|compris(?:es|ing)|consist(?:s|ing) of|comes with|"
    r"(?:is|are) made up of|in (?:the|this) box)\b"
)
CONTAINER = r"(?:deck|box|game|set|edition|pack)"
"""A pattern of what holds all there is."""

_CONTAINER_WORD = LazyRegex(rf"\b(?:{CONTAINER}|components?|copy)\b")
PARTIAL = LazyRegex(rf"\b{any_word('some of all there are')}\b")
"""Words of a sentence that speaks of some of the things, and not of all there are."""

_LONGEST_LINE = 12  # words; what is longer in a component list is no part of it but speaks about it


@once_per_text
def component_blocks(text: Text) -> Iterator[Block]:
    """Yield the items and rows that list what is in the box."""
    for section in text.sections:
        if is_component_section(section):
            yield from (block for block in section.blocks if block.sort is BlockType.ROW)
            for listing in section.lists:
                if listing.lead is None or not PARTIAL.search(listing.lead.text):
                    yield from listing.items
    for listing in text.lists:
        if listing.lead and _announces_contents(listing.lead.text):
            yield from listing.items


def is_component_section(section: Section) -> bool:
    """Return whether this is the section that lists what is in the box."""
    return _COMPONENTS.fullmatch(section.title.strip()) is not None


def _announces_contents(lead: str) -> bool:
    return bool(_CONTAINS.search(lead) and _CONTAINER_WORD.search(lead)) and not PARTIAL.search(lead)


@once_per_text
def component_lines(text: Text) -> Iterator[Block]:
    """Yield the lines of the component list, those that nothing marks as items among them."""
    known: set[int] = set()
    for block in component_blocks(text):
        if id(block) not in known:
            known.add(id(block))
            yield block
    for section in text.sections:
        if is_component_section(section):
            for block in section.blocks:
                is_short = len(block.text.split()) <= _LONGEST_LINE and not block.text.endswith((".", ":"))
                if block.sort is BlockType.PARAGRAPH and is_short and id(block) not in known:
                    yield block


_BEFORE = LazyRegex(
    rf"\b(?:{CONTAINER}\s(?:has|holds|contains|includes|comprises|consists\sof|comes\swith|is\smade\sup\sof)"
    r")\s[^.;:?!]{0,300}\Z"
)
_BEHIND = LazyRegex(rf"\s(?:in\s(?:the|this)\s(?:whole\s)?{CONTAINER}|in\sall|in\stotal|altogether)\b")
_POSITIONED = (
    r"(?=\s(?:is|have|has|go|goes|lie|lies|stand|face|face-?down|face-?up|beside|next|near|around|by|on)\b)"
)
_ASSEMBLES = LazyRegex(r"(?<!to\s)\b(?:form|make|build|create|assemble)\b")
_A_DECK = r"(?:^|\b(?:the|a|this|one|our|whole|entire|full|game)\s)deck"
_DECKS = LazyRegex(
    rf"(?P<number>{NUMBER})(?:\s|-)cards?\sdeck\b"
    rf"|{_A_DECK}\s(?:of|has|holds|contains|consists\sof|is\smade\sup\sof)\s(?P<of>{NUMBER})\scards?\b"
    rf"|(?P<in>{NUMBER})\scards{_BEHIND.pattern}"
)
_CARDS_LISTED = LazyRegex(rf"(?P<number>{NUMBER})\scards\s*(?:$|[(:,.])")
NOUN_END = re.compile(r"(?=\s*(?:$|[.,;:()\n\t–—=-]|(?:and|or|plus|in|are|is|from|to|into|of|with)\b))")


@dataclass(frozen=True, slots=True)
class Total:
    """A number of a noun that is said to be all of them. `start` is the number's offset in the block."""

    block: Block
    start: int
    number: int
    noun: str


def totals_of(text: Text, noun: str) -> Iterator[Total]:
    """Yield every total of what this pattern of a noun, with a group of that name, stands for."""
    forward = numbered_noun(noun)
    backward = re.compile(
        rf"(?P<noun>{noun})\s?(?:[:(\t×x–-]\s?)+(?P<number>{NUMBER})\)?\s*\Z", re.IGNORECASE
    )
    listed = set(map(id, component_blocks(text)))
    for block in text.current:
        if id(block) in listed:
            match = forward.match(block.text) or backward.match(block.text)
            if match:
                yield total_from(match, block)
        elif block.sort is not BlockType.HEADING:
            yield from _totals_in_sentences(block, forward)


def numbered_noun(noun: str) -> re.Pattern[str]:
    """Return a number with the noun behind it, where the noun is not cut short."""
    behind = rf"(?:{NOUN_END.pattern}|{_POSITIONED})"
    return re.compile(rf"(?P<number>{NUMBER})(?:\s?[x×])?\s(?P<noun>{noun}){behind}", re.IGNORECASE)


@once_per_text
def deck_totals(text: Text) -> Iterator[Total]:
    """Yield every number of cards that a text gives a deck, or everything in the box."""
    listed = set(map(id, component_blocks(text)))
    for block in text.current:
        if id(block) in listed and (match := _CARDS_LISTED.match(block.text)):
            yield Total(block, match.start("number"), parse_number(match["number"]), "cards")
        for start, sentence in sentences_in(block.text) if "card" in block.text.lower() else ():
            if may_count_all(sentence):
                for match in _DECKS.finditer(sentence):
                    group = next(name for name in ("number", "of", "in") if match[name])
                    yield Total(block, start + match.start(group), parse_number(match[group]), "cards")


def may_count_all(sentence: str) -> bool:
    """Return whether a sentence may speak of all there are: of every game, and no deck made just now."""
    return not (PARTIAL.search(sentence) or _ASSEMBLES.search(sentence) or is_conditional(sentence))


def _totals_in_sentences(block: Block, forward: re.Pattern[str]) -> Iterator[Total]:
    if not forward.search(block.text):
        return
    for start, sentence in sentences_in(block.text):
        for match in forward.finditer(sentence) if may_count_all(sentence) else ():
            if not NOUN_END.match(sentence, match.end()):
                continue
            if _BEFORE.search(sentence[: match.start()]) or _BEHIND.match(sentence[match.end() :]):
                yield total_from(match, block, start)


def total_from(match: re.Match[str], block: Block, start: int = 0) -> Total:
    """Return a total in a text, or in the sentence of it that begins at `start`."""
    return Total(block, start + match.start("number"), parse_number(match["number"]), match["noun"])


_NOUN = r"(?P<noun>[^\W\d_][^\d\n\t,;:()\[\]/.–—]{0,60})"
_FIRST = re.compile(
    rf"(?:an? |the )?(?:(?P<number>{NUMBER})(?:\s?[x×])?|(?P<times>\d{{1,4}})[x×])\s?{_NOUN}", re.I
)
_NEXT = re.compile(
    rf"\s*(?:,|;|\+|&|\band\b|\bplus\b)\s*(?:and\s)?(?P<number>{NUMBER})(?:\s?[x×])?\s{_NOUN}", re.I
)
_LAST = re.compile(rf"{_NOUN}\s*(?:[:(\t×]|\s[x–—-])\s*[x×]?\s?(?P<number>{NUMBER})\)?", re.I)
_ENDS = re.compile(
    r"\s+(?:-|–|and|or|&|\+|plus|with|for|in|on|to|from|showing|numbered|per|each|depicting|representing|which|that|"
    r"containing|consisting|comprising|including|divided|made|as|used|split)(?=\s|$).*",
    re.IGNORECASE | re.DOTALL,
)
_OF_EACH = re.compile(r"\b(?:each|per|every|apiece)\b", re.IGNORECASE)
_CARDS = re.compile(r"(?:playing )?cards?(?: decks?)?|deck", re.IGNORECASE)
_ONE = re.compile(r"(?:an? |the )?(?P<noun>[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*){0,3})\.?", re.IGNORECASE)
_IN_BULK = re.compile(
    r"\b(?:and|or|dice|paper|clay|money|cash|currency|equipment|string|sand|rope|tape|glue|water|food|[\w’'-]*s)$",
    re.IGNORECASE,
)
_MOST_WORDS = 5


@once_per_text
def component_counts(text: Text) -> Iterator[Count]:
    """Yield the counts of the component list, the whole deck's without nouns.

    A thing that has two numbers in it, as where colours are told apart, is left out.
    """
    found = [count for block in component_lines(text) for count in _counts_in_line(block)]
    often = Counter(noun_key(count.nouns[0]) for count in found)
    yield from (count for count in found if often[noun_key(count.nouns[0])] == 1)
    decks = list(deck_totals(text))
    if len({total.number for total in decks}) == 1:
        total = decks[0]
        here = total.block.at(total.start)
        yield Count("deck", total.number, (), f"line {here.line} says {total.number}", here)


def components_as_written(counts: Iterable[Count]) -> Iterator[DefinedTerm]:
    """Yield what the list of components calls things in several words, as it writes them.

    Not so where a list begins each entry with a capital, and only that: "Droplet tokens: 4".
    """
    for count in counts:
        if count.nouns and " " in count.nouns[0]:
            first, *others = count.nouns[0].split()
            if not first[0].isupper() or any(other[0].isupper() for other in others):
                yield DefinedTerm(count.nouns[0], count.nouns[1], (), count.source, declared=False)


def single_components(text: Text) -> Iterator[Count]:
    """Yield the entries without a number of what is counted and is one: `Pad of Paper`, `a die`."""
    for block in component_lines(text):
        match = _ONE.fullmatch(block.text)
        if match and not _IN_BULK.search(match["noun"].partition(" of ")[0]):
            one, many = _noun_forms(match["noun"])
            if one == match["noun"] != many:
                here = block.at(match.start("noun"))
                yield Count(one.lower(), 1, (one, many), f"line {here.line} lists one", here)


def _counts_in_line(block: Block) -> Iterator[Count]:
    """Yield what a line counts, a row of a table with each of its cells."""
    yield from _counts_between(block, 0, len(block.text))
    cells = block.text.split("\t") if block.sort is BlockType.ROW else ()
    start = 0
    for cell in cells:
        if start and _FIRST.match(cell):
            yield from _counts_between(block, start, start + len(cell))
        start += len(cell) + 1


def _counts_between(block: Block, start: int, end: int) -> Iterator[Count]:
    match = _FIRST.match(block.text, start, end)
    if match is None:
        match = _LAST.fullmatch(block.text, start, end)
        yield from _count_from(block, match) if match else ()
        return
    while match:
        noun = _ENDS.sub("", match["noun"])
        yield from _count_from(block, match)
        match = _NEXT.match(block.text, match.start("noun") + len(noun.rstrip()), end)


def _count_from(block: Block, match: re.Match[str]) -> Iterator[Count]:
    noun = _ENDS.sub("", match["noun"]).strip()
    groups = match.groupdict()
    number = parse_number(groups["number"] or groups["times"])
    words = noun.split()
    if not words or len(words) > _MOST_WORDS or _CARDS.fullmatch(noun) or _OF_EACH.search(match["noun"]):
        return
    one, many = _noun_forms(noun)
    here = block.at(match.start("number") if groups["number"] else match.start("times"))
    id = re.sub(r"[^a-z0-9]+", "-", one.lower()).strip("-")
    yield Count(id, number, (one, many), f"the component list says {number}", here)


def _noun_forms(noun: str) -> tuple[str, str]:
    head, of, rest = noun.partition(" of ")
    one = singular(head)
    return f"{one}{of}{rest}", f"{plural(one)}{of}{rest}"
