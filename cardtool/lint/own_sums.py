"""What an entry of a list of components says of itself: "24 boats: 6 red, 6 blue and 12 green".

Anything may be listed so, and what it holds as well: "4 heroes (2 swords, 1 shield)". Known are parts that
are named as its own by colour or the like; others only where many of them nearly come to the total.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cardtool.documents import NUMBER, Block, Text, parse_number, singular, split_sentences
from cardtool.lint.lazy import Lazy
from cardtool.lint.nouns import noun_key
from cardtool.lint.parts import THINGS, named_amounts

__all__ = ["OwnSum", "is_near", "own_sums", "sums_behind"]

_ANY = Lazy(
    rf"(?P<number>{NUMBER})(?:\s?[x×])?\s(?:[a-z'’-]+\s){{0,3}}?(?P<thing>[a-z'’-]+s)\s?"
    r"(?:\((?P<inside>[^().;:]{5,300})\)|:\s(?P<after>[^().;:]{5,300}))\.?"
)
_THING = Lazy(THINGS)
_HOLDS = Lazy(
    r"(?:sets?|kits|packs|packets|bags|boxes|decks|boards|mats|trays|sheets|books|booklets|rule\s?books|pads|"
    r"punchboards|stands|cases|bundles|armies|teams|factions|players|sides|groups|fleets|forces|warbands|hands|"
    r"families|collections|starters|stacks|piles|rounds|games|scenarios|mini-?games|expansions|modules|worlds|maps)"
)
_SOME = Lazy(r"\b(?:each|every|per|any|at\sleast|at\smost|up\sto)\b")
_BEHIND = Lazy(
    rf"(?P<parts>{NUMBER}\s[^().;:]{{5,300}}?),?\s(?:(?:or|so|making|that\sis|for\sa\stotal\sof)\s)?"
    rf"(?P<number>{NUMBER})(?:\s[a-z'’-]+){{0,2}}?\s(?P<thing>[a-z'’-]+)\s(?:in\stotal|in\sall|altogether)\.?"
)
_MANY = 10
_SEVERAL = 3  # parts
_NEAR = 0.15  # of the total


class OwnSum(NamedTuple):
    """A total, where it stands, and the parts that are to come to it."""

    block: Block
    start: int
    number: int
    amounts: tuple[int, ...]


def own_sums(lines: Iterable[Block]) -> Iterator[OwnSum]:
    """The entries of a list of components that name their parts, other than of cards, tokens and the like."""
    for block in lines:
        match = _ANY.fullmatch(block.text.strip())
        if match and not (_THING.fullmatch(match["thing"]) or _HOLDS.fullmatch(match["thing"])):
            number, parts = parse_number(match["number"]), named_amounts(match["inside"] or match["after"])
            if parts and not _SOME.search(block.text):
                amounts = tuple(amount for amount, _ in parts)
                is_of_nouns = len(parts) >= _SEVERAL and is_near(number, sum(amounts))
                if is_of_nouns or all(_is_plain(amount, of) for amount, of in parts):
                    start = block.text.index(match[0]) + match.start("number")
                    yield OwnSum(block, start, number, amounts)


def sums_behind(text: Text) -> Iterator[OwnSum]:
    """Sentences that add up what they list, all of one noun: `24 coins of value 1 and 16 coins of value 5,
    42 coins in total`."""
    for block in text.current:
        if "total" in block.text or "altogether" in block.text or " in all" in block.text:
            for start, sentence in split_sentences(block.text):
                is_sum = sentence.rstrip(".").endswith(("in total", "in all", "altogether"))
                match = _BEHIND.fullmatch(sentence) if is_sum else None
                parts = named_amounts(match["parts"]) if match and not _SOME.search(sentence) else None
                if match and parts and {_head(of) for _, of in parts} == {_head(match["thing"])}:
                    amounts = tuple(amount for amount, _ in parts)
                    yield OwnSum(block, start + match.start("number"), parse_number(match["number"]), amounts)


def is_near(total: int, sum_of_parts: int) -> bool:
    """Whether many parts so nearly come to the total that nothing else is meant."""
    return total >= _MANY and abs(total - sum_of_parts) <= _NEAR * total


def _is_plain(amount: int, of: str) -> bool:
    """Whether parts are named as some of these, by a colour, say, and not as things of their own."""
    return amount > 1 and " " not in of and singular(of.lower()) == of.lower()


def _head(noun: str) -> str:
    return noun_key(noun.rpartition(" ")[2])
