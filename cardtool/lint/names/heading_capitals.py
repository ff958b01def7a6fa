"""The headings of one rank have their capitals in one way.

"Damage and death" between "Rolling Dice" and "Combat Actions" looks like another sort of heading, and in the
contents of a book like a slip.

Bad:

    ## Skill Checks
    ## Quick Actions
    ## Combat Rounds
    ## Battle injuries

Good:

    ## Battle Injuries

Looked at are headings of several words below the title, in a text of which three or more of a rank, and twice
as many, have a capital on every word of weight. One finding stands for all of a rank. Found in one real
rulebook of five are "Repair capsule", "Bonus actions on your turn". Overlooked on purpose: what stands in a
bracket; whole sentences; texts that write most headings like sentences, for there a name may stand; and
plain text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from cardtool.documents import Block, BlockType, Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, also_in_lines, text_rule
from cardtool.lint.core.sentence_context import TITLE_SMALL_WORDS, is_all_capitals

_BRACKET = re.compile(r"[(\[{].*|[^\W\d_]+\s*=.*")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_MOST_WORDS = 7  # of a title
_SHORTEST = 4  # letters of a word of weight
_FEWEST = 3  # headings of a rank with capitals throughout
_TO_ONE = 2  # of them, for one without


@text_rule("CT312", "heading-capitals", Severity.INFO, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK) and not text.is_plain:
            ranks: defaultdict[int, list[tuple[Block, list[str]]]] = defaultdict(list)
            for heading in (each for each in text.current if each.sort is BlockType.HEADING):
                if heading.level > 1 and (words := _words_of_weight(heading.text)):
                    ranks[heading.level].append((heading, words))
            for headings in ranks.values():
                yield from _problems(headings)


def _problems(headings: Sequence[tuple[Block, Sequence[str]]]) -> Iterator[Problem]:
    small = [(heading, [*filter(str.islower, words)]) for heading, words in headings]
    others = [(heading, words) for heading, words in small if words]
    raised = len(headings) - len(others)
    if others and raised >= max(_FEWEST, _TO_ONE * len(others)):
        (first, words), *more = others
        also = also_in_lines(first.at(), [heading.at() for heading, _ in more])
        message = f'"{first.text}" has small words, where {raised} headings of its rank have capitals{also}'
        yield first.at(first.text.index(words[0])), message, f'write "{words[0].capitalize()}"'


def _words_of_weight(title: str) -> list[str]:
    """Return the words behind the first that have a capital in a title; none if it is no title."""
    words = _WORD.findall(_BRACKET.sub("", title))
    is_title = 1 < len(words) <= _MOST_WORDS and not words[0].islower() and not is_all_capitals(title)
    others = words[1:] if is_title and not title.endswith(("?", "!", ".", ":")) else []
    return [word for word in others if len(word) >= _SHORTEST and word.lower() not in TITLE_SMALL_WORDS]
