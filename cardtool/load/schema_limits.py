"""What a project's schemas may ask for: patterns that cannot hang, known formats, known keywords.

Schemas are as little trusted as cards. What is not on the list of keywords is refused, because JSON Schema
ignores a misspelt one; patternProperties, multipleOf and the like are left off it because they can hang,
or cannot be explained to a designer.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from cardtool.finding import Rule
from cardtool.load.file_rules import ASSET, ICON, RECORD, SCHEMA
from cardtool.load.game_files import list_art, list_templates
from cardtool.load.schema_words import describe_value, join_words, quote_short
from cardtool.load.yaml_files import Document
from cardtool.model import FieldRoles, Source, ValuePath
from cardtool.project import Project, did_you_mean, nearest
from cardtool.units import format_number, parse_length

if TYPE_CHECKING:
    import jsonschema_rs

_PATTERN_SIZE = 1_000_000  # bytes of a compiled pattern; (a{1000}){1000} would want gigabytes
# Least and most, in millimetres. A card under 5 mm cannot be cut, one over 1 m printed by nobody
# we know; paper ends with the largest PDF page of 14,400 points (ISO 32000-2, annex C).
# Beside a cut or the edge of a sheet nothing is wider than 50 mm.
# An offset of more than a centimetre is no longer one of a printer that feeds askew.
_LENGTHS = {
    "length": (0, 1000),
    "short-length": (0, 50),
    "card-size": (5, 1000),
    "space-size": (1, 1000),
    "coordinate": (-1000, 1000),
    "paper-size": (20, 5080),
    "offset": (-10, 10),
}
_LONGEST_DATE = 10
_LONGEST_ENUM = 2_000  # values; each is compared with what stands in every record
LENGTHS = frozenset(_LENGTHS)
FORMATS = frozenset({*_LENGTHS, "date", "icon", "art", "template", "set"})
_RECORD_FORMAT = re.compile(r"record:([a-z0-9][a-z0-9-]{0,63})")
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
ROLE = "x-role"
"""The keyword, ours, that says what a field of a record is for; without it, it is printed."""
_ROLES = ("printed", "literal", "flavour", "art", "not-printed")
_KNOWN_KEYWORDS = {
    *_ANNOTATIONS, *_FOR_EDITORS, *_CHECKS, *_WITH_A_SCHEMA, *_WITH_SCHEMAS, *_WITH_NAMED_SCHEMAS, ROLE,
}  # fmt: skip
SAME_VALUE = frozenset({"allOf", "anyOf", "oneOf", "if", "then", "else"})
"""Keywords whose schemas speak of the very value that theirs speaks of."""
_TYPE_NAMES = ("array", "boolean", "integer", "null", "number", "object", "string")
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
SchemaFault = tuple[Source, str]  # where, and a sentence for whoever wrote the schema


class BadPattern(ValueError):
    """Not a regular expression, or one this engine refuses."""


def pattern_options() -> jsonschema_rs.RegexOptions:
    """Return the engine, and its bounds, for whole schemas."""
    import jsonschema_rs

    return jsonschema_rs.RegexOptions(size_limit=_PATTERN_SIZE, dfa_size_limit=_PATTERN_SIZE)


@lru_cache(maxsize=256)
def pattern_matcher(pattern: str) -> Callable[[str], bool]:
    """Return what says whether a text holds a match of this pattern. Raises: BadPattern."""
    import jsonschema_rs

    try:
        return jsonschema_rs.Draft202012Validator(
            {"pattern": pattern}, pattern_options=pattern_options()
        ).is_valid
    except ValueError as error:
        raise BadPattern(f'"{pattern}" is not a regular expression that can be used here') from error


@dataclass(frozen=True, slots=True)
class Format:
    """One sort of text. `fault` says what is wrong with a text, with an empty answer for a good one.

    `names` are the texts that are good; None where that does not depend on the project.
    """

    rule: Rule
    fault: Callable[[str], str]
    names: Collection[str] | None = None

    def accepts(self, text: str) -> bool:
        """Return whether there is nothing wrong with this text."""
        return not self.fault(text) if self.names is None else text in self.names


def project_formats(project: Project, game: str | None = None) -> Mapping[str, Format]:
    """Return the formats of a project: its icons and, for the files of a game, that game's art and
    templates.
    """
    icons = project.names_in("templates/icons", ".svg")
    art = list_art(project, game) if game else frozenset()
    templates = list_templates(project, game) if game else frozenset()
    return {
        **{name: Format(SCHEMA, _length_check(*bounds)) for name, bounds in _LENGTHS.items()},
        "date": Format(SCHEMA, _date_fault),
        "icon": Format(ICON, _name_check("there is no icon {}", icons), icons),
        "art": Format(ASSET, _name_check(f"there is no file {{}} in cards/{game}/art", art), art),
        "template": Format(ASSET, _template_check(project, game, templates), templates),
    }


def record_format(kind: str, names: Mapping[str, str] | None) -> tuple[str, Format]:
    """Return the format of the ids of a kind's records, and what it is called in schemas.

    `names` are the records' names by their ids; None where they could not all be read, and any may be there.
    """

    def fault(text: str) -> str:
        if names is None or text in names:
            return ""
        id = next((id for id, name in names.items() if name == text), "")
        near = f"; its id is {id}" if id else did_you_mean(text, names)
        return f"there is no record with the id {quote_short(text)} in {kind}{near}"

    return f"record:{kind}", Format(RECORD, fault, names)


def record_kind(schema: Any) -> str:
    """Return the kind whose records a value of this schema names by their ids; empty where it names none."""
    word = schema.get("format") if isinstance(schema, dict) else None
    match = _RECORD_FORMAT.fullmatch(word) if isinstance(word, str) else None
    return match[1] if match else ""


def record_kinds(document: Document) -> Iterator[tuple[Source, str]]:
    """Yield each kind whose records a schema refers to, and where it does."""
    for path, schema in _each_schema(document):
        if kind := record_kind(schema):
            yield document.at((*path, "format")), kind


def _length_check(least: float, most: float) -> Callable[[str], str]:
    def fault(text: str) -> str:
        try:
            length = parse_length(text)
        except ValueError as error:
            return str(error)
        if least <= length <= most:
            return ""
        return f"{text} is not from {format_number(least)} to {format_number(most)} mm"

    return fault


def _date_fault(text: str) -> str:
    try:
        date = datetime.date.fromisoformat(text[:_LONGEST_DATE])
    except ValueError:
        date = None
    return (
        "" if date and date.isoformat() == text else f"{quote_short(text)} is not a day, such as 2025-01-21"
    )


def _template_check(project: Project, game: str | None, names: frozenset[str]) -> Callable[[str], str]:
    """Return one of these; where the game has no folder of templates at all, that is what is said."""
    folders = project.root / "templates"
    if game is None or (folders / game).is_dir():
        return _name_check("there is no template {}", names)
    others = {path.name for path in folders.glob("*") if path.is_dir()} - {*project.games()}
    near = nearest(game, others)
    advice = f"rename templates/{near}, if that is it" if near else "make it"
    missing = f"as there is no folder templates/{game}; {advice}"
    return lambda text: "" if text in names else f"there is no template {quote_short(text)}, {missing}"


def _name_check(missing: str, names: frozenset[str]) -> Callable[[str], str]:
    def fault(text: str) -> str:
        return "" if text in names else missing.replace("{}", quote_short(text)) + did_you_mean(text, names)

    return fault


def schema_faults(document: Document) -> Iterator[SchemaFault]:
    """Yield what is wrong with a schema that was read."""
    for finding in document.findings:
        yield finding.source, finding.message + (f"; {finding.fix}" if finding.fix else "")
    if document.complete:
        malformed = list(_not_a_schema(document))
        yield from malformed or _in_each_schema(document)


def subschemas(schema: Any) -> Iterator[tuple[ValuePath, Any]]:
    """Yield the schemas directly inside a schema, and their paths from it."""
    if not isinstance(schema, dict):
        return
    for keyword, value in schema.items():
        if keyword in _WITH_A_SCHEMA:
            yield (keyword,), value
        elif keyword in _WITH_SCHEMAS:
            yield from (((keyword, number), inner) for number, inner in enumerate(value))
        elif keyword in _WITH_NAMED_SCHEMAS:
            yield from (((keyword, name), inner) for name, inner in value.items())


def known_keys(schema: Any) -> dict[str, Any]:
    """Return every key a mapping may have by this schema, in whichever branch, and the key's own schema."""
    inside = list(subschemas(schema))
    keys = {str(step[1]): inner for step, inner in inside if step[0] == "properties"}
    for step, inner in inside:
        if step[0] in SAME_VALUE:
            keys = {**keys, **known_keys(inner), **keys}
    return keys


