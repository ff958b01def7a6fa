"""Card records: reads one kind's file as Components."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardtool.finding import Finding
from cardtool.load.file_rules import SCHEMA
from cardtool.load.validator import GameContext, Validator
from cardtool.load.yaml_files import YamlDocument, read_yaml
from cardtool.model import Component, freeze

_MOST_EXPLAINED = 200  # records with faults in one file; more of them have one cause
_RECORD_SCHEMA = "record.schema.json"


@dataclass(frozen=True, slots=True)
class KindRecords:
    """The cards of one kind. `complete` is false where there may be more than could be read."""

    cards: tuple[Component, ...]
    findings: tuple[Finding, ...]
    complete: bool


def read_records(reading: GameContext, kind: str, file: str) -> KindRecords:
    """Read the records of a kind from a file of the game's folder. Raises: ProjectError."""
    document = read_yaml(reading.project, reading.folder / file)
    shapes = [reading.shape(f"{reading.game}/{kind}.schema.json"), reading.shape(_RECORD_SCHEMA)]
    if not document.complete:
        return KindRecords((), document.findings, complete=False)
    if not isinstance(document.data, list):
        fix = "begin each record with a dash: - id: …"
        problem = SCHEMA.found(document.at(()), "a file of records must be a list", fix)
        return KindRecords((), (*document.findings, problem), complete=False)
    cards = tuple(_make_cards(document, kind, shapes[1]))
    findings = (*document.findings, *_record_findings(document, shapes))
    return KindRecords(cards, findings, complete=len(cards) == len(document.data))


def _make_cards(document: YamlDocument, kind: str, every: Validator) -> Iterator[Component]:
    """The records that can at least be counted, whatever else may be wrong with them."""
    for number, record in enumerate(document.data):
        if every.fits(record):
            yield _make_card(document, number, kind, record)


def _make_card(document: YamlDocument, number: int, kind: str, record: dict[str, Any]) -> Component:
    return Component(
        id=record["id"],
        kind=kind,
        name=record["name"],
        copies=record.get("copies", 1),
        fields=freeze({"copies": 1, **record}),
        source=document.at((number,)),
        marks=document.marks.children[number],
    )


def _record_findings(document: YamlDocument, shapes: list[Validator]) -> Iterator[Finding]:
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
