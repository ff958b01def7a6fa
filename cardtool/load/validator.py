"""Whether data has the shape its schema wants. Quick for what is right, wordy for what is not.

Schemas are made whole first: what they refer to is put in its place, so that nothing is left to look up, let
alone to fetch. Reads the files of one game with their schemas, and files that must be faultless.
"""

from __future__ import annotations

import dataclasses
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from cardtool.errors import ProjectError
from cardtool.finding import Finding
from cardtool.load.file_rules import SCHEMA
from cardtool.load.schema_limits import (
    ROLE,
    Format,
    known_keys,
    pattern_options,
    project_formats,
    record_format,
    record_kinds,
    schema_faults,
    subschemas,
)
from cardtool.load.schema_words import quote_short
from cardtool.load.yaml_files import Document, decode, make_document, read_yaml, read_yaml_records
from cardtool.model import Source, ValuePath
from cardtool.project import Project, did_you_mean
from cardtool.unicode_text import escape_hidden

if TYPE_CHECKING:
    import jsonschema_rs

# A schema beside this one, a definition in it, or both; never an address.
_REFERENCE = re.compile(r"((?:\.\./)*[A-Za-z0-9][A-Za-z0-9._/-]*)?(?:#/\$defs/([A-Za-z0-9._-]+))?")
_LARGEST = 20_000  # schemas inside a schema once all references are followed; ours have some 200
_LEFT_OUT = frozenset({"$schema", "$id", "$defs", "$ref"})
_DEEPEST = 60  # schemas inside each other once all references are followed; ours have 8
_WITHOUT_EFFECT = frozenset({"title", "description", "default", "examples", "deprecated", "$comment", ROLE})


