"""The texts of a game in which icons, emphasis and references can be written, figures among them, and where
each stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from cardtool.documents import BlockType, MappedText, TextKind, find_enclosed, map_lines
from cardtool.markup import SPACE_KEYS, CardReference, blank_expressions, figure_arguments
from cardtool.model import (
    ChangelogEntry,
    Component,
    Game,
    LetterPlaces,
    Number,
    Procedure,
    RulesTable,
    Source,
    Step,
    TableRow,
    Term,
    ValuePath,
    plain_fields,
)

RULEBOOK = "the rulebook"
STATEMENT = (r"\{[%#]", r"[%#]\}")  # of Jinja, and its comments
_LITERAL_FIELDS = frozenset({"id", "name"})  # of a record: printed exactly as written
_is_unread = re.compile(  # an id or a choice of the schema, a colour, the data of an SVG path
    r"#?[a-z0-9][a-z0-9_./-]*|[Mm][ \d.,-][MmLlHhVvCcSsQqTtAaZz\s\d.,-]*"
).fullmatch
_SAID = re.compile(r"(?:[^\W\d_]{2,}[,;:]? ){3}[^\W\d_]{2,}")  # a sentence, and no formula
_HEADING, _PARAGRAPH, _ITEM = BlockType.HEADING, BlockType.PARAGRAPH, BlockType.ITEM


class PlacesInCard(NamedTuple):
    """Where the letters of a text of a card stand, found out when it is asked for."""

    card: Component
    path: ValuePath

    def at_letter(self, offset: int) -> tuple[int, int]:
        return self.card.source_map.inside(self.path).at_letter(offset)


class Passage(NamedTuple):
    """A text of the game; `title` is what messages call it: `the text of "Goat"`, `the rulebook`.

    `sort` is what it is to its reader; `label` and `past` are those of a block. In one that `is_literal`,
    stars and braces are printed as they are written.
    """

    title: str
    text: str
    file: str
    places: LetterPlaces
    sort: BlockType = BlockType.PARAGRAPH
    label: str = ""
    past: bool = False
    is_literal: bool = False

    def at(self, offset: int) -> Source:
        """Return where the character at this offset of the text stands."""
        return Source(self.file, *self.places.at_letter(offset))


class Passages:
    """The texts of a game.

    Of a record its id, its name, its pictures and what nobody reads, such as a colour, are left out; a record
    that is made from another has the texts of that one, and no other.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def by_card(self) -> Sequence[tuple[Component, Sequence[Passage]]]:
        """Every card with its texts."""
        return [(card, tuple(card_passages(card))) for card in self.game.cards if not card.made_from]

    def of_cards(self, is_meant: Callable[[str], bool]) -> Iterator[Passage]:
        """Yield the texts of cards that are written in their markup, and meant."""
        for _, passages in self.by_card:
            for passage in passages:
                if is_meant(passage.text) and not passage.is_literal:
                    yield passage

    def every(self, is_meant: Callable[[str], bool]) -> Iterator[Passage]:
        """Yield every text of the game; of the many texts of cards only those that are meant."""
        yield from self.of_cards(is_meant)
        yield from self.of_rules()
        yield from self.of_rulebook()

    def of_rules(self) -> Iterator[Passage]:
        """Yield the texts of the rules, the glossary and the changelog."""
        return rules_passages(self.game)

    def of_rulebook(self) -> Iterator[Passage]:
        """Yield the rulebook, as one text, if there is one."""
        return rulebook_passages(self.game)


def card_passages(card: Component) -> Iterator[Passage]:
    """Yield the texts of a card that are read."""
    left_out = _LITERAL_FIELDS | card.roles.unread
    title = f'the text of "{card.name}"'
    fields = ((key, value) for key, value in plain_fields(card.fields).items() if key not in left_out)
    for path, text in _texts_in(fields, ()):
        is_literal = path[0] in card.roles.literal
        is_said = not is_literal or _SAID.search(text) is not None
        is_rule = is_said and path[0] not in card.roles.flavour
        sort = BlockType.PARAGRAPH if is_rule else BlockType.FURNITURE
        yield Passage(title, text, card.source.file, PlacesInCard(card, path), sort, is_literal=is_literal)


