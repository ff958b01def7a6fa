"""What every player is given at the start is there for as many as can play.

"Give each player three Curse Tokens" was right for four players and twelve tokens. Since the box says
"2 to 6 players", six people reach for the same twelve.

Bad:

    A game for 2 to 6 players. Components: 12 Curse Tokens.
    Setup: give each player three Curse Tokens.

Good:

    A game for 2 to 6 players. Components: 18 Curse Tokens.
    Setup: give each player three Curse Tokens.

Looked at is what sections on setting up hand to each player, in plain numbers of a thing that is counted in
the list of components or the data, or of cards from the one deck there is; in games for a number of players
that is told, by a table on the box or by rules of what four players do. Overlooked on purpose: sections that
tell numbers of players apart, conditions, things that come back or are put elsewhere, and a die that is
handed on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from cardtool.documents import (
    NUMBER,
    Block,
    Section,
    TextKind,
    parse_number,
    pattern_of_any,
    singular,
)
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.facts import Count, noun_key, single_deck, unambiguous_counts
from cardtool.lint.core.sentence_context import (
    is_conditional,
    is_setup_section,
    names_players,
    sentences_in,
    without_asides,
)

_OTHERWISE = LazyRegex(
    r"\b(?:then|place|puts?|set|shuffle|lay|leave|returns?|keeps?|per|until|discard|up|least|most|choose|"
    r"or|minus|less|fewer|more|times|as|many|than|of|from)\b"
)
_COMES_BACK = LazyRegex(r"\b(?:rolls?|returns?|back|passes|highest|lowest|in\sturn|of\stheir|less|fewer)\b")
_DEALT = LazyRegex(r"\b(?:deal|give|hand)\s(?:out\s)?\Z")
_TO_EACH = LazyRegex(r"\s(?:face[\s-]?(?:down|up)\s)?to\s(?:each|every)\splayer\b")
_DIE = LazyRegex(r"\b(?:die|dice)$")  # which players hand on
_FEWER = LazyRegex(r"\b(?:fewer|less|more|other)\s(?:players|people)\b")


@text_rule("CT211", "enough-pieces", Severity.ERROR, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    players = facts.players_of_one_pack or (facts.players[1] if facts.players else facts.addressed_players)
    counts, deck = unambiguous_counts(facts), single_deck(facts)
    if deck:
        counts.setdefault("card", deck)
    if not players or not counts:
        return
    piece = re.compile(
        rf"(?P<number>{NUMBER}|\ban?)\s(?P<noun>{pattern_of_any(counts)})(?!\s?[-–]?\s?[a-z]*(?:card|token)s?\b)",
        re.IGNORECASE,
    )
    for text in texts:
        for section in text.sections if text.role is not TextKind.CARD else ():
            if (is_setup_section(section) or text.role is TextKind.RULES) and not _tells_apart(section):
                for block in section.blocks:
                    for start, match in _handed_out(block, piece, facts.roles):
                        yield from _shortage(block, start, match, counts[noun_key(match["noun"])], players)


def _tells_apart(section: Section) -> bool:
    return any(names_players(block.text) or _FEWER.search(block.text) for block in section.blocks)


def _handed_out(
    block: Block, piece: re.Pattern[str], roles: tuple[str, ...]
) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield each number of things that everybody is given, with the offset of its sentence."""
    given = given_to_each(roles)
    for start, sentence in sentences_in(without_asides(block.text)):
        to_whom = given.search(sentence)
        for match in piece.finditer(sentence) if not is_conditional(sentence) else ():
            is_behind = to_whom is not None and to_whom.end() <= match.start()
            before = to_whom.end() if to_whom and is_behind else match.start()
            is_dealt = _DEALT.search(sentence, 0, before) and _TO_EACH.match(sentence, match.end())
            is_given = is_behind or is_dealt
            is_otherwise = _OTHERWISE.search(sentence, before, match.start())
            if is_given and not is_otherwise and not _COMES_BACK.search(sentence, match.end()):
                yield start, match


def _shortage(
    block: Block, start: int, match: re.Match[str], count: Count, players: int
) -> Iterator[Problem]:
    is_one = match["number"].casefold() in ("a", "an")
    each = 1 if is_one else parse_number(match["number"])
    if each * players > count.number and not (is_one and _DIE.search(match["noun"])):
        noun = singular(match["noun"]) if each == 1 else match["noun"]
        message = f"{each} {noun} for each of {players} players are {each * players}, but {count.evidence}"
        yield block.at(start + match.start()), message, None


@lru_cache(maxsize=8)
def given_to_each(roles: tuple[str, ...] = ()) -> LazyRegex:
    """Return a pattern of the words before what each is given. `roles` are other words for the players."""
    each = rf"\b(?:each|every)\s(?:{pattern_of_any(('player', *roles))})\b"
    return LazyRegex(
        rf"\b(?:give|deal|hand)\s(?:out\sto\s)?{each}|"
        rf"(?:{each}|\beveryone\b|\beverybody\b)\s"
        r"(?:takes|gets|receives|draws|is\s(?:dealt|given)|(?:starts|begins)\swith)\b"
    )
