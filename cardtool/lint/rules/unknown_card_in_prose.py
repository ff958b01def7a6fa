"""Where the other names in a row are cards, every name is.

"You hold Pigsticker, Hop It and Slashing Blow": two are cards, and nobody at the table has ever seen
the third. It was renamed, or cut.

Bad:

    You are dealt Pigsticker, Hop It, Slashing Blow and Wasteland Witch.

Good:

    You are dealt Pigsticker, Hop It, Stitch That and Wasteland Witch.

Looked at are rows of names parted by commas and "and", most of them cards of the game, and there a name
of two words or more in capitals, or in quotes. Overlooked on purpose: terms, kinds and retired names,
which have rules of their own; names in double brackets (CT401 unknown-card); single words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from cardtool.documents import BlockType, Text, TextKind, pattern_of_any
from cardtool.finding import Severity
from cardtool.lint.alike import as_printed
from cardtool.lint.context import sentences_in
from cardtool.lint.facts import Facts
from cardtool.lint.lazy import Lazy
from cardtool.lint.registry import Problem, text_rule
from cardtool.project import did_you_mean

_PARTED = re.compile(r",\s(?:and\s|or\s)?|\s(?:and|or|&)\s")
_WORDS = r"[A-Z][\w’'-]*(?:(?:\s(?:of|the|a|to|in))*\s[A-Z][\w’'!-]*){1,5}"
_MARKS = "\"'“”‘’.,;:!?()*"
_LEAST_CARDS = 2
_LONGEST = 8  # words of a card's name that are looked up


@text_rule("CT406", "unknown-card-in-prose", Severity.WARNING)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    cards = {_plain(card.name): card.name for card in facts.names}
    if len(cards) < _LEAST_CARDS or not facts.has_all_names:
        return
    names = sorted(cards.values())
    known = Lazy(pattern_of_any(_other_names(facts)) or r"(?!)")
    near = lru_cache(lambda name: did_you_mean(name, names))
    for text in texts:
        if text.role is TextKind.CARD:
            continue
        for block in text.current:
            for start, sentence in sentences_in(block.text) if _may_list(block.sort, block.text) else ():
                for offset, name in _strangers(sentence, cards):
                    if not known.search(name):
                        message = f'the names beside "{name}" are cards of the game, it is not{near(name)}'
                        yield block.at(start + offset), message


def _may_list(sort: BlockType, text: str) -> bool:
    return sort in (BlockType.PARAGRAPH, BlockType.ITEM) and ", " in text


def _other_names(facts: Facts) -> set[str]:
    """What may stand in a row with cards without being one, or has a rule of its own if it does."""
    return {
        *(term.term for term in facts.terms),
        *(noun for count in facts.counts for noun in count.nouns),
        *(name for rename in facts.renames for name in (rename.old, rename.new)),
        *(gone.words for gone in facts.gone),
        *(title for steps in facts.sequences for title in (steps.title, *steps.steps)),
    }


def _strangers(sentence: str, cards: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Each proper name, with its offset, in a row of names of which most are cards."""
    parts = list(_parts(sentence))
    kinds = [_kind(part, cards, row == 0, row == len(parts) - 1) for row, (_, part) in enumerate(parts)]
    rows = groupby(zip(parts, kinds, strict=True), key=lambda pair: pair[1] is not None)
    for is_named, row in rows:
        members = list(row) if is_named else []
        strange = [(start, part, name) for (start, part), name in members if name]
        found = len(members) - len(strange)
        if found >= _LEAST_CARDS and 2 * len(strange) <= found:
            for start, part, name in strange:
                yield start + part.index(name or ""), name or ""


def _parts(sentence: str) -> Iterator[tuple[int, str]]:
    start = 0
    for match in _PARTED.finditer(sentence):
        yield start, sentence[start : match.start()]
        start = match.end()
    yield start, sentence[start:]


def _kind(part: str, cards: Mapping[str, str], is_first: bool, is_last: bool) -> str | None:
    """Empty for a card, the name for a stranger, None for anything else.

    Before the first name of a row, and behind the last, the sentence may have other words.
    """
    words = part.split()
    if _plain(part) in cards:
        return ""
    if _is_at_an_end(words, cards):
        return ""
    plain = part.strip(_MARKS + " ")
    if re.fullmatch(_WORDS, plain):
        return plain
    at_the_edge = re.match(_WORDS, plain) if is_last and not is_first else None
    return at_the_edge[0] if at_the_edge else None


def _is_at_an_end(words: Sequence[str], cards: Mapping[str, str]) -> bool:
    """Whether these words begin or end with the name of a card. Names begin with a capital or a sign."""
    for start in range(max(0, len(words) - _LONGEST), len(words)):
        if not words[start][0].islower() and _plain(" ".join(words[start:])) in cards:
            return True
    ends = range(1, min(len(words), _LONGEST) + 1) if words and not words[0][0].islower() else ()
    return any(_plain(" ".join(words[:end])) in cards for end in ends)


def _plain(name: str) -> str:
    return as_printed(name).strip(_MARKS)
