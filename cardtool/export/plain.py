"""A game as CSV, for spreadsheets and other card tools, and as JSON, for programs."""

from __future__ import annotations

import csv as csv_format
import io
import json as json_format
from collections.abc import Iterator
from typing import Any

from cardtool.export.table import Cell, table
from cardtool.model import Component, Game, thaw

__all__ = ["csv", "json", "tame"]

# A spreadsheet takes a cell that begins so for a formula: OWASP, "CSV Injection", seen 2026-11
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def csv(game: Game) -> bytes:
    """All cards in one table, a row a record, the kind in the first column.

    UTF-8 with a byte order mark, without which Excel reads it as Windows-1252. Nested fields are
    headed by their keys, such as `ability.cost`. An apostrophe goes before a text that a
    spreadsheet would take for a formula.
    """
    cards = table(game.cards)
    text = io.StringIO(newline="")
    writer = csv_format.writer(text, lineterminator="\r\n")  # RFC 4180
    writer.writerow(["kind", *(tame(".".join(path)) for path in cards.columns)])
    for card, row in zip(game.cards, cards.rows, strict=True):
        writer.writerow([card.kind, *(tame(cell) for cell in row)])
    return text.getvalue().encode("utf-8-sig", errors="backslashreplace")


def tame(cell: Cell) -> Cell:
    """The cell, marked as text where a spreadsheet would take it for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def json(game: Game) -> bytes:
    """The game with its kinds, decks and whole records, in the order of the game."""
    document = {
        "game": game.id,
        "title": game.title,
        "version": game.version,
        "players": {"least": game.players.least, "most": game.players.most},
        "kinds": list(_kinds(game)),
        "decks": [
            {"id": deck.id, "title": deck.title, "kinds": list(deck.kinds), "count": deck.count}
            for deck in game.decks
        ],
        "cards": [_card(card) for card in game.cards],
    }
    text = json_format.dumps(document, indent=2, ensure_ascii=False) + "\n"
    return text.encode("utf-8", errors="backslashreplace")


def _kinds(game: Game) -> Iterator[dict[str, Any]]:
    """The kinds, sizes in millimetres."""
    for kind in game.kinds:
        yield {
            "id": kind.id,
            "title": kind.title,
            "plural": kind.plural,
            "count": kind.count,
            "width": kind.size.width,
            "height": kind.size.height,
            "bleed": kind.bleed,
            "safe": kind.safe,
        }


def _card(card: Component) -> dict[str, Any]:
    """The whole record, with its kind after its id and its copies even where it left them out."""
    first = {"id": card.id, "kind": card.kind, "name": card.name, "copies": card.copies}
    return {**first, **{key: value for key, value in thaw(card.fields).items() if key not in first}}
