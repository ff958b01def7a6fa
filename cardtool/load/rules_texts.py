"""What a game says in words beside its cards: rules, glossary, changelog, rulebook, templates.

Each file is optional. The rulebook and templates are read, not filled in or run.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cardtool.finding import Finding
from cardtool.load.file_rules import SCHEMA
from cardtool.load.schema_words import join_words
from cardtool.load.schemas import GameContext, find_repeated
from cardtool.load.yaml_files import Document, read_text
from cardtool.model import (
    ChangelogEntry,
    ChangeType,
    Number,
    Procedure,
    Release,
    Rules,
    RulesTable,
    Source,
    Step,
    TableBound,
    TableRow,
    TemplateText,
    Term,
    ValuePath,
    Waiver,
)
from cardtool.project import Project, did_you_mean

_RULES, _GLOSSARY, _CHANGELOG = "rules.yaml", "glossary.yaml", "changelog.yaml"
_RULEBOOK = "rulebook.md"
RULES_FILES = frozenset({_RULES, _GLOSSARY, _CHANGELOG})
_RANGE = ("from", "to")  # keys of a row of a table
_SHORTEST_TEXT = 8  # letters of a message that name a finding by themselves
_ONLY_NUMBERS = re.compile(r"[0-9]+(?:\.[0-9]+)*")
_ORDER = "put the newest version first"


def _make_tables(document: Document) -> Mapping[str, RulesTable]:
    """Return the tables, as a faultless file has them, by id."""
    tables = document.data.get("tables", {})
    return MappingProxyType({id: _make_table(document, id, table) for id, table in tables.items()})


def _make_table(document: Document, id: str, table: Mapping[str, Any]) -> RulesTable:
    path, domain = ("tables", id), table["domain"]
    bounds = {key: TableBound(domain[key], document.at((*path, "domain", key))) for key in _RANGE}
    rows = (_make_row(document, id, number, row) for number, row in enumerate(table["rows"]))
    return RulesTable(
        id=id,
        title=table["title"],
        of=domain["of"],
        first=bounds["from"],
        last=bounds["to"],
        columns=MappingProxyType(table["columns"]),
        rows=tuple(rows),
        source=document.at_key(("tables",), id),
        source_map=document.source_map.inside(path),
    )


def _make_row(document: Document, id: str, number: int, row: Mapping[str, Any]) -> TableRow:
    path = ("tables", id, "rows", number)
    cells = {key: value for key, value in row.items() if key not in _RANGE}
    return TableRow(
        first=row["from"],
        last=row.get("to", row["from"]),
        cells=MappingProxyType(cells),
        source=document.at(path),
        source_map=document.source_map.inside(path),
    )


def _table_faults(document: Document) -> Iterator[Finding]:
    """Yield what is wrong between the rows of a table and its columns, and rows that run backwards."""
    for id, table in document.data.get("tables", {}).items():
        for number, row in enumerate(table["rows"]):
            yield from _row_faults(document, id, number, row, table["columns"])


def _row_faults(
    document: Document, id: str, number: int, row: Mapping[str, Any], columns: Mapping[str, str]
) -> Iterator[Finding]:
    path = ("tables", id, "rows", number)
    known = {*_RANGE, *columns}
    for key in (key for key in row if key not in known):
        message = f'"{key}" is no column of {id}{did_you_mean(key, known)}'
        yield SCHEMA.found(
            document.at_key(path, key), message, f"the columns are {join_words(columns, 'and')}"
        )
    for key in (key for key in columns if key not in row):
        message = f'"{key}" is missing from this row'
        yield SCHEMA.found(document.at(path), message, f"add {key}: {columns[key]}")
    if row.get("to", row["from"]) < row["from"]:
        message = f"a row from {row['from']} to {row['to']} runs backwards"
        yield SCHEMA.found(document.at((*path, "to")), message, "write the lower number first")


def _make_rules(document: Document) -> Rules:
    """Return the rules, as a faultless file has them."""
    data: dict[str, Any] = document.data
    numbers = {
        id: Number(
            id,
            number["value"],
            number["means"],
            document.at_key(("numbers",), id),
            document.source_map.inside(("numbers", id)),
            number.get("dealt", False),
        )
        for id, number in data.get("numbers", {}).items()
    }
    sequences = {id: _make_procedure(document, id, each) for id, each in data.get("sequences", {}).items()}
    return Rules(MappingProxyType(numbers), MappingProxyType(sequences), _make_tables(document))


def _rules_faults(document: Document) -> Iterator[Finding]:
    """Yield findings for steps that share their id with another of the sequence, and for rows of tables."""
    yield from _table_faults(document)
    for id in document.data.get("sequences", {}):
        yield from find_repeated(document, ("sequences", id, "steps"), "id", "a step of this sequence")


def _make_procedure(document: Document, id: str, sequence: Mapping[str, Any]) -> Procedure:
    path = ("sequences", id)
    return Procedure(
        id=id,
        title=sequence["title"],
        intro=sequence.get("intro", ""),
        steps=tuple(
            _make_step(document, (*path, "steps", row), step) for row, step in enumerate(sequence["steps"])
        ),
        source=document.at_key(("sequences",), id),
        source_map=document.source_map.inside(path),
    )


def _make_step(document: Document, path: ValuePath, step: Mapping[str, Any]) -> Step:
    return Step(
        id=step["id"],
        title=step["title"],
        text=step["text"],
        quick=step.get("quick", step["title"]),
        source=document.at(path),
        source_map=document.source_map.inside(path),
    )


def _make_terms(document: Document) -> tuple[Term, ...]:
    """Return the terms, as a faultless file has them, in its order."""
    return tuple(
        Term(
            id=entry["id"],
            term=entry["term"],
            plural=entry.get("plural", ""),
            means=entry["means"],
            source=document.at(("terms", row)),
            source_map=document.source_map.inside(("terms", row)),
            instead_of=tuple(entry.get("instead_of", ())),
        )
        for row, entry in enumerate(document.data.get("terms", ()))
    )


def _make_waivers(document: Document) -> tuple[Waiver, ...]:
    """Return the findings that may stand, in the order of the file."""
    return tuple(
        Waiver(
            rule=entry["rule"],
            text=entry.get("text", ""),
            reason=entry["reason"],
            file=entry.get("file", ""),
            card=entry.get("card", ""),
            source=document.at(("waivers", row)),
        )
        for row, entry in enumerate(document.data.get("waivers", ()))
    )


def _glossary_faults(document: Document) -> Iterator[Finding]:
    """Yield findings for entries that share an id or a term, and for waivers that could waive anything."""
    if "terms" in document.data:
        yield from find_repeated(document, ("terms",), "id", "a term")
        yield from find_repeated(document, ("terms",), "term", "an entry")
    for row, entry in enumerate(document.data.get("waivers", ())):
        if not (entry.keys() & {"file", "card"}) and len(entry.get("text", "").strip()) < _SHORTEST_TEXT:
            message = "this waiver does not say what it is about, and could hide any finding of its rule"
            fix = f"name the card or the file, or quote {_SHORTEST_TEXT} letters or more of the message"
            yield SCHEMA.found(document.at(("waivers", row)), message, fix)


def _make_releases(document: Document) -> tuple[Release, ...]:
    """Return the versions, as a faultless file has them, the newest first; each stands where its number
    does.
    """
    return tuple(
        Release(
            version=release["version"],
            date=release["date"],
            entries=tuple(
                _make_entry(document, (row, "entries", number), entry)
                for number, entry in enumerate(release["entries"])
            ),
            source=document.at((row, "version")),
        )
        for row, release in enumerate(document.data)
    )


def _make_entry(document: Document, path: ValuePath, entry: Mapping[str, Any]) -> ChangelogEntry:
    return ChangelogEntry(
        change=ChangeType(entry["type"]),
        text=entry.get("text", ""),
        old=entry.get("from", ""),
        new=entry.get("to", ""),
        source=document.at(path),
        source_map=document.source_map.inside(path),
        words=tuple(entry.get("words", ())),
    )


def _changelog_faults(document: Document) -> Iterator[Finding]:
    """Yield findings for versions given twice, and for versions that come before newer ones."""
    yield from find_repeated(document, (), "version", "a release")
    for row, (above, below) in enumerate(pairwise(document.data), start=1):
        if above["date"] < below["date"]:
            message = f"{below['version']} is of {below['date']}, later than {above['version']} above it"
            yield SCHEMA.found(document.at((row, "date")), message, _ORDER)
        elif _is_lower_version(above["version"], below["version"]):
            message = f"{below['version']} is a higher version than {above['version']} above it"
            yield SCHEMA.found(document.at((row, "version")), message, _ORDER)


def _is_lower_version(one: str, other: str) -> bool:
    """Return whether a version is lower than another; versions with letters in them are not compared."""
    if not (_ONLY_NUMBERS.fullmatch(one) and _ONLY_NUMBERS.fullmatch(other)):
        return False
    return [int(part) for part in one.split(".")] < [int(part) for part in other.split(".")]


def read_templates(project: Project, game: str, suffix: str = ".html") -> tuple[TemplateText, ...]:
    """Return the HTML files of the game's own template folder, or others, by name; what cannot be read is
    left to rendering.
    """
    folder = project.root / "templates" / game
    read = ((path, read_text(project, path)[0]) for path in sorted(folder.glob(f"*{suffix}")))
    return tuple(TemplateText(text, Source(project.name_of(path))) for path, text in read if text is not None)


@dataclass(frozen=True, slots=True)
class RulesTexts:
    """All that was read. `incomplete` names the files that are there and could not be used."""

    rules: Rules
    glossary: tuple[Term, ...]
    waivers: tuple[Waiver, ...]
    changelog: tuple[Release, ...]
    rulebook: TemplateText | None
    findings: tuple[Finding, ...]
    incomplete: frozenset[str]


def read_rules_texts(context: GameContext) -> RulesTexts:
    """Read what there is of it. Raises: ProjectError, when a schema cannot be used."""
    documents = {
        _RULES: _read_document(context, _RULES, "rules.schema.json", _rules_faults),
        _GLOSSARY: _read_document(context, _GLOSSARY, "glossary.schema.json", _glossary_faults),
        _CHANGELOG: _read_document(context, _CHANGELOG, "changelog.schema.json", _changelog_faults),
    }
    there = {name: document for name, document in documents.items() if document}
    usable = {name: document for name, document in there.items() if not document.findings}
    rulebook, findings = _read_rulebook(context)
    return RulesTexts(
        rules=_make_rules(usable[_RULES]) if _RULES in usable else Rules(),
        glossary=_make_terms(usable[_GLOSSARY]) if _GLOSSARY in usable else (),
        waivers=_make_waivers(usable[_GLOSSARY]) if _GLOSSARY in usable else (),
        changelog=_make_releases(usable[_CHANGELOG]) if _CHANGELOG in usable else (),
        rulebook=rulebook,
        findings=(*(each for document in there.values() for each in document.findings), *findings),
        incomplete=frozenset(there.keys() - usable.keys()),
    )


def has_rulebook(context: GameContext) -> bool:
    """Return whether the game has a rulebook to be read, be it good or bad."""
    return _exists(context.folder / _RULEBOOK)


def _exists(path: Path) -> bool:
    return path.exists() or path.is_symlink()  # a link to nowhere is a fault to be reported


def _read_document(
    context: GameContext, name: str, schema: str, faults: Callable[[Document], Iterator[Finding]]
) -> Document | None:
    """Return a file with all that is wrong with it; None where the game has no such file."""
    path = context.folder / name
    if not _exists(path):
        return None
    document = context.document(path, schema)
    if document.findings:
        return document
    return dataclasses.replace(document, findings=tuple(faults(document)))


def _read_rulebook(context: GameContext) -> tuple[TemplateText | None, tuple[Finding, ...]]:
    """Return the rulebook and what is wrong with its characters; no rulebook where it is not to be read."""
    if not has_rulebook(context):
        return None, ()
    text, findings = read_text(context.project, context.folder / _RULEBOOK)
    place = Source(context.project.name_of(context.folder / _RULEBOOK))
    return (None if text is None else TemplateText(text, place)), findings
