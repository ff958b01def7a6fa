"""A value quoted beside a card's name is the card's value.

Examples quote values, cards are rebalanced, examples are not. The reader who looks at the card in the
picture is the first to notice.

Bad:

    Pigsticker, with a value of 4, beats it.

Good:

    Pigsticker, with a value of 3, beats it.

Looked at are "with a value of 3", "(value 3)", "worth 2 Victory Points" and the like right after the
name of a card, and "(3)" in a sentence that speaks of values. They are held against the cards; in a
document without a game, against what it quoted for the same card before.

A document is held against itself, too. What its tables, stat blocks and lists give a thing is what the
rest of it has to say of that thing: where the table of beasts gives the Silver Heron Prestige 9,
"Silver Heron (prestige 8)", "the Silver Heron has prestige 8" and "a prestige of 8" are found.

Overlooked on purpose: values that something changes ("now", "becomes", "counts as"), and names that are
not certain to be a card's. Of a document's own values also examples, variants and scenarios, what two
places give differently, and points or health that something may have just now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtool.documents import Text, TextKind
from cardtool.finding import Severity
from cardtool.lint.alike import place
from cardtool.lint.facts import Facts
from cardtool.lint.lazy import Lazy
from cardtool.lint.quoting import CardNames, Quoted, quoted_values
from cardtool.lint.registry import Problem, text_rule

_CHANGED = Lazy(
    r"\b(?:now|becom\w+|rais\w+|increas\w+|reduc\w+|lower\w+|modif\w+|instead|treat\w*|counts? as|doubl\w+|"
    r"halv\w+|each|every|any|if|unless|would|were|was|used to)\b"
)

_VALUE, _POINTS = ("value", "values"), ("victory points", "points", "vp", "vps")


@text_rule("CT404", "quoted-value", Severity.ERROR)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    names = CardNames.of(facts)
    for text in texts:
        if text.role is TextKind.CARD:
            continue
        is_document = text.role is TextKind.DOCUMENT
        told = {problem[0]: problem for problem in _against_its_own(text, names)} if is_document else {}
        first: dict[str, Quoted] = {}
        for quoted in quoted_values(text, names):
            if not _CHANGED.search(quoted.sentence) and quoted.source not in told:
                yield from _against_the_cards(quoted) if names else _against_the_text(quoted, first)
        yield from told.values()


def _against_the_cards(quoted: Quoted) -> Iterator[Problem]:
    """Held against the card's own value, where the card has one that texts call so."""
    card = quoted.card
    if card is None or (card.source.file == quoted.source.file and not quoted.is_value):
        return  # of points that a document's own table gives, more has to be known
    meant = _VALUE if quoted.is_value else _POINTS
    known = {number for called, number in card.values.items() if called.lower() in meant}
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


def _against_its_own(text: Text, names: CardNames) -> Iterator[Problem]:
    """Held against what the text itself gives the thing, unless a card says what it has."""
    from cardtool.lint.own_values import own_values  # no game needs these, nor their patterns
    from cardtool.lint.value_pairs import label_key
    from cardtool.lint.value_quotes import value_quotes

    for quote in value_quotes(text, own_values(text)):
        given, card = quote.given, names.ending(quote.given.name)
        is_of_the_game = card is not None and card.source.file != given.source.file
        if card is None or not is_of_the_game or given.key not in map(label_key, card.values):
            where = place(given.source, quote.source)
            message = (
                f"{given.where} gives {given.name} {given.label} {given.number} ({where}), not {quote.number}"
            )
            yield quote.source, message, f"write {given.number}, or correct {given.where}"
