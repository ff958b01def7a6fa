"""Rules about words that no dictionary has: the text has another one for them, or there is one near."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from string import ascii_lowercase
from typing import NamedTuple
from weakref import WeakKeyDictionary

from cardtool.documents import Block, BlockType, Text
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, once_for_each, text_rule
from cardtool.lint.core.facts import names_in_use
from cardtool.lint.core.matching import NearWords, is_within_distance, stem
from cardtool.lint.language.spelling import SpellingFailed, game_words, misspelt_words, stands_as_word
from cardtool.programs import Dictionary, american_dictionary

_WORD = LazyRegex(r"(?<![\w'’-])[A-Za-z][a-z]{4,19}(?![\w'’-])", re.NOFLAG)
_TAG = re.compile(r"</?[a-z][^<>]*>|\{[{%][^{}]*[%}]\}")  # of a website, or of what makes one
_OWN = 3  # times a text writes a word that is its own
_SHORTEST_APART = 4  # letters of the longer one of two words, or one letter is wrong
_SHORTEST_PART = 3  # letters of each of two words that are written as one
_LITTLE = frozenset(["as", "at", "by", "for", "from", "in", "is", "of", "per", "the", "to", "with"])
"""Words that go with no other into one, but in haste."""
_PREFIXES = ("un", "re", "non", "pre", "mis", "over", "out", "sub", "mini", "multi", "anti", "de")
_SUFFIXES = {"ies": "y", "ers": "", "able": "", "ness": "", "less": "", "like": "", "y": "", "ist": "ism"}
_SHORTEST_SURE = 6  # letters
_SHORTEST_NAME = 7  # letters of a word with a capital, or in a table, that is taken for a slip
_LONG = 8  # letters of a word of which two may be wrong


class _Unknown(NamedTuple):
    """A word that no dictionary has, those near it, and the one that the text writes instead."""

    block: Block
    match: re.Match[str]
    near: tuple[str, ...]
    written: str


@text_rule("CT616", "odd-spelling", Severity.WARNING, reads="en")
def odd_spelling(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """A word that no dictionary has is not another of the text, with one letter more, less or changed.

    With "a staircase" forty times and "the straircase" once, the text itself shows what was meant.

    Bad:

        Each staircase leads up. A straircase costs 2.

    Good:

        Each staircase leads up. A staircase costs 2.

    Found in real rules are "minuature" and "Creatues". This needs the extra `cardtool-pnp[spelling]`.
    Overlooked on purpose: words shorter than six letters, or written twice; words that differ in their first
    letter or in what may be an ending; what CT607 tells.
    """
    for block, match, _, written in _unknown_among(texts, facts):
        if written:
            message = f'"{match[0]}" is written "{written}" elsewhere'
            yield block.at(match.start()), message, f'write "{written}"'


@text_rule("CT613", "unknown-word", Severity.INFO, reads="en")
def unknown_word(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """A word that no dictionary has, one or two letters away from one that it has, is probably that word.

    "The heroe flipps a card": neither is among the misspellings that people are known to make. Nor is
    "infront", which is two words.

    Bad:

        Each player flipps a card.

    Good:

        Each player flips a card.

    This needs the extra `cardtool-pnp[spelling]`, which brings Hunspell with its American dictionary; British
    spellings are known besides. Without it nothing is looked for, and `cardtool doctor` says so.

    Overlooked on purpose: short words with a capital or in a table; words of card names and of terms; what
    the text writes three times or oftener, for that is how it calls something; words put together of two that
    the dictionary has; quoted words, addresses and code; and a word that is like no other, which a game has
    made up.
    """
    for block, match, near, written in _unknown_among(texts, facts):
        if not written:
            words = " or ".join(f'"{word}"' for word in near[:3])
            message = f'no dictionary has "{match[0]}"'
            yield block.at(match.start()), message, f"write {words}, if that is meant"


_known: WeakKeyDictionary[TextIndex, tuple[Sequence[_Unknown], bool]] = WeakKeyDictionary()


def _unknown_among(texts: TextIndex, facts: Facts) -> Sequence[_Unknown]:
    """Return each word of no dictionary with what is near it, and the one that is meant; two rules ask."""
    if texts not in _known:
        found = _find_unknown(texts, names_in_use(facts).values())
        _known[texts] = found, texts.is_compared
    found, texts.is_compared = _known[texts]  # with the other texts, whichever rule asked first
    return found


def _find_unknown(texts: TextIndex, names: Iterable[str]) -> Sequence[_Unknown]:
    known = american_dictionary()
    if known is None:
        return ()
    odd = [word for word in texts.words if _WORD.fullmatch(word) and not _is_known(word, known)]
    blocks = (block for _, block in texts.with_words(*odd))
    read = ((block, _TAG.sub(lambda tag: " " * len(tag[0]), block.text)) for block in blocks)
    places = [(block, match, match[0].lower()) for block, said in read for match in _WORD.finditer(said)]
    here = Counter(word for _, _, word in places)
    rare = {word for word in odd if 0 < here[word] < _OWN}
    rare -= {word.casefold() for name in names for word in name.split()} if rare else set()
    if not rare:
        return ()
    times = _word_counts(texts.whole)
    unknown = {word for word in rare if times[word] < _OWN}
    asked = set(map(stem, unknown))
    alike = (word for word, many in times.items() if many >= _OWN and stem(word) in asked)
    own_stems = {stem(word) for word in alike if not _is_known(word, known)}
    unknown = {word for word in unknown if stem(word) not in own_stems}
    with suppress(SpellingFailed):
        unknown -= {each.word for each in misspelt_words(sorted(unknown))}  # CT607 tells of them
    said = NearWords(times if unknown else ())
    found: list[_Unknown] = []
    for block, match, word in places:
        if word in unknown and stands_as_word(block.text, *match.span()):
            may_be_name = block.sort is BlockType.ROW or match[0] != word
            near = _among(said.near(word), known) if may_be_name else _nearest(word, known)
            written = _written(word, near, times) or ("" if near else _two_letters_away(word, said, times))
            if may_be_name and not written:
                may_be = _nearest(word, known) if len(word) >= _SHORTEST_NAME else ()
                near = tuple(each for each in may_be if _is_within(word, each))
            if not (near or written or may_be_name) and len(word) >= _LONG:
                near = _two_letters_from(word, known)
            if written or near:
                found.append(_Unknown(block, match, near, written))
    return found


@once_for_each
def _word_counts(whole: Iterable[Text]) -> Counter[str]:
    return Counter(
        word.lower() for text in whole for block in text.current for word in _WORD.findall(block.text)
    )


def _written(word: str, near: Sequence[str], times: Counter[str]) -> str:
    """Return the one word that the text has several times and surely means; empty if there is none."""
    found = [each for each in near if times[each]]
    if len(word) < _SHORTEST_SURE or len(found) != 1 or times[word] > 1 or times[found[0]] == 1:
        return ""
    return found[0] if _is_within(word, found[0]) else ""


def _is_within(word: str, other: str) -> bool:
    """Return whether two words begin with one letter, and differ before what may be an ending."""
    stem = min(len(word), len(other)) - 1
    return word[0] == other[0] and word[:stem] != other[:stem]


def _two_letters_away(word: str, said: NearWords, times: Mapping[str, int]) -> str:
    """Return the word that the text often has, and that differs in two letters before its ending."""
    if len(word) < _LONG:
        return ""
    near = {each for at in range(1, len(word)) for each in said.near(word[:at] + word[at + 1 :])}
    sure = [each for each in near if each[:2] == word[:2] and each[:-2] != word[: len(each) - 2]]
    often = [each for each in sure if times[each] >= _OWN]
    return often[0] if len(often) == 1 else ""


def _is_known(word: str, known: Dictionary) -> bool:
    if word in game_words() or any(map(known.has, _forms(word))):
        return True
    cuts = range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
    pairs = ((word[:cut], word[cut:]) for cut in cuts)
    return any(_LITTLE.isdisjoint(pair) and all(map(known.has, pair)) for pair in pairs)


def _forms(word: str) -> Iterator[str]:
    """Yield a word as it is, as an American writes it, and both without what may be put before any word."""
    bare = [word.removeprefix(prefix) for prefix in _PREFIXES if word.startswith(prefix)]
    bare += [word.removesuffix(end) + stem for end, stem in _SUFFIXES.items() if word.endswith(end)]
    for each in (word, *bare):
        yield each
        for ours, theirs in _british_endings():
            if ours in each:
                yield each.replace(ours, theirs)
    yield word.capitalize()


@lru_cache(maxsize=1 << 10)
def _nearest(word: str, known: Dictionary) -> tuple[str, ...]:
    """Return the words of the dictionary that are one letter away, more, fewer, another, or two swapped;
    and the two words that were written as one.
    """
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    swapped = (left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1)
    fewer = (left + right[1:] for left, right in cuts if right)
    other = (left + letter + right[1:] for left, right in cuts if right for letter in ascii_lowercase)
    more = (left + letter + right for left, right in cuts for letter in ascii_lowercase)
    found = _among(dict.fromkeys((*swapped, *fewer, *more, *other)), known)
    pairs = (pair for pair in cuts[2:-2] if not _LITTLE.isdisjoint(pair))
    apart = [" ".join(pair) for pair in pairs if all(map(known.has, pair))][:1]
    is_sure = any(len(part) >= _SHORTEST_APART for each in apart for part in each.split())
    return (*apart, *found) if is_sure or not found else found


def _among(words: Collection[str], known: Dictionary) -> tuple[str, ...]:
    """Return those of many words that the dictionary or a game has."""
    in_dictionary = set(known.among(words))
    return tuple(each for each in words if each in in_dictionary or each in game_words())


@lru_cache(maxsize=1 << 10)
def _two_letters_from(word: str, known: Dictionary) -> tuple[str, ...]:
    """Return the words of the dictionary that begin alike, and of which two letters are others."""
    alike = (each for each in known.begun_like(word, 2) if is_within_distance(word, each, 2))
    return tuple(sorted(each for each in alike if each[:2] == word[:2]))


@cache
def _british_endings() -> Sequence[Sequence[str]]:
    lines = Path(__file__).with_name("british_endings.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line[0] != "#"]
