"""The plural of a term is the one it has.

"Heros" and "two Prize's" are small things that make a rulebook look unread.

Bad:

    # the glossary: term: Hero, plural: Heroes
    Shuffle the Heros. Draw two Prize's.

Good:

    Shuffle the Heroes. Draw two Prizes.

Looked for are the plurals that a term would have if it followed another rule, those that words of
games are often given by mistake (Allys, Enemys), and an apostrophe in a plural that has been counted;
and one thing where several are meant, such as "each of your token", if the plural is in use elsewhere.
`--fix` writes the plural, save in the last case. Overlooked on purpose: words with two good plurals,
unless the glossary has chosen one; the plural "dies", which is a verb as well; and what is one of many
by itself, as in "any of your hand", "one of the suit".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cardtool.documents import Block, plural, singular
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.fixes import WRONG_PLURALS, replacement_edit, wrong_plurals
from cardtool.lint.core.matching import word_key, word_list

_AMONG_WORDS = (
    "each any one both either neither several few many two three four five six seven eight nine ten"
)
_WHOSE_WORDS = "the his her their your its our my these those"
_AMONG, _WHOSE = _AMONG_WORDS.split(), _WHOSE_WORDS.split()
_ENDS = r"(?=[.,;:!?)]|\s+(?:with|in|on|from|to|at|that|is|are|for|by|into|may|can|must|has|have)\b|\s*$)"
_OF_SEVERAL = LazyRegex(
    rf"\b(?:{'|'.join(_AMONG)}) of (?:{'|'.join(_WHOSE)}) "
    rf"(?P<before>(?:[a-z]+ ){{0,2}}?)(?P<noun>[a-z]{{3,}}){_ENDS}"
)
_LEAST = 3  # uses of the plural, so that the word is a thing that is counted
_OF_MANY = word_list("one for many")
"""Words that may well stand for one: what holds several things, is not counted, or things have in common."""
_SEVERAL = frozenset(("following", "above", "below", "others", "you", "they", "we", "same", *_AMONG))


class LoneNoun(NamedTuple):
    """From where to where the noun stands, from where on its phrase does, and its plural."""

    block: Block
    phrase: int
    start: int
    end: int
    right: str


def missing_plurals(texts: TextIndex) -> Iterator[LoneNoun]:
    """Yield nouns in the singular after words for several, each of his last card, if the plural is common."""
    said = texts.signs_used(*(f" of {whose} " for whose in _WHOSE))
    for _, block in texts.with_words_of_all(_AMONG, ("of",), _WHOSE) if said else ():
        for match in _OF_SEVERAL.finditer(block.text):
            noun = match["noun"]
            if not any(map(_tells_of_several, match["before"].split())) and _is_counted(noun, texts):
                yield LoneNoun(block, match.start(), *match.span("noun"), plural(noun))


def _tells_of_several(word: str) -> bool:
    """Return whether a word between tells of several: any of these conditions, one of the following."""
    low = word.casefold()
    return low in _SEVERAL or singular(low) != low


def _is_counted(noun: str, texts: TextIndex) -> bool:
    low = noun.casefold()
    if low in _OF_MANY or low.endswith(("s", "ing", "ed")) or singular(low) != low:
        return False
    many = plural(low)
    found = 0
    for _, block in texts.with_keys([word_key(low)]):
        found += block.text.casefold().count(many)
        if found >= _LEAST:
            return True
    return False


_WORD = re.compile(r"(?<![\w'’-])[^\W\d_]{4,}(?![\w-]|['’]\w)")
_COUNTED = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|[2-9]|[1-9]\d|these|those|both|several|many)\s+"
    r"([^\W\d_]{3,})(['’])s(?=[.,;:!)]|\s+(?:and|or|are|in|on|from|to|may|can|must|with)\b|\s*$)"
)


@text_rule("CT305", "term-plural", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    terms = {wrong: right for each in facts.terms for wrong, right in wrong_plurals(each)}
    right_ones = {form.casefold() for each in facts.terms for form in (each.term, each.plural)}
    right_ones |= {word.casefold() for each in facts.names for word in each.name.split()}
    wrong = {word: right for word, right in {**WRONG_PLURALS, **terms}.items() if word not in right_ones}
    for _, block in texts.with_words(*wrong):
        yield from _wrong_plural_problems(block, wrong)
    for _, block in texts.with_words_like(_is_owner):
        yield from _apostrophe_problems(block)
    yield from map(_lone_noun_problem, missing_plurals(texts))


def _is_owner(word: str) -> bool:
    return word.endswith(("'s", "’s"))


def _wrong_plural_problems(block: Block, wrong: Mapping[str, str]) -> Iterator[Problem]:
    for match in _WORD.finditer(block.text):
        right = wrong.get(match[0].casefold())
        if right is not None:
            new = (
                right.upper()
                if match[0].isupper()
                else right.capitalize()
                if match[0][0].isupper()
                else right.lower()
            )
            yield _plural_problem(block, match.start(), match.end(), new)


def _apostrophe_problems(block: Block) -> Iterator[Problem]:
    for match in _COUNTED.finditer(block.text):
        yield _plural_problem(block, match.start(1), match.end(2) + 1, plural(match[1]))


def _lone_noun_problem(lone: LoneNoun) -> Problem:
    said = " ".join(lone.block.text[lone.phrase : lone.end].split())
    return lone.block.at(lone.start), f'"{said}": there are several', f'write "{lone.right}"'


def _plural_problem(block: Block, start: int, end: int, right: str) -> Problem:
    written = block.text[start:end]
    return (
        block.at(start),
        f'"{written}" is not the plural',
        f'write "{right}"',
        replacement_edit(block, start, end, right),
    )
