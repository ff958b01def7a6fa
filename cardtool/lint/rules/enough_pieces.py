"""What every player is given at the start is there for as many as can play.

"Give each player three Curse Tokens" was right for four players and twelve tokens. Since the box says
"2 to 6 players", six people reach for the same twelve.

Bad:

    A game for 2 to 6 players. Components: 12 Curse Tokens.
    Setup: give each player three Curse Tokens.

Good:

    A game for 2 to 6 players. Components: 18 Curse Tokens.
    Setup: give each player three Curse Tokens.

Looked at is what sections on setting up hand to each player, in plain numbers of a thing that is
counted in the list of components or the data. Overlooked on purpose: sentences for some numbers of
players only, games that nowhere say how many can play, and things taken during play, which come back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cardtool.finding import Severity
from cardtool.lint.context import is_conditional, is_setup, sentences_in
from cardtool.lint.facts import Count, Facts
from cardtool.lint.lazy import Lazy
from cardtool.lint.nouns import counts_by_noun, noun_key
from cardtool.lint.registry import Problem, text_rule
from cardtool.prose import NUMBER, Block, Role, Text, any_of, as_number, sections

_TO_EACH = Lazy(
    r"\b(?:give|deal|hand)\s(?:out\sto\s)?(?:each|every)\splayer\b|"
    r"\b(?:each|every)\splayer\s(?:takes|gets|receives|draws|is\s(?:dealt|given)|(?:starts|begins)\swith)\b"
)
_OTHERWISE = Lazy(
    r"\b(?:then|place|places|put|puts|set|shuffle|lay|leave|return|keep|keeps|per|until|discard|up|least|"
    r"most|choose|or|minus|less|fewer|more|times|as|many|than)\b"
)
_OUT_OF = Lazy(r"\b(?:of|from|for)\s(?:(?:the|these|all|their)\s)*\Z")
_BEFORE_EACH = Lazy(r"\b(?:give|deal|hand out)\s\Z")
_BEHIND_EACH = Lazy(r"\s(?:[a-z]+\s){0,3}?to\s(?:each|every)\splayer\b")


@text_rule("CT211", "enough-pieces", Severity.ERROR)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    counts = counts_by_noun(facts)
    if facts.players is None or not counts:
        return
    piece = re.compile(
        rf"(?P<number>{NUMBER})\s(?P<noun>{any_of(counts)})(?!\s?[-–]?\s?[a-z]*(?:card|token)s?\b)",
        re.IGNORECASE,
    )
    for text in texts:
        if text.role is not Role.CARD:
            for section in sections(text.current):
                if is_setup(section) or text.role is Role.RULES:
                    for block in section.blocks:
                        yield from _problems(block, piece, counts, facts.players[1])


def _problems(
    block: Block, piece: re.Pattern[str], counts: Mapping[str, Count], players: int
) -> Iterator[Problem]:
    for start, sentence in sentences_in(block.text):
        if is_conditional(sentence):
            continue
        for match in piece.finditer(sentence):
            count = counts.get(noun_key(match["noun"]))
            each = as_number(match["number"])
            if count and _is_for_each(sentence, match) and each * players > count.number:
                message = (
                    f"{each} {match['noun']} for each of {players} players are {each * players}, "
                    f"but {count.said}"
                )
                yield block.at(start + match.start()), message, None


def _is_for_each(sentence: str, piece: re.Match[str]) -> bool:
    """Whether each player is given so many of these."""
    if _BEFORE_EACH.search(sentence, 0, piece.start()) and _BEHIND_EACH.match(sentence, piece.end()):
        return True
    to_each = list(_TO_EACH.finditer(sentence, 0, piece.start()))
    if not to_each or _OUT_OF.search(sentence, to_each[-1].end(), piece.start()):
        return False
    return not _OTHERWISE.search(sentence, to_each[-1].end(), piece.start())
