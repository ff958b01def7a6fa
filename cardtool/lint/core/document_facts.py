"""The facts a document states itself: who can play, its cards, counts and terms.

Only what is certain is taken: a fact that is none would make a false alarm of every use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.documents import (
    NUMBER,
    BlockType,
    Table,
    Text,
    parse_number,
    split_sentences,
)
from cardtool.lint.core.component_lists import (
    component_counts,
    components_as_written,
)
from cardtool.lint.core.document_terms import terms_in
from cardtool.lint.core.facts import Facts, NamedCard

_TO = r"\s?(?:-|–|—|to|or)\s?"
_RANGE = (
    rf"(?P<least>{NUMBER}){_TO}(?P<most>(?:\d{{1,2}}|two|three|four|five|six|seven|eight|nine|ten|twelve)\b)"
)
_PLAYERS = re.compile(
    rf"\b(?:(?:game|duel|race|contest|romp|brawl)(?:\s[\w,'’-]{{1,20}}){{0,6}}?|fun|designed|suitable|is|plays)\s(?:for|with)\s(?:from\s)?{_RANGE}\s(?:[a-z]+\s)?players\b"
    rf"|^\W{{0,3}}(?:number\sof\s)?players\W{{1,3}}{_RANGE.replace('least', 'low').replace('most', 'high')}",
    re.IGNORECASE,
)
_LINE = re.compile(rf"(?:^|[·•|,;:(–—])\s*(?:for\s)?{_RANGE}[\s-]players?\s*(?=$|[·•|,;.)–—])", re.IGNORECASE)
_TWO = re.compile(
    rf"\bis\san?\s(?:[a-z-]+\s){{0,4}}?(?P<both>{NUMBER})[\s-]players?\s(?:[a-z-]+\s){{0,3}}game\b",
    re.IGNORECASE,
)
_OTHER_GAME = re.compile(
    r"\b(?:(?:if|variant|best|teams?|in an?)\b|expan|exten|expend|combin)", re.IGNORECASE
)
_TOP = 20  # blocks at the beginning, where a line such as `2–4 players · 45 minutes` stands
_LONGEST_LINE = 14  # words
_MOST_PLAYERS = 20

_NAME_COLUMN = re.compile(
    r"(?:card|hero|unit|creature|monster|character)(?:s|es|['’]s)?(?: names?)?|names?", re.IGNORECASE
)
_VALUE = re.compile(r"\d{1,4}")
_FEWEST_ROWS = 3


def player_range(text: Text) -> tuple[int, int] | None:
    """Return how many can play; nothing where the text does not say, or says two things."""
    said = set(_player_ranges(text))
    return said.pop() if len(said) == 1 else None


def cards_in_tables(text: Text) -> Iterator[NamedCard]:
    """Yield the cards of tables that are headed `Card`, `Name` or the like, with their columns of numbers."""
    for table in text.tables:
        yield from _cards_of_table(table)


def _player_ranges(text: Text) -> Iterator[tuple[int, int]]:
    for row, block in enumerate(text.current):
        if "player" not in block.text.lower():
            continue
        is_line = row < _TOP and len(block.text.split()) <= _LONGEST_LINE
        for _, sentence in split_sentences(block.text):
            match = _PLAYERS.search(sentence) or (_LINE.search(sentence) if is_line else None)
            if match is None:
                both = _TWO.search(sentence)
                yield from [(parse_number(both["both"]),) * 2] if both else []
            elif not _OTHER_GAME.search(sentence):
                found = match.groupdict()
                least, most = found["least"] or found.get("low"), found["most"] or found.get("high")
                players = parse_number(least or ""), parse_number(most or "")
                if 1 <= players[0] < players[1] <= _MOST_PLAYERS:
                    yield players


def _cards_of_table(table: Table) -> Iterator[NamedCard]:
    head, *rows = [[cell.strip() for cell in row.text.split("\t")] for row in table.rows]
    if len(rows) < _FEWEST_ROWS or not _NAME_COLUMN.fullmatch(head[0]):
        return
    if any(len(row) != len(head) or not row[0] for row in rows):
        return
    columns = [at for at in range(1, len(head)) if all(_VALUE.fullmatch(row[at]) for row in rows)]
    for row, block in zip(rows, table.rows[1:], strict=True):
        values = {head[at]: (int(row[at]),) for at in columns}
        if columns and block.sort is BlockType.ROW:
            yield NamedCard(row[0], head[0].lower(), values, block.at())


def facts_of_text(text: Text) -> Facts:
    """Return what a text says of its game that the rest of it can be held against.

    Only what is certain is taken: a fact that is none would make a false alarm of every use.
    """
    counts = tuple(component_counts(text))
    return Facts(
        counts=counts,
        names=tuple(cards_in_tables(text)),
        terms=tuple(terms_in(text)),
        listed_terms=tuple(components_as_written(counts)),
        players=player_range(text),
    )
