"""The facts a document states itself: the list of its components, its cards and its terms."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import dropwhile
from typing import NamedTuple

from cardtool.documents import (
    NUMBER,
    Block,
    BlockType,
    Section,
    Table,
    Text,
    once_per_text,
    parse_number,
    plural,
    singular,
)
from cardtool.lint.core.facts import Count, DefinedTerm, Facts, NamedCard, noun_key
from cardtool.lint.core.matching import POSSESSIVE, NameFinder, any_word, grouped, word_keys, word_list
from cardtool.lint.core.sentences import begins_sentence, is_conditional, sentences_in
from cardtool.memory import LazyRegex
from cardtool.model import Source

_COMPONENTS = LazyRegex(
    rf"(?:\d+[.)]?\s*)?(?:game\s+|the\s+)?{any_word('titles of component lists')}"
    r"(?:\s+(?:of|in|included|list|overview).*)?\W*"
)
_CONTAINS = LazyRegex(rf"\b{any_word('before what is contained')}\b")
_CONTAINER = r"(?:deck|box|game|set|edition|pack)"
_CONTAINER_WORD = LazyRegex(rf"\b(?:{_CONTAINER}|components?|copy)\b")
_PARTIAL = LazyRegex(rf"\b{any_word('some of all there are')}\b")
_BESIDE_TITLE = re.compile(r"^\d{1,2}(?:\.\d{1,2})*[.)]\s+|(?<![\s.…])[\s.…]+\d{1,3}$")  # numbers
_OPENING, _CHAPTERS = 4, 3  # lines at the head of a list, and chapters among them
_LONGEST_LINE = 12  # words; what is longer in a component list is no part of it but speaks about it


@once_per_text
def component_lines(text: Text) -> Iterator[Block]:
    """Yield the lines that list what is in the box, those that nothing marks as items among them."""
    announced: set[int] = set()
    partial: set[int] = set()
    for listing in text.lists:
        lead = listing.lead.text if listing.lead else ""
        is_all = _CONTAINS.search(lead) and _CONTAINER_WORD.search(lead)
        group = partial if _PARTIAL.search(lead) else announced if is_all else set[int]()
        group.update(map(id, listing.items))
    inside = {id(block) for section in component_sections(text) for block in section.blocks} - partial
    for block in text.current:
        is_short = len(block.text.split()) <= _LONGEST_LINE and not block.text.endswith((".", ":"))
        is_line = block.sort is BlockType.PARAGRAPH and is_short
        is_entry = block.sort in (BlockType.ROW, BlockType.ITEM) or is_line
        if id(block) in announced or (id(block) in inside and is_entry):
            yield block


def component_sections(text: Text, *, or_inside: bool = False) -> Iterator[Section]:
    """Yield the sections that list what is in the box, and perhaps those inside of them.

    One called Contents whose first lines stand as lines of their own elsewhere lists chapters.
    """
    lines = Counter(_line_key(block) for block in text.current)
    titles = {
        id(section.headings[-1])
        for section in text.sections
        if _COMPONENTS.fullmatch(section.title.strip())
        and sum(lines[_line_key(block)] > 1 for block in section.blocks[:_OPENING]) < _CHAPTERS
    }
    for section in text.sections:
        if not titles.isdisjoint(map(id, section.headings if or_inside else section.headings[-1:])):
            yield section


def _line_key(block: Block) -> str:
    return _BESIDE_TITLE.sub("", block.text.casefold())


_HOLDS = r"(?:has|holds|contains|includes|comprises|consists\sof|comes\swith|is\smade\sup\sof)"
_BEFORE = LazyRegex(rf"\b{_CONTAINER}\s{_HOLDS}\s[^.;:?!]{{0,300}}\Z")
_BEHIND = LazyRegex(rf"\s(?:in\s(?:the|this)\s(?:whole\s)?{_CONTAINER}|in\sall|in\stotal|altogether)\b")
_ASSEMBLES = LazyRegex(r"(?<!to\s)\b(?:form|make|build|create|assemble)\b")
_A_DECK = r"(?:^|\b(?:the|a|this|one|our|whole|entire|full|game)\s)deck"
_DECKS = LazyRegex(
    rf"(?P<number>{NUMBER})(?:[\s-]cards?\sdeck\b|\scards{_BEHIND.pattern})"
    rf"|{_A_DECK}\s(?:of|has|holds|contains|consists\sof|is\smade\sup\sof)\s(?P<of>{NUMBER})\scards?\b"
)
_CARDS_LISTED = LazyRegex(rf"(?P<number>{NUMBER})\scards\s*(?:$|[(:,.])")


class Total(NamedTuple):
    """A number of a noun that is said to be all of them, and where."""

    number: int
    noun: str
    source: Source


@once_per_text
def deck_totals(text: Text) -> Iterator[Total]:
    """Yield every number of cards that a text gives a deck, or everything in the box."""
    listed = set(map(id, component_lines(text)))
    for block in text.current:
        if id(block) in listed and (match := _CARDS_LISTED.match(block.text)):
            yield Total(parse_number(match["number"]), "cards", block.at(match.start("number")))
        low = block.text.lower()
        may_count = "card" in low and ("deck" in low or _BEHIND.search(low))
        for start, sentence in sentences_in(block.text) if may_count else ():
            for match in _DECKS.finditer(sentence) if _may_count_all(sentence) else ():
                group = "number" if match["number"] else "of"
                yield Total(parse_number(match[group]), "cards", block.at(start + match.start(group)))


def is_said_of_all(sentence: str, match: re.Match[str]) -> bool:
    """Return whether what a sentence says here is said of everything in the box."""
    is_total = _BEFORE.search(sentence[: match.start()]) or _BEHIND.match(sentence[match.end() :])
    return bool(is_total) and _may_count_all(sentence)


def _may_count_all(sentence: str) -> bool:
    """Return whether a sentence may speak of all there are: of every game, and no deck made just now."""
    return not (_PARTIAL.search(sentence) or _ASSEMBLES.search(sentence) or is_conditional(sentence))


_NOUN = r"(?P<noun>[^\W\d_][^\d\n\t,;:()\[\]/.–—]{0,60})"
_FIRST = LazyRegex(rf"(?:an? |the )?(?P<number>{NUMBER}|\d{{1,4}}(?=[x×]))(?:\s?[x×])?\s?{_NOUN}")
_NEXT = LazyRegex(rf"\s*(?:,|;|\+|&|\band\b|\bplus\b)\s*(?:and\s)?(?P<number>{NUMBER})(?:\s?[x×])?\s{_NOUN}")
_LAST = LazyRegex(rf"{_NOUN}\s*(?:[:(\t×*]|\s[x–—-])\s*[x×]?\s?(?P<number>{NUMBER})\)?")
_ENDS = LazyRegex(rf"\s+(?:[-–&+]|{any_word('behind what is counted')})(?=\s|$)(?s:.*)")
_OF_EACH = LazyRegex(r"\b(?:each|per|every|apiece)\b")
_CARDS = LazyRegex(r"(?:playing )?cards?(?: decks?)?|deck")
_MOST_WORDS_OF_THING = 5


@once_per_text
def component_counts(text: Text) -> Iterator[Count]:
    """Yield the counts of the component list, the whole deck's without nouns.

    A thing that has two numbers in it, as where colours are told apart, is left out.
    """
    found = listed_totals(text)
    often = Counter(noun_key(total.noun) for total in found)
    for number, noun, here in found:
        if often[noun_key(noun)] == 1:
            head, of, rest = noun.partition(" of ")
            one = singular(head)
            nouns = f"{one}{of}{rest}", f"{plural(one)}{of}{rest}"
            id = re.sub(r"[^a-z0-9]+", "-", nouns[0].lower()).strip("-")
            yield Count(id, number, nouns, f"the component list says {number}", here)
    decks = deck_totals(text)
    if len({total.number for total in decks}) == 1:
        number, _, here = decks[0]
        yield Count("deck", number, (), f"line {here.line} says {number}", here)


@once_per_text
def listed_totals(text: Text) -> Iterator[Total]:
    """Yield what the lines of the component list count, a row of a table with each of its cells."""
    for block in component_lines(text):
        start = 0
        for cell in block.text.split("\t") if block.sort is BlockType.ROW else ("",):
            if not start:
                yield from _totals_between(block, 0, len(block.text))
            elif _FIRST.match(cell):
                yield from _totals_between(block, start, start + len(cell))
            start += len(cell) + 1


def _components_as_written(counts: Iterable[Count]) -> Iterator[DefinedTerm]:
    """Yield what the list of components calls things in several words, as it writes them.

    Not so where a list begins each entry with a capital, and only that: "Droplet tokens: 4".
    """
    for count in counts:
        if count.nouns and " " in count.nouns[0]:
            first, *others = count.nouns[0].split()
            if not first[0].isupper() or any(other[0].isupper() for other in others):
                yield DefinedTerm(count.nouns[0], count.nouns[1], (), count.source, declared=False)


def _totals_between(block: Block, start: int, end: int) -> Iterator[Total]:
    match = _FIRST.match(block.text, start, end)
    if match is None:
        match = _LAST.fullmatch(block.text, start, end)
        yield from _total_from(block, match) if match else ()
        return
    while match:
        yield from _total_from(block, match)
        noun = _ENDS.sub("", match["noun"]).rstrip()
        match = _NEXT.match(block.text, match.start("noun") + len(noun), end)


def _total_from(block: Block, match: re.Match[str]) -> Iterator[Total]:
    noun = _ENDS.sub("", match["noun"]).strip()
    is_thing = 0 < len(noun.split()) <= _MOST_WORDS_OF_THING and not _CARDS.fullmatch(noun)
    if is_thing and not _OF_EACH.search(match["noun"]):
        yield Total(parse_number(match["number"]), noun, block.at(match.start("number")))


_NAME_COLUMN = LazyRegex(r"(?:card|hero|unit|creature|monster|character)(?:s|es|['’]s)?(?: names?)?|names?")
_VALUE = re.compile(r"\d{1,4}")
_FEWEST_ROWS = 3


def facts_of_text(text: Text) -> Facts:
    """Return what a text says of its game that the rest of it can be held against."""
    counts = tuple(component_counts(text))
    return Facts(
        counts=counts,
        names=tuple(card for table in text.tables for card in _cards_of_table(table)),
        terms=tuple(_terms_in(text)),
        listed_terms=tuple(_components_as_written(counts)),
    )


def _cards_of_table(table: Table) -> Iterator[NamedCard]:
    """Yield the cards of a table that is headed `Card`, `Name` or the like, with its columns of numbers."""
    head, *rows = [[cell.strip() for cell in row.text.split("\t")] for row in table.rows]
    if len(rows) < _FEWEST_ROWS or not _NAME_COLUMN.fullmatch(head[0]):
        return
    if any(len(row) != len(head) or not row[0] for row in rows):
        return
    columns = [at for at in range(1, len(head)) if all(_VALUE.fullmatch(row[at]) for row in rows)]
    for row, block in zip(rows, table.rows[1:], strict=True) if columns else ():
        yield NamedCard(row[0], head[0].lower(), {head[at]: (int(row[at]),) for at in columns}, block.at())


_MOST_WORDS = 3

_CAPITAL = r"[^\W\d_a-z](?:[\w’'-]*\w)?"
_RUN = re.compile(rf"[^\W\d_a-z](?<![\w’'-].)(?:[\w’'-]*\w)?(?:[ \n]{_CAPITAL})*")
_INTRODUCED = re.compile(
    rf"\b(?:known as|called|referred to as)\s+(?:(?:the|their|your|his|her|its|an?)\s+)?[“\"]?"
    rf"({_CAPITAL}(?:[ \n]{_CAPITAL})*)"
)
_NO_TERM = word_list("no terms")

_LEAST, _LEAST_ALONE = 5, 6  # times a term is written, and one that is a single word
_CLEAR, _CLEAR_ALONE = 0.8, 0.9  # of its places have the same capitals
_CLEAR_INTRODUCED = 0.6  # where it is one word, and the text says that this is its name


_TermUse = tuple[str, bool, Source]
"""The singular of what is written for a term, whether its plural is written, and where."""


def _terms_in(text: Text) -> Iterator[DefinedTerm]:
    """Yield the terms that the document introduces, or writes nearly always in one way, by first use."""
    blocks = [block for block in text.current if block.sort in (BlockType.PARAGRAPH, BlockType.ITEM)]
    introduced = {name for block in blocks for name in _introduced_names(block.text)}
    raised = Counter(name for block in blocks for name in _capitalised_names(block.text))
    finder = NameFinder(name for name, times in raised.items() if times > 1 or name in introduced)
    for name, found in grouped(use for block in blocks for use in _uses_in(block, finder)).items():
        way, times = Counter(written for written, _, _ in found).most_common(1)[0]
        share, is_alone = times / len(found), " " not in name
        declared = name in introduced and (not is_alone or (times > 1 and share >= _CLEAR_INTRODUCED))
        least, clear = (_LEAST_ALONE, _CLEAR_ALONE) if is_alone else (_LEAST, _CLEAR)
        is_term = declared or (times >= least and share >= clear)
        if is_term and all(word[0].isupper() for word in way.split()):
            many = plural(way) if any(is_plural for _, is_plural, _ in found) else ""
            here = next(source for written, _, source in found if written == way)
            yield DefinedTerm(way, many, (), here, declared=declared, introduced=declared)


def _capitalised_names(text: str) -> Iterator[str]:
    """Yield, in small letters and the singular, the runs of capitalised words inside the sentences."""
    for match in _RUN.finditer(text):
        words = match[0].split()[int(begins_sentence(text, match.start())) :]
        words = list(dropwhile(lambda word: word.casefold() in _NO_TERM, words))
        if 0 < len(words) <= _MOST_WORDS and len(words[0]) > 1:
            yield " ".join(word_keys(" ".join(words)))


def _introduced_names(text: str) -> Iterator[str]:
    """Yield what the text says is the name of something: "this is known as the Pantry"."""
    for match in _INTRODUCED.finditer(text):
        words = match[1].split()
        if len(words) <= _MOST_WORDS and words[0].casefold() not in _NO_TERM:
            yield " ".join(word_keys(match[1]))


def _uses_in(block: Block, finder: NameFinder) -> Iterator[tuple[str, _TermUse]]:
    """Yield every use of these names; where it begins a sentence, only if the capitals say something."""
    for match in finder.matches(block.text):
        *before, last = POSSESSIVE.sub("", block.text[match.start : match.end]).split()
        is_sure = before and all(word[0].isupper() for word in (*before[1:], last))
        if is_sure or not begins_sentence(block.text, match.start):
            one = singular(last)
            yield match.name, (" ".join([*before, one]), one != last, block.at(match.start))
