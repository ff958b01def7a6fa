"""The facts a document states itself: who can play and in which order, its cards, counts, terms and changes.

Only what is certain is taken: a fact that is none would make a false alarm of every use.
"""

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
    parse_number,
    plural,
    singular,
    split_sentences,
)
from cardtool.lint.core.component_lists import (
    component_aliases,
    component_counts,
    components_as_written,
    single_components,
)
from cardtool.lint.core.document_terms import terms_in
from cardtool.lint.core.facts import Facts, NamedCard, PlaySequence
from cardtool.lint.core.matching import ASIDE
from cardtool.lint.core.sentence_context import is_conditional

_ROLE_AFTER_FOR = re.compile(
    rf"\bfor\s(?:from\s)?{NUMBER}\s?(?:-|–|—|to|or)\s?\w+\s(?P<who>[a-z]{{3,20}}s)\b", re.IGNORECASE
)
_NO_ROLE_WORDS = """
players persons peoples adults minutes mins hours days weeks months years ages rounds turns games sessions
times teams groups points cards dice tiles tokens coins decks sets boards pieces others spaces levels
"""
_NO_ROLES = frozenset(_NO_ROLE_WORDS.split())
_ROLE_BLOCKS = 5  # blocks, among which the title and what stands below it
_LEAST_MENTIONS = 2  # times that the text speaks of each of them


def player_roles(text: Text) -> Iterator[str]:
    """Yield who plays, in the singular, by what stands at the top, if the text speaks of each of them."""
    for _, block in zip(range(_ROLE_BLOCKS), text.current, strict=False):
        for match in _ROLE_AFTER_FOR.finditer(block.text):
            who = match["who"].lower()
            one = singular(who)
            if who not in _NO_ROLES and one != who and _mentions_of_each(text, one) >= _LEAST_MENTIONS:
                yield one


def _mentions_of_each(text: Text, one: str) -> int:
    each = re.compile(rf"\b(?:each|every)\s{re.escape(one)}\b", re.IGNORECASE)
    return sum(1 for block in text.current for _ in each.finditer(block.text))


_SO_MANY = re.compile(
    rf"\b(?:if|when|where)\s(?:there\sare|you\sare|playing\swith)\s(?P<number>{NUMBER})\splayers\b",
    re.IGNORECASE,
)
_ANOTHER_GAME = re.compile(
    r"\b(?:variants?|teams?|optional|expan|exten|combin|extra|(?:sets|copies|boxes|decks)\b"
    r"|(?:second|another)\s(?:set|copy|box|deck)\b)",
    re.IGNORECASE,
)
_MOST_ADDRESSED = 20


def largest_player_count(text: Text) -> int:
    """Return the highest number of players of which the text says what they do; 0 where it does not.

    `If there are four players, each makes two objects`: so four can play, and maybe more.
    """
    numbers = [0]
    for block in text.current:
        if "players" in block.text and not _ANOTHER_GAME.search(block.text):
            numbers += [parse_number(match["number"]) for match in _SO_MANY.finditer(block.text)]
    return max(number for number in numbers if number <= _MOST_ADDRESSED)


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
_FIRST_LINES = 5
_MOST_PLAYERS = 20

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
_TITLE = re.compile(r"[^.:!?\n]{1,60}?(?=\s*(?:[.:!?]|\s[–—-]\s|$))")

_NAME_COLUMN = re.compile(
    r"(?:card|hero|unit|creature|monster|character)(?:s|es|['’]s)?(?: names?)?|names?", re.IGNORECASE
)
_VALUE = re.compile(r"\d{1,4}")
_FEWEST_ROWS = 3


def player_range(text: Text, roles: Iterable[str] = ()) -> tuple[int, int] | None:
    """Return how many can play; nothing where the text does not say, or says two things.

    `roles` are what it calls its players besides, in the singular.
    """
    said = set(_player_ranges(text)) or set(_at_the_top(text, roles))
    return said.pop() if len(said) == 1 else None


def play_sequences(text: Text) -> Iterator[PlaySequence]:
    """Yield the numbered lists that say in which order play goes, each with its heading's title."""
    for section in text.sections:
        if not any(_EXAMPLE.search(heading.text) for heading in section.headings):
            for listing in section.lists:
                if listing.ordered and len(listing.items) > 1 and _is_sequence(section, listing):
                    steps = tuple(_step_title(item.text) for item in listing.items)
                    yield PlaySequence(section.title, steps, listing.items[0].at())


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


def _at_the_top(text: Text, roles: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield what the first lines say of persons, or of who the players are: `for 2 to 4 inventors`."""
    who = "|".join(("persons?", "people", *(re.escape(plural(role)) for role in roles)))
    pattern = re.compile(rf"\bfor\s(?:from\s)?{_RANGE}\s(?:{who})\b", re.IGNORECASE)
    for _, block in zip(range(_FIRST_LINES), text.current, strict=False):
        match = pattern.search(block.text)
        if match and not _OTHER_GAME.search(block.text):
            least, most = parse_number(match["least"]), parse_number(match["most"])
            if 1 <= least < most <= _MOST_PLAYERS:
                yield least, most


def _is_sequence(section: Section, listing: ItemList) -> bool:
    lead = listing.lead.text if listing.lead else ""
    if _NO_STEPS.search(lead) or is_conditional(lead):
        return False
    return bool(_ORDER.search(section.title) or _ORDER.search(lead))


def _step_title(item: str) -> str:
    said = ASIDE.sub("", item)
    match = _TITLE.match(said)
    if match:
        return match[0].strip()
    return next((sentence for _, sentence in split_sentences(said)), said).rstrip(".")


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
    counts, roles = tuple(component_counts(text)), tuple(player_roles(text))
    return Facts(
        counts=counts,
        names=tuple(cards_in_tables(text)),
        terms=(*component_aliases(text), *terms_in(text)),
        listed_terms=tuple(components_as_written(counts)),
        singles=tuple(single_components(text)),
        sequences=tuple(play_sequences(text)),
        players=player_range(text, roles),
        addressed_players=largest_player_count(text),
        roles=roles,
    )
