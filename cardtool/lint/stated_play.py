"""Who can play, in which order, and the cards and numbers of tables, as a document states them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cardtool.documents import (
    NUMBER,
    BlockType,
    ItemList,
    Section,
    Table,
    Text,
    find_lists,
    find_sections,
    find_tables,
    parse_number,
    plural,
    split_sentences,
)
from cardtool.lint.context import is_conditional
from cardtool.lint.facts import Named, Steps

__all__ = ["stated_names", "stated_players", "stated_sequences"]

_TO = r"\s?(?:-|–|—|to|or)\s?"
_RANGE = (
    rf"(?P<least>{NUMBER}){_TO}(?P<most>(?:\d{{1,2}}|two|three|four|five|six|seven|eight|nine|ten|twelve)\b)"
)
_PLAYERS = re.compile(
    rf"\b(?:(?:game|duel|race|contest|adventure|romp|brawl)(?:\s[\w,'’-]{{1,20}}){{0,6}}?|fun|designed|suitable|is|plays)\s(?:for|with)\s(?:from\s)?{_RANGE}\s(?:[a-z]+\s)?players\b"
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
_FIRST_LINES = 5
_MOST = 20

_ORDER = re.compile(
    r"\b(?:turns?|rounds?|phases?|sequence|order of play|steps?|stages?|procedure|set ?up|setting up|"
    r"in (?:this |the following )?order)\b",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"^(?:turn|round|game) (?:\d+|one|two|three)\b"
    r"|\b(?:examples?|variants?|optional|scenario|faq|hints?|tips?|notes?)\b",
    re.IGNORECASE,
)
_NO_STEPS = re.compile(
    r"\b(?:choose|one of|any of|either|following (?:actions|options)|actions? from)\b", re.IGNORECASE
)
_ASIDE = re.compile(r"(?<!\s)\s*+\([^()]*+\)")
_TITLE = re.compile(r"[^.:!?\n]{1,60}?(?=\s*(?:[.:!?]|\s[–—-]\s|$))")

_NAME_COLUMN = re.compile(
    r"(?:card|hero|unit|creature|monster|character)(?:s|es|['’]s)?(?: names?)?|names?", re.IGNORECASE
)
_VALUE = re.compile(r"\d{1,4}")
_FEWEST_ROWS = 3


def stated_players(text: Text, roles: Iterable[str] = ()) -> tuple[int, int] | None:
    """How many can play; nothing where the text does not say, or says two things.

    `roles` are what it calls its players besides, in the singular.
    """
    said = set(_players(text)) or set(_at_the_top(text, roles))
    return said.pop() if len(said) == 1 else None


def stated_sequences(text: Text) -> Iterator[Steps]:
    """The numbered lists that say in which order play goes, each with its heading's title."""
    for section in find_sections(text.current):
        if not any(_EXAMPLE.search(heading.text) for heading in section.headings):
            for listing in find_lists(section.blocks):
                if listing.ordered and len(listing.items) > 1 and _is_sequence(section, listing):
                    steps = tuple(_title(item.text) for item in listing.items)
                    yield Steps(section.title, steps, listing.items[0].at())


def stated_names(text: Text) -> Iterator[Named]:
    """The cards of tables that are headed `Card`, `Name` or the like, with their columns of numbers."""
    for table in find_tables(text.current):
        yield from _of_table(table)


def _players(text: Text) -> Iterator[tuple[int, int]]:
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
                if 1 <= players[0] < players[1] <= _MOST:
                    yield players


def _at_the_top(text: Text, roles: Iterable[str]) -> Iterator[tuple[int, int]]:
    """What the first lines say of persons, or of who the players are: `for 2 to 4 inventors`."""
    who = "|".join(("persons?", "people", *(re.escape(plural(role)) for role in roles)))
    pattern = re.compile(rf"\bfor\s(?:from\s)?{_RANGE}\s(?:{who})\b", re.IGNORECASE)
    for _, block in zip(range(_FIRST_LINES), text.current, strict=False):
        match = pattern.search(block.text)
        if match and not _OTHER_GAME.search(block.text):
            least, most = parse_number(match["least"]), parse_number(match["most"])
            if 1 <= least < most <= _MOST:
                yield least, most


def _is_sequence(section: Section, listing: ItemList) -> bool:
    lead = listing.lead.text if listing.lead else ""
    if _NO_STEPS.search(lead) or is_conditional(lead):
        return False
    return bool(_ORDER.search(section.title) or _ORDER.search(lead))


def _title(item: str) -> str:
    """What a step is called: its first words up to a dot, a colon or a dash, less what is in brackets."""
    said = _ASIDE.sub("", item)
    match = _TITLE.match(said)
    if match:
        return match[0].strip()
    return next((sentence for _, sentence in split_sentences(said)), said).rstrip(".")


def _of_table(table: Table) -> Iterator[Named]:
    head, *rows = [[cell.strip() for cell in row.text.split("\t")] for row in table.rows]
    if len(rows) < _FEWEST_ROWS or not _NAME_COLUMN.fullmatch(head[0]):
        return
    if any(len(row) != len(head) or not row[0] for row in rows):
        return
    columns = [at for at in range(1, len(head)) if all(_VALUE.fullmatch(row[at]) for row in rows)]
    for row, block in zip(rows, table.rows[1:], strict=True):
        values = {head[at]: int(row[at]) for at in columns}
        if columns and block.sort is BlockType.ROW:
            yield Named(row[0], head[0].lower(), values, block.at())
