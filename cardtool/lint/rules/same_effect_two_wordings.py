"""One effect has one wording, whichever card it is on.

Players learn sentences. When one card says "into your hand" and the next "in your hand", they look for
the difference; and there is none.

Bad:

    # one card                               # another
    text: Draw 2 cards immediately.          text: Immediately draw two cards.

Good:

    text: Draw two cards at once.            text: Draw two cards at once.

Compared are the sentences of cards. Two are the same effect when they have the same words in the same
order but for articles and fillers, figures for number words, and a few words that mean the same on a
card (at once, immediately). The findings stand at the rarer wording and propose the commoner.

Overlooked on purpose: everything that might make a difference, such as may, other numbers, another
order; flavour; and texts beside the cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtool.documents import Text, TextKind
from cardtool.finding import Severity
from cardtool.lint.effects import Wording, told_in_several_ways
from cardtool.lint.facts import Facts
from cardtool.lint.registry import Problem, text_rule

_MOST = 3  # findings for one wording


@text_rule("CT606", "same-effect-two-wordings", Severity.INFO)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for ways in told_in_several_ways(text for text in texts if text.role is TextKind.CARD):
        yield from _problems(ways)


def _problems(ways: Sequence[Sequence[Wording]]) -> Iterator[Problem]:
    usual, *others = sorted(ways, key=lambda uses: -len(uses))
    for uses in others:
        for use in uses[:_MOST]:
            message = f'"{use.said}" is also worded "{usual[0].said}", {_where(usual)}'
            yield use.source, message, f'write "{usual[0].said}" if it is meant to be the same'


def _where(uses: Sequence[Wording]) -> str:
    """`in the text of "Goat"`, `in the text of "Goat" and on 2 more cards`."""
    cards = list(dict.fromkeys(use.title for use in uses))
    more = len(cards) - 1
    return f"in {cards[0]}" + (f" and on {more} more card{'s' if more > 1 else ''}" if more else "")
