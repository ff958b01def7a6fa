"""What a game says in words beside its cards: rules, glossary, changelog, rulebook. Each file is optional."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cardtool.finding import Finding
from cardtool.load import changelog, glossary, sequences
from cardtool.load.document import Document
from cardtool.load.reading import Reading
from cardtool.load.rulebook import read_rulebook
from cardtool.model import Manuscript, Release, Rules, Term, Waiver

__all__ = ["WORDING", "Wording", "has_rulebook", "read_wording"]

_RULES, _GLOSSARY, _CHANGELOG = "rules.yaml", "glossary.yaml", "changelog.yaml"
_RULEBOOK = "rulebook.md"
WORDING = frozenset({_RULES, _GLOSSARY, _CHANGELOG})

Faults = Callable[[Document], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Wording:
    """All that was read. `incomplete` names the files that are there and could not be used."""

    rules: Rules
    glossary: tuple[Term, ...]
    waivers: tuple[Waiver, ...]
    changelog: tuple[Release, ...]
    rulebook: Manuscript | None
    findings: tuple[Finding, ...]
    incomplete: frozenset[str]


def read_wording(reading: Reading) -> Wording:
    """Read what there is of it. Raises: ProjectError, when a schema cannot be used."""
    documents = {
        _RULES: _document(reading, _RULES, "rules.schema.json", sequences.faults),
        _GLOSSARY: _document(reading, _GLOSSARY, "glossary.schema.json", glossary.faults),
        _CHANGELOG: _document(reading, _CHANGELOG, "changelog.schema.json", changelog.faults),
    }
    there = {name: document for name, document in documents.items() if document}
    usable = {name: document for name, document in there.items() if not document.findings}
    rulebook, findings = _rulebook(reading)
    return Wording(
        rules=sequences.rules(usable[_RULES]) if _RULES in usable else Rules(),
        glossary=glossary.terms(usable[_GLOSSARY]) if _GLOSSARY in usable else (),
        waivers=glossary.waivers(usable[_GLOSSARY]) if _GLOSSARY in usable else (),
        changelog=changelog.releases(usable[_CHANGELOG]) if _CHANGELOG in usable else (),
        rulebook=rulebook,
        findings=(*(each for document in there.values() for each in document.findings), *findings),
        incomplete=frozenset(there.keys() - usable.keys()),
    )


def has_rulebook(reading: Reading) -> bool:
    """Whether the game has a rulebook to be read, be it good or bad."""
    return _is_there(reading.folder / _RULEBOOK)


def _is_there(path: Path) -> bool:
    return path.exists() or path.is_symlink()  # a link to nowhere is a fault, and wants to be told


def _document(reading: Reading, name: str, schema: str, faults: Faults) -> Document | None:
    """A file with all that is wrong with it; None where the game has no such file."""
    path = reading.folder / name
    if not _is_there(path):
        return None
    document = reading.document(path, schema)
    if document.findings:
        return document
    return dataclasses.replace(document, findings=tuple(faults(document)))


def _rulebook(reading: Reading) -> tuple[Manuscript | None, tuple[Finding, ...]]:
    if not has_rulebook(reading):
        return None, ()
    return read_rulebook(reading.project, reading.folder / _RULEBOOK)
