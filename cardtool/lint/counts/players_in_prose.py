"""How many can play is said alike everywhere.

The box says 2 to 5, the first page 2 to 6: nobody knows whether to invite a sixth.

Bad:

    # game.yaml: players: {least: 2, most: 5}, and in the rulebook
    Barnyard is a game for 2 to 6 players.

Good:

    Barnyard is a game for 2 to 5 players.

Looked at are "a game for 2–5 players" and "Players: 2–5", held against the game's data or, in a
document by itself, against each other. Overlooked on purpose: sentences about expansions, variants
and teams, and ranges that only part the players ("with 2 or 3 players, remove the ferry").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardtool.documents import NUMBER, Block, BlockType, Text, TextKind, find_sections, parse_number
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule
from cardtool.lint.core.sentence_context import sentences_in
from cardtool.model import Source

_MOST = r"\b(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|twelve)\b"
_RANGE = rf"(?P<least>{NUMBER})\s?(?:-|–|—|to|or)\s?(?P<most>{_MOST})"
_GAME_FOR = LazyRegex(
    rf"\bgame\s(?:[^.;:\n]{{0,40}}?\s)?(?:for|of)\s(?:from\s)?{_RANGE}\s(?:[a-z]+\s)?players\b"
)
_LABELLED = LazyRegex(rf"\s*(?:number\sof\s)?players\s?:\s*{_RANGE}(?:\splayers)?\s*\.?\s*")
_OTHER_GAME = LazyRegex(
    r"\b(?:expansion|extension|variant|team|teams|edition|expanded|extended|combin\w+|best|solo|"
    r"two (?:sets|copies|boxes))\b"
)


@dataclass(frozen=True, slots=True)
class _PlayersStatement:
    """A statement of how many can play, as it is written."""

    words: str
    players: tuple[int, int]
    source: Source


@text_rule("CT212", "players-in-prose", Severity.ERROR)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    every = [said for text in texts if text.role is not TextKind.CARD for said in _statements(text)]
    known = facts.players or (every[0].players if every else None)
    for said in every:
        if known and said.players != known:
            message = f'"{said.words}", but elsewhere {known[0]} to {known[1]} can play'
            yield said.source, message, f"write {known[0]} to {known[1]} here, or change it there"


def _statements(text: Text) -> Iterator[_PlayersStatement]:
    for section in find_sections(text.current):
        if not any(_OTHER_GAME.search(heading.text) for heading in section.headings):
            for block in section.blocks:
                if block.sort is not BlockType.ROW and not _OTHER_GAME.search(block.text):
                    yield from _statements_in_block(block)


def _statements_in_block(block: Block) -> Iterator[_PlayersStatement]:
    for start, sentence in sentences_in(block.text) if "player" in block.text.lower() else ():
        if match := _GAME_FOR.search(sentence) or _LABELLED.fullmatch(sentence):
            players = parse_number(match["least"]), parse_number(match["most"])
            yield _PlayersStatement(match[0].strip(), players, block.at(start + match.start("least")))