class Schemas:
    """All schemas of a project, by their path in `schemas/`. One that ships holds always, and the project's
    of the same name in addition. Without its `own` they are only those that ship.
    """

    def __init__(self, project: Project, *, own: bool = True) -> None:
        self._project = project
        self._paths: dict[str, Path] = {}
        self._documents: dict[str, Document] = {}
        self._wholes: dict[str, Any] = {}
        self._size = 0
        ours, shipped = project.root / "schemas", project.toolkit / "schemas"
        self._shipped = Schemas(project, own=False) if own and ours != shipped else None
        for folder in reversed(project.folders("schemas")) if own else [shipped]:
            # What ships is no game's, even where it lies beside one.
            files = project.files_below(folder) if folder == ours else folder.glob("*.schema.json")
            for path in sorted(path for path in files if path.name.endswith(".schema.json")):
                self._paths[path.relative_to(folder).as_posix()] = path

    def __contains__(self, name: str) -> bool:
        return name in self._paths

    def record_schemas(self, game: str) -> set[str]:
        """Return the kinds for whose records a game has a schema: those that speak of an id."""
        own = {PurePath(name) for name in self._paths if name.startswith(f"{game}/")}
        named = {each.name.removesuffix(".schema.json"): each.as_posix() for each in own}
        return {kind for kind, name in named.items() if "id" in self._keys(name)}

    def _keys(self, name: str) -> Mapping[str, Any]:
        """Return the keys that a schema speaks of; none of one that cannot be used, told when it is to be."""
        try:
            return known_keys(self._sound(name).data)
        except ProjectError:
            return {}

    def whole(self, name: str) -> Any:
        """Return the schema of this name with everything it refers to in its place. Raises: ProjectError."""
        if name not in self._wholes:
            shipped = self._shipped.whole(name) if self._shipped and name in self._shipped else None
            if self._shipped and shipped and self._paths[name] == self._shipped._paths[name]:
                return shipped
            self._size = 0
            own = self._whole(self._sound(name), (), trail=(), depth=0)
            self._wholes[name] = own if shipped in (None, own) else {"allOf": [shipped, own]}
        return self._wholes[name]

    def record_kinds(self) -> Iterator[tuple[Source, str]]:
        """Yield each kind whose records a schema in use refers to, and where it does."""
        for document in self._documents.values():
            yield from record_kinds(document)

    def _sound(self, name: str) -> Document:
        if name not in self._documents:
            if name not in self._paths:
                raise ProjectError(f"there is no schema schemas/{name}{did_you_mean(name, self._paths)}")
            path = self._paths[name]
            document, faults = _read_schema(decode(self._project, path), self._project.name_of(path))
            if faults:
                raise ProjectError(faults)
            self._documents[name] = document
        return self._documents[name]

    def _whole(self, document: Document, path: ValuePath, trail: tuple[str, ...], depth: int) -> Any:
        """Return the schema at this path. `trail` holds the references that led here, to find circles."""
        schema = _value_at(document.data, path)
        self._size += 1
        if self._size > _LARGEST or depth > _DEEPEST:
            raise ProjectError(f"{document.at(path)}: this schema, references followed, is too large")
        if not isinstance(schema, dict):
            return schema
        made = {key: _copy(value) for key, value in schema.items() if key not in _LEFT_OUT}
        for step, _ in subschemas(schema):
            if step[0] != "$defs":
                _value_at(made, step[:-1])[step[-1]] = self._whole(document, (*path, *step), trail, depth + 1)
        if "$ref" not in schema:
            return made
        target, inside = self._target(document, schema["$ref"], document.at((*path, "$ref")))
        mark = f"{target.name}#{inside}"
        if mark in trail:
            raise ProjectError(f"{document.at(path)}: this schema refers to itself")
        return _merge_reference(self._whole(target, inside, (*trail, mark), depth + 1), made)

    def _target(self, document: Document, reference: str, place: Source) -> tuple[Document, ValuePath]:
        parts = _REFERENCE.fullmatch(reference)
        if parts is None:
            wanted = 'write a path to a schema of this project, "#/$defs/name", or both'
            raise ProjectError(f'{place}: "{reference}" cannot be referred to; {wanted}')
        here = self._name_of(document)
        name = posixpath.normpath(posixpath.join(posixpath.dirname(here), parts[1])) if parts[1] else here
        if name not in self._paths:
            raise ProjectError(f"{place}: there is no schemas/{name}{did_you_mean(name, self._paths)}")
        target = self._sound(name)
        definitions = target.data.get("$defs", {})
        if parts[2] and parts[2] not in definitions:
            near = did_you_mean(parts[2], definitions)
            raise ProjectError(f'{place}: there is no "{parts[2]}" in {target.name}{near}')
        return target, ("$defs", parts[2]) if parts[2] else ()

    def _name_of(self, document: Document) -> str:
        return next(name for name, known in self._documents.items() if known is document)


@lru_cache(maxsize=64)  # shipped schemas are read for every file of every game
def _read_schema(text: str | Finding, name: str) -> tuple[Document, str]:
    """Return a schema, which nobody changes, and the lines that say what is wrong with it."""
    document = make_document(text, name)
    faults = sorted(schema_faults(document))
    return document, "\n".join(f"{source}: {message}" for source, message in faults)


def _value_at(data: Any, path: ValuePath) -> Any:
    for step in path:
        data = data[step]
    return data


def _merge_reference(found: Any, beside: dict[str, Any]) -> Any:
    """Return what was referred to, together with what stands beside the reference."""
    if isinstance(found, dict) and beside.keys() <= _WITHOUT_EFFECT:
        return {**found, **beside}
    return {**beside, "allOf": [found, *beside.get("allOf", ())]}


def _copy(value: Any) -> Any:
    return value.copy() if isinstance(value, (dict, list)) else value