def known_paths(schema: Any, depth: int = 3) -> Iterator[str]:
    """Yield every key a record may have, and those inside its mappings and lists, as `ability.cost`."""
    for key, inner in known_keys(schema).items():
        yield key
        items = inner.get("items") if isinstance(inner, dict) else None
        if depth > 1:
            yield from (f"{key}.{path}" for path in known_paths(inner, depth - 1))
            yield from (f"{key}.{path}" for path in known_paths(items, depth - 1))


def field_roles(schema: Any) -> FieldRoles:
    """Return which keys of a record are no texts of the rules, by what their schema says they are for."""
    roles = {key: _role(inner) for key, inner in known_keys(schema).items()}
    of = {role: frozenset(key for key, own in roles.items() if own == role) for role in _ROLES}
    return FieldRoles(of["art"] | of["not-printed"], of["flavour"], of["literal"])


def _role(schema: Any) -> str:
    if not isinstance(schema, dict):
        return "printed"
    inside = (_role(inner) for inner in schema.get("allOf", ()))
    role: str = schema.get(ROLE) or next((each for each in inside if each != "printed"), "printed")
    return role


def _not_a_schema(document: Document) -> Iterator[SchemaFault]:
    import jsonschema_rs

    schema = document.data
    if not isinstance(schema, dict):
        yield document.at(()), "a schema is a mapping, { … }"
    elif schema.get("$schema", _DIALECT) != _DIALECT:
        yield document.at(("$schema",)), f"the schemas here are written in {_DIALECT}"
    elif schema.get("$id", file := PurePosixPath(document.name).name) != file:
        yield document.at(("$id",)), f'the $id of a schema is the name of its file, "{file}"'
    else:
        try:
            jsonschema_rs.meta.validate({**schema, "$schema": _DIALECT})
        except jsonschema_rs.ValidationError as error:
            yield document.at(error.instance_path), f"this is no JSON Schema: {_library_message(error)}"


