"""Who begins the game is said once, or in one way.

Two ways to find the first player send a table into its first argument before the first turn.

Bad:

    Whoever rolls highest goes first.
    …
    The youngest player begins the game.

Good:

    Whoever rolls highest goes first.

Looked at are sentences of a rulebook or document that choose a player by something: by age, by a roll,
by who did what. Overlooked on purpose: sentences that speak of some case only (a tie, a variant, two
players), of rounds after the first, or of an example; sentences that choose nobody, such as "the first
player goes first"; and the same choice told again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardtool.documents import Text, TextKind, find_sections
from cardtool.lint.core import Facts, Problem, Severity, text_rule
from cardtool.lint.core.matching import as_printed
from cardtool.lint.core.sentence_context import is_conditional, sentences_in
from cardtool.model import Source

_BEGINS = (
    r"(?:(?:will |may |shall )?(?:go(?:es)? first|begins? (?:the game|play)|starts? (?:the game|play)"
    r"|takes? the first turn|(?:is|becomes|be) the (?:first|start|starting) player))\b"
)
_BY = (
    r"(?:(?:youngest|oldest|tallest|shortest|hungriest|newest|loudest|bravest|last|most recent)\b"
    r"(?:\s+(?:player|person|one)\b)?"
    r"|(?:player|person|one|whoever|anyone)\s+(?:(?:who|that|with|to)\s+)?)"
)
_MORE = r"(?:(?!\b(?:player|person|whoever)\b)[^.;:!?]){0,70}?"  # of what chooses, and of one who is chosen
_CHOICE = re.compile(rf"\b(?P<by>{_BY}{_MORE})\s*,?\s*\b{_BEGINS}", re.IGNORECASE)
_LATER = re.compile(
    r"\b(?:rounds?|hands?|tricks?|next|previous|again|subsequent|following|each turn|teams?|ties?|tied|"
    r"example|alternatively|or (?:else|choose)|otherwise|each (?:battle|game)|phases?)\b",
    re.IGNORECASE,
)
_SMALL_WORDS = "a an the is to of in on at by for and or will who that with player person one whoever"
_SMALL = frozenset(_SMALL_WORDS.split())
_EXAMPLE = re.compile(r"\bexamples?\b|\bvariants?\b|\boptional\b|\bFAQ\b|\bquestions?\b", re.IGNORECASE)


class _FirstPlayerChoice(NamedTuple):
    """A sentence that says who begins: where, in its words, and the words that choose."""

    source: Source
    quote: str
    words: frozenset[str]


@text_rule("CT505", "two-beginnings", Severity.WARNING, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    choices = [
        choice
        for text in texts
        if text.role in (TextKind.RULEBOOK, TextKind.DOCUMENT)
        for choice in _first_player_choices(text)
    ]
    for row, choice in enumerate(choices):
        other = next((each for each in choices[:row] if not each.words & choice.words), None)
        if other is not None:
            message = f'"{choice.quote}" says who begins, and line {other.source.line} says "{other.quote}"'
            yield choice.source, message, "keep one of the two"


def _first_player_choices(text: Text) -> Iterator[_FirstPlayerChoice]:
    for section in find_sections(text.blocks):
        if any(_EXAMPLE.search(heading.text) for heading in section.headings):
            continue
        for block in section.blocks:
            for start, sentence in sentences_in(block.text) if not block.past else ():
                match = _CHOICE.search(sentence)
                words = _choosing_words(match["by"]) if match else frozenset[str]()
                if match and words and not is_conditional(sentence) and not _LATER.search(sentence):
                    yield _FirstPlayerChoice(
                        block.at(start + match.start()), " ".join(match[0].split()), words
                    )


def _choosing_words(choosing: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d_]+", as_printed(choosing))) - _SMALL
