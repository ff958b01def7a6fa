"""The JSON Schemas of a project, each made whole: what it refers to is put in its place.

So nothing is left to look up, let alone to fetch, when cards are checked.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from cardtool.errors import ProjectError
from cardtool.load.document import Document
from cardtool.load.guard import faults, subschemas
from cardtool.load.read import read
from cardtool.model import Source
from cardtool.project import Project, did_you_mean

__all__ = ["Schemas"]

# A schema beside this one, a definition in it, or both; never an address.
_REFERENCE = re.compile(r"((?:\.\./)*[A-Za-z0-9][A-Za-z0-9._/-]*)?(?:#/\$defs/([A-Za-z0-9._-]+))?")
_LARGEST = 20_000  # schemas inside a schema once all references are followed; ours have some 200
_LEFT_OUT = frozenset({"$schema", "$defs", "$ref"})
_DEEPEST = 60  # schemas inside each other once all references are followed; ours have 8
_WITHOUT_EFFECT = frozenset({"title", "description", "default", "examples", "deprecated", "$comment"})


Steps = tuple[str | int, ...]


class Schemas:
    """All schemas of a project, by their path in `schemas/`; the project's own win over shipped ones."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._paths: dict[str, Path] = {}
        self._documents: dict[str, Document] = {}
        self._size = 0
        for folder in reversed(project.folders("schemas")):
            own = folder == project.root / "schemas"  # what ships is no game's, even where it lies beside one
            for path in sorted(folder.rglob("*.schema.json") if own else folder.glob("*.schema.json")):
                self._paths[path.relative_to(folder).as_posix()] = path

    def __contains__(self, name: str) -> bool:
        return name in self._paths

    def whole(self, name: str) -> Any:
        """The schema of this name with everything it refers to in its place. Raises: ProjectError."""
        self._size = 0
        return self._whole(self._sound(name), (), trail=(), depth=0)

    def _sound(self, name: str) -> Document:
        if name not in self._documents:
            if name not in self._paths:
                raise ProjectError(f"there is no schema schemas/{name}{did_you_mean(name, self._paths)}")
            document = read(self._project, self._paths[name])
            lines = [f"{source}: {message}" for source, message in sorted(faults(document))]
            if lines:
                raise ProjectError("\n".join(lines))
            self._documents[name] = document
        return self._documents[name]

    def _whole(self, document: Document, path: Steps, trail: tuple[str, ...], depth: int) -> Any:
        """The schema at this path. `trail` holds the references that led here, to find circles."""
        schema = _inside(document.data, path)
        self._size += 1
        if self._size > _LARGEST or depth > _DEEPEST:
            raise ProjectError(f"{document.at(path)}: this schema, references followed, is too large")
        if not isinstance(schema, dict):
            return schema
        made = {key: _copied(value) for key, value in schema.items() if key not in _LEFT_OUT}
        for step, _ in subschemas(schema):
            if step[0] != "$defs":
                _inside(made, step[:-1])[step[-1]] = self._whole(document, (*path, *step), trail, depth + 1)
        if "$ref" not in schema:
            return made
        target, inside = self._target(document, schema["$ref"], document.at((*path, "$ref")))
        mark = f"{target.name}#{inside}"
        if mark in trail:
            raise ProjectError(f"{document.at(path)}: this schema refers to itself")
        return _together(self._whole(target, inside, (*trail, mark), depth + 1), made)

    def _target(self, document: Document, reference: str, place: Source) -> tuple[Document, Steps]:
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


def _inside(data: Any, path: Steps) -> Any:
    for step in path:
        data = data[step]
    return data


def _together(found: Any, beside: dict[str, Any]) -> Any:
    """What was referred to, together with what stands beside the reference."""
    if isinstance(found, dict) and beside.keys() <= _WITHOUT_EFFECT:
        return {**found, **beside}
    return {**beside, "allOf": [found, *beside.get("allOf", ())]}


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, (dict, list)) else value