def _library_message(error: Any) -> str:
    """Return what the library says; of a slip in a type, which it tells at length, only that."""
    word = error.instance
    if error.instance_path[-1:] == ["type"] and isinstance(word, str):
        return f'there is no type "{word}"{did_you_mean(word, _TYPE_NAMES)}'
    return str(error.message)


def _in_each_schema(document: Document) -> Iterator[SchemaFault]:
    for path, schema in _each_schema(document):
        if isinstance(schema, dict):
            yield from _unknown_keywords(document, path, schema)
            yield from _bad_pattern(document, path, schema)


def _each_schema(document: Document) -> Iterator[tuple[ValuePath, Any]]:
    """Yield the schema and every schema inside it, each with its path."""
    waiting: list[tuple[ValuePath, Any]] = [((), document.data)]
    while waiting:
        path, schema = waiting.pop()
        yield path, schema
        waiting.extend(((*path, *step), inner) for step, inner in subschemas(schema))


def _unknown_keywords(document: Document, path: ValuePath, schema: dict[str, Any]) -> Iterator[SchemaFault]:
    """Yield keywords, formats and roles that nothing would check."""
    for keyword in schema.keys() - _KNOWN_KEYWORDS - ({"$id"} if not path else set()):
        message = f'"{keyword}" is not a keyword schemas here may use{did_you_mean(keyword, _KNOWN_KEYWORDS)}'
        yield document.at_key(path, keyword), message
    if len(schema.get("enum", ())) > _LONGEST_ENUM:
        yield document.at((*path, "enum")), f"an enum has {_LONGEST_ENUM:,} values at most"
    word = schema.get("format", "length")
    if word not in FORMATS and not record_kind(schema):
        yield document.at((*path, "format")), f'"{word}" is not a format{did_you_mean(word, FORMATS)}'
    role = schema.get(ROLE, "printed")
    if role not in _ROLES:
        yield document.at((*path, ROLE)), f"{ROLE} must be {join_words(_ROLES)}, not {describe_value(role)}"


def _bad_pattern(document: Document, path: ValuePath, schema: dict[str, Any]) -> Iterator[SchemaFault]:
    try:
        pattern_matcher(schema.get("pattern", ""))
    except BadPattern as error:
        yield document.at((*path, "pattern")), str(error)
