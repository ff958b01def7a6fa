"""Reads the records of one kind as Components, from whatever file holds them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from cardtool.finding import Finding
from cardtool.load.file_rules import SCHEMA
from cardtool.load.schema_limits import known_keys, unread_keys
from cardtool.load.validator import GameContext, Validator
from cardtool.load.yaml_files import Document, read_yaml
from cardtool.model import Component, freeze
from cardtool.project import Project


class RecordReader(Protocol):
    """Reads a file of records: a list of mappings, each value with its place.

    Whatever is wrong with the file is among the document's findings, and nothing is raised for it.
    """

    def __call__(self, project: Project, path: Path, /) -> Document: ...


RECORD_READERS: Mapping[str, RecordReader] = MappingProxyType({".yaml": read_yaml})
"""What reads the records of a kind, by the suffix of their file. A new source of records is one row here."""

_MOST_EXPLAINED = 200  # records with faults in one file; more of them have one cause
_RECORD_SCHEMA = "record.schema.json"


@dataclass(frozen=True, slots=True)
class KindRecords:
    """The cards of one kind. `complete` is false where there may be more than could be read.

    `fields` are those that the kind's schema knows, None where it was not read.
    """

    cards: tuple[Component, ...]
    findings: tuple[Finding, ...]
    complete: bool
    fields: frozenset[str] | None = None


def read_records(reading: GameContext, kind: str, file: str) -> KindRecords:
    """Read the records of a kind from a file of the game's folder. Raises: ProjectError."""
    path = reading.folder / file
    document = RECORD_READERS.get(path.suffix, read_yaml)(reading.project, path)
    own, every = reading.shape(f"{reading.game}/{kind}.schema.json"), reading.shape(_RECORD_SCHEMA)
    fields = frozenset(known_keys(own.schema))
    if not document.complete:
        return KindRecords((), document.findings, complete=False, fields=fields)
    if not isinstance(document.data, list):
        fix = "begin each record with a dash: - id: …"
        problem = SCHEMA.found(document.at(()), "a file of records must be a list", fix)
        return KindRecords((), (*document.findings, problem), complete=False, fields=fields)
    unread = unread_keys(own.schema)
    cards = tuple(
        _make_card(document, number, kind, record, unread)
        for number, record in enumerate(document.data)
        if every.fits(record)  # so that it can at least be counted, whatever else may be wrong with it
    )
    findings = (*document.findings, *_record_findings(document, [own, every]))
    return KindRecords(cards, findings, len(cards) == len(document.data), fields)


def _make_card(
    document: Document, number: int, kind: str, record: dict[str, Any], unread: frozenset[str]
) -> Component:
    return Component(
        id=record["id"],
        kind=kind,
        name=record["name"],
        copies=record.get("copies", 1),
        fields=freeze({"copies": 1, **record}),
        source=document.at((number,)),
        source_map=document.source_map.children[number],
        unread=unread,
    )


def _record_findings(document: Document, shapes: list[Validator]) -> Iterator[Finding]:
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
