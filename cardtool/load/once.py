"""Lists whose items each need a name of their own."""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Finding
from cardtool.load.document import Document
from cardtool.load.rules import SCHEMA
from cardtool.load.words import short

__all__ = ["each_once"]


def each_once(document: Document, path: tuple[str | int, ...], key: str, of: str) -> Iterator[Finding]:
    """Every item of the list at this path whose `key` has the value of an earlier item's.

    `of` says what an item is: `a term`.
    """
    first: dict[str, int] = {}
    for row, item in enumerate(document.value(path)):
        owner = first.setdefault(item[key], row)
        if owner != row:
            line = document.at((*path, owner, key)).line
            message = f"{short(item[key])} is already the {key} of {of} (line {line})"
            yield SCHEMA.found(document.at((*path, row, key)), message, f"choose another {key}")
