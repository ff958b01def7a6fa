"""Records that stand for a record of another kind: a hazard's tile, a hero's dial."""

from __future__ import annotations

from cardtool.markup import plain_name
from cardtool.model.components import Component, Kind
from cardtool.model.game import Game


def find_counterparts(game: Game) -> dict[str, Component]:
    """Return, by the id of each record that stands for one of another kind, that other record.

    It stands for the record that it is made from; where its kind promises one for each of another kind, for
    the one that it names, or else the one that has its name. One that stands for nothing is left out.
    """
    standing = {kind.id: kind for kind in game.kinds if kind.of or kind.one_for_each}
    if not standing:
        return {}
    by_id = {(card.kind, card.id): card for card in game.cards}
    by_name = {(card.kind, plain_name(card.name)): card for card in game.cards}
    found = {
        card.id: _counterpart(card, standing[card.kind], by_id, by_name)
        for card in game.cards
        if card.kind in standing
    }
    return {id: other for id, other in found.items() if other is not None}


def _counterpart(
    card: Component,
    kind: Kind,
    by_id: dict[tuple[str, str], Component],
    by_name: dict[tuple[str, str], Component],
) -> Component | None:
    if kind.of:
        return by_id.get((kind.of, card.made_from))
    assert kind.one_for_each, "only kinds that stand for another are asked"
    promise = kind.one_for_each
    if promise.field:
        return by_id.get((promise.kind, str(card.fields.get(promise.field, ""))))
    return by_name.get((promise.kind, plain_name(card.name)))


def cards_by_name(game: Game) -> tuple[Component, ...]:
    """Return the records that texts mean by their names; one that has the name it stands for is left out."""
    others = find_counterparts(game)
    return tuple(card for card in game.cards if card.id not in others or others[card.id].name != card.name)