@dataclass(frozen=True, slots=True)
class Validator:
    """A schema made ready; nothing is looked up or fetched when it is used."""

    schema: Any
    formats: Mapping[str, Format]
    screen: jsonschema_rs.Draft202012Validator

    def fits(self, value: Any) -> bool:
        """Return whether this value has the shape."""
        return self.screen.is_valid(value)

    def findings(self, document: Document, path: Sequence[str | int] = ()) -> list[Finding]:
        """Return what is wrong with the value at this path of the document.

        Where the reader has already found fault with a value, its shape is not judged.
        """
        value = document.value(path)
        if self.fits(value):
            return []
        from cardtool.load.schema_messages import explain_value  # jsonschema takes 0.1 s to import

        found = explain_value(self.schema, self.formats, document, tuple(path))
        found = found or list(self._unexplained(document, path))
        read_badly = {finding.source for finding in document.findings}
        return [finding for finding in dict.fromkeys(found) if finding.source not in read_badly]

    def _unexplained(self, document: Document, path: Sequence[str | int]) -> Iterator[Finding]:
        """Yield what only the screen refuses: mostly keys that belong to a branch of the schema not taken."""
        for error in self.screen.iter_errors(document.value(path)):
            inside = (*path, *error.instance_path)
            for key in getattr(error.kind, "unexpected", ()):
                message = f"{quote_short(key)} has no place beside the other keys"
                yield SCHEMA.found(document.at_key(inside, key), message)
            if not hasattr(error.kind, "unexpected"):
                yield SCHEMA.found(document.at(inside), error.message)


def make_validator(schemas: Schemas, name: str, formats: Mapping[str, Format]) -> Validator:
    """Return the shape that the schema of this name describes. Raises: ProjectError."""
    import jsonschema_rs

    schema = schemas.whole(name)
    screen = jsonschema_rs.Draft202012Validator(
        schema,
        formats={name: format.accepts for name, format in formats.items()},
        validate_formats=True,
        pattern_options=pattern_options(),
        offline=True,
    )
    return Validator(schema, formats, screen)


def find_repeated(document: Document, path: ValuePath, key: str, of: str) -> Iterator[Finding]:
    """Yield every item of the list at this path whose `key` has the value of an earlier item's.

    `of` says what an item is: `a term`.
    """
    first: dict[str, int] = {}
    for row, item in enumerate(document.value(path)):
        owner = first.setdefault(item[key], row)
        if owner != row:
            line = document.at((*path, owner, key)).line
            message = f"{quote_short(item[key])} is already the {key} of {of} (line {line})"
            yield SCHEMA.found(document.at((*path, row, key)), message, f"choose another {key}")


def read_strict_file(project: Project, path: Path, schema: str) -> Document:
    """Read a file that must be faultless. Raises: ProjectError, with a line for each fault."""
    document = read_yaml(project, path)
    faults = list(document.findings)
    if document.complete:
        faults += make_validator(Schemas(project), schema, project_formats(project)).findings(document)
    if faults:
        raise ProjectError("\n".join(_fault_line(fault) for fault in faults))
    return document


def _fault_line(fault: Finding) -> str:
    return escape_hidden(f"{fault.source}: {fault.message}" + (f"; {fault.fix}" if fault.fix else ""))


@dataclass(frozen=True, slots=True)
class GameContext:
    """One game being read. `read_records` reads its YAML files of records."""

    project: Project
    game: str
    schemas: Schemas
    formats: Mapping[str, Format]
    read_records: Callable[[Project, Path], Document] = read_yaml_records

    @classmethod
    def begin(cls, project: Project, game: str) -> GameContext:
        """Get ready to read this game."""
        return cls(project, game, Schemas(project), project_formats(project, game))

    def with_records(self, names: Mapping[str, Mapping[str, str] | None], sets: Format) -> GameContext:
        """Return this with the formats of references to records and sets; `names` are by kind and id."""
        formats = dict(record_format(kind, each) for kind, each in names.items())
        return dataclasses.replace(self, formats={**self.formats, **formats, "set": sets})

    @property
    def folder(self) -> Path:
        """Return the game's own folder."""
        return self.project.cards(self.game)

    def shape(self, schema: str) -> Validator:
        """Return what data of this schema must look like. Raises: ProjectError."""
        return make_validator(self.schemas, schema, self.formats)

    def document(self, path: Path, schema: str) -> Document:
        """Return a file, read, with all that is wrong with its YAML and its shape."""
        document = read_yaml(self.project, path)
        if not document.complete:
            return document
        findings = self.shape(schema).findings(document)
        return dataclasses.replace(document, findings=(*document.findings, *findings))
