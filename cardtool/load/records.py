"""Card records: reads one kind's file as Components."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardtool.finding import Finding
from cardtool.load.document import Document
from cardtool.load.read import read
from cardtool.load.reading import Reading
from cardtool.load.rules import SCHEMA
from cardtool.load.shape import Shape
from cardtool.model import Component, freeze

__all__ = ["Records", "read_records"]

_MOST_EXPLAINED = 200  # records with faults in one file; more of them have one cause
_EVERY_RECORD = "record.schema.json"


@dataclass(frozen=True, slots=True)
class Records:
    """The cards of one kind. `complete` is false where there may be more than could be read."""

    cards: tuple[Component, ...]
    findings: tuple[Finding, ...]
    complete: bool


def read_records(reading: Reading, kind: str, file: str) -> Records:
    """Read the records of a kind from a file of the game's folder. Raises: ProjectError."""
    document = read(reading.project, reading.folder / file)
    shapes = [reading.shape(f"{reading.game}/{kind}.schema.json"), reading.shape(_EVERY_RECORD)]
    if not document.complete:
        return Records((), document.findings, complete=False)
    if not isinstance(document.data, list):
        fix = "begin each record with a dash: - id: …"
        problem = SCHEMA.found(document.at(()), "a file of records must be a list", fix)
        return Records((), (*document.findings, problem), complete=False)
    cards = tuple(_cards(document, kind, shapes[1]))
    findings = (*document.findings, *_findings(document, shapes))
    return Records(cards, findings, complete=len(cards) == len(document.data))


def _cards(document: Document, kind: str, every: Shape) -> Iterator[Component]:
    """The records that can at least be counted, whatever else may be wrong with them."""
    for number, record in enumerate(document.data):
        if every.fits(record):
            yield _card(document, number, kind, record)


def _card(document: Document, number: int, kind: str, record: dict[str, Any]) -> Component:
    return Component(
        id=record["id"],
        kind=kind,
        name=record["name"],
        copies=record.get("copies", 1),
        fields=freeze({"copies": 1, **record}),
        source=document.at((number,)),
        marks=document.marks.children[number],
    )


def _findings(document: Document, shapes: list[Shape]) -> Iterator[Finding]:
    faulty = 0
    for number, record in enumerate(document.data):
        wrong = next((shape for shape in shapes if not shape.fits(record)), None)
        if wrong is None:
            continue
        faulty += 1
        if faulty > _MOST_EXPLAINED:
            yield SCHEMA.found(document.at((number,)), "and so on: the records from here are not explained")
            return
        yield from wrong.findings(document, (number,))
