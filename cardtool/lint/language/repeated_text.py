"""Rules about what is said twice: a passage printed again, and one effect in two wordings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, TextKind, split_sentences
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, brief_place, text_rule
from cardtool.lint.core.matching import number_or_none
from cardtool.lint.core.repeats import Repeat
from cardtool.model import Source

_LEAST_WORDS = 3  # words of a sentence that is an effect
_FILLERS_WORDS = "the a an then also just now and simply"
_FILLERS = frozenset(_FILLERS_WORDS.split())
_SYNONYM_PATTERNS = (
    (r"\b(?:immediately|at once|right away|straight away|instantly)\b", "at_once"),
    (r"\b(?:into|in to|to|in) (your|their|his|her|a player s|that player s) hand\b", r"into \1 hand"),
    (r"\b(?:on top of|onto|on to|on) the (discard pile|deck|discard)\b", r"onto the \1"),
    (r"\b(?:any|an)? ?(?:other|another) player\b", "another player"),
    (r"\b(?:up to a maximum of|at most|no more than|up to)\b", "up to"),
    (r"\b(?:as long as|while)\b", "while"),
    (r"\b(?:until|till)\b", "until"),
    (r"\b(?:this turn|during this turn)\b", "this turn"),
    (r"\b(?:rather than|instead of)\b", "instead of"),
    (r"\b(?:cannot|can not|can t)\b", "cannot"),
)
_SYNONYMS = tuple((re.compile(pattern), same) for pattern, same in _SYNONYM_PATTERNS)
_HAS_ONE = re.compile("|".join(f"(?:{pattern})" for pattern, _ in _SYNONYM_PATTERNS))
_WORD = re.compile(r"\w+|\N{OBJECT REPLACEMENT CHARACTER}")


class _EffectUse(NamedTuple):
    """Where a sentence stands: its number among all, the title of its text, its block, its offset there."""

    row: int
    title: str
    block: Block
    start: int


@dataclass(frozen=True, slots=True)
class Wording:
    """A sentence of a card: where and how it says it."""

    title: str
    text: str
    source: Source


def differing_wordings(texts: Iterable[Text]) -> Iterator[list[list[Wording]]]:
    """Yield each effect that sentences have in several wordings: every wording of it, with all its uses."""
    uses = _effect_uses(texts)
    effects: defaultdict[tuple[str, ...], defaultdict[str, list[str]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for said in uses:
        plain = " ".join(_WORD.findall(said.casefold()))
        effects[_effect_of(plain)][plain].append(said)
    for effect, ways in effects.items():
        if len(ways) > 1 and len(effect) >= _LEAST_WORDS:
            yield [_wordings(way, uses) for way in ways.values()]


def _effect_uses(texts: Iterable[Text]) -> Mapping[str, list[_EffectUse]]:
    uses: defaultdict[str, list[_EffectUse]] = defaultdict(list)
    rows = count()
    for text in texts:
        for block in text.current:
            if block.sort is not BlockType.HEADING:
                for start, said in split_sentences(block.text):
                    uses[said].append(_EffectUse(next(rows), text.title, block, start))
    return uses


def _wordings(way: Iterable[str], uses: Mapping[str, Sequence[_EffectUse]]) -> list[Wording]:
    """Return the uses of sentences that differ in nothing but case, space and signs, in order."""
    found = sorted((use, said) for said in way for use in uses[said])
    return [Wording(use.title, " ".join(said.split()), use.block.at(use.start)) for use, said in found]


def _effect_of(plain: str) -> tuple[str, ...]:
    same = " ".join(_as_figure(word) for word in plain.split())
    for pattern, word in _SYNONYMS if _HAS_ONE.search(same) else ():
        same = pattern.sub(word, same)
    return tuple(word for word in same.split() if word not in _FILLERS)


@lru_cache(maxsize=1 << 12)
def _as_figure(word: str) -> str:
    """Return a number in figures, however it is written; any other word as it is."""
    number = number_or_none(word)
    return word if number is None else str(number)


@text_rule("CT605", "printed-twice", Severity.WARNING, reads="en")
def printed_twice(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """No passage is printed twice.

    A section pasted again is read again, and when one of the two is mended the other is not.

    Bad:

        A catapult throws a Hero up to 3 spaces. It can be used once a turn, by anyone standing next to it.
        …
        A catapult throws a Hero up to 3 spaces. It can be used once a turn, by anyone standing next to it.

    Good:

        A catapult throws a Hero up to 3 spaces. It can be used once a turn, by anyone standing next to it.

    A passage is a paragraph of a dozen words or more (of 30, where a heading stands between the two), or
    several sentences in a row, however they are broken into paragraphs; capitals, punctuation and spaces
    make no difference. The finding stands at the later of the two; what is wrong in it with names and with
    spellings of terms is told at the former alone. Overlooked on purpose: items of lists, one by one, which
    variants of a set-up share; what is printed three times or oftener, and so on purpose; licences; two texts
    of one game, such as a card and the glossary; tables, code and headings.
    """
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK):
            for run in texts.repeats(text):
                yield _repeat_problem(run)


def _repeat_problem(run: Repeat) -> Problem:
    here, there = run.again[0].source, run.first[0].source
    many = f"these {len(run.again)} sentences" if len(run.again) > 1 else "this sentence"
    stands = "stand" if len(run.again) > 1 else "stands"
    message = f"{many}, {run.words} words, {stands} already at {brief_place(there, here)}"
    until = run.again[-1].source.line
    upto = f" up to line {until}" if until > here.line else ""
    return (
        here,
        f"{message} ({run.opening})",
        f"take one of the two out: this one runs{upto}" if upto else "take one of the two out",
    )


_MOST_FINDINGS = 3  # findings for one wording


@text_rule("CT606", "same-effect-two-wordings", Severity.INFO, reads="en")
def same_effect_two_wordings(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
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
    for ways in differing_wordings(text for text in texts if text.role is TextKind.CARD):
        yield from _wording_problems(ways)


def _wording_problems(ways: Sequence[Sequence[Wording]]) -> Iterator[Problem]:
    usual, *others = sorted(ways, key=lambda uses: -len(uses))
    for uses in others:
        for use in uses[:_MOST_FINDINGS]:
            message = f'"{use.text}" is also worded "{usual[0].text}", {_cards_phrase(usual)}'
            yield use.source, message, f'write "{usual[0].text}" if it is meant to be the same'


def _cards_phrase(uses: Sequence[Wording]) -> str:
    """Return `in the text of "Goat"`, `in the text of "Goat" and on 2 more cards`."""
    cards = list(dict.fromkeys(use.title for use in uses))
    more = len(cards) - 1
    return f"in {cards[0]}" + (f" and on {more} more card{'s' if more > 1 else ''}" if more else "")
