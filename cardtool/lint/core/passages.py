"""The texts of a game in which icons, emphasis and references can be written, figures among them, and where
each stands."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from cardtool.documents import map_lines
from cardtool.markup import SPACE_KEYS, CardReference
from cardtool.model import Component, Game, Source, SourceMap, ValuePath

RULEBOOK = "the rulebook"
_LITERAL_FIELDS = frozenset({"id", "name"})  # of a record: printed exactly as written
_has_sign = re.compile(r"[*{}\[<&]").search
_is_unread = re.compile(  # an id or a choice of the schema, a colour, the data of an SVG path
    r"#?[a-z0-9][a-z0-9_./-]*|[Mm][ \d.,-][MmLlHhVvCcSsQqTtAaZz\s\d.,-]*"
).fullmatch

WrittenField = tuple[ValuePath, str]
"""A text of a record, and the path to it, before it."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A text of the game; `title` is what messages call it: `the text of "Goat"`, `the rulebook`."""

    title: str
    text: str
    file: str
    source_map: SourceMap

    def at(self, offset: int) -> Source:
        """Return where the character at this offset of the text stands."""
        return Source(self.file, *self.source_map.at_letter(offset))


class Passages:
    """Every text of a game; the records of its cards are gone through once.

    Of a record its id, its name, its pictures and what nobody reads, such as a colour, are left out; a record
    that is made from another has the texts of that one, and no other.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._of_cards = [(card, _readable_fields(card)) for card in game.cards if not card.made_from]

    @cached_property
    def _signed(self) -> Sequence[tuple[Component, WrittenField]]:
        return [(card, each) for card, written in self._of_cards for each in written if _has_sign(each[1])]

    @property
    def by_card(self) -> Sequence[tuple[Component, Sequence[WrittenField]]]:
        """Every card with its texts."""
        return self._of_cards

    def of_cards(self, is_meant: Callable[[str], bool]) -> Iterator[Passage]:
        """Yield the texts of cards that are meant, among those that hold a sign of markup."""
        for card, (path, text) in self._signed:
            if is_meant(text):
                yield _card_passage(card, path, text)

    def every(self, is_meant: Callable[[str], bool]) -> Iterator[Passage]:
        """Yield every text of the game; of the many texts of cards only those that are meant."""
        yield from self.of_cards(is_meant)
        yield from rules_passages(self._game)
        yield from rulebook_passages(self._game)


def rules_passages(game: Game, *, changelog: bool = True) -> Iterator[Passage]:
    """Yield the texts of the rules, the glossary and, unless it is not wanted, the changelog."""
    for sequence in game.rules.sequences.values():
        yield from _field_passages(
            f'"{sequence.title}"', sequence.source, sequence.source_map, intro=sequence.intro
        )
        for step in sequence.steps:
            texts = {"title": step.title, "text": step.text, "quick": step.quick}
            yield from _field_passages(f'"{step.title}"', step.source, step.source_map, **texts)
    for table in game.rules.tables.values():
        for row in table.rows:
            texts = {column: cell for column, cell in row.cells.items() if isinstance(cell, str)}
            title = f'the row {row.range} of "{table.title}"'
            yield from _field_passages(title, row.source, row.source_map, **texts)
    for term in game.glossary:
        yield from _field_passages(f'the term "{term.term}"', term.source, term.source_map, means=term.means)
    for release in game.changelog if changelog else ():
        for entry in release.entries:
            yield from _field_passages(
                f"an entry of version {release.version}", entry.source, entry.source_map, text=entry.text
            )


def rulebook_passages(game: Game) -> Iterator[Passage]:
    """Yield the rulebook, as one text, if there is one."""
    if game.rulebook is not None:
        yield Passage(RULEBOOK, game.rulebook.text, game.rulebook.source.file, map_lines(game.rulebook.text))


def _card_passage(card: Component, path: ValuePath, text: str) -> Passage:
    return Passage(f'the text of "{card.name}"', text, card.source.file, card.source_map.inside(path))


def _field_passages(of: str, source: Source, source_map: SourceMap, **texts: str) -> Iterator[Passage]:
    """Yield those of these texts that are written in the file; the others were taken from elsewhere."""
    for key, text in texts.items():
        if key in source_map.children:
            yield Passage(f"the {key} of {of}", text, source.file, source_map.children[key])


def _readable_fields(card: Component) -> Sequence[WrittenField]:
    found: list[WrittenField] = []
    literal = _LITERAL_FIELDS | card.unread
    _gather_texts(((key, value) for key, value in card.fields.items() if key not in literal), (), found)
    return found


def _gather_texts(
    values: Iterable[tuple[str | int, Any]], path: ValuePath, found: list[WrittenField]
) -> None:
    """Add what can be read among these values, each with its key; `path` leads to them."""
    for key, value in values:
        sort = type(value)  # for a read-only mapping says that it is of another class
        if sort is str:
            if not _is_unread(value):
                found.append(((*path, key), value))
        elif sort is tuple:
            _gather_texts(enumerate(value), (*path, key), found)
        elif sort is MappingProxyType:
            _gather_texts(value.items(), (*path, key), found)


_SAYING = frozenset({"alt", "caption"})  # arguments in words; texts in any other are names of cards


def cards_in_figures(expression: str, game: Game) -> Iterator[CardReference]:
    """Yield each card that a figure in this expression names, with its offset in the expression."""
    source = f"({expression})"  # so that a line break ends nothing
    lines = source.split("\n")
    for call in _figure_calls(source):
        spaces = SPACE_KEYS if layout_of_figure(call, game) else frozenset[str]()
        shown = [keyword.value for keyword in call.keywords if keyword.arg not in _SAYING | spaces]
        for name in (name for value in (*call.args, *shown) for name in _card_names(value, spaces)):
            yield CardReference(str(name.value), _text_offset(name, lines))


def layout_of_figure(call: ast.Call, game: Game) -> str:
    """Return the id of the layout on which a figure places pieces; empty where it places none."""
    figures = game.look.book.figures if game.look.book else {}
    sort = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    return figures[sort].layout if sort in figures else ""


def spaces_in_figures(expression: str, game: Game) -> Iterator[tuple[str, str, int]]:
    """Yield each space on which a figure in this expression places something: layout, id, and its offset."""
    source = f"({expression})"
    lines = source.split("\n")
    for call in _figure_calls(source):
        layout = layout_of_figure(call, game)
        for id in _space_ids(call) if layout else ():
            offset = _text_offset(id, lines) - (not isinstance(id.value, str))  # a number has no quote
            yield layout, str(id.value), offset


def _space_ids(call: ast.Call) -> Iterator[ast.Constant]:
    for node in ast.walk(call):
        if isinstance(node, ast.keyword) and node.arg in SPACE_KEYS:
            yield from _constants(node.value)
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value in SPACE_KEYS:
                    yield from _constants(value)


def _constants(value: ast.expr) -> Iterator[ast.Constant]:
    match value:
        case ast.Constant(value=str() | int()):
            yield value
        case ast.List(elts=items) | ast.Tuple(elts=items):
            for item in items:
                yield from _constants(item)


def words_in_figures(expression: str) -> Iterator[tuple[int, int]]:
    """Yield where in this expression the caption of a figure stands, and what is read out in its place.

    Texts with a backslash in them are left out, for they are read otherwise than they are written.
    """
    source = f"({expression})"
    lines = source.split("\n")
    for call in _figure_calls(source) if "figure" in expression else ():
        for keyword in call.keywords:
            match keyword:
                case ast.keyword(arg=arg, value=ast.Constant(value=str(text)) as value) if arg in _SAYING:
                    start = _text_offset(value, lines)
                    if expression.startswith(text, start):
                        yield start, start + len(text)


def _figure_calls(source: str) -> Iterator[ast.Call]:
    """Yield the calls of `figure`'s parts; a figure is written as Python would write it."""
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(source, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="figure"))):
                yield node


def _card_names(value: ast.expr, spaces: Collection[str]) -> Iterator[ast.Constant]:
    """Yield the texts in a value; those of the keys called `spaces` are none of cards."""
    match value:
        case ast.Constant(value=str()):
            yield value
        case ast.List(elts=items) | ast.Tuple(elts=items):
            for item in items:
                yield from _card_names(item, spaces)
        case ast.Dict(keys=keys, values=items):
            for key, item in zip(keys, items, strict=True):
                if not (isinstance(key, ast.Constant) and key.value in spaces):
                    yield from _card_names(item, spaces)


def _text_offset(name: ast.Constant, lines: list[str]) -> int:
    """Return where the name begins in the expression, after its quote; Python counts columns in bytes."""
    before = lines[: name.lineno - 1]
    column = len(lines[name.lineno - 1].encode()[: name.col_offset].decode())
    return sum(len(line) + 1 for line in before) + column + 1 - 1  # past the quote, less our bracket
