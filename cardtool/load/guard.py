"""Lets in only schemas that are safe to use and mean what they say.

A project's schemas are as little trusted as its cards. What is not on the list of keywords is
refused, because JSON Schema ignores a misspelt one; patternProperties, multipleOf and the like are
left off it because they can hang, or cannot be explained to a designer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardtool.load.document import Document
from cardtool.load.formats import FORMATS
from cardtool.load.patterns import BadPattern, matcher
from cardtool.model import Source
from cardtool.project import did_you_mean

__all__ = ["faults", "subschemas"]

_ANNOTATIONS = {"$schema", "$comment", "title", "description", "default", "examples", "deprecated"}
_FOR_EDITORS = {"defaultSnippets", "markdownDescription", "enumDescriptions", "markdownEnumDescriptions"}
_CHECKS = {
    "$ref", "type", "enum", "const", "format", "pattern", "minLength", "maxLength",
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
    "minItems", "maxItems", "uniqueItems", "required", "minProperties", "maxProperties", "dependentRequired",
}  # fmt: skip
_WITH_A_SCHEMA = {
    "items", "additionalProperties", "unevaluatedProperties", "propertyNames", "not", "if", "then", "else",
}  # fmt: skip
_WITH_SCHEMAS = {"allOf", "anyOf", "oneOf", "prefixItems"}
_WITH_NAMED_SCHEMAS = {"properties", "$defs"}
_KNOWN = _ANNOTATIONS | _FOR_EDITORS | _CHECKS | _WITH_A_SCHEMA | _WITH_SCHEMAS | _WITH_NAMED_SCHEMAS

_TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
_DIALECT = "https://json-schema.org/draft/2020-12/schema"

Path = tuple[str | int, ...]
Fault = tuple[Source, str]  # where, and a sentence for whoever wrote the schema


def faults(document: Document) -> Iterator[Fault]:
    """What is wrong with a schema that was read."""
    for finding in document.findings:
        yield finding.source, finding.message + (f"; {finding.fix}" if finding.fix else "")
    if document.complete:
        malformed = list(_not_a_schema(document))
        yield from malformed or _in_each_schema(document)


def subschemas(schema: Any) -> Iterator[tuple[Path, Any]]:
    """The schemas directly inside a schema, and their paths from it."""
    if not isinstance(schema, dict):
        return
    for keyword, value in schema.items():
        if keyword in _WITH_A_SCHEMA:
            yield (keyword,), value
        elif keyword in _WITH_SCHEMAS:
            yield from (((keyword, number), inner) for number, inner in enumerate(value))
        elif keyword in _WITH_NAMED_SCHEMAS:
            yield from (((keyword, name), inner) for name, inner in value.items())


def _not_a_schema(document: Document) -> Iterator[Fault]:
    import jsonschema_rs

    schema = document.data
    if not isinstance(schema, dict):
        yield document.at(()), "a schema is a mapping, { … }"
    elif schema.get("$schema", _DIALECT) != _DIALECT:
        yield document.at(("$schema",)), f"the schemas here are written in {_DIALECT}"
    else:
        try:
            jsonschema_rs.meta.validate({**schema, "$schema": _DIALECT})
        except jsonschema_rs.ValidationError as error:
            yield document.at(error.instance_path), f"this is no JSON Schema: {_said(error)}"


def _said(error: Any) -> str:
    """What the library says; of a slip in a type, which it tells at length, only that."""
    word = error.instance
    if error.instance_path[-1:] == ["type"] and isinstance(word, str):
        return f'there is no type "{word}"{did_you_mean(word, _TYPES)}'
    return str(error.message)


def _in_each_schema(document: Document) -> Iterator[Fault]:
    waiting: list[tuple[Path, Any]] = [((), document.data)]
    while waiting:
        path, schema = waiting.pop()
        if isinstance(schema, dict):
            yield from _unknown_words(document, path, schema)
            yield from _bad_pattern(document, path, schema)
        waiting.extend(((*path, *step), inner) for step, inner in subschemas(schema))


def _unknown_words(document: Document, path: Path, schema: dict[str, Any]) -> Iterator[Fault]:
    """Keywords and formats that nothing would check."""
    for keyword in schema.keys() - _KNOWN:
        message = f'"{keyword}" is not a keyword schemas here may use{did_you_mean(keyword, _KNOWN)}'
        yield document.at_key(path, keyword), message
    word = schema.get("format", "length")
    if word not in FORMATS:
        yield document.at((*path, "format")), f'"{word}" is not a format{did_you_mean(word, FORMATS)}'


def _bad_pattern(document: Document, path: Path, schema: dict[str, Any]) -> Iterator[Fault]:
    try:
        matcher(schema.get("pattern", ""))
    except BadPattern as error:
        yield document.at((*path, "pattern")), str(error)
