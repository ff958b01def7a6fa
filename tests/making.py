"""Small valid games for tests to start from."""

from __future__ import annotations

from typing import Any

from cardtool.geometry import Size
from cardtool.model import (
    Component,
    Deck,
    Design,
    Game,
    Kind,
    Marks,
    Outputs,
    Players,
    Source,
    freeze,
)

POKER = Size(63.5, 88.9)


def a_kind(id: str = "beast", count: int = 1, **changes: Any) -> Kind:
    """A kind of poker-size cards, declared in cards/farm/game.yaml."""
    fields: dict[str, Any] = {
        "id": id,
        "title": id.capitalize(),
        "plural": f"{id.capitalize()}s",
        "records": f"{id}s.yaml",
        "size": POKER,
        "bleed": 3.0,
        "safe": 3.0,
        "front": Design(f"{id}.html", each_card=True),
        "back": Design("back.html", each_card=False),
        "count": count,
        "source": Source("cards/farm/game.yaml", 7, 3),
        "count_source": Source("cards/farm/game.yaml", 9, 12),
    }
    return Kind(**{**fields, **changes})


def a_card(id: str = "goat", kind: str = "beast", copies: int = 1, line: int = 2, **fields: Any) -> Component:
    """One record, as if it stood at this line of its file."""
    name = fields.pop("name", id.replace("-", " ").title())
    record = {"id": id, "name": name, "copies": copies, **fields}
    marks = _marks(record, line)
    source = Source(f"cards/farm/{kind}s.yaml", line, 3)
    return Component(id, kind, name, copies, freeze(record), source, marks)


def a_game(*cards: Component, kinds: tuple[Kind, ...] | None = None, **changes: Any) -> Game:
    """A game of these cards; its kinds and its one deck declare what the cards come to."""
    cards = cards or (a_card(),)
    if kinds is None:
        names = dict.fromkeys(card.kind for card in cards)
        kinds = tuple(a_kind(name, sum(c.copies for c in cards if c.kind == name)) for name in names)
    total = sum(kind.count for kind in kinds)
    deck = Deck(
        "farm",
        "The farm deck",
        tuple(kind.id for kind in kinds),
        total,
        Source("cards/farm/game.yaml", 30, 3),
        Source("cards/farm/game.yaml", 33, 12),
    )
    fields: dict[str, Any] = {
        "id": "farm",
        "title": "Farm",
        "version": "1.0",
        "players": Players(2, 4, Source("cards/farm/game.yaml", 3, 1)),
        "kinds": kinds,
        "decks": (deck,),
        "cards": cards,
        "outputs": Outputs(sheet="a4-9up"),
        "style": "faces.css",
        "source": Source("cards/farm/game.yaml", 1, 1),
    }
    return Game(**{**fields, **changes})


def _marks(value: Any, line: int, column: int = 3) -> Marks:
    """Marks that put each key of a record on a line of its own, as a designer would write it."""
    if isinstance(value, dict):
        rows = {key: line + row for row, key in enumerate(value)}
        return Marks(
            line,
            column,
            {key: (row, column) for key, row in rows.items()},
            {key: _marks(value[key], row, column + len(key) + 2) for key, row in rows.items()},
        )
    if isinstance(value, list):
        return Marks(
            line, column, {}, {index: _marks(inner, line, column) for index, inner in enumerate(value)}
        )
    return Marks(line, column)
