"""Reads a text file of the project strictly; of YAML its data, the place of every key and value, its faults.

A file that is no YAML ends at the fault; what is YAML and yet refused is noted and read over.
"""

from __future__ import annotations

from pathlib import Path

import yaml

from cardtool.files import Unreadable
from cardtool.finding import Finding, Rule
from cardtool.load import characters, syntax
from cardtool.load.document import Document
from cardtool.load.events import EventReader, GaveUp
from cardtool.load.rules import STRICT, SYNTAX
from cardtool.load.stop import Told
from cardtool.model import Marks, Source
from cardtool.project import Project

__all__ = ["parse", "read", "read_text"]

_START = Marks(1, 1)
_MOST_STRAYS = 20  # a file with more is not a text, and a list of them no help


def read(project: Project, path: Path) -> Document:
    """Read a YAML file. Whatever is wrong with it is among the document's findings.

    Raises: MissingLibrary, and nothing else, whatever the file.
    """
    text = _decoded(project, path)
    return _unread(text) if isinstance(text, Finding) else parse(text, project.name_of(path))


def read_text(project: Project, path: Path) -> tuple[str | None, tuple[Finding, ...]]:
    """Read a file that is no YAML: its text, with every line ended by a line feed, and its faults.

    No text where it cannot be read at all. Characters that have no place in it are replaced.
    """
    text = _decoded(project, path)
    text = text if isinstance(text, Finding) else _plain(text, project.name_of(path))
    if isinstance(text, Finding):
        return None, (text,)
    strays = _stray_characters(text, project.name_of(path))
    return (characters.without_strays(text) if strays else text), tuple(strays)


def parse(text: str, name: str) -> Document:
    """Read YAML from text; `name` stands for the file in findings. Raises: MissingLibrary."""
    plain = _plain(text, name)
    if isinstance(plain, Finding):
        return _unread(plain)
    strays = _stray_characters(plain, name)
    return _parse(characters.without_strays(plain) if strays else plain, name, strays)


def _decoded(project: Project, path: Path) -> str | Finding:
    """The characters of a file, or why there are none."""
    name = project.name_of(path)
    try:
        return characters.decoded(project.read(path))
    except Unreadable as why:
        return SYNTAX.found(Source(name), f"{path.name} {why}")
    except UnicodeDecodeError as error:
        before = characters.plain_breaks(error.object[: error.start].decode())
        place = Source(name, *_line_and_column(before))
        return SYNTAX.found(place, "this is not UTF-8 text", "save the file with the encoding UTF-8")


def _plain(text: str, name: str) -> str | Finding:
    """The text with every line ended by a line feed, or where it ceases to be text."""
    text = characters.plain_breaks(text)
    if "\0" not in text:
        return text
    place = Source(name, *_line_and_column(text[: text.index("\0")]))
    return SYNTAX.found(place, "this is not a text file", "save it as plain text in UTF-8")


def _parse(text: str, name: str, findings: list[Finding]) -> Document:
    lines = text.split("\n")
    reader = EventReader(text, lines)
    data, marks, complete = None, _START, False
    stopped: Told | None = None
    try:
        found = reader.document()
        if found is None:
            findings.append(SYNTAX.found(Source(name), "the file is empty", "write something, or delete it"))
        else:
            data, marks, complete = *found, True
    except GaveUp:
        pass
    except yaml.YAMLError as error:
        stopped = syntax.explain(error, text, name)
        findings.append(_found(SYNTAX, name, stopped))
    findings += (_found(STRICT, name, each) for each in reader.refusals if not _said_by(stopped, each))
    return Document(name, data, marks, tuple(findings), complete, lines)


def _found(rule: Rule, name: str, told: Told) -> Finding:
    line, column, message, fix = told
    return rule.found(Source(name, line, column), message, fix)


def _said_by(stopped: Told | None, refusal: Told) -> bool:
    """Whether a refusal is of the very words at which the file cannot be read on."""
    return stopped is not None and refusal[0] == stopped[0] and refusal[1] >= stopped[1]


def _unread(finding: Finding) -> Document:
    return Document(finding.source.file, None, _START, (finding,), complete=False)


def _stray_characters(text: str, name: str) -> list[Finding]:
    findings = []
    for offset, stray in characters.strays(text):
        place = Source(name, *_line_and_column(text[:offset]))
        findings.append(STRICT.found(place, f"here is {stray}", "remove it"))
        if len(findings) == _MOST_STRAYS:
            break
    return findings


def _line_and_column(before: str) -> tuple[int, int]:
    """The place, from 1, that follows this text."""
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
