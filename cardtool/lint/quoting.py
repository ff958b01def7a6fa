"""Values that a text quotes beside the name of a card: `Pigsticker, with a value of 3`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cardtool.documents import NUMBER, Block, BlockType, Text, parse_number, singular
from cardtool.lint.alike import as_printed
from cardtool.lint.context import sentences_in
from cardtool.lint.facts import Facts, Named
from cardtool.lint.lazy import Lazy
from cardtool.lint.nouns import counts_by_noun, noun_key
from cardtool.model import Source

__all__ = ["CardNames", "Quoted", "quoted_values"]

_POINTS = r"(?:victory\spoints?|vps?|points?)"
_WHAT = r"(?:,?\san?\s(?:[a-z]+\s){1,3}|,?\s)"
_TAIL = Lazy(
    rf"{_WHAT}(?:with|has)\s(?:a\s|its\s)?value\s(?:of\s)?(?P<value>{NUMBER})|"
    rf",\s(?:at\s)?(?:its\s)?value\s(?:of\s)?(?P<at>{NUMBER})|"
    rf"\s\((?:value:?\s)(?:of\s)?(?P<aside>{NUMBER})\)|\s\((?P<bare>{NUMBER})\)|"
    rf",?\s\(?(?:is\s)?worth\s(?P<worth>{NUMBER})\s{_POINTS}|\s\((?P<points>{NUMBER})\s{_POINTS}\)"
)
_MORE = Lazy(r"\s?(?:or|to|and\sup|[–+×x]|-\d)")
_QUICK = Lazy(r"value|worth|points?\)|VPs?\)|\(\d")
_MARKS = "\"'“”‘’.,;:!?()*"
_PROPER = re.compile(
    r"(?:^|(?P<before>[\w'’]+)\s|[^\w\s]\s?)(?P<name>[A-Z][\w'’!-]*(?:\s(?:of\sthe\s|of\s|the\s|in\s)?[A-Z][\w'’!-]*){0,4})\Z"
)
_DETERMINERS = Lazy(
    r"(?:a|an|any|each|every|another|one|the|your|no|that|this|all|some|its|his|her|their|two|three)"
)
_ORDINARY = Lazy(
    r"(?:ace|king|queen|jack|knave|joker|ten|card|tile|token|die|it|he|she|they|this|that|each|every|any|"
    r"a|an|the)"
)
_LONGEST = 8  # words of a card's name that are looked up


@dataclass(frozen=True, slots=True)
class CardNames:
    """The cards by the names that readers see, each belonging to one card; none when no card is known."""

    cards: Mapping[str, Named]
    nouns: frozenset[str]

    @classmethod
    def of(cls, facts: Facts) -> CardNames:
        found: dict[str, list[Named]] = {}
        for card in facts.names:
            found.setdefault(_plain(card.name), []).append(card)
        nouns = {*counts_by_noun(facts), *(noun_key(term.term) for term in facts.terms)}
        return cls({name: cards[0] for name, cards in found.items() if len(cards) == 1}, frozenset(nouns))

    def __bool__(self) -> bool:
        return bool(self.cards)

    def ending(self, words: str) -> Named | None:
        """The card whose name these words end in, the longest there is."""
        last = words[-100:].split()[-_LONGEST:]
        for row, word in enumerate(last):
            card = self.cards.get(_plain(" ".join(last[row:])))
            if card and word.strip(_MARKS)[:1] == card.name.strip(_MARKS)[:1]:
                return card
        return None


@dataclass(frozen=True, slots=True)
class Quoted:
    """A number beside a name: the card's value, or what it is worth. `card` is None if none is known."""

    name: str
    card: Named | None
    number: int
    is_value: bool
    sentence: str
    source: Source


def quoted_values(text: Text, names: CardNames) -> Iterator[Quoted]:
    """Every value quoted right after a card's name or, where no card is known, after a proper name."""
    for block in text.current:
        if block.sort is BlockType.HEADING or not _QUICK.search(block.text):
            continue
        for start, sentence in sentences_in(block.text):
            for match in _TAIL.finditer(sentence):
                if quoted := _quoted(match, block, start, names):
                    yield quoted


def _quoted(match: re.Match[str], block: Block, start: int, names: CardNames) -> Quoted | None:
    group = next(name for name, number in match.groupdict().items() if number)
    sentence, before = match.string, match.string[: match.start()]
    is_doubtful = (group == "bare" and not _speaks_of_values(block, match, names)) or (
        group == "points" and not names  # Anna (12 points) has 20 a round later
    )
    if is_doubtful or _MORE.match(sentence, match.end(group)):
        return None
    card = names.ending(before)
    name = card.name if card else "" if names else _proper_name(before, names)
    if not name:
        return None
    is_value = group in ("value", "at", "aside", "bare")
    return Quoted(
        name, card, parse_number(match[group]), is_value, sentence, block.at(start + match.start(group))
    )


def _speaks_of_values(block: Block, match: re.Match[str], names: CardNames) -> bool:
    """Whether a bare number in brackets can only be a value: in running text about values, after a card."""
    return bool(names) and block.sort is BlockType.PARAGRAPH and "value" in match.string.lower()


def _proper_name(before: str, names: CardNames) -> str:
    """The name these words end in, where it is the name of one thing and not of a sort of things."""
    match = _PROPER.search(before[-80:])
    if match is None or _DETERMINERS.fullmatch((match["before"] or "").lower()):
        return ""
    name = match["name"]
    last = name.split()[-1].lower()
    is_sort = noun_key(name) in names.nouns or _ORDINARY.fullmatch(last) or singular(last) != last
    return "" if is_sort or _ORDINARY.fullmatch(name.split()[0].lower()) else name


def _plain(name: str) -> str:
    return as_printed(name).strip(_MARKS)
