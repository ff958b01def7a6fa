"""The numbers that a word processor prints before the items of its lists, which stand nowhere in the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

__all__ = ["Numbers"]

_DEEPEST = 9  # levels of a list (ECMA-376 17.9.3)


@dataclass(slots=True)
class Numbers:
    """Told of the elements of a document's text and of its list definitions, counts its items."""

    items: list[tuple[str, int]] = field(default_factory=list)  # list and level of each paragraph in a list
    definitions: dict[str, str] = field(default_factory=dict)  # of lists that go on counting
    own_count: set[str] = field(default_factory=set)  # lists that begin anew
    list_id: str = ""
    level: int = 0
    defined: str = ""

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""
        value = attributes.get("w:val", "")
        if name == "w:numId":
            self.list_id = value
        elif name == "w:ilvl":
            self.level = min(int(value), _DEEPEST) if value.isdecimal() else 0
        elif name == "w:num":
            self.defined = attributes.get("w:numId", "")
        elif name == "w:abstractNumId" and self.defined:
            self.definitions[self.defined] = value
        elif name == "w:startOverride":
            self.own_count.add(self.defined)

    def end(self, name: str) -> None:
        """An element ends."""
        if name == "w:pPr":
            if self.list_id not in ("", "0"):
                self.items.append((self.list_id, self.level))
            self.list_id, self.level = "", 0

    def labels(self) -> list[str]:
        """The number of every paragraph that is in a list, in order; bullets are counted like the rest."""
        return list(self._labels())

    def _labels(self) -> Iterator[str]:
        counted: dict[str, Counter[int]] = {}
        for id, level in self.items:
            key = id if id in self.own_count else f"defined {self.definitions.get(id, id)}"
            counts = counted.setdefault(key, Counter())
            counts[level] += 1
            for deeper in [each for each in counts if each > level]:
                del counts[deeper]
            yield str(counts[level])
