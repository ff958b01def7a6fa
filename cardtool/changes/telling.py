"""How a change is told in one line: what a card said, and what it says now."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from cardtool.model import thaw

__all__ = ["as_yaml", "called", "told"]

_LONGEST = 70  # characters of each side
_AROUND = 2  # words left standing on each side of what changed
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9 '’-]*[A-Za-z0-9]")
_NOT_TEXT = frozenset({"null", "true", "false"})


def told(old: Any, new: Any) -> str:
    """`3 → 4`, `"take one card" → "take two cards"`: of long texts only the words around what changed."""
    if isinstance(old, str) and isinstance(new, str):
        before, after = _around(old.split(), new.split())
        return f'"{before}" → "{after}"'
    return f"{_shown(old)} → {_shown(new)}"


def called(name: str) -> str:
    """A name as messages show it: in quotes, unless it brings its own."""
    return name if name.startswith('"') and name.endswith('"') else f'"{name}"'


def as_yaml(text: str) -> str:
    """The text as it can be written in a mapping in braces."""
    if _PLAIN.fullmatch(text) and text.lower() not in _NOT_TEXT:
        return text
    return json.dumps(text, ensure_ascii=False)


def _around(old: list[str], new: list[str]) -> tuple[str, str]:
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    start, left = max(head - _AROUND, 0), max(tail - _AROUND, 0)
    return _cut(old, start, len(old) - left), _cut(new, start, len(new) - left)


def _cut(words: list[str], start: int, end: int) -> str:
    text = ("… " if start else "") + " ".join(words[start:end]) + (" …" if end < len(words) else "")
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, (Mapping, tuple)):
        value = json.dumps(thaw(value), ensure_ascii=False)
        return value if len(value) <= _LONGEST else f"{value[: _LONGEST - 1]}…"
    return f'"{_cut(value.split(), 0, len(value))}"' if isinstance(value, str) else str(value)
