"""A term is written in one way throughout a text.

Knockback, knock back and KNOCK BACK; Hero, hero and HERO: readers wonder whether there is a
difference, and somebody will find one.

Bad:

    Knockback moves you a space. If the player affected by a knock back …

Good:

    Knockback moves you a space. If the player affected by a knockback …

Looked for in a document or a rulebook are words that are also written as two or with a hyphen; terms
that are written all in capitals and otherwise as well, or in two words of which now none has a capital,
now one, now both; a word that now has a capital and now has none inside a sentence, a Goat and a goat; the
Move phase that is also the Movement phase; LoS and LOS; 4VP and 4 VP, d20 and D20, Round 3 and round 3; "one
dice" beside one die; a word a letter away from the one that stands there elsewhere, as in "movement rage";
and words in the spelling of Britain and of America.
Each of the rarer ways is told once, with its lines. English itself writes "to set up" and "the setup", "a
turn-based game" and "a game that is turn based": told are only those that stand where the other should.

Found in real rules are Combat phase and combat phase, reroll and re-roll. Overlooked on purpose: "a
face-down card" beside "lies face down"; headings and shouted lines; terms of which the capitals are defined
(CT304 term-case); what is told by CT307 near-miss-name; a passage that is printed a second time (CT605
printed-twice); code, and what is no sentence in a table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from cardtool.documents import TextKind
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, also_in_lines, text_rule
from cardtool.lint.core.facts import fixed_case_names, names_in_use
from cardtool.lint.core.matching import word_keys
from cardtool.lint.core.repeats import without_repeats
from cardtool.lint.names import capitals, hyphens_and_numbers, spelling_variants
from cardtool.lint.names.rare_pairs import rare_pairs
from cardtool.lint.names.spelling_variants import TextWords, Use, Variants, words_of
from cardtool.model import Source

_DETECTORS = (
    hyphens_and_numbers.amounts,
    hyphens_and_numbers.before_nouns,
    hyphens_and_numbers.letters_beside_numbers,
    spelling_variants.open_and_closed,
    hyphens_and_numbers.with_and_without_hyphen,
    spelling_variants.in_two_englishes,
    spelling_variants.in_two_forms,
    spelling_variants.in_two_heads,
    spelling_variants.in_mixed_letters,
    spelling_variants.small_words_in_names,
    hyphens_and_numbers.one_die,
    rare_pairs,
)


@text_rule("CT308", "spelled-two-ways", Severity.INFO, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    read = [text for text in texts if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK)]
    if not read:
        return
    defined = _with_each_word(names_in_use(facts))
    fixed, nouns = fixed_case_names(facts), [noun for each in facts.counts for noun in each.nouns]
    settled = {" ".join(word_keys(name)) for name in fixed}
    known = _with_each_word([*fixed, *nouns])
    for text in map(without_repeats, read):
        words, told = TextWords(words_of(text)), set[Source]()
        raised = capitals.in_other_capitals(words, defined, settled)
        alone = capitals.without_capital(words, known)
        for found in chain(*(detect(words) for detect in _DETECTORS), raised, alone):
            uses = [use for way in found.ways for use, _ in way]
            ends = ((each, at) for each in uses for at in (0, each.written.rfind(" ") + 1))
            places = {each.block.at(each.start + at) for each, at in ends}
            if told.isdisjoint(places):
                yield from (_problem(way, found) for way in found.ways)
            told |= places


def _with_each_word(names: Collection[str]) -> set[str]:
    return {word for keys in map(word_keys, names) for word in (" ".join(keys), *keys)}


def _problem(way: Sequence[tuple[Use, str]], found: Variants) -> Problem:
    """Return what there is to say of one way: where it is met first, and in which other lines."""
    (first, usual), *others = way
    here = first.block.at(first.start)
    also = also_in_lines(here, [use.block.at(use.start) for use, _ in others])
    message = f'"{first.written}" is {found.says} "{usual}" ({found.tally}){also}'
    return here, message, f'write "{usual}"'
