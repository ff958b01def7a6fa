"""Rules about what every player is given at the start: it is in the box, and enough of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from cardtool.documents import (
    NUMBER,
    Block,
    Text,
    TextKind,
    find_sections,
    parse_number,
    pattern_of_any,
    singular,
)
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.facts import Count, noun_key, single_deck, unambiguous_counts
from cardtool.lint.core.matching import word_keys
from cardtool.lint.core.sentence_context import (
    is_conditional,
    is_setup_section,
    names_players,
    sentences_in,
    without_asides,
)
from cardtool.lint.counts.player_counts import PlayerCounts, each_player_pattern, given_to_each

_OTHERWISE = LazyRegex(
    r"\b(?:then|place|places|put|puts|set|shuffle|lay|leave|return|keep|keeps|per|until|discard|up|least|"
    r"most|choose|or|minus|less|fewer|more|times|as|many|than)\b"
)
_OUT_OF = LazyRegex(r"\b(?:of|from|for)\s(?:(?:the|these|all|their)\s)*\Z")
_BEFORE_EACH = LazyRegex(r"\b(?:give|deal|hand out)\s\Z")
_DECK = r"from\s(?:the\stop\sof\s)?the\s(?:draw\s|main\s|shuffled\s)?(?:deck|pile|stack)\b(?!\sof\b)"
_FROM_THE_DECK = LazyRegex(rf"(?:\s[a-z]+){{0,4}}?\s{_DECK}")
_FROM_SOME = LazyRegex(rf"(?:\s[a-z]+){{0,5}}?\s(?!{_DECK})(?:from|of|off)\s")
_COMES_BACK = LazyRegex(r"\b(?:rolls?|returns?|back|passes|highest|lowest|in\sturn|clockwise)\b")
_DIE = LazyRegex(r"\b(?:die|dice)$")  # which players hand on
_ONE = ("a", "an")
_MORE_DECKS = LazyRegex(
    r"\b(?:two|2|three|second|another|several|more|both|extra)\s(?:[a-z]+\s)?(?:deck|pack)s?\b"
)
_THESE = LazyRegex(r"\b(?:shuffle|mix)\s(?:all\s)?(?:of\s)?\Z")
_OF_THESE = (
    r"(?:\s(?:face\s?(?:down|up)|well|thoroughly|together))?(?:,?\s(?:and|then|and\sthen)|,)\s"
    rf"(?:deal|give|hand)\s(?:out\s)?(?P<number>{NUMBER}|an?)(?:\sof\sthem)?"
)


class _HandoutPatterns(NamedTuple):
    """How a text words that each of its players is handed something, by what it calls them."""

    to_each: LazyRegex
    behind_piece: LazyRegex
    of_these: LazyRegex
    before_dealt: LazyRegex

    @classmethod
    def for_roles(cls, roles: Sequence[str]) -> _HandoutPatterns:
        behind = rf"\s(?:[a-z]+\s){{0,3}}?to\s{each_player_pattern(roles)}"
        dealt = rf"\bdeal[st]?\s(?:out\s)?(?:to\s)?(?:{each_player_pattern(roles)}\s)?\Z"
        return cls(given_to_each(roles), LazyRegex(behind), LazyRegex(_OF_THESE + behind), LazyRegex(dealt))


@text_rule("CT211", "enough-pieces", Severity.ERROR, reads="en")
def enough_pieces(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
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
    counted in the list of components or the data, or of cards dealt from the one deck there is. How many
    can play is what the text says, or the highest number of players of which it says what they do; where
    three are told otherwise, it is held against the others.
    Overlooked on purpose: what "fewer players" are told otherwise, games that nowhere say how many can
    play, and things that come back: those taken during play, a die that is rolled and handed on.
    """
    players = facts.players[1] if facts.players else facts.addressed_players
    players = facts.players_of_one_pack or players
    suspects = {id(block) for _, block in texts.with_words("each", "every", "everyone", "everybody")}
    counts = _piece_counts(texts, facts) if players and suspects else {}
    if not counts:
        return
    piece = re.compile(
        rf"(?P<number>{NUMBER}|\b(?:an?|the))\s(?P<noun>{pattern_of_any(counts)})"
        r"(?!\s?[-–]?\s?[a-z]*(?:card|token)s?\b)",
        re.IGNORECASE,
    )
    handing = _HandoutPatterns.for_roles(facts.roles)
    for text in texts:
        if text.role is not TextKind.CARD:
            for section in find_sections(text.current):
                if is_setup_section(section) or text.role is TextKind.RULES:
                    player_counts = PlayerCounts(section)
                    for block in section.blocks:
                        if id(block) in suspects:
                            yield from _shortages(player_counts, block, piece, counts, players, handing)


