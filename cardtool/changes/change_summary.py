"""What changed as plain data, for people and programs, and one change as a line of a message."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from cardtool.changes.comparison import CardChange, Comparison, FieldChange
from cardtool.model import Component, Game, thaw

_LONGEST = 70  # characters of each side
_WORDS_AROUND = 2  # words left standing on each side of what changed
_PLAIN_SCALAR = re.compile(r"[A-Za-z][A-Za-z0-9 '’-]*[A-Za-z0-9]")
_NOT_TEXT = frozenset({"null", "true", "false"})


def format_change(old: Any, new: Any) -> str:
    """Return `3 → 4` or `"one card" → "two cards"`: of long texts only the words around what changed."""
    if isinstance(old, str) and isinstance(new, str):
        before, after = _words_around(old.split(), new.split())
        return f'"{before}" → "{after}"'
    return f"{_value_text(old)} → {_value_text(new)}"


def quoted_name(name: str) -> str:
    """Return a name as messages show it: in quotes, unless it brings its own."""
    return name if name.startswith('"') and name.endswith('"') else f'"{name}"'


def as_flow_scalar(text: str) -> str:
    """Return the text as it can be written in a mapping in braces."""
    if _PLAIN_SCALAR.fullmatch(text) and text.lower() not in _NOT_TEXT:
        return text
    return json.dumps(text, ensure_ascii=False)


def _words_around(old: list[str], new: list[str]) -> tuple[str, str]:
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    start, left = max(head - _WORDS_AROUND, 0), max(tail - _WORDS_AROUND, 0)
    return _cut(old, start, len(old) - left), _cut(new, start, len(new) - left)


def _cut(words: list[str], start: int, end: int) -> str:
    text = ("… " if start else "") + " ".join(words[start:end]) + (" …" if end < len(words) else "")
    return _shorten(text)


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _value_text(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, (Mapping, tuple)):
        return _shorten(json.dumps(thaw(value), ensure_ascii=False))
    return f'"{_cut(value.split(), 0, len(value))}"' if isinstance(value, str) else str(value)


def summarise_changes(before: Game, after: Game, comparison: Comparison) -> dict[str, Any]:
    """Return what changed, in the order of the newer version; a list is empty where nothing did.

    Values are given as players read them, and are None where there was, or is, none. `unread` are kinds
    and files that could not be read in one of the versions, and are left out.
    """
    return {
        "unread": sorted(before.incomplete | after.incomplete),
        "versions": {"old": before.version, "new": after.version},
        "added": [_card_data(after, card) for card in comparison.added],
        "removed": [_card_data(before, card) for card in comparison.removed],
        "changed": [_card_change(before, after, pair) for pair in comparison.changed],
        "renamed": [{"what": each.what, "old": each.old, "new": each.new} for each in comparison.renames],
        "numbers": [
            {"name": each.label, "means": each.means, "old": each.old, "new": each.new}
            for each in comparison.numbers
        ],
    }


def _card_data(game: Game, card: Component) -> dict[str, Any]:
    kind = game.kind(card.kind).title
    return {"id": card.id, "name": card.name, "kind": kind, "copies": card.copies}


def _card_change(before: Game, after: Game, pair: CardChange) -> dict[str, Any]:
    changes: list[dict[str, Any]] = []
    if pair.renamed:
        changes.append({"field": "name", "old": pair.before.name, "new": pair.after.name})
    if pair.moved:
        kinds = before.kind(pair.before.kind).title, after.kind(pair.after.kind).title
        changes.append({"field": "kind", "old": kinds[0], "new": kinds[1]})
    changes += map(_field_data, pair.fields)
    return {**_card_data(after, pair.after), "changes": changes}


def _field_data(change: FieldChange) -> dict[str, Any]:
    path = ".".join(str(step) for step in change.path)
    return {"field": path, "old": thaw(change.old), "new": thaw(change.new)}
