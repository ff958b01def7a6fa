"""A value quoted beside a card's name is the card's value.

Examples quote values, cards are rebalanced, examples are not. The reader who looks at the card in the
picture is the first to notice.

Bad:

    Pigsticker, with a value of 4, beats it.

Good:

    Pigsticker, with a value of 3, beats it.

Looked at are "with a value of 3", "(value 3)", "worth 2 Victory Points" and the like right after the
name of a card; "the Goat has 12 hit points" and "the Goat's speed is 4", where a statement begins so; and
"(3)" in a sentence that speaks of values. They are held against the cards, whose values have the names that
game.yaml gives them under `values`; in a document without a game, against what it quoted for the same card
before. Of values that a card has in a list, any may be quoted.

A document is held against itself, too. What its tables, stat blocks and lists give a thing is what the
rest of it has to say of that thing: where the table of beasts gives the Silver Heron Prestige 9,
"Silver Heron (prestige 8)", "the Silver Heron has prestige 8" and "a prestige of 8" are found.

Overlooked on purpose: values that something changes ("now", "becomes", "counts as"), or that one card may
have just now, such as fewer hit points than it begins with; and names that are not certain to be a card's.
In the texts of cards, whatever speaks of a case or a change. Of a document's own values also examples,
variants and scenarios, what two places give differently, and points or health that something may have just
now.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from cardtool.documents import NUMBER, Block, BlockType, Text, TextKind, parse_number, singular
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, brief_place, text_rule
from cardtool.lint.core.facts import noun_key
from cardtool.lint.core.fixes import article_for
from cardtool.lint.core.sentence_context import sentences_in
from cardtool.lint.values.card_names import ANY_GAMES, CardNames, QuotedValue, any_of, value_forms
from cardtool.lint.values.counted_values import counted_values, is_of_some_case
from cardtool.lint.values.value_pairs import label_key
from cardtool.lint.values.value_quotes import may_be_of_moment, value_quotes
from cardtool.lint.values.values_in_document import document_values
from cardtool.model import CardValue

_WHAT = r"(?:,?\san?\s(?:[a-z]+\s){1,3}|,?\s)"
_VALUE_GROUPS = ("value", "at", "aside", "bare")
_MORE = LazyRegex(r"\s?(?:or|to|and\sup|[–+×x]|-\d)")
_PROPER = re.compile(
    r"(?:^|(?P<before>[\w'’]+)\s|[^\w\s]\s?)(?P<name>[A-Z][\w'’!-]*(?:\s(?:of\sthe\s|of\s|the\s|in\s)?[A-Z][\w'’!-]*){0,4})\Z"
)
_DETERMINERS = LazyRegex(
    r"(?:a|an|any|each|every|another|one|the|your|no|that|this|all|some|its|his|her|their|two|three)"
)
_ORDINARY = LazyRegex(
    r"(?:ace|king|queen|jack|knave|joker|ten|card|tile|token|die|it|he|she|they|this|that|each|every|any|"
    r"a|an|the)"
)


@lru_cache(maxsize=8)
def _quoted_after_name(values: tuple[CardValue, ...]) -> tuple[LazyRegex, LazyRegex]:
    """Return a pattern of what has a value anywhere, and one of a value right after a name."""
    nouns = any_of(("value", *(form for each in values for form in value_forms(each))))
    units = any_of((*ANY_GAMES, *(form for each in values for form in value_forms(each))))
    return LazyRegex(rf"{nouns}|worth|{units}\)|\(\d"), LazyRegex(
        rf"{_WHAT}(?:with|has)\s(?:a\s|its\s)?(?P<value_of>{nouns})\s(?:of\s)?(?P<value>{NUMBER})|"
        rf",\s(?:at\s)?(?:its\s)?(?P<at_of>{nouns})\s(?:of\s)?(?P<at>{NUMBER})|"
        rf"\s\((?P<aside_of>{nouns}):?\s(?:of\s)?(?P<aside>{NUMBER})\)|\s\((?P<bare>{NUMBER})\)|"
        rf",?\s\(?(?:is\s)?worth\s(?P<worth>{NUMBER})\s(?P<worth_of>{units})|"
        rf"\s\((?P<points>{NUMBER})\s(?P<points_of>{units})\)"
    )


def quoted_values(text: Text, names: CardNames) -> Iterator[QuotedValue]:
    """Yield every value quoted right after a card's name or, where no card is known, after a proper name.

    The text of a card may be the very one that changes a value: there, nothing may speak of a change.
    """
    is_card = text.role is TextKind.CARD
    anywhere, after_name = _quoted_after_name(names.values)
    for block in text.current:
        if block.sort is BlockType.HEADING or not anywhere.search(block.text):
            continue
        for start, sentence in sentences_in(block.text):
            for match in after_name.finditer(sentence):
                quoted = None if is_card and match["bare"] else _quoted_value(match, block, start, names)
                if quoted and not (is_card and is_of_some_case(quoted, match.start())):
                    yield quoted


def _quoted_value(match: re.Match[str], block: Block, start: int, names: CardNames) -> QuotedValue | None:
    group = next(name for name in (*_VALUE_GROUPS, "worth", "points") if match[name])
    before = match.string[: match.start()]
    is_doubtful = (group == "bare" and not _speaks_of_values(block, match, names)) or (
        group == "points" and not names  # Anna (12 points) has 20 a round later
    )
    if is_doubtful or _MORE.match(match.string, match.end(group)):
        return None
    card = names.named_last(before)
    name = card.name if card else "" if names else _proper_name(before, names)
    if not name:
        return None
    key = names.value_key("value" if group == "bare" else match[f"{group}_of"])
    number, here = parse_number(match[group]), block.at(start + match.start(group))
    return QuotedValue(name, card, number, key, group not in _VALUE_GROUPS, match.string, here)


def _speaks_of_values(block: Block, match: re.Match[str], names: CardNames) -> bool:
    """Return whether a bare number in brackets is a value: after a card, in running text about values."""
    return bool(names) and block.sort is BlockType.PARAGRAPH and "value" in match.string.lower()


def _proper_name(before: str, names: CardNames) -> str:
    """Return the name these words end in, where it is the name of one thing and not of a sort of things."""
    match = _PROPER.search(before[-80:])
    if match is None or _DETERMINERS.fullmatch((match["before"] or "").lower()):
        return ""
    name = match["name"]
    last = name.split()[-1].lower()
    is_sort = noun_key(name) in names.nouns or _ORDINARY.fullmatch(last) or singular(last) != last
    return "" if is_sort or _ORDINARY.fullmatch(name.split()[0].lower()) else name


_CHANGED = LazyRegex(
    r"\b(?:now|becom\w+|rais\w+|increas\w+|reduc\w+|lower\w+|modif\w+|instead|treat\w*|counts? as|doubl\w+|"
    r"halv\w+|each|every|any|if|unless|would|were|was|used to)\b"
)


@text_rule("CT404", "quoted-value", Severity.ERROR, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    names = CardNames.from_facts(facts)
    for text in texts:
        is_document = text.role is TextKind.DOCUMENT
        own = {problem[0]: problem for problem in _document_problems(text, names)} if is_document else {}
        first: dict[str, QuotedValue] = {}
        for quoted in (*quoted_values(text, names), *counted_values(text, names)):
            if not _CHANGED.search(quoted.sentence) and quoted.source not in own:
                yield from _card_problems(quoted, names) if names else _repeat_problems(quoted, first)
        yield from own.values()


def _card_problems(quoted: QuotedValue, names: CardNames) -> Iterator[Problem]:
    """Hold a value against the card's own, where the card has one that texts call so."""
    card = quoted.card
    if card is None or (not names.values and card.source.file == quoted.source.file and quoted.is_worth):
        return  # of points that a document's own table gives, more has to be known
    labels = [label for label in card.values if names.value_key(label) == quoted.key]
    if len(labels) != 1 or quoted.number in card.values[labels[0]]:
        return
    given = card.values[labels[0]]
    if quoted.is_counted and may_be_of_moment(quoted.key, quoted.number, given):
        return
    right = " or ".join(map(str, sorted(set(given))))
    claim = _claim(quoted, right, labels[0], names)
    yield quoted.source, f"{card.name} {claim} ({card.source}), not {quoted.number}", f"write {right}"


