"""Words for the values in a YAML file and for what a schema wants of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = ["a_type", "a_value", "listed", "name_of", "short"]

_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping (lines of key: value)",
    "null": "nothing",
}
_LONGEST = 60  # characters of a text worth repeating in a message


def a_type(types: str | Iterable[str]) -> str:
    """What a schema's `type` wants: `a whole number`."""
    return listed(_TYPES[each] for each in ([types] if isinstance(types, str) else types))


def a_value(value: Any) -> str:
    """What was found: `the number 12`, `a list`."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"the number {value}"
    if isinstance(value, str):
        return short(value)
    return "a list" if isinstance(value, list) else "a mapping (lines of key: value)"


def short(text: str) -> str:
    """A text in quotes, not all of it if it is long."""
    text = " ".join(text.split())
    return f'"{text}"' if len(text) <= _LONGEST else f'"{text[: _LONGEST - 1]}…"'


def listed(words: Iterable[str], last: str = "or") -> str:
    """`a`, `a or b`, `a, b or c`."""
    *most, final = list(words) or ["nothing"]
    return f"{', '.join(most)} {last} {final}" if most else final


def name_of(path: Iterable[str | int]) -> str:
    """A value's name in a message, by its last key: `copies`, `item 2 of shift`."""
    steps = list(path)
    keys = [step for step in steps if isinstance(step, str)]
    if steps and isinstance(steps[-1], int):
        return f"item {steps[-1] + 1} of {keys[-1]}" if keys else f"item {steps[-1] + 1}"
    return keys[-1] if keys else "this"