def _piece_counts(texts: TextIndex, facts: Facts) -> dict[str, Count]:
    """Return what is counted, by its noun, and the cards of the deck, where no second one is ever added."""
    counts, deck = unambiguous_counts(facts), single_deck(facts)
    has_more = any(
        _MORE_DECKS.search(block.text) for _, block in texts.with_words("deck", "decks", "pack", "packs")
    )
    return counts | ({"card": deck} if deck and "card" not in counts and not has_more else {})


def _shortages(
    player_counts: PlayerCounts,
    block: Block,
    piece: re.Pattern[str],
    counts: Mapping[str, Count],
    players: int,
    handing: _HandoutPatterns,
) -> Iterator[Problem]:
    for start, sentence in sentences_in(without_asides(block.text)):
        if is_conditional(sentence) or names_players(sentence):
            continue
        for match in piece.finditer(sentence):
            count, each = counts.get(noun_key(match["noun"])), _number_for_each(sentence, match, handing)
            if (
                count
                and each * players > count.number
                and (count.nouns or _is_dealt(sentence, match, handing))
                and each * (most := _most_players(players, player_counts.exceptions(block, match["noun"])))
                > count.number
            ):
                noun = singular(match["noun"]) if each == 1 else match["noun"]
                message = f"{each} {noun} for each of {most} players are {each * most}, but {count.evidence}"
                yield block.at(start + match.start()), message, None


def _most_players(players: int, apart: Collection[int] | None) -> int:
    """Return the most players who are not told otherwise: 5 of 5 if three are, 0 if nobody knows."""
    return 0 if apart is None else max({*range(2, players + 1)}.difference(apart), default=0)


def _number_for_each(sentence: str, piece: re.Match[str], handing: _HandoutPatterns) -> int:
    """Return how many of these each player is given; 0 where it is not said, or of something else."""
    number = piece["number"].casefold()
    if number == "the":
        is_told = _THESE.search(sentence, 0, piece.start())
        of_these = handing.of_these.match(sentence, piece.end()) if is_told else None
        return _parse_number(of_these["number"]) if of_these else 0
    is_shared = _COMES_BACK.search(sentence, piece.end()) or (number in _ONE and _DIE.search(piece["noun"]))
    return _parse_number(number) if not is_shared and _is_for_each(sentence, piece, handing) else 0


def _parse_number(written: str) -> int:
    return 1 if written.casefold() in _ONE else parse_number(written)


def _is_for_each(sentence: str, piece: re.Match[str], handing: _HandoutPatterns) -> bool:
    if _BEFORE_EACH.search(sentence, 0, piece.start()) and handing.behind_piece.match(sentence, piece.end()):
        return True
    to_whom = list(handing.to_each.finditer(sentence, 0, piece.start()))
    if not to_whom or _OUT_OF.search(sentence, to_whom[-1].end(), piece.start()):
        return False
    return not _OTHERWISE.search(sentence, to_whom[-1].end(), piece.start())


def _is_dealt(sentence: str, piece: re.Match[str], handing: _HandoutPatterns) -> bool:
    """Return whether these cards come from the whole deck."""
    if _FROM_SOME.match(sentence, piece.end()):
        return False
    from_deck = _FROM_THE_DECK.match(sentence, piece.end())
    return from_deck is not None or handing.before_dealt.search(sentence, 0, piece.start()) is not None


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


@text_rule("CT215", "unlisted-piece", Severity.INFO, reads="en")
def unlisted_piece(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
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
