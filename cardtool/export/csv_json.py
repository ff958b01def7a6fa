"""A game's records as CSV, for spreadsheets and other card tools, as JSON, for programs, and as plain text.

In a table, what is nested becomes columns of its own. No spreadsheet library is known here.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from cardtool.export import ExportInputs, Files
from cardtool.markup import Piece, PieceKind, split_blocks, split_markup, typographic_text
from cardtool.model import Component, ExportedCell, FieldPath, Game, Kind, SheetValue, thaw

_FIRST: tuple[FieldPath, ...] = (("id",), ("name",), ("copies",))
_LARGEST_EXACT = 10**15  # spreadsheets keep 15 digits of a number
# A spreadsheet takes a cell that begins so for a formula: OWASP, "CSV Injection", seen 2026-11
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_NOT_TEXT = frozenset({"id", "name", "copies"})
_SENTENCE = re.compile(r"\s|[.!?…]$")  # words, or one word that ends like a sentence


@dataclass(frozen=True, slots=True)
class RecordTable:
    """The columns that some records need between them, and for each record its row of cells."""

    columns: tuple[FieldPath, ...]
    rows: tuple[tuple[SheetValue, ...], ...]


def record_table(cards: Sequence[Component]) -> RecordTable:
    """Return these records as a table: id, name and copies first, then the rest as the records have it.

    A column that only a later record has stands with the others of its group.
    """
    whole = ({**card.fields, "id": card.id, "name": card.name, "copies": card.copies} for card in cards)
    flat = [dict(_record_cells(record, ())) for record in whole]
    columns = tuple(_grouped_paths(path for record in flat for path in record))
    return RecordTable(columns, tuple(tuple(record.get(path) for path in columns) for record in flat))


def heading(path: FieldPath) -> str:
    """Return a column's name for people: `("ability", "cost")` is `Ability: cost`."""
    words = ": ".join(step.replace("_", " ").replace("-", " ") for step in path)
    return words[:1].upper() + words[1:]


def exported_cells(
    shown: Sequence[Component], written: Sequence[Component]
) -> dict[str, dict[FieldPath, ExportedCell]]:
    """Return the cells of records by id and path: as they are shown, and as they are written.

    The two are the same records, with the references in their texts filled in and not.
    """
    table = record_table(shown)
    written_rows = table.rows if shown == written else record_table(written).rows
    return {
        card.id: dict(zip(table.columns, map(ExportedCell, *rows), strict=True))
        for card, *rows in zip(shown, table.rows, written_rows, strict=True)
    }


def headings(paths: Sequence[FieldPath]) -> list[str]:
    """Return the columns' names for people, all different: what two would share is their paths."""
    names = Counter(map(heading, paths))
    return [heading(path) if names[heading(path)] == 1 else ".".join(path) for path in paths]


def _record_cells(value: Any, path: FieldPath) -> Iterator[tuple[FieldPath, SheetValue]]:
    """Yield every value of a record that is not itself made of named values."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _record_cells(inner, (*path, str(key)))
    elif isinstance(value, tuple) and any(isinstance(each, Mapping) for each in value):
        for number, inner in enumerate(value, start=1):
            yield from _record_cells(inner, (*path, str(number)))
    else:
        yield path, _cell_value(value)


def _cell_value(value: Any) -> SheetValue:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):  # with commas or, where an item has one itself, a line for each
        items = [str(_cell_value(each)) for each in value]
        if not any(sign in item for item in items for sign in ",;\n"):
            return ", ".join(items)
        return "\n".join(items) if len(items) > 1 else f"{items[0]};"
    if isinstance(value, int | float):
        return value if math.isfinite(value) and abs(value) < _LARGEST_EXACT else str(value)
    return None if value is None else str(value)


def cell_text(value: Any) -> str:
    """Return what stands in a cell of a table for a value, empty for none."""
    cell = _cell_value(tuple(value) if isinstance(value, list) else value)
    return "" if cell is None else str(cell)


def _grouped_paths(paths: Iterable[FieldPath]) -> Iterator[FieldPath]:
    """Return the paths by first appearance, each group of nested ones kept together."""
    tree: dict[str, Any] = {}
    for path in dict.fromkeys((*_FIRST, *paths)):
        branch = tree
        for step in path:
            branch = branch.setdefault(step, {})
        branch[""] = path
    return _paths_in_tree(tree)


def _paths_in_tree(branch: dict[str, Any]) -> Iterator[FieldPath]:
    for step, inner in branch.items():
        if step == "":
            yield inner
        else:
            yield from _paths_in_tree(inner)


def to_csv(game: Game) -> bytes:
    """Return all cards in one table, a row a record, the kind in the first column.

    Nested fields are headed by their keys, such as `ability.cost`.
    """
    cards = record_table(game.cards)
    head = ("kind", *(".".join(path) for path in cards.columns))
    return csv_file([head, *((card.kind, *row) for card, row in zip(game.cards, cards.rows, strict=True))])


def csv_files(inputs: ExportInputs) -> Files:
    """Yield the card list as CSV."""
    yield "cards.csv", to_csv(inputs.game)


def json_files(inputs: ExportInputs) -> Files:
    """Yield the game as JSON."""
    yield "cards.json", to_json(inputs.game)


def csv_file(rows: Iterable[Iterable[SheetValue]]) -> bytes:
    """Return rows as CSV: UTF-8 with a byte order mark, without which Excel reads it as Windows-1252.

    An apostrophe goes before a text that a spreadsheet would take for a formula.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")  # RFC 4180
    writer.writerows(
        [f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell for cell in row]
        for row in rows
    )
    return text.getvalue().encode("utf-8-sig", errors="backslashreplace")


