"""Rules about what is said in two ways: how many can play, and into how many parts something is divided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cardtool.documents import NUMBER, Block, BlockType, Text, TextKind, find_sections, parse_number, singular
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, brief_place, text_rule
from cardtool.lint.core.sentence_context import is_conditional, sentences_in
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
def players_in_prose(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
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


_WHOLE = (
    r"(?:game|match|round|turn|day|night|week|month|year|season|battle|combat|fight|hand|phase|era|session|race|"
    r"campaign|tournament|expedition|voyage|journey)"
)
_PART = (
    r"(?:parts|phases|steps|stages|rounds|turns|segments|halves|sub-?phases|seasons|eras|laps|legs|acts|chapters|"
    r"days|nights|weeks|years|hands|deals|ages)"
)
_IS_MADE_OF = (
    r"(?:has|consists\sof|comprises|contains|goes\sthrough|lasts|"
    r"is\s(?:divided|split|broken(?:\sdown)?|separated)\s(?:up\s)?into|is\smade\sup\sof|"
    r"is\s(?:played|run|fought)\s(?:over|in))"
)
_DIVIDED = LazyRegex(
    rf"(?:(?:each|every|an?|the|one)\s(?P<whole>(?:[\w'’-]{{1,20}}\s){{0,2}}?{_WHOLE})\s{_IS_MADE_OF}|"
    r"(?P<it>it)\sis\splayed\s(?:over|in))\s"
    rf"(?P<number>{NUMBER})\s(?:(?:main|distinct|different|separate|consecutive)\s)?(?P<part>{_PART})\b"
)
_GAME = LazyRegex(r"\bis\san?\s(?:[\w-]+\s){0,4}?game\b")  # what "it" is, that is played over so many rounds
_ASIDE = LazyRegex(
    r"\b(?:variants?|examples?|optional|advanced|basic|short(?:er)?|quick|solo|solitaire|expansions?|campaign|"
    r"scenarios?|faq|questions?|teams?|modes?|players?)\b"
)


class _Division(NamedTuple):
    """Where a text says that something has so many parts, and in which words."""

    source: Source
    number: int
    quote: str


@text_rule("CT213", "two-divisions", Severity.WARNING)
def two_divisions(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """A round, a turn or a game has as many parts in one place as in another.

    "Each turn has three phases", says the overview; the chapter about turns has four. Whoever learnt the
    game from the overview leaves one out.

    Bad:

        Each day has two parts.
        …
        Each day has three parts: milking, mowing and sleeping.

    Good:

        Each day has three parts.
        …
        Each day has three parts: milking, mowing and sleeping.

    Looked at are sentences of a rulebook or document that begin with what is divided ("Each round consists
    of…", "The game is played over…"). Overlooked on purpose: sentences that speak of some case only, such as
    a number of players; variants, examples and expansions; and what has other parts: a turn of five steps may
    have three phases.
    """
    first: dict[tuple[str, str], _Division] = {}
    for text in texts:
        if text.role in (TextKind.RULEBOOK, TextKind.DOCUMENT):
            for key, division in _divisions(text):
                other = first.setdefault(key, division)
                if other.number != division.number:
                    there = brief_place(other.source, division.source)
                    message = f'"{division.quote}", but {there} says "{other.quote}"'
                    yield division.source, message, "say the same in both places"


def _divisions(text: Text) -> Iterator[tuple[tuple[str, str], _Division]]:
    for section in find_sections(text.current):
        if any(_ASIDE.search(heading.text) for heading in section.headings):
            continue
        for block in section.blocks:
            for start, sentence in sentences_in(block.text):
                match = _DIVIDED.match(sentence)
                if match and match["it"] and not _GAME.search(block.text, 0, start):
                    continue
                if match and not is_conditional(sentence):
                    key = singular((match["whole"] or "game").lower()), singular(match["part"].lower())
                    said = " ".join(match[0].split())
                    yield key, _Division(block.at(start), parse_number(match["number"]), said)
