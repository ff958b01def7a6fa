"""What is opened, is closed: brackets and double quotes.

A bracket that is never closed leaves readers waiting for the end of the aside; a lost quote makes it
unclear which words are the name.

Bad:

    Discard it (unless you flip it.
    Play "Chainmail and draw a card.

Good:

    Discard it (unless you flip it).
    Play "Chainmail" and draw a card.

Looked at paragraph by paragraph, in rules, rulebook, cards and documents. Overlooked on purpose:
what a paragraph nearby closes, quotes of several paragraphs, labels such as `a)`, smileys, inches,
intervals, single quotes (which are apostrophes as well), templates, tables and code.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from cardtool.documents import Block, BlockType, TextKind
from cardtool.finding import Severity
from cardtool.lint.corpus import Corpus
from cardtool.lint.facts import Facts
from cardtool.lint.pairing import Lone, lone_signs
from cardtool.lint.registry import Problem, text_rule

_NEARBY = 12  # blocks within which an aside may go on
_SIGN = re.compile(r"[()\[\]“”\"]")
_READ = (BlockType.PARAGRAPH, BlockType.ITEM, BlockType.HEADING)


@text_rule("CT604", "unbalanced", Severity.WARNING)
def check(texts: Corpus, facts: Facts) -> Iterator[Problem]:
    suspects = {id(text): text for text, _ in texts.matching(_SIGN)}
    for text in suspects.values():
        if text.role is not TextKind.TEMPLATE:
            blocks = [block for block in text.current if block.sort in (*_READ, BlockType.ROW)]
            for row, lone in _never_paired(blocks):
                if blocks[row].sort is not BlockType.ROW:
                    yield _problem(blocks[row], lone)


def _never_paired(blocks: Sequence[Block]) -> Iterator[tuple[int, Lone]]:
    """The lone signs of each block, less those that close what a block shortly before has opened."""
    waiting: defaultdict[str, list[tuple[int, Lone]]] = defaultdict(list)  # by kind, the last one last
    for row, block in enumerate(blocks):
        if block.text.startswith("“"):  # a quote of several paragraphs is opened in each
            waiting["“"] = [each for each in waiting["“"] if each[0] != row - 1]
        opened = []
        for lone in lone_signs(block.text):
            if not lone.opens and waiting[lone.kind]:
                waiting[lone.kind].pop()
            elif lone.opens is False or lone.sign == '"':
                yield row, lone
            else:
                opened.append((row, lone))
        for each in opened:
            waiting[each[1].kind].append(each)
        for kind, openers in waiting.items():
            yield from (each for each in openers if row - each[0] > _NEARBY)
            waiting[kind] = [each for each in openers if row - each[0] <= _NEARBY]
    for openers in waiting.values():
        yield from openers


def _problem(block: Block, lone: Lone) -> Problem:
    near = _around(block.text, lone.at)
    if lone.sign == '"':
        return block.at(lone.at), f'one of the quotes has no partner (at "{near}")', "open or close the quote"
    if lone.opens:
        return block.at(lone.at), f'{lone.sign} is never closed (at "{near}")', "close it, or take it out"
    return block.at(lone.at), f'{lone.sign} closes nothing (at "{near}")', "open it, or take it out"


def _around(text: str, at: int) -> str:
    """The few words around this place of the text."""
    left, right = max(0, at - 16), at + 24
    near = " ".join(text[left:right].split())
    return f"{'…' if left else ''}{near}{'…' if right < len(text) else ''}"