def _claim(quoted: QuotedValue, right: str, label: str, names: CardNames) -> str:
    if quoted.is_worth or quoted.is_counted:
        singular_label = next((each.noun for each in names.values if each.plural == label), label)
        verb = "is worth" if quoted.is_worth else "has"
        return f"{verb} {right} {singular_label if right == '1' else label}"
    return f"has {article_for(quoted.key) or 'a'} {quoted.key} of {right}"


def _repeat_problems(quoted: QuotedValue, first: dict[str, QuotedValue]) -> Iterator[Problem]:
    before = first.setdefault(f"{quoted.name} {quoted.key}", quoted)
    if before.number != quoted.number:
        where = brief_place(before.source, quoted.source)
        message = f"{quoted.name} is given as {quoted.number} here and as {before.number} ({where})"
        yield quoted.source, message, "make them agree with the card"


def _document_problems(text: Text, names: CardNames) -> Iterator[Problem]:
    """Hold values against what the text itself gives the thing, unless a card says what it has."""
    for quote in value_quotes(text, document_values(text)):
        given, card = quote.given, names.named_last(quote.given.name)
        is_of_the_game = card is not None and card.source.file != given.source.file
        if card is None or not is_of_the_game or given.key not in map(label_key, card.values):
            where = brief_place(given.source, quote.source)
            message = (
                f"{given.where} gives {given.name} {given.label} {given.number} ({where}), not {quote.number}"
            )
            yield quote.source, message, f"write {given.number}, or correct {given.where}"
