"""What is defined is used.

Readers learn a keyword to meet it again. One that nothing else mentions was renamed everywhere but here, or
went with a card that had it.

Bad:

    ## Glossary

    Exhaust: turn the card sideways.

    … and everywhere else cards are tapped

Good:

    ## Glossary

    Tap: turn the card sideways.

Looked at are the glossary of a game, whose terms may be used by cards, rules, the rulebook and templates; and
in a document the entries below a heading such as Glossary, Keywords or Terms: headings of their own, or what
goes before a colon or a dash. Any form of a word is a use, and so is a part of a longer term. Found in real
rules are "Combat Action" and "Prepare Action". Overlooked on purpose: lists with fewer than four entries, and
those of which a third or more is used nowhere: their words are on cards that the document does not print.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.matching import stem, word_keys
from cardtool.lint.core.sentence_context import GLOSSARY
from cardtool.model import Source

_HEADING = BlockType.HEADING
_ENTRY = re.compile(
    r"([A-Z][\w’'-]*(?: [\w’'-]+){0,3}?)(?: ?[\[(][^\])]*[\])])?\s*(?:[:–—\t]|\s-(?=\s))\s*(?=[\w“\"(])"
)
_NO_NAME = re.compile(r"\s*[\[(].*|(?:\s(?:[A-Z]|\d+))+$|\W+$")  # Blast (X), Crew N, Guard:
_SHORTEST = 3  # letters of an entry
_FEWEST = 4  # entries of a list
_MOST_UNUSED = 1 / 3  # of them


class _Entry(NamedTuple):
    """A defined term: how it is met in a text, and the blocks that define it."""

    term: str
    block: Block
    phrases: Sequence[tuple[str, ...]]
    own: Collection[Source]


@text_rule("CT310", "unused-term", Severity.INFO, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    glossary = [text for text in texts if text.role is TextKind.GLOSSARY and text.blocks]
    entries = [_entry(text.blocks[0].text, text.blocks) for text in glossary]
    if entries:
        told = (text for text in texts if text.role is not TextKind.CHANGELOG)
        yield from _problems(entries, (block for text in told for block in text.blocks))
    for document in texts:
        for listed in _lists_in(document) if document.role is TextKind.DOCUMENT else ():
            problems = list(_problems(listed, document.current))
            if len(listed) >= _FEWEST and len(problems) < _MOST_UNUSED * len(listed):
                yield from problems


def _lists_in(text: Text) -> Iterator[Sequence[_Entry]]:
    """Yield the entries of every list of definitions of a document."""
    blocks = text.current
    for row, heading in enumerate(blocks):
        if heading.sort is _HEADING and GLOSSARY.fullmatch(heading.text):
            is_below = (each.sort is not _HEADING or each.level > heading.level for each in blocks[row + 1 :])
            below = blocks[row + 1 : row + 1 + sum(takewhile(bool, is_below))]
            titles = ((at, each) for at, each in enumerate(below) if each.sort is _HEADING)
            titled = [(at, each.text) for at, each in titles if each.level == heading.level + 1]
            heads = {id(table.rows[0]) for table in text.tables}
            begun = ((at, _ENTRY.match(each.text)) for at, each in enumerate(below) if id(each) not in heads)
            named = [(at, match[1]) for at, match in begun if match]
            found = pairwise([*max(named, titled, key=len), (len(below), "")])
            yield [_entry(term, below[at:end]) for (at, term), (end, _) in found if len(term) >= _SHORTEST]


def _entry(term: str, blocks: Sequence[Block]) -> _Entry:
    names = (_NO_NAME.sub("", name.strip()) for name in term.split("/"))
    return _Entry(term, blocks[0], [_stems(name) for name in names], {block.at() for block in blocks})


def _stems(text: str) -> tuple[str, ...]:
    return tuple(stem(key) for key in word_keys(text))


def _problems(entries: Sequence[_Entry], blocks: Iterable[Block]) -> Iterator[Problem]:
    """Yield the entries that none of these blocks mentions but their own."""
    unmet: dict[tuple[str, ...], list[_Entry]] = {}
    for entry in entries:
        for phrase in entry.phrases:
            unmet.setdefault(phrase, []).append(entry)
    lengths = sorted({len(phrase) for phrase in unmet})
    met = set[Source]()
    for block in blocks:
        stems = _stems(block.text)
        for phrase in {stems[at : at + length] for at in range(len(stems)) for length in lengths}:
            if found := unmet.get(phrase):
                unmet[phrase] = [entry for entry in found if block.at() in entry.own]
                met.update(entry.block.at() for entry in found if block.at() not in entry.own)
    for entry in entries:
        if entry.block.at() not in met:
            message = f'"{entry.term}" is defined here and used nowhere else'
            yield entry.block.at(), message, "take it out, or use it where it is meant"
