"""What players are given at the start is in the list of components.

"Give each player a board and a pencil": the pencils were borrowed from the kitchen in every playtest, and
nobody ever packed them.

Bad:

    Components: 4 boards, 1 die.
    Setup: give each player a board and a pencil.

Good:

    Components: 4 boards, 1 die, 4 pencils.

Looked at is what sections on setting up hand to each player, of things that come in a box: pads, pencils,
tokens, dice, boards and the like. Overlooked on purpose: documents without a list of components; what is
said to be needed besides, or to be brought; and everything the list mentions, in whatever words.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.documents import NUMBER, Block, Text, TextKind, find_sections
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.matching import word_keys
from cardtool.lint.core.sentence_context import is_setup_section, sentences_in, without_asides
from cardtool.lint.counts.player_counts import given_to_each

_THINGS = (
    r"mats?|boards?|pads?|pencils?|pens?|tokens?|die|dice|markers?|cubes?|pawns?|meeples?|screens?|sheets?|"
    r"tiles?|standees?|miniatures|crayons?|dials?|sand\stimers?|hourglass(?:es)?|whiteboards?|clipboards?"
)
_THING = LazyRegex(
    rf"(?:\b(?:an?|one)|{NUMBER})\s(?:(?!of\s|and\s|or\s)[a-z-]+\s){{0,2}}?(?P<thing>{_THINGS})\b(?!['’-])(?!\s(?:of|on|from)\b)"
)
_NEEDED = LazyRegex(
    r"\b(?:need|needs|needed|bring|provide|provided|supply|own|yourself|household|any|equivalent)\b"
)
_ENDS = LazyRegex(r"\b(?:then|from|which|who|that|per|place|places|put|puts|on|onto|to)\b|[;:.]")


@text_rule("CT215", "unlisted-piece", Severity.INFO)
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role is TextKind.DOCUMENT and (listed := _listed_words(text)):
            yield from _unlisted_problems(text, listed, given_to_each(facts.roles))


def _unlisted_problems(text: Text, listed: set[str], given: LazyRegex) -> Iterator[Problem]:
    """Yield what is handed out and neither listed nor needed besides; each sort of thing once."""
    reported = set(listed)
    for section in find_sections(text.current):
        for block in section.blocks if is_setup_section(section) else ():
            for start, thing in _given_things(block, given):
                key = word_keys(thing)[-1]
                if key not in reported and not _is_needed(text, key):
                    reported.add(key)
                    message = f'each player is given "{thing}", which the list of components has not'
                    yield block.at(start), message, "list it, or say where it comes from"


def _listed_words(text: Text) -> set[str]:
    from cardtool.lint.core.component_lists import component_blocks, is_component_section

    blocks = [
        block
        for section in find_sections(text.current)
        if is_component_section(section)
        for block in section.blocks
    ]
    return {key for block in (*blocks, *component_blocks(text)) for key in word_keys(block.text)}


def _given_things(block: Block, given: LazyRegex) -> Iterator[tuple[int, str]]:
    for start, sentence in sentences_in(without_asides(block.text)):
        for to_whom in given.finditer(sentence):
            ends = _ENDS.search(sentence, to_whom.end())
            for thing in _THING.finditer(sentence, to_whom.end(), ends.start() if ends else len(sentence)):
                yield start + thing.start(), thing[0]


def _is_needed(text: Text, key: str) -> bool:
    return any(
        key in word_keys(sentence)
        for block in text.current
        if _NEEDED.search(block.text)
        for _, sentence in sentences_in(block.text)
        if _NEEDED.search(sentence)
    )
