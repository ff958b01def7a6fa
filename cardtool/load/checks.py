"""JSON Schema as jsonschema checks it, with a few keywords of our own making.

Ours say more (one error for each unknown or missing key, the branch of an `if` kept together) or cannot be
made to hang (patterns, unique items).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.validators import extend
from referencing import Registry

from cardtool.load.formats import Format
from cardtool.load.guard import subschemas
from cardtool.load.patterns import matcher

__all__ = ["NO_PLACE", "errors", "known_keys"]

NO_PLACE = "no place"  # stands where jsonschema has the keyword that was broken
_SAME_VALUE = frozenset({"allOf", "anyOf", "oneOf", "if", "then", "else"})


def errors(schema: Any, formats: Mapping[str, Format], value: Any) -> Iterator[ValidationError]:
    """Everything that is wrong with a value. The schema must be whole: nothing is fetched."""
    checker = FormatChecker(formats=())
    for name, format in formats.items():
        checker.checks(name)(_for_texts(format))
    validator = _validator_class()(schema, registry=Registry(), format_checker=checker)
    yield from validator.iter_errors(value)


def known_keys(schema: Any) -> dict[str, Any]:
    """Every key a mapping may have by this schema, in whichever branch, and the key's own schema."""
    inside = list(subschemas(schema))
    keys = {str(step[1]): inner for step, inner in inside if step[0] == "properties"}
    for step, inner in inside:
        if step[0] in _SAME_VALUE:
            keys = {**keys, **known_keys(inner), **keys}
    return keys


@cache
def _validator_class() -> Any:
    keywords = {
        "pattern": _pattern,
        "uniqueItems": _unique_items,
        "unevaluatedProperties": _unknown_keys,
        "additionalProperties": _other_keys,
        "properties": _properties,
        "required": _missing_keys,
        "if": _if,
    }
    return extend(Draft202012Validator, keywords)


def _for_texts(format: Format) -> Any:
    return lambda value: not isinstance(value, str) or format.accepts(value)


def _pattern(validator: Any, pattern: str, value: Any, schema: Any) -> Iterator[ValidationError]:
    said_elsewhere = value == "" and "minLength" in schema
    if isinstance(value, str) and not said_elsewhere and not matcher(pattern)(value):
        yield ValidationError(pattern)


def _unique_items(validator: Any, wanted: bool, value: Any, schema: Any) -> Iterator[ValidationError]:
    seen: set[str] = set()
    for number, item in enumerate(value if wanted and isinstance(value, list) else ()):
        text = json.dumps(item, sort_keys=True)
        if text in seen:
            yield ValidationError("twice", path=[number], instance=item, validator="uniqueItems")
        seen.add(text)


def _properties(
    validator: Any, properties: dict[str, Any], value: Any, schema: Any
) -> Iterator[ValidationError]:
    """Errors inside each key's value; jsonschema forgets which key it was that may not be there."""
    for key in properties if isinstance(value, dict) else ():
        if key in value and properties[key] is False:
            yield ValidationError(key, path=[key], validator=NO_PLACE, instance=value[key])
        elif key in value:
            yield from validator.descend(value[key], properties[key], path=key, schema_path=key)


def _missing_keys(validator: Any, wanted: list[str], value: Any, schema: Any) -> Iterator[ValidationError]:
    """One error for each missing key; the key is the error's message."""
    if isinstance(value, dict):
        yield from (ValidationError(key) for key in wanted if key not in value)


def _unknown_keys(validator: Any, allowed: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    """One error for each key that no branch of the schema knows; the key is the error's message."""
    if allowed is False and isinstance(value, dict) and not _takes_any_key(schema):
        known = known_keys(schema)
        yield from (ValidationError(key) for key in value if key not in known)


def _other_keys(validator: Any, wanted: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    """What is wrong with the values of keys that `properties` does not name; they may be forbidden."""
    named = schema.get("properties", {})
    for key in value if isinstance(value, dict) else ():
        if key not in named and wanted is False:
            yield ValidationError(key)
        elif key not in named:
            yield from validator.descend(value[key], wanted, path=key)


def _takes_any_key(schema: Any) -> bool:
    branches = (inner for step, inner in subschemas(schema) if step[0] in _SAME_VALUE)
    return "additionalProperties" in schema or any(_takes_any_key(b) for b in branches if isinstance(b, dict))


def _if(validator: Any, condition: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    """One error that holds all errors of the branch; none while what decides is itself wrong."""
    if isinstance(value, dict) and not _decidable(validator, condition, value, schema):
        return
    branch = "then" if validator.evolve(schema=condition).is_valid(value) else "else"
    found = list(validator.descend(value, schema.get(branch, True), schema_path=branch))
    if found:
        yield ValidationError(branch, context=found)


def _decidable(validator: Any, condition: Any, value: dict[str, Any], schema: Any) -> bool:
    """Whether the keys that decide are right, or rightly left out; if not, that is said elsewhere.

    Lists and mappings are taken for right: to judge them here, too, would double the work at every depth.
    """
    keys = schema.get("properties", {})
    for key in known_keys(condition):
        if key not in value and key in schema.get("required", ()):
            return False
        judge = key in value and not isinstance(value[key], (dict, list))
        if judge and not validator.evolve(schema=keys.get(key, True)).is_valid(value[key]):
            return False
    return True
