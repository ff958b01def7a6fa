"""A YAML file that has been read: plain data, and where every part of it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardtool.finding import Finding
from cardtool.model import Marks, Source

__all__ = ["Document"]

_PLAIN_SCALAR = re.compile(r"[^\s,\]}]*")


@dataclass(frozen=True, slots=True)
class Document:
    """One file. `data` is None, and `complete` false, where it could not be read to its end."""

    name: str
    data: Any
    marks: Marks
    findings: tuple[Finding, ...]
    complete: bool
    lines: Sequence[str] = ()

    def value(self, path: Sequence[str | int]) -> Any:
        """The data at this path. Raises: KeyError, IndexError."""
        data = self.data
        for step in path:
            data = data[step]
        return data

    def at(self, path: Sequence[str | int]) -> Source:
        """Where the value at this path stands, or the innermost thing around it."""
        marks = self.marks.inside(path)
        return Source(self.name, marks.line, marks.column)

    def at_key(self, path: Sequence[str | int], key: str) -> Source:
        """Where this key of the mapping at this path stands."""
        return Source(self.name, *self.marks.of_key(path, key))

    def typed_at(self, place: Source) -> str:
        """The unquoted word at this place, letter for letter as it was typed."""
        line = self.lines[place.line - 1] if place.line <= len(self.lines) else ""
        match = _PLAIN_SCALAR.match(line, place.column - 1)
        return match[0] if match else ""
