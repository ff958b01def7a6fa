"""The cards of Barbarity as its records have them: what they are worth, and how they are played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from cardtool.load import load_game
from cardtool.model import Game
from cardtool.project import TOOLKIT, Project

__all__ = ["Card", "deck", "heroes", "rule_number"]


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the deck. `value` is a Battle Card's, `points` are Victory Points; 0 where it has none.

    `adds` says that its Victory Points may be added in battle.
    """

    id: str
    kind: str
    value: int
    points: int
    play: str
    adds: bool


@cache
def deck() -> tuple[Card, ...]:
    """Return every card of the deck but the Heroes, as often as there are copies."""
    return tuple(
        Card(
            each.id,
            each.kind,
            each.fields.get("value", 0),
            each.fields.get("victory_points", 0),
            each.fields.get("play", ""),
            each.fields.get("ability", {}).get("text", "").startswith("Add this Prize's"),
        )
        for each in _game().cards
        if each.kind in ("prize", "special", "battle")
        for _ in range(each.copies)
    )


@cache
def heroes() -> tuple[str, ...]:
    """Return the ids of the Heroes."""
    return tuple(each.id for each in _game().cards if each.kind == "hero")


@cache
def rule_number(id: str) -> int:
    """Return a number of rules.yaml, such as how many cards are dealt."""
    return int(_game().rules.numbers[id].value)


@cache
def _game() -> Game:
    game = load_game(Project(TOOLKIT), "barbarity").game
    if game is None:
        raise SystemExit("cards/barbarity cannot be read; cardtool check says why")
    return game
