"""An account of what changed between two versions of a game, as plain data: for people, and for programs."""

from __future__ import annotations

from typing import Any

from cardtool.changes.comparison import CardChange, Comparison
from cardtool.changes.fields import FieldChange
from cardtool.model import Component, Game, thaw

__all__ = ["account"]


def account(before: Game, after: Game, comparison: Comparison) -> dict[str, Any]:
    """What changed, in the order of the newer version; a list is empty where nothing did.

    Values are given as players read them, and are None where there was, or is, none. `unread` are kinds
    and files that could not be read in one of the versions, and are left out.
    """
    return {
        "unread": sorted(before.incomplete | after.incomplete),
        "versions": {"old": before.version, "new": after.version},
        "added": [_card(after, card) for card in comparison.arrived],
        "removed": [_card(before, card) for card in comparison.gone],
        "changed": [_change(before, after, pair) for pair in comparison.changed],
        "renamed": [{"what": each.what, "old": each.old, "new": each.new} for each in comparison.renamings],
        "numbers": [
            {"name": each.label, "means": each.means, "old": each.old, "new": each.new}
            for each in comparison.numbers
        ],
    }


def _card(game: Game, card: Component) -> dict[str, Any]:
    kind = game.kind(card.kind).title
    return {"id": card.id, "name": card.name, "kind": kind, "copies": card.copies}


def _change(before: Game, after: Game, pair: CardChange) -> dict[str, Any]:
    changes: list[dict[str, Any]] = []
    if pair.renamed:
        changes.append({"field": "name", "old": pair.before.name, "new": pair.after.name})
    if pair.moved:
        kinds = before.kind(pair.before.kind).title, after.kind(pair.after.kind).title
        changes.append({"field": "kind", "old": kinds[0], "new": kinds[1]})
    changes += map(_field, pair.fields)
    return {**_card(after, pair.after), "changes": changes}


def _field(change: FieldChange) -> dict[str, Any]:
    path = ".".join(str(step) for step in change.path)
    return {"field": path, "old": thaw(change.old), "new": thaw(change.new)}
