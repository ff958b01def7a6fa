"""A value quoted beside a card's name is the card's value.

Examples quote values, cards are rebalanced, examples are not. The reader who looks at the card in the
picture is the first to notice.

Bad:

    Pigsticker, with a value of 4, beats it.

Good:

    Pigsticker, with a value of 3, beats it.

Looked at are "with a value of 3", "(value 3)", "worth 2 Victory Points" and the like right after the
name of a card, and "(3)" in a sentence that speaks of values. They are held against the cards; in a
document without a game, against what it quoted for the same card before. Overlooked on purpose: values
that something changes ("now", "becomes", "counts as"), and names that are not certain to be a card's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtool.finding import Severity
from cardtool.lint.alike import place
from cardtool.lint.facts import Facts
from cardtool.lint.lazy import Lazy
from cardtool.lint.quoting import CardNames, Quoted, quoted_values
from cardtool.lint.registry import Problem, text_rule
from cardtool.prose import Role, Text

_CHANGED = Lazy(
    r"\b(?:now|becom\w+|rais\w+|increas\w+|reduc\w+|lower\w+|modif\w+|instead|treat\w*|counts? as|doubl\w+|"
    r"halv\w+|each|every|any|if|unless|would|were|was|used to)\b"
)


@text_rule("CT404", "quoted-value", Severity.ERROR)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    names = CardNames.of(facts)
    for text in texts:
        if text.role is Role.CARD:
            continue
        first: dict[str, Quoted] = {}
        for quoted in quoted_values(text, names):
            if not _CHANGED.search(quoted.sentence):
                yield from _against_the_cards(quoted) if names else _against_the_text(quoted, first)


def _against_the_cards(quoted: Quoted) -> Iterator[Problem]:
    """Held against the card's own value, where the card has one that texts call so."""
    card = quoted.card
    if card is None:
        return
    known = {number for called, number in card.values.items() if (called == "value") == quoted.is_value}
    if len(known) == 1 and quoted.number not in known:
        right = known.pop()
        told = f"has a value of {right}" if quoted.is_value else f"is worth {right} Victory Points"
        yield quoted.source, f"{card.name} {told} ({card.source}), not {quoted.number}", f"write {right}"


def _against_the_text(quoted: Quoted, first: dict[str, Quoted]) -> Iterator[Problem]:
    before = first.setdefault(f"{quoted.name} {quoted.is_value}", quoted)
    if before.number != quoted.number:
        where = place(before.source, quoted.source)
        message = f"{quoted.name} is given as {quoted.number} here and as {before.number} ({where})"
        yield quoted.source, message, "make them agree with the card"
