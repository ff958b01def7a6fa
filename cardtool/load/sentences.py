"""One sentence for each way a value can depart from its schema: what is wrong, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jsonschema import ValidationError

from cardtool.load.formats import LENGTHS
from cardtool.load.scalars import Ambiguous, typed
from cardtool.load.spelled import Spelling, spelling
from cardtool.load.words import a_type, a_value, listed, short
from cardtool.lookalikes import likenesses
from cardtool.project import did_you_mean

__all__ = ["because", "sentence"]

Sentence = tuple[str, str | None]  # message, fix
_SPELT = {r"^\S(.*\S)?$": "write it in one line, without spaces before or after it"}


def sentence(error: ValidationError, name: str, as_typed: str) -> Sentence:
    """What is wrong with the value of this name, which stands in the file `as_typed`."""
    if error.validator == "type":
        return _type(error, name, as_typed)
    say = _SENTENCES.get(str(error.validator))
    return say(error, name) if say else (f"{name} is not as the schema wants it: {error.message}", None)


def because(error: ValidationError) -> str:
    """` because play is hoard`: what made the schema take this branch of an `if`."""
    condition = error.validator_value
    keys = condition.get("properties", {}) if isinstance(condition, dict) else {}
    known = [key for key in keys if isinstance(error.instance, dict) and key in error.instance]
    reasons = [f"{key} is {_plain(error.instance[key])}" for key in known]
    return f" because {listed(reasons, 'and')}" if reasons else ""


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else a_value(value)


def _type(error: ValidationError, name: str, as_typed: str) -> Sentence:
    wanted, value = error.validator_value, error.instance
    if value is None:
        return f"{name} has no value; it must be {a_type(wanted)}", "write a value, or remove the key"
    found = as_typed if isinstance(value, (bool, int, float)) else a_value(value)
    message = f"{name} must be {a_type(wanted)}, not {found}"
    if isinstance(error.schema, dict) and error.schema.get("format") in LENGTHS:
        fix = f"add the unit: {as_typed}mm" if isinstance(value, (int, float)) else None
        return f"{name} must be a length with its unit, not {found}", fix
    if "string" in _types(wanted) and isinstance(value, (bool, int, float)):
        return message, f'quote it: "{as_typed}"'
    return message, _without_quotes(value, wanted)


def _without_quotes(value: Any, wanted: Any) -> str | None:
    """What to do where "12" was written and 12 is wanted."""
    try:
        meant = typed(value.strip()) if isinstance(value, str) else None
    except Ambiguous:
        return None
    words = {bool: {"boolean"}, int: {"integer", "number"}, float: {"number"}}.get(type(meant), set())
    return f"remove the quotes: {value.strip()}" if words.intersection(_types(wanted)) else None


def _types(wanted: str | list[str]) -> list[str]:
    return [wanted] if isinstance(wanted, str) else wanted


def _enum(error: ValidationError, name: str) -> Sentence:
    words = [str(word) for word in error.validator_value]
    near = did_you_mean(error.instance, words) if isinstance(error.instance, str) else ""
    return f"{name} cannot be {a_value(error.instance)}{near}", f"write {listed(words)}"


def _const(error: ValidationError, name: str) -> Sentence:
    return f"{name} must be {a_value(error.validator_value)}, not {a_value(error.instance)}", None


def _pattern(error: ValidationError, name: str) -> Sentence:
    wanted, value = spelling(error.validator_value), error.instance
    if wanted and wanted.most and wanted.is_too_long(value):
        return _too_long(name, len(value), wanted.most)
    odd = likenesses(value) if isinstance(value, str) else ""
    return f"{name} cannot be {short(value)}{odd and f': {odd}'}", _spelt(error, wanted)


def _spelt(error: ValidationError, wanted: Spelling | None) -> str:
    """What to write instead: in words and by an example, as far as pattern and schema tell."""
    schema = error.schema if isinstance(error.schema, dict) else {}
    if wanted is None:
        known = _SPELT.get(error.validator_value) or schema.get("description")
        return known or f"it must match {error.validator_value}"
    example = wanted.repaired(error.instance) or next(iter(schema.get("examples", ())), None)
    return f"write {wanted.words}" + (f", such as {example}" if example else "")


def _length(error: ValidationError, name: str) -> Sentence:
    long, bound = len(error.instance), error.validator_value
    if long == 0:
        return f"{name} is empty", "write something, or remove the key"
    if long < bound:
        return f"{name} is {long} characters long; it must have at least {bound}", None
    return _too_long(name, long, bound)


def _too_long(name: str, long: int, most: int) -> Sentence:
    return f"{name} is {long} characters long; at most {most} are allowed", f"cut {long - most}"


def _bound(words: str) -> Callable[[ValidationError, str], Sentence]:
    def say(error: ValidationError, name: str) -> Sentence:
        return f"{name} must be {words} {error.validator_value}, not {error.instance}", None

    return say


def _number_of(what: str, words: str) -> Callable[[ValidationError, str], Sentence]:
    def say(error: ValidationError, name: str) -> Sentence:
        return f"{name} has {len(error.instance)} {what}; it must have {words} {error.validator_value}", None

    return say


def _twice(error: ValidationError, name: str) -> Sentence:
    return f"{name} repeats {a_value(error.instance)}", "name each only once"


def _needs(error: ValidationError, name: str) -> Sentence:
    return f"something is missing from {name}: {error.message}", None


def _not(error: ValidationError, name: str) -> Sentence:
    about = error.schema.get("description") if isinstance(error.schema, dict) else None
    return f"{name} cannot be {a_value(error.instance)}", about


_SENTENCES: dict[str, Callable[[ValidationError, str], Sentence]] = {
    "enum": _enum,
    "const": _const,
    "pattern": _pattern,
    "minLength": _length,
    "maxLength": _length,
    "minimum": _bound("at least"),
    "maximum": _bound("at most"),
    "exclusiveMinimum": _bound("more than"),
    "exclusiveMaximum": _bound("less than"),
    "minItems": _number_of("items", "at least"),
    "maxItems": _number_of("items", "at most"),
    "minProperties": _number_of("keys", "at least"),
    "maxProperties": _number_of("keys", "at most"),
    "uniqueItems": _twice,
    "dependentRequired": _needs,
    "not": _not,
}
