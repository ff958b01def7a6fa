"""The texts of a record that are printed with markup, and where each stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardtool.model import Component, Source

__all__ = ["texts"]

_PLAIN = frozenset({"id", "name", "art"})  # printed, or drawn, exactly as written


def texts(card: Component) -> Iterator[tuple[str, Source]]:
    """Every text of the record in which icons, bold and italics can be written, with its place."""
    for key, value in card.fields.items():
        if key not in _PLAIN:
            yield from ((text, card.at(*path)) for path, text in _strings(value, (key,)))


def _strings(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _strings(inner, (*path, key))
    elif isinstance(value, tuple):
        for index, inner in enumerate(value):
            yield from _strings(inner, (*path, index))
