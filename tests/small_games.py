"""Small valid games for tests to start from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from cardtool.geometry import Point, Size
from cardtool.model import (
    FORMS,
    Assets,
    CardValue,
    ChangelogEntry,
    ChangeType,
    Component,
    Deck,
    FaceDesign,
    FieldRoles,
    Game,
    Kind,
    Layout,
    Look,
    Number,
    Outputs,
    Pack,
    Players,
    Procedure,
    Release,
    Rules,
    Source,
    SourceMap,
    Space,
    SpaceOutline,
    Step,
    TemplateText,
    Term,
    freeze,
)
from cardtool.model.polygon import rectangle_points

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
        "front": FaceDesign(f"{id}.html", each_card=True),
        "back": FaceDesign("back.html", each_card=False),
        "count": count,
        "source": Source("cards/farm/game.yaml", 7, 3),
        "count_source": Source("cards/farm/game.yaml", 9, 12),
    }
    if "form" in changes:
        fields["form"] = FORMS[changes.pop("form")]
    on_sheets = fields.get("form", FORMS["card"]).shares_sheets
    return Kind(**{"sheet": "a4-9up" if on_sheets else "", **fields, **changes})


def a_card(id: str = "goat", kind: str = "beast", copies: int = 1, line: int = 2, **fields: Any) -> Component:
    """One record, as if it stood at this line of its file; nobody reads its fields `art` and `origin`."""
    name = fields.pop("name", id.replace("-", " ").title())
    record = {"id": id, "name": name, "copies": copies, **fields}
    source_map = _source_map(record, line)
    source = Source(f"cards/farm/{kind}s.yaml", line, 3)
    unread = frozenset({"art", "origin"})
    return Component(id, kind, name, copies, freeze(record), source, source_map, FieldRoles(unread))


def a_game(*cards: Component, kinds: tuple[Kind, ...] | None = None, **changes: Any) -> Game:
    """A game of these cards; its kinds and its one deck declare what the cards come to.

    `changes` are of the game, of its look and of what it may draw with, whose `files` are called `assets`.
    """
    look = Look(**{"style": "faces.css", **_taken(changes, "style", "theme", "book", "engine")})
    files = {"files": changes.pop("assets")} if "assets" in changes else {}
    assets = Assets(**files, **_taken(changes, "icons", "credits", "unnamed"))
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
        "source": Source("cards/farm/game.yaml", 1, 1),
        "values": (
            CardValue("value", "value", "values", (), Source("cards/farm/game.yaml", 40, 3)),
            CardValue(
                "victory_points",
                "Victory Point",
                "Victory Points",
                ("VP",),
                Source("cards/farm/game.yaml", 41, 3),
            ),
        ),
    }
    return Game(**{**fields, "look": look, "assets": assets, **changes})


def _taken(changes: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: changes.pop(name) for name in names if name in changes}


def some_rules(numbers: Mapping[str, int], dealt: Collection[str] = (), **sequences: dict[str, Any]) -> Rules:
    """Rules of these numbers, from line 2 on, and sequences, from line 20 on, a step every 10 lines."""
    file = "cards/farm/rules.yaml"
    return Rules(
        {
            id: Number(id, value, id, Source(file, 2 + row, 3), SourceMap(2 + row, 3), id in dealt)
            for row, (id, value) in enumerate(numbers.items())
        },
        {id: _sequence(file, id, **each) for id, each in sequences.items()},
    )


def _sequence(file: str, id: str, title: str = "The turn", intro: str = "", steps: Any = ()) -> Procedure:
    source_map = _source_map({"title": title, **({"intro": intro} if intro else {})}, 20, 5)
    made = [_step(file, 30 + 10 * row, **{"id": f"step-{row}", **step}) for row, step in enumerate(steps)]
    return Procedure(id, title, intro, tuple(made), Source(file, 20, 3), source_map)


def _step(file: str, line: int, id: str, text: str, title: str = "Graze", **quick: str) -> Step:
    source_map = _source_map({"id": id, "title": title, "text": text, **quick}, line, 9)
    return Step(id, title, text, quick.get("quick", title), Source(file, line, 9), source_map)


def a_term(term: str, means: str, line: int = 2, plural: str = "", instead_of: Sequence[str] = ()) -> Term:
    """A term of the glossary, as if it stood at this line."""
    id = term.lower().replace(" ", "-")
    source_map = _source_map({"id": id, "term": term, "means": means}, line, 5)
    source = Source("cards/farm/glossary.yaml", line, 5)
    return Term(id, term, plural, means, source, source_map, tuple(instead_of))


def a_layout(id: str, title: str, spaces: Sequence[Mapping[str, Any]]) -> Layout:
    """A layout of these spaces, each at a line of its own from 10 on: circles `across`, or rectangles."""
    file = f"cards/farm/layouts/{id}.yaml"
    made = [_space(row, Source(file, 10 + row, 5), **each) for row, each in enumerate(spaces)]
    return Layout(id, title, tuple(made), Source(file))


def _space(
    row: int,
    source: Source,
    id: str,
    x: float,
    y: float,
    sort: str = "floor",
    angle: float = 0,
    **size: float,
) -> Space:
    across = size.get("across", 0)
    points = () if across else rectangle_points(Size(size["width"], size["height"]))
    return Space(id, sort, row + 1, Point(x, y), angle, SpaceOutline(points, across), source)


def a_pack(row: int, id: str, players: list[int], kinds: tuple[str, ...] = (), again: str = "") -> Pack:
    """A pack, as if the first stood at line 5 of game.yaml, and each on a line."""
    return Pack(id, *players, tuple(kinds), again, Source("cards/farm/game.yaml", 5 + row, 5))


def a_release(version: str, *entries: str | dict[str, Any], line: int = 1) -> Release:
    """A version in which these things changed, as if it stood at this line of the changelog.

    An entry is what changed, or a mapping as the changelog has it: `{type: renamed, from: …, to: …}`.
    """
    made = [_entry(row, entry) for row, entry in enumerate(entries, start=line + 3)]
    return Release(version, "2025-01-21", tuple(made), Source("cards/farm/changelog.yaml", line, 12))


def _entry(line: int, entry: str | dict[str, Any]) -> ChangelogEntry:
    fields = {"text": entry} if isinstance(entry, str) else entry
    text = str(fields.get("text", ""))
    return ChangelogEntry(
        change=ChangeType(fields.get("type", "changed")),
        text=text,
        old=fields.get("from", ""),
        new=fields.get("to", ""),
        source=Source("cards/farm/changelog.yaml", line, 7),
        source_map=_source_map({"text": text} if text else {}, line, 7),
        words=tuple(fields.get("words", ())),
    )


def a_manuscript(text: str) -> TemplateText:
    """A rulebook of this text."""
    return TemplateText(text, Source("cards/farm/rulebook.md"))


def _source_map(value: Any, line: int, column: int = 3) -> SourceMap:
    """Marks that put each key of a record on a line of its own, as a designer would write it."""
    if isinstance(value, dict):
        rows = {key: line + row for row, key in enumerate(value)}
        return SourceMap(
            line,
            column,
            {key: (row, column) for key, row in rows.items()},
            {key: _source_map(value[key], row, column + len(key) + 2) for key, row in rows.items()},
        )
    if isinstance(value, list):
        return SourceMap(
            line, column, {}, {index: _source_map(inner, line, column) for index, inner in enumerate(value)}
        )
    return SourceMap(line, column)
