"""What is said in numbers once and for all is the same number everywhere.

The hand limit is seven in the chapter about drawing and eight in the summary; the overview has three phases
in a round, the chapter four. Whoever learnt the one plays against those who learnt the other.

Bad:

    Each day has two parts.
    …
    Each day has three parts: milking, mowing and sleeping.

Good:

    Each day has three parts.
    …
    Each day has three parts: milking, mowing and sleeping.

Looked at are sentences of a rulebook or document that put such a number in one of the ways of
counts/number_facts.tsv: hand limits, actions in a turn, what everybody starts with, what wins, parts of a
round or of the game, how much a thing holds, cards of the deck, the size of the board. Real texts it fires on
tell the length of the game in the overview and under "Game end", or the hand limit in the rules and in a
summary. Overlooked on purpose: what one section says twice, for it tells cases apart; conditions, numbers of
players, variants and examples; what has three numbers or more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from cardtool.documents import Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, brief_place, text_rule
from cardtool.lint.counts.number_facts import NumberFact, number_facts


@text_rule("CT213", "one-number", Severity.WARNING, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    said: defaultdict[str, list[NumberFact]] = defaultdict(list)
    for text in texts:
        if text.role in (TextKind.RULEBOOK, TextKind.DOCUMENT):
            for fact in number_facts(text):
                said[fact.of].append(fact)
    for alike in said.values():
        if len({fact.number for fact in alike}) == 2:
            yield from _contradictions(alike)


def _contradictions(alike: Sequence[NumberFact]) -> Iterator[Problem]:
    first = alike[0]
    if any(fact.section is first.section for fact in alike if fact.number != first.number):
        return
    for fact in alike:
        if fact.number != first.number:
            there = brief_place(first.source, fact.source)
            message = f'"{fact.quote}", but {there} says "{first.quote}"'
            yield fact.source, message, "say the same in both places"
