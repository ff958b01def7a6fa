"""A term is written in one way throughout a text.

Knockback, knock back and KNOCK BACK; Hero, hero and HERO: readers wonder whether there is a
difference, and somebody will find one.

Bad:

    Knockback moves you a space. If the player affected by a knock back …

Good:

    Knockback moves you a space. If the player affected by a knockback …

Looked for in a document or a rulebook are words that are also written as two or with a hyphen; terms
that are written all in capitals and otherwise as well, or in two words of which now none has a capital,
now one, now both; a noun of one word that is counted or owned and mostly has its capital, "two Wounds"
and "a wound"; the Move phase that is also the Movement phase; LoS and LOS; and words in the spelling
of Britain and of America. The findings stand at the rarer ways, the first few of each. English itself writes
"to set up" and "the setup": of words with up, down, back, off and the like only a noun written as two
words and a verb written as one are found.

Found in real rules are Combat phase and combat phase, reroll and re-roll. Overlooked on purpose: "a
face-down card" beside "lies face down"; headings and shouted lines; terms of which the capitals are defined
(CT304 term-case); what is told by CT307 near-miss-name; a passage that is printed a second time (CT605
printed-twice); code and tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from cardtool.documents import TextKind
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.facts import fixed_case_names, names_in_use
from cardtool.lint.core.matching import word_keys
from cardtool.lint.core.repeats import without_repeats
from cardtool.lint.names.capitals import in_other_capitals, without_capital
from cardtool.lint.names.spelling_variants import (
    Variants,
    hyphened_nouns,
    in_mixed_letters,
    in_two_englishes,
    in_two_forms,
    open_and_closed,
    words_of,
)
from cardtool.model import Source

_DETECTORS = (open_and_closed, hyphened_nouns, in_two_englishes, in_two_forms, in_mixed_letters)
_MOST_FINDINGS = 3  # findings for one way to write one term


@text_rule("CT308", "spelled-two-ways", Severity.INFO, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    read = [text for text in texts if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK)]
    if not read:
        return
    defined = {word for name in names_in_use(facts) for word in (" ".join(word_keys(name)), *name.split())}
    settled = {" ".join(word_keys(name)) for name in fixed_case_names(facts)}
    for text in map(without_repeats, read):
        words, told = list(words_of(text)), set[Source]()
        for found in chain(
            *(detect(words) for detect in _DETECTORS),
            in_other_capitals(words, defined, settled),
            without_capital(words, defined),
        ):
            problems = list(_problems(found))
            if told.isdisjoint(problem[0] for problem in problems):
                yield from problems
            told.update(problem[0] for problem in problems)


def _problems(found: Variants) -> Iterator[Problem]:
    """Yield a finding for each of the first few places of a way."""
    for way in found.ways:
        left = len(way) - _MOST_FINDINGS
        for row, (use, usual) in enumerate(way[:_MOST_FINDINGS], start=1):
            is_last = left > 0 and row == _MOST_FINDINGS
            more = f", and so in {left} more place{'s' if left > 1 else ''}" if is_last else ""
            message = f'"{use.written}" is otherwise written "{usual}" ({found.tally}){more}'
            yield use.block.at(use.start), message, f'write "{usual}"'