def _texts_in(values: Iterable[tuple[str | int, Any]], path: ValuePath) -> Iterator[tuple[ValuePath, str]]:
    """Yield what can be read among these values, each with its key; `path` leads to them."""
    for key, value in values:
        if isinstance(value, str):
            if not _is_unread(value):
                yield (*path, key), value
        elif isinstance(value, list):
            yield from _texts_in(enumerate(value), (*path, key))
        elif isinstance(value, dict):
            yield from _texts_in(value.items(), (*path, key))


def rules_texts(game: Game) -> Iterator[tuple[str, TextKind, Sequence[Passage]]]:
    """Yield each text of the rules, the glossary and the changelog, with its title, by its passages."""
    for number in game.rules.numbers.values():
        title = f"what {number.id} means"
        yield title, TextKind.RULES, [*_fields(title, number, means=_PARAGRAPH)]
    for sequence in game.rules.sequences.values():
        title = f'"{sequence.title}"'
        found = [*_fields(title, sequence, title=_HEADING, intro=_PARAGRAPH)]
        for count, step in enumerate(sequence.steps, start=1):
            of, label = f'"{step.title}"', str(count)
            found += _fields(of, step, title=_ITEM, text=_PARAGRAPH, quick=_PARAGRAPH, label=label)
        yield title, TextKind.RULES, found
    for table in game.rules.tables.values():
        title = f'"{table.title}"'
        found = [*_fields(title, table, title=_HEADING)]
        for row in table.rows:
            found += _fields(f"the row {row.range} of {title}", row, **dict.fromkeys(row.cells, _PARAGRAPH))
        yield title, TextKind.RULES, found
    for term in game.glossary:
        title = f'the term "{term.term}"'
        yield title, TextKind.GLOSSARY, [*_fields(title, term, term=_HEADING, means=_PARAGRAPH)]
    for release in game.changelog:
        of = f"an entry of version {release.version}"
        entries = [each for entry in release.entries for each in _fields(of, entry, text=_ITEM, label="•")]
        yield f"version {release.version}", TextKind.CHANGELOG, entries


def _fields(
    of: str,
    owner: Number | Procedure | Step | RulesTable | TableRow | Term | ChangelogEntry,
    label: str = "",
    **sorts: BlockType,
) -> Iterator[Passage]:
    """Yield those of its texts that are written in the file; the others were taken from elsewhere."""
    for key, sort in sorts.items():
        text = owner.cells[key] if isinstance(owner, TableRow) else getattr(owner, key)
        if key in owner.source_map.children and isinstance(text, str):
            own_label, past = label if sort is _ITEM else "", isinstance(owner, ChangelogEntry)
            place = owner.source.file, owner.source_map.children[key]
            yield Passage(f"the {key} of {of}", text, *place, sort, own_label, past)


def rules_passages(game: Game, *, changelog: bool = True) -> Iterator[Passage]:
    """Yield the texts of the rules, the glossary and, unless it is not wanted, the changelog."""
    for _, role, passages in rules_texts(game):
        if changelog or role is not TextKind.CHANGELOG:
            yield from passages


def rulebook_passages(game: Game) -> Iterator[Passage]:
    """Yield the rulebook, as one text, if there is one."""
    if game.rulebook is not None:
        yield Passage(RULEBOOK, game.rulebook.text, game.rulebook.source.file, map_lines(game.rulebook.text))


def blank_jinja(text: str) -> str:
    """Return a rulebook with other signs for all that Jinja reads; each other letter keeps its place."""
    text = blank_expressions(text)
    statements = find_enclosed(text, STATEMENT)
    return MappedText(text).edited((start, end, " " * (end - start)) for start, end in statements).text


def cards_in_figures(expression: str, game: Game) -> Iterator[CardReference]:
    """Yield each card that a figure in this expression names, with its offset in the expression."""
    for each in figure_arguments(expression):
        is_space = each.key in SPACE_KEYS and _layout_of(each.figure, game)
        if isinstance(each.value, str) and not each.is_read and not is_space:
            yield CardReference(each.value, each.start)


def spaces_in_figures(expression: str, game: Game) -> Iterator[tuple[str, str, int]]:
    """Yield each space on which a figure in this expression places something: layout, id, and its offset."""
    for each in figure_arguments(expression):
        if each.key in SPACE_KEYS and (layout := _layout_of(each.figure, game)):
            yield layout, str(each.value), each.start


def _layout_of(figure: str, game: Game) -> str:
    """Return the id of the layout on which a figure places pieces; empty where it places none."""
    figures = game.look.book.figures if game.look.book else {}
    return figures[figure].layout if figure in figures else ""
