"""Reads JSON schemas: what they may hold, the formats they name, and the validators made of them.

A schema is refused that asks for what nothing here would check. Nothing is fetched, and no pattern may take
much time or memory. What a validator found is put into words in `schema_messages`.
"""

from __future__ import annotations

import dataclasses
import datetime
import posixpath
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePath, PurePosixPath
from typing import TYPE_CHECKING, Any

from cardtool.errors import ProjectError
from cardtool.finding import Finding, Rule
from cardtool.load.file_rules import ASSET, ICON, RECORD, SCHEMA
from cardtool.load.game_files import list_art, list_templates
from cardtool.load.schema_words import describe_value, join_words, quote_short
from cardtool.load.yaml_files import Document, decode, make_document, read_yaml, read_yaml_records
from cardtool.model import FieldRoles, Source, ValuePath
from cardtool.project import Project, did_you_mean, nearest
from cardtool.unicode_text import escape_hidden
from cardtool.units import format_number, parse_length

if TYPE_CHECKING:
    import jsonschema_rs


_PATTERN_SIZE = 1_000_000  # bytes of a compiled pattern; (a{1000}){1000} would want gigabytes
# Least and most, in millimetres. A card under 5 mm cannot be cut, one over 1 m printed by nobody
# we know; paper ends with the largest PDF page of 14,400 points (ISO 32000-2, annex C).
# Beside a cut or the edge of a sheet nothing is wider than 50 mm.
# An offset of more than a centimetre is no longer one of a printer that feeds askew.
LENGTHS = {
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
_FORMATS = frozenset({*LENGTHS, "date", "icon", "art", "template", "set"})
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
# A schema beside this one, a definition in it, or both; never an address.
_REFERENCE = re.compile(r"((?:\.\./)*[A-Za-z0-9][A-Za-z0-9._/-]*)?(?:#/\$defs/([A-Za-z0-9._-]+))?")
_LARGEST = 20_000  # schemas inside a schema once all references are followed; ours have some 200
_DEEPEST = 60  # schemas inside each other once all references are followed; ours have 8
_LEFT_OUT = frozenset({"$schema", "$id", "$defs", "$ref"})
_WITHOUT_EFFECT = frozenset({"title", "description", "default", "examples", "deprecated", "$comment", ROLE})
SchemaFault = tuple[Source, str]  # where, and a sentence for whoever wrote the schema


class BadPattern(ValueError):
    """Not a regular expression, or one this engine refuses."""


def _pattern_options() -> jsonschema_rs.RegexOptions:
    """Return the engine, and its bounds, for whole schemas."""
    import jsonschema_rs

    return jsonschema_rs.RegexOptions(size_limit=_PATTERN_SIZE, dfa_size_limit=_PATTERN_SIZE)


@lru_cache(maxsize=256)
def pattern_matcher(pattern: str) -> Callable[[str], bool]:
    """Return what says whether a text holds a match of this pattern. Raises: BadPattern."""
    import jsonschema_rs

    try:
        return jsonschema_rs.Draft202012Validator(
            {"pattern": pattern}, pattern_options=_pattern_options()
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
        **{name: Format(SCHEMA, _length_check(*bounds)) for name, bounds in LENGTHS.items()},
        "date": Format(SCHEMA, _date_fault),
        "icon": Format(ICON, _name_check("there is no icon {}", icons), icons),
        "art": Format(ASSET, _name_check(f"there is no file {{}} in cards/{game}/art", art), art),
        "template": Format(ASSET, _template_check(project, game, templates), templates),
    }


def _record_format(kind: str, names: Mapping[str, str] | None) -> tuple[str, Format]:
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


def branches(schema: Any) -> Iterator[Mapping[str, Any]]:
    """Yield a schema and those that speak of the same value, whichever of them holds."""
    if isinstance(schema, dict):
        yield schema
        for key in ("allOf", "anyOf", "oneOf"):
            for inner in schema.get(key, ()):
                yield from branches(inner)


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
    if word not in _FORMATS and not record_kind(schema):
        yield document.at((*path, "format")), f'"{word}" is not a format{did_you_mean(word, _FORMATS)}'
    role = schema.get(ROLE, "printed")
    if role not in _ROLES:
        yield document.at((*path, ROLE)), f"{ROLE} must be {join_words(_ROLES)}, not {describe_value(role)}"


def _bad_pattern(document: Document, path: ValuePath, schema: dict[str, Any]) -> Iterator[SchemaFault]:
    try:
        pattern_matcher(schema.get("pattern", ""))
    except BadPattern as error:
        yield document.at((*path, "pattern")), str(error)


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
            for path, schema in _each_schema(document):
                if kind := record_kind(schema):
                    yield document.at((*path, "format")), kind

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
        made = {
            key: value.copy() if isinstance(value, (dict, list)) else value
            for key, value in schema.items()
            if key not in _LEFT_OUT
        }
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
        here = next(name for name, known in self._documents.items() if known is document)
        name = posixpath.normpath(posixpath.join(posixpath.dirname(here), parts[1])) if parts[1] else here
        if name not in self._paths:
            raise ProjectError(f"{place}: there is no schemas/{name}{did_you_mean(name, self._paths)}")
        target = self._sound(name)
        definitions = target.data.get("$defs", {})
        if parts[2] and parts[2] not in definitions:
            near = did_you_mean(parts[2], definitions)
            raise ProjectError(f'{place}: there is no "{parts[2]}" in {target.name}{near}')
        return target, ("$defs", parts[2]) if parts[2] else ()


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
        pattern_options=_pattern_options(),
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
        lines = (f"{each.source}: {each.message}" + (f"; {each.fix}" if each.fix else "") for each in faults)
        raise ProjectError("\n".join(map(escape_hidden, lines)))
    return document


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
        formats = dict(_record_format(kind, each) for kind, each in names.items())
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
