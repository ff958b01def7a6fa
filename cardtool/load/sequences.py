"""`rules.yaml`: the numbers the rules state, and their sequences of steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from cardtool.finding import Finding
from cardtool.load.document import Document
from cardtool.load.once import each_once
from cardtool.model import Number, Procedure, Rules, Step

__all__ = ["faults", "rules"]


def rules(document: Document) -> Rules:
    """The rules, as a faultless file has them."""
    data: dict[str, Any] = document.data
    numbers = {
        id: Number(
            id,
            number["value"],
            number["means"],
            document.at_key(("numbers",), id),
            document.marks.inside(("numbers", id)),
        )
        for id, number in data.get("numbers", {}).items()
    }
    sequences = {id: _procedure(document, id, each) for id, each in data.get("sequences", {}).items()}
    return Rules(MappingProxyType(numbers), MappingProxyType(sequences))


def faults(document: Document) -> Iterator[Finding]:
    """Steps of one sequence that share an id."""
    for id in document.data.get("sequences", {}):
        yield from each_once(document, ("sequences", id, "steps"), "id", "a step of this sequence")


def _procedure(document: Document, id: str, sequence: Mapping[str, Any]) -> Procedure:
    path = ("sequences", id)
    return Procedure(
        id=id,
        title=sequence["title"],
        intro=sequence.get("intro", ""),
        steps=tuple(
            _step(document, (*path, "steps", row), step) for row, step in enumerate(sequence["steps"])
        ),
        source=document.at_key(("sequences",), id),
        marks=document.marks.inside(path),
    )


def _step(document: Document, path: tuple[str | int, ...], step: Mapping[str, Any]) -> Step:
    return Step(
        id=step["id"],
        title=step["title"],
        text=step["text"],
        quick=step.get("quick", step["title"]),
        source=document.at(path),
        marks=document.marks.inside(path),
    )
