"""The plural of a term is the one it has.

"Heros" and "two Prize's" are small things that make a rulebook look unread.

Bad:

    # the glossary: term: Hero, plural: Heroes
    Shuffle the Heros. Draw two Prize's.

Good:

    Shuffle the Heroes. Draw two Prizes.

Looked for are the plurals that a term would have if it followed another rule, those that words of
games are often given by mistake (Allys, Enemys), and an apostrophe in a plural that has been counted.
`--fix` writes the plural. Overlooked on purpose: words with two good plurals, unless the glossary has chosen
one; and the plural "dies", which is a verb as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cardtool.documents import Block, plural
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.fixes import WRONG_PLURALS, replacement_edit, wrong_plurals

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


def _plural_problem(block: Block, start: int, end: int, right: str) -> Problem:
    written = block.text[start:end]
    return (
        block.at(start),
        f'"{written}" is not the plural',
        f'write "{right}"',
        replacement_edit(block, start, end, right),
    )
