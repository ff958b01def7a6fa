"""A word that no dictionary has, one letter away from one that it has, is probably that word.

"The heroe flipps a card": neither is among the misspellings that people are known to make.

Bad:

    Each player flipps a card.

Good:

    Each player flips a card.

This needs the extra `cardtool-pnp[spelling]`, which brings Hunspell with its American dictionary; British
spellings are known besides. Without it nothing is looked for, and `cardtool doctor` says so.

Overlooked on purpose: words with a capital; words of card names and of terms; what the text writes three
times or oftener, for that is how it calls something; words put together of two that the dictionary has;
quoted words, addresses and code; and a word that is like no other, which a game has made up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from cardtool.documents import Block, BlockType, Text
from cardtool.lint.core import Facts, Problem, Severity, text_rule
from cardtool.lint.core.facts import names_in_use
from cardtool.lint.language.spelling import SpellingFailed, misspelt_words, stands_as_word

_WORD = re.compile(r"(?<![\w'’-])[a-z]{5,20}(?![\w'’-])")
_OWN = 3  # times a text writes a word that is its own
_SHORTEST_PART = 3  # letters of each of two words that are written as one
_PREFIXES = ("un", "re", "non", "pre", "mis", "over", "out", "sub", "mini", "multi", "anti", "de")

_Known = Callable[[str], bool]


@text_rule("CT613", "unknown-word", Severity.INFO, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    in_dictionary = dictionary()
    if in_dictionary is None:
        return
    blocks = [block for text in texts for block in text.current if block.sort is not BlockType.ROW]
    places = [(block, match) for block in blocks for match in _WORD.finditer(block.text)]
    times = Counter(match[0] for _, match in places)
    own = {word.casefold() for name in names_in_use(facts).values() for word in name.split()}
    unknown = {
        word
        for word, count in times.items()
        if count < _OWN and word not in own and not _is_known(word, in_dictionary)
    }
    meant = {word: _nearest(word, in_dictionary) for word in unknown - _known_misspellings(unknown)}
    for block, match in places:
        if (new := meant.get(match[0])) and stands_as_word(block.text, *match.span()):
            yield _problem(block, match, new)


def _problem(block: Block, match: re.Match[str], new: tuple[str, ...]) -> Problem:
    words = " or ".join(f'"{word}"' for word in new[:3])
    return block.at(match.start()), f'no dictionary has "{match[0]}"', f"write {words}, if that is meant"


def _known_misspellings(words: set[str]) -> set[str]:
    """Return those that CT607 tells of."""
    try:
        return {each.word for each in misspelt_words(sorted(words))}
    except SpellingFailed:
        return set()


def _is_known(word: str, in_dictionary: _Known) -> bool:
    if word in _game_words() or any(map(in_dictionary, _forms(word))):
        return True
    cuts = range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
    return any(in_dictionary(word[:cut]) and in_dictionary(word[cut:]) for cut in cuts)


def _forms(word: str) -> Iterator[str]:
    """Yield a word as it is, as an American writes it, and both without what may be put before any word."""
    bare = [word.removeprefix(prefix) for prefix in _PREFIXES if word.startswith(prefix)]
    for each in (word, *bare):
        yield each
        yield from (each.replace(ours, theirs) for ours, theirs in _british_endings() if ours in each)
    yield word.capitalize()


def _nearest(word: str, in_dictionary: _Known) -> tuple[str, ...]:
    """Return the words of the dictionary that are one letter away: more, fewer, another, or two swapped."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    swapped = (left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1)
    fewer = (left + right[1:] for left, right in cuts if right)
    other = (left + letter + right[1:] for left, right in cuts if right for letter in ascii_lowercase)
    more = (left + letter + right for left, right in cuts for letter in ascii_lowercase)
    near = dict.fromkeys((*swapped, *fewer, *more, *other))
    return tuple(each for each in near if in_dictionary(each))


@cache
def _game_words() -> frozenset[str]:
    lines = Path(__file__).with_name("game_words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if line[0] != "#" for word in line.split())


@cache
def _british_endings() -> tuple[tuple[str, str], ...]:
    lines = Path(__file__).with_name("british_endings.tsv").read_text(encoding="utf-8").splitlines()
    return tuple((ours, theirs) for ours, theirs in (line.split("\t") for line in lines if line[0] != "#"))


@cache
def dictionary() -> _Known | None:
    """Return what says whether a word is in the dictionary; None where there is none on this machine.

    Only plain words are asked for, which the pattern above keeps short.
    """
    try:
        import hunspell

        speller: Any = hunspell.Hunspell("en_US")
    except (ImportError, OSError):
        return None
    return cache(speller.spell)