def to_json(game: Game) -> bytes:
    """Return the game with its kinds, decks and whole records, in the order of the game.

    Sizes are in millimetres. A record has its kind after its id, and its copies even where it left them out.
    """
    sets = [
        {
            "id": each.id,
            "title": each.title,
            "symbol": each.symbol,
            "count": sum(card.copies for card in game.cards_in_set(each.id)),
        }
        for each in game.sets
    ]
    cards = []
    for card in game.cards:
        first = {"id": card.id, "kind": card.kind, "name": card.name, "copies": card.copies}
        rest = {key: value for key, value in thaw(card.fields).items() if key not in first}
        cards.append({**first, **rest})
    document = {
        "game": game.id,
        "title": game.title,
        "version": game.version,
        "players": game.players.values,
        "kinds": [_kind_as_json(kind) for kind in game.kinds],
        "decks": [
            {"id": deck.id, "title": deck.title, "kinds": list(deck.kinds), "count": deck.count}
            for deck in game.decks
        ],
        **({"sets": sets} if sets else {}),
        "cards": cards,
    }
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return text.encode("utf-8", errors="backslashreplace")


def _kind_as_json(kind: Kind) -> dict[str, Any]:
    cuts = {each.value: {"width": each.size.width, "height": each.size.height} for each in kind.cuts}
    return {
        "id": kind.id,
        "title": kind.title,
        "plural": kind.plural,
        "count": kind.count,
        "width": kind.size.width,
        "height": kind.size.height,
        "bleed": kind.bleed,
        "safe": kind.safe,
        **({"sizes": {"by": kind.size_by, **cuts}} if cuts else {}),
    }


def text_fields(cards: Iterable[Component]) -> frozenset[FieldPath]:
    """Return the fields of printed text: where one of these records, at least, says more than a word.

    What is always a single word without a full stop is a value for the template.
    """
    strings = (pair for card in cards for pair in _strings(card.fields, (), _NOT_TEXT | card.roles.unread))
    return frozenset(path for path, text in strings if _SENTENCE.search(text))


def card_text(card: Component, kind: Kind, text_of: Set[FieldPath]) -> str:
    """Return the kind, the card's numbers, then its texts, a line each, in the order of its record.

    `text_of` are the fields of printed text of its kind.
    """
    numbers: list[str] = []
    texts: list[str] = []
    left_out = _NOT_TEXT | card.roles.unread
    for key, value in card.fields.items():
        if key in left_out:
            continue
        if isinstance(value, int) and not isinstance(value, bool):
            numbers.append(f"{heading((key,))}: {value}")
        written = [text for path, text in _strings(value, (key,), left_out) if path in text_of]
        texts += written if key in card.roles.literal else map(without_markup, written)
    return "\n".join([kind.title, *numbers, *texts])


def without_markup(text: str) -> str:
    """Return card text without its markup, a line for each block; an icon is its name in brackets.

    An item stands behind its label; between the cells of a row are bars.
    """
    lines = []
    for block in split_blocks(text):
        pieces = ("".join(map(_piece_words, split_markup(text[start:end]))) for start, end in block.spans)
        words = " | ".join(map(typographic_text, pieces))
        lines.append(f"{block.label} {words}" if block.label else words)
    return "\n".join(lines)


def _piece_words(piece: Piece) -> str:
    if piece.kind in (PieceKind.BOLD, PieceKind.ITALIC):
        return ""
    if piece.kind is PieceKind.BREAK:
        return "\n"
    return f"({piece.text})" if piece.kind is PieceKind.ICON else piece.text


def _strings(value: Any, path: FieldPath, left_out: Set[str]) -> Iterator[tuple[FieldPath, str]]:
    """Yield every string in a value with the way to it, which passes over the places in lists."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in left_out:
                yield from _strings(inner, (*path, str(key)), left_out)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _strings(inner, path, left_out)
