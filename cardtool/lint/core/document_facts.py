"""The facts a document states itself: its cards, its counts, and its terms: what it introduces by name, and
what it mostly writes with capitals.

Only what is certain is taken: a fact that is none would make a false alarm of every use.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import dropwhile

from cardtool.documents import Block, BlockType, Table, Text, plural, singular
from cardtool.lint.core.component_lists import component_counts, components_as_written
from cardtool.lint.core.facts import DefinedTerm, Facts, NamedCard
from cardtool.lint.core.matching import POSSESSIVE, NameFinder, grouped, word_keys, word_list
from cardtool.lint.core.sentence_context import begins_sentence
from cardtool.memory import LazyRegex
from cardtool.model import Source

_NAME_COLUMN = LazyRegex(r"(?:card|hero|unit|creature|monster|character)(?:s|es|['’]s)?(?: names?)?|names?")
_VALUE = re.compile(r"\d{1,4}")
_FEWEST_ROWS = 3


def facts_of_text(text: Text) -> Facts:
    """Return what a text says of its game that the rest of it can be held against."""
    counts = tuple(component_counts(text))
    return Facts(
        counts=counts,
        names=tuple(card for table in text.tables for card in _cards_of_table(table)),
        terms=tuple(terms_in(text)),
        listed_terms=tuple(components_as_written(counts)),
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


def terms_in(text: Text) -> Iterator[DefinedTerm]:
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
