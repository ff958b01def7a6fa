"""Reads a text file of the project strictly; of YAML its data, the place of every key and value, its faults.

A file that is no YAML ends at the fault; what is YAML and yet refused is noted and read over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import yaml

from cardtool.files import Unreadable
from cardtool.finding import Finding, Rule
from cardtool.load import yaml_hints
from cardtool.load.file_rules import STRICT, SYNTAX
from cardtool.load.yaml_events import EventReader, ReadingStopped, usual_spelling
from cardtool.load.yaml_hints import Hint
from cardtool.model import Source, SourceMap
from cardtool.project import Project
from cardtool.unicode_text import find_strays, normalise_line_breaks, replace_strays, wide_encoding

_START = SourceMap(1, 1)
_MOST_STRAYS = 20  # a file with more is not a text, and a list of them no help


@dataclass(frozen=True, slots=True)
class Document:
    """A file that was read: plain data, and where every part of it stands.

    `data` is None, and `complete` false, where it could not be read to its end. `odd_spellings` are
    those of numbers, true and false, by line and column. `sheet` is that of a workbook whose rows these are.
    `size` is how many keys and values were read.
    """

    name: str
    data: Any
    source_map: SourceMap
    findings: tuple[Finding, ...]
    complete: bool
    odd_spellings: Mapping[tuple[int, int], str] = field(default_factory=dict)
    sheet: str = ""
    size: int = 0

    def value(self, path: Sequence[str | int]) -> Any:
        """Return the data at this path. Raises: KeyError, IndexError."""
        data = self.data
        for step in path:
            data = data[step]
        return data

    def at(self, path: Sequence[str | int]) -> Source:
        """Return where the value at this path stands, or the innermost thing around it."""
        source_map = self.source_map.inside(path)
        return Source(self.name, source_map.line, source_map.column, self.sheet)

    def begin(self, row: int) -> Source:
        """Return where this record begins, of a document that is a list of them."""
        maps = self.source_map.children
        line, column = maps.begins[maps.rows[row]] if isinstance(maps, _RecordMaps) else maps[row][:2]
        return Source(self.name, line, column, self.sheet)

    def selected(self, rows: Sequence[int]) -> Document:
        """Return these records alone, as if in a file of their own, of a document that is a list of them."""
        maps = self.source_map.children
        if isinstance(maps, _RecordMaps):
            chosen: Mapping[str | int, SourceMap] = _RecordMaps(maps.text, maps.begins, rows)
        else:
            chosen = {number: maps[row] for number, row in enumerate(rows)}
        return replace(
            self, data=[self.data[row] for row in rows], source_map=SourceMap(1, 1, children=chosen)
        )

    def at_key(self, path: Sequence[str | int], key: str) -> Source:
        """Return where this key of the mapping at this path stands."""
        return Source(self.name, *self.source_map.at_key(path, key), self.sheet)

    def typed_at(self, place: Source, value: Any) -> str:
        """Return the number, true or false at this place, letter for letter as it was typed."""
        return self.odd_spellings.get((place.line, place.column)) or usual_spelling(value)


def read_yaml(project: Project, path: Path) -> Document:
    """Read a YAML file. Whatever is wrong with it is among the document's findings.

    Raises: MissingLibrary, and nothing else, whatever the file.
    """
    return make_document(decode(project, path), project.name_of(path))


def read_yaml_records(project: Project, path: Path) -> Document:
    """Read a YAML file as `read_yaml` does; the places in a record are found out when somebody asks."""
    return make_document(decode(project, path), project.name_of(path), only_records=True)


class RereadRecords:
    """Reads files as `read_yaml_records` does, and again only those that have changed since."""

    def __init__(self) -> None:
        self._last: dict[Path, tuple[str | Finding, Document]] = {}

    def __call__(self, project: Project, path: Path, /) -> Document:
        """Read a file. Raises: MissingLibrary."""
        text = decode(project, path)
        if path not in self._last or self._last[path][0] != text:
            self._last[path] = text, make_document(text, project.name_of(path), only_records=True)
        return self._last[path][1]


def make_document(text: str | Finding, name: str, *, only_records: bool = False) -> Document:
    """Return what this text holds, or a document of nothing but the finding. Raises: MissingLibrary."""
    if isinstance(text, Finding):
        return _unread_document(text)
    return parse_yaml(text, name, only_records=only_records)


def read_text(project: Project, path: Path) -> tuple[str | None, tuple[Finding, ...]]:
    """Read a file that is no YAML: its text, with every line ended by a line feed, and its faults.

    No text where it cannot be read at all. Characters that have no place in it are replaced.
    """
    text = decode(project, path)
    text = text if isinstance(text, Finding) else _as_plain_text(text, project.name_of(path))
    if isinstance(text, Finding):
        return None, (text,)
    strays = stray_findings(text, project.name_of(path))
    conflict = yaml_hints.find_conflict(text)
    conflicts = [_make_finding(SYNTAX, project.name_of(path), conflict)] if conflict else []
    return (replace_strays(text) if strays else text), (*conflicts, *strays)


def parse_yaml(text: str, name: str, *, only_records: bool = False) -> Document:
    """Read YAML from text; `name` stands for the file in findings. Raises: MissingLibrary.

    With `only_records`, the places in each record of a list are found out when they are asked for.
    """
    plain = _as_plain_text(text, name)
    if isinstance(plain, Finding):
        return _unread_document(plain)
    strays = stray_findings(plain, name)
    plain = replace_strays(plain) if strays else plain
    return _parse_plain_text(plain, name, strays, only_records=only_records)


def decode(project: Project, path: Path) -> str | Finding:
    """Return the characters of a file, or why there are none."""
    name = project.name_of(path)
    try:
        content = project.read(path)
        if wide := wide_encoding(content):
            return SYNTAX.found(Source(name), f"this is {wide} text", "save the file with the encoding UTF-8")
        return content.decode("utf-8-sig")
    except Unreadable as why:
        return SYNTAX.found(Source(name), f"{path.name} {why}")
    except UnicodeDecodeError as error:
        before = normalise_line_breaks(error.object[: error.start].decode())
        place = Source(name, *_line_and_column(before))
        return SYNTAX.found(place, "this is not UTF-8 text", "save the file with the encoding UTF-8")


def _as_plain_text(text: str, name: str) -> str | Finding:
    """Return the text with every line ended by a line feed, or where it ceases to be text."""
    text = normalise_line_breaks(text)
    if "\0" not in text:
        return text
    place = Source(name, *_line_and_column(text[: text.index("\0")]))
    return SYNTAX.found(place, "this is not a text file", "save it as plain text in UTF-8")


def _parse_plain_text(text: str, name: str, findings: list[Finding], *, only_records: bool) -> Document:
    reader = EventReader(text, text.split("\n"), only_records=only_records)
    data, source_map, complete = None, _START, False
    stopped: Hint | None = None
    try:
        found = reader.document()
        if found is None:
            findings.append(SYNTAX.found(Source(name), "the file is empty", "write something, or delete it"))
        else:
            data, source_map, complete = *found, True
            if reader.begins:
                source_map = source_map._replace(children=_RecordMaps(text, reader.begins, range(len(data))))
    except ReadingStopped:
        pass
    except yaml.YAMLError as error:
        stopped = yaml_hints.explain_yaml_error(error, text, name)
        findings.append(_make_finding(SYNTAX, name, stopped))
    findings += (
        _make_finding(STRICT, name, each)
        for each in reader.refusals  # but of the very words at which the file cannot be read on
        if stopped is None or each[0] != stopped[0] or each[1] < stopped[1]
    )
    return Document(name, data, source_map, tuple(findings), complete, reader.odd_spellings, size=reader.size)


class _RecordMaps(Mapping[str | int, SourceMap]):
    """Where the records of a text stand, by their numbers: each is read again when somebody asks.

    The places of all of them would take five times the memory of what they say.
    """

    def __init__(self, text: str, begins: Sequence[tuple[int, int]], rows: Sequence[int]) -> None:
        """`begins` are line and column of all records of the text, `rows` the numbers of those meant."""
        self.text, self.begins, self.rows = text, begins, rows

    def __getitem__(self, number: str | int) -> SourceMap:
        if number not in self:
            raise KeyError(number)
        row = self.rows[int(number)]
        line, column = self.begins[row]
        behind = self.begins[row + 1][0] if row + 1 < len(self.begins) else len(self._lines) + 1
        is_alone = line < behind and (row == 0 or self.begins[row - 1][0] < line)
        found = _record_map("\n".join(self._lines[line - 1 : behind - 1]), line) if is_alone else None
        return found if found is not None and found[:2] == (line, column) else self._all[row]

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and 0 <= number < len(self)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self)))

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def _lines(self) -> Sequence[str]:
        return self.text.split("\n")

    @cached_property
    def _all(self) -> Mapping[str | int, SourceMap]:
        """The maps of all records, for a text in which one of them cannot be read by itself."""
        found = EventReader(self.text, self._lines).document()
        assert found is not None
        return found[1].children


@lru_cache(maxsize=256)
def _record_map(written: str, line: int) -> SourceMap | None:
    """Return where a record stands whose first line is this one; None where it cannot be read by itself."""
    try:
        found = EventReader(written, written.split("\n"), first_line=line).document()
    except (ReadingStopped, yaml.YAMLError):
        return None
    if found is None:
        return None
    return found[1].children.get(0) if isinstance(found[0], list) else found[1]


def _make_finding(rule: Rule, name: str, hint: Hint) -> Finding:
    line, column, message, fix = hint
    return rule.found(Source(name, line, column), message, fix)


def _unread_document(finding: Finding) -> Document:
    return Document(finding.source.file, None, _START, (finding,), complete=False)


def stray_findings(text: str, name: str, rule: Rule = STRICT) -> list[Finding]:
    """Return the first characters of a file that nobody can see, each with its place."""
    findings = []
    for offset, stray in find_strays(text):
        place = Source(name, *_line_and_column(text[:offset]))
        findings.append(rule.found(place, f"here is {stray}", "remove it"))
        if len(findings) == _MOST_STRAYS:
            break
    return findings


def _line_and_column(before: str) -> tuple[int, int]:
    """Return the place, from 1, that follows this text."""
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
