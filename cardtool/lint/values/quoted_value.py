"""A value quoted beside a card's name is the card's value.

Examples quote values, cards are rebalanced, examples are not. The reader who looks at the card in the
picture is the first to notice.

Bad:

    Pigsticker, with a value of 4, beats it.

Good:

    Pigsticker, with a value of 3, beats it.

Looked at are "with a value of 3", "(value 3)", "worth 2 Victory Points" and the like right after the
name of a card, and "(3)" in a sentence that speaks of values. They are held against the cards, whose
values have the names that game.yaml gives them under `values`; in a document without a game, against what
it quoted for the same card before.

A document is held against itself, too. What its tables, stat blocks and lists give a thing is what the
rest of it has to say of that thing: where the table of beasts gives the Silver Heron Prestige 9,
"Silver Heron (prestige 8)", "the Silver Heron has prestige 8" and "a prestige of 8" are found.

Overlooked on purpose: values that something changes ("now", "becomes", "counts as"), and names that are
not certain to be a card's. Of a document's own values also examples, variants and scenarios, what two
places give differently, and points or health that something may have just now.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cardtool.documents import NUMBER, Block, BlockType, Text, TextKind, parse_number, singular
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, brief_place, text_rule
from cardtool.lint.core.facts import NamedCard, counts_by_noun, noun_key
from cardtool.lint.core.fixes import article_for
from cardtool.lint.core.matching import NAME_MARKS, name_as_printed
from cardtool.lint.core.sentence_context import sentences_in
from cardtool.lint.values.value_pairs import label_key
from cardtool.lint.values.value_quotes import value_quotes
from cardtool.lint.values.values_in_document import document_values
from cardtool.model import CardValue, Source

_WHAT = r"(?:,?\san?\s(?:[a-z]+\s){1,3}|,?\s)"
_ANY_GAMES = ("victory point", "victory points", "vp", "vps", "point", "points")
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
_LONGEST = 8  # words of a card's name that are looked up


@dataclass(frozen=True, slots=True)
class CardNames:
    """The cards by the names that readers see, each belonging to one card; none when no card is known."""

    cards: Mapping[str, NamedCard]
    nouns: frozenset[str]
    values: tuple[CardValue, ...]

    @classmethod
    def from_facts(cls, facts: Facts) -> CardNames:
        found: dict[str, list[NamedCard]] = {}
        for card in facts.names:
            found.setdefault(name_as_printed(card.name), []).append(card)
        nouns = {*counts_by_noun(facts), *(noun_key(term.term) for term in facts.terms)}
        cards = {name: cards[0] for name, cards in found.items() if len(cards) == 1}
        return cls(cards, frozenset(nouns), facts.card_values)

    def __bool__(self) -> bool:
        return bool(self.cards)

    def named_last(self, words: str) -> NamedCard | None:
        """Return the card whose name these words end in, the longest there is."""
        last = words[-100:].split()[-_LONGEST:]
        for row, word in enumerate(last):
            card = self.cards.get(name_as_printed(" ".join(last[row:])))
            if card and word.strip(NAME_MARKS)[:1] == card.name.strip(NAME_MARKS)[:1]:
                return card
        return None

    def value_key(self, label: str) -> str:
        """Return the key of a value by any of its names; points and victory points are the same."""
        plain = label.casefold()
        for value in self.values:
            if plain in map(str.casefold, (value.noun, value.plural, *value.short)):
                label = value.noun
        key = label_key(label)
        return "point" if key in _ANY_GAMES else key


@lru_cache(maxsize=8)
def _quoted_after_name(values: tuple[CardValue, ...]) -> tuple[LazyRegex, LazyRegex]:
    """Return a pattern of what has a value anywhere, and one of a value right after a name."""
    nouns = _any_of(("value", *(each.noun for each in values)))
    units = _any_of(
        (*_ANY_GAMES, *(form for each in values for form in (each.plural, each.noun, *each.short)))
    )
    return LazyRegex(rf"{nouns}|worth|{units}\)|\(\d"), LazyRegex(
        rf"{_WHAT}(?:with|has)\s(?:a\s|its\s)?(?P<value_of>{nouns})\s(?:of\s)?(?P<value>{NUMBER})|"
        rf",\s(?:at\s)?(?:its\s)?(?P<at_of>{nouns})\s(?:of\s)?(?P<at>{NUMBER})|"
        rf"\s\((?P<aside_of>{nouns}):?\s(?:of\s)?(?P<aside>{NUMBER})\)|\s\((?P<bare>{NUMBER})\)|"
        rf",?\s\(?(?:is\s)?worth\s(?P<worth>{NUMBER})\s(?P<worth_of>{units})|"
        rf"\s\((?P<points>{NUMBER})\s(?P<points_of>{units})\)"
    )


def _any_of(names: Iterable[str]) -> str:
    longest_first = sorted({name.casefold() for name in names}, key=lambda name: (-len(name), name))
    alternatives = "|".join(map(re.escape, longest_first)).replace(r"\ ", r"\s")
    return f"(?:{alternatives})"


@dataclass(frozen=True, slots=True)
class QuotedValue:
    """A number beside a name, and the key of the value it is; `card` is None if none is known.

    `is_worth` says how it is told: a card is worth points, and has a value.
    """

    name: str
    card: NamedCard | None
    number: int
    key: str
    is_worth: bool
    sentence: str
    source: Source


def quoted_values(text: Text, names: CardNames) -> Iterator[QuotedValue]:
    """Yield every value quoted right after a card's name or, where no card is known, after a proper name."""
    anywhere, after_name = _quoted_after_name(names.values)
    for block in text.current:
        if block.sort is BlockType.HEADING or not anywhere.search(block.text):
            continue
        for start, sentence in sentences_in(block.text):
            for match in after_name.finditer(sentence):
                if quoted := _quoted_value(match, block, start, names):
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


@text_rule("CT404", "quoted-value", Severity.ERROR)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    names = CardNames.from_facts(facts)
    for text in texts:
        if text.role is TextKind.CARD:
            continue
        is_document = text.role is TextKind.DOCUMENT
        own = {problem[0]: problem for problem in _document_problems(text, names)} if is_document else {}
        first: dict[str, QuotedValue] = {}
        for quoted in quoted_values(text, names):
            if not _CHANGED.search(quoted.sentence) and quoted.source not in own:
                yield from _card_problems(quoted, names) if names else _repeat_problems(quoted, first)
        yield from own.values()


def _card_problems(quoted: QuotedValue, names: CardNames) -> Iterator[Problem]:
    """Hold a value against the card's own, where the card has one that texts call so."""
    card = quoted.card
    if card is None or (card.source.file == quoted.source.file and quoted.is_worth):
        return  # of points that a document's own table gives, more has to be known
    known = {number: label for label, number in card.values.items() if names.value_key(label) == quoted.key}
    if len(known) == 1 and quoted.number not in known:
        ((right, label),) = known.items()
        noun = f"{article_for(quoted.key) or 'a'} {quoted.key}"
        claim = f"is worth {right} {label}" if quoted.is_worth else f"has {noun} of {right}"
        yield quoted.source, f"{card.name} {claim} ({card.source}), not {quoted.number}", f"write {right}"


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
