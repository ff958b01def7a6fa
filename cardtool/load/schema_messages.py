"""Says in a designer's words where data departs from its schema, and what to do about it.

Imports jsonschema, which takes a tenth of a second: only needed where something is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.validators import extend
from referencing import Registry

from cardtool.finding import Finding, sorted_findings
from cardtool.load.file_rules import SCHEMA
from cardtool.load.schema_words import (
    Spelling,
    describe_type,
    describe_value,
    join_words,
    name_of_path,
    quote_short,
    read_spelling,
)
from cardtool.load.schemas import (
    LENGTHS,
    SAME_VALUE,
    Format,
    known_keys,
    pattern_matcher,
    subschemas,
)
from cardtool.load.yaml_events import AmbiguousScalar, parse_scalar
from cardtool.load.yaml_files import Document
from cardtool.model import ValuePath
from cardtool.project import did_you_mean
from cardtool.unicode_text import describe_lookalikes

_NO_PLACE = "no place"  # stands where jsonschema has the keyword that was broken
_Sentence = tuple[str, str | None]  # message, fix
_KNOWN_PATTERNS = {
    "^#[0-9a-f]{6}$": 'write a colour in quotes, such as "#cf6a2e"',
    r"^\S(.*\S)?$": "write it in one line, without spaces before or after it",
    "^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$": "write the tag of a language, such as de, en-GB or pt-BR",
}
_MOST_ERRORS = 100  # in one value; a record has some ten keys
_MOST_LISTED = 50  # words to choose from; nobody reads more


def _schema_errors(schema: Any, formats: Mapping[str, Format], value: Any) -> Iterator[ValidationError]:
    """Yield everything that is wrong with a value. The schema must be whole: nothing is fetched."""
    checker = FormatChecker(formats=())
    for name, format in formats.items():
        checker.checks(name)(_format_checker(format))
    validator = _validator_class()(schema, registry=Registry(), format_checker=checker)
    yield from validator.iter_errors(value)


@cache
def _validator_class() -> Any:
    keywords = {
        "pattern": _check_pattern,
        "uniqueItems": _check_unique_items,
        "unevaluatedProperties": _check_unknown_keys,
        "additionalProperties": _check_other_keys,
        "properties": _check_properties,
        "required": _check_required,
        "if": _check_if,
    }
    return extend(Draft202012Validator, keywords)


def _format_checker(format: Format) -> Any:
    return lambda value: not isinstance(value, str) or format.accepts(value)


def _check_pattern(validator: Any, pattern: str, value: Any, schema: Any) -> Iterator[ValidationError]:
    said_elsewhere = value == "" and "minLength" in schema
    if isinstance(value, str) and not said_elsewhere and not pattern_matcher(pattern)(value):
        yield ValidationError(pattern)


def _check_unique_items(validator: Any, wanted: bool, value: Any, schema: Any) -> Iterator[ValidationError]:
    seen: set[str] = set()
    for number, item in enumerate(value if wanted and isinstance(value, list) else ()):
        text = json.dumps(item, sort_keys=True)
        if text in seen:
            yield ValidationError("twice", path=[number], instance=item, validator="uniqueItems")
        seen.add(text)


def _check_properties(
    validator: Any, properties: dict[str, Any], value: Any, schema: Any
) -> Iterator[ValidationError]:
    """Yield the errors inside each key's value; jsonschema forgets which key it was that may not be there."""
    for key in properties if isinstance(value, dict) else ():
        if key in value and properties[key] is False:
            yield ValidationError(key, path=[key], validator=_NO_PLACE, instance=value[key])
        elif key in value:
            yield from validator.descend(value[key], properties[key], path=key, schema_path=key)


def _check_required(validator: Any, wanted: list[str], value: Any, schema: Any) -> Iterator[ValidationError]:
    """Yield one error for each missing key; the key is the error's message."""
    if isinstance(value, dict):
        yield from (ValidationError(key) for key in wanted if key not in value)


def _check_unknown_keys(validator: Any, allowed: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    """Yield one error for each key that no branch of the schema knows; the key is the error's message."""
    if allowed is False and isinstance(value, dict) and not _takes_any_key(schema):
        known = known_keys(schema)
        yield from (ValidationError(key) for key in value if key not in known)


def _check_other_keys(validator: Any, wanted: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    """Yield what is wrong with the values of keys that `properties` does not name; they may be forbidden."""
    named = schema.get("properties", {})
    for key in value if isinstance(value, dict) else ():
        if key not in named and wanted is False:
            yield ValidationError(key)
        elif key not in named:
            yield from validator.descend(value[key], wanted, path=key)


def _takes_any_key(schema: Any) -> bool:
    branches = (inner for step, inner in subschemas(schema) if step[0] in SAME_VALUE)
    return "additionalProperties" in schema or any(_takes_any_key(b) for b in branches if isinstance(b, dict))


def _check_if(validator: Any, condition: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    """Yield one error that holds all errors of the branch; none while what decides is itself wrong."""
    if isinstance(value, dict) and not _is_decidable(validator, condition, value, schema):
        return
    branch = "then" if validator.evolve(schema=condition).is_valid(value) else "else"
    found = list(validator.descend(value, schema.get(branch, True), schema_path=branch))
    if found:
        yield ValidationError(branch, context=found)


def _is_decidable(validator: Any, condition: Any, value: dict[str, Any], schema: Any) -> bool:
    """Return whether the keys that decide are right, or rightly left out; if not, that is said elsewhere.

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


def _error_sentence(error: ValidationError, name: str, as_typed: str) -> _Sentence:
    """Return what is wrong with the value of this name, which stands in the file `as_typed`."""
    if error.validator == "type":
        return _type_sentence(error, name, as_typed)
    say = _SENTENCES.get(str(error.validator))
    return say(error, name) if say else (f"{name} is not as the schema wants it: {error.message}", None)


def _condition_reason(error: ValidationError) -> str:
    """Return ` because mood is wild`: what made the schema take this branch of an `if`."""
    condition = error.validator_value
    keys = condition.get("properties", {}) if isinstance(condition, dict) else {}
    known = [key for key in keys if isinstance(error.instance, dict) and key in error.instance]
    values = {key: error.instance[key] for key in known}
    reasons = [
        f"{key} is {value if isinstance(value, str) else describe_value(value)}"
        for key, value in values.items()
    ]
    return f" because {join_words(reasons, 'and')}" if reasons else ""


def _type_sentence(error: ValidationError, name: str, as_typed: str) -> _Sentence:
    wanted, value = error.validator_value, error.instance
    if value is None:
        return f"{name} has no value; it must be {describe_type(wanted)}", "write a value, or remove the key"
    found = as_typed if isinstance(value, (bool, int, float)) else describe_value(value)
    message = f"{name} must be {describe_type(wanted)}, not {found}"
    if isinstance(error.schema, dict) and error.schema.get("format") in LENGTHS:
        fix = f"add the unit: {as_typed}mm" if isinstance(value, (int, float)) else None
        return f"{name} must be a length with its unit, not {found}", fix
    if "string" in _list_types(wanted) and isinstance(value, (bool, int, float)):
        return message, f'quote it: "{as_typed}"'
    return message, _unquote_advice(value, wanted)


def _unquote_advice(value: Any, wanted: Any) -> str | None:
    """Return what to do where "12" was written and 12 is wanted."""
    try:
        meant = parse_scalar(value.strip()) if isinstance(value, str) else None
    except AmbiguousScalar:
        return None
    words = {bool: {"boolean"}, int: {"integer", "number"}, float: {"number"}}.get(type(meant), set())
    return f"remove the quotes: {value.strip()}" if words.intersection(_list_types(wanted)) else None


def _list_types(wanted: str | list[str]) -> list[str]:
    return [wanted] if isinstance(wanted, str) else wanted


def _enum_sentence(error: ValidationError, name: str) -> _Sentence:
    words = [str(word) for word in error.validator_value]
    near = did_you_mean(error.instance, words) if isinstance(error.instance, str) else ""
    listed = words if len(words) <= _MOST_LISTED else [*words[:_MOST_LISTED], "another word of the schema"]
    return f"{name} cannot be {describe_value(error.instance)}{near}", f"write {join_words(listed)}"


def _const_sentence(error: ValidationError, name: str) -> _Sentence:
    return (
        f"{name} must be {describe_value(error.validator_value)}, not {describe_value(error.instance)}",
        None,
    )


def _pattern_sentence(error: ValidationError, name: str) -> _Sentence:
    wanted, value = read_spelling(error.validator_value), error.instance
    if wanted and wanted.most and wanted.is_too_long(value):
        return _too_long_sentence(name, len(value), wanted.most)
    odd = describe_lookalikes(value) if isinstance(value, str) else ""
    return f"{name} cannot be {quote_short(value)}{odd and f': {odd}'}", _spelling_advice(error, wanted)


def _spelling_advice(error: ValidationError, wanted: Spelling | None) -> str:
    """Return what to write instead: in words and by an example, as far as pattern and schema tell."""
    schema = error.schema if isinstance(error.schema, dict) else {}
    if wanted is None:
        known = _KNOWN_PATTERNS.get(error.validator_value) or schema.get("description")
        return known or f"it must match {error.validator_value}"
    example = wanted.repaired(error.instance) or next(iter(schema.get("examples", ())), None)
    return f"write {wanted.words}" + (f", such as {example}" if example else "")


def _length_sentence(error: ValidationError, name: str) -> _Sentence:
    long, bound = len(error.instance), error.validator_value
    if long == 0:
        return f"{name} is empty", "write something, or remove the key"
    if long < bound:
        return f"{name} is {long} characters long; it must have at least {bound}", None
    return _too_long_sentence(name, long, bound)


def _too_long_sentence(name: str, long: int, most: int) -> _Sentence:
    return f"{name} is {long} characters long; at most {most} are allowed", f"cut {long - most}"


def _bound_sentence(words: str) -> Callable[[ValidationError, str], _Sentence]:
    def say(error: ValidationError, name: str) -> _Sentence:
        return f"{name} must be {words} {error.validator_value}, not {error.instance}", None

    return say


def _count_sentence(what: str, words: str) -> Callable[[ValidationError, str], _Sentence]:
    def say(error: ValidationError, name: str) -> _Sentence:
        return f"{name} has {len(error.instance)} {what}; it must have {words} {error.validator_value}", None

    return say


def _repeat_sentence(error: ValidationError, name: str) -> _Sentence:
    return f"{name} repeats {describe_value(error.instance)}", "name each only once"


def _dependency_sentence(error: ValidationError, name: str) -> _Sentence:
    return f"something is missing from {name}: {error.message}", None


def _not_sentence(error: ValidationError, name: str) -> _Sentence:
    about = error.schema.get("description") if isinstance(error.schema, dict) else None
    return f"{name} cannot be {describe_value(error.instance)}", about


_SENTENCES: dict[str, Callable[[ValidationError, str], _Sentence]] = {
    "enum": _enum_sentence,
    "const": _const_sentence,
    "pattern": _pattern_sentence,
    "minLength": _length_sentence,
    "maxLength": _length_sentence,
    "minimum": _bound_sentence("at least"),
    "maximum": _bound_sentence("at most"),
    "exclusiveMinimum": _bound_sentence("more than"),
    "exclusiveMaximum": _bound_sentence("less than"),
    "minItems": _count_sentence("items", "at least"),
    "maxItems": _count_sentence("items", "at most"),
    "minProperties": _count_sentence("keys", "at least"),
    "maxProperties": _count_sentence("keys", "at most"),
    "uniqueItems": _repeat_sentence,
    "dependentRequired": _dependency_sentence,
    "not": _not_sentence,
}


def explain_value(
    schema: Any, formats: Mapping[str, Format], document: Document, path: ValuePath
) -> list[Finding]:
    """Return all that is wrong with the value at this path of the document, each at its own place."""
    explainer = _Explainer(document, path, formats)
    found = islice(_schema_errors(schema, formats, document.value(path)), _MOST_ERRORS)
    return list(sorted_findings(finding for error in found for finding in explainer.findings(error)))


@dataclass(frozen=True, slots=True)
class _Explainer:
    """Turns errors of jsonschema into findings of one document."""

    document: Document
    start: ValuePath
    formats: Mapping[str, Format]

    def findings(self, error: ValidationError, because: str = "") -> Iterator[Finding]:
        match error.validator:
            case "type" | "enum" if _is_said_by_other(error):
                pass
            case "if":
                because = _condition_reason(error)
                for inner in error.context or ():
                    yield from self.findings(inner, because)
            case "anyOf" | "oneOf":
                yield from self._no_alternative(error)
            case "unevaluatedProperties" | "additionalProperties" if error.validator_value is False:
                yield self._unknown_key(error)
            case "required":
                yield from self._missing_key(error, because)
            case "format":
                yield self._bad_format(error)
            case keyword if keyword == _NO_PLACE:
                yield self._no_place(error, because)
            case _:
                yield self._plain(error)

    def _path(self, error: ValidationError) -> ValuePath:
        return (*self.start, *error.absolute_path)

    def _plain(self, error: ValidationError) -> Finding:
        """Return what is wrong with one value, or with one key where the schema speaks of keys."""
        path = self._path(error)
        if "propertyNames" in error.absolute_schema_path:
            place, name = self.document.at_key(path, error.instance), _key_name(error)
        else:
            place, name = self.document.at(path), name_of_path(path)
        message, fix = _error_sentence(error, name, self.document.typed_at(place, error.instance))
        return SCHEMA.found(place, message, fix)

    def _unknown_key(self, error: ValidationError) -> Finding:
        keys = known_keys(error.schema)
        near = did_you_mean(error.message, keys)
        fix = None if near or not keys else f"the keys here are: {', '.join(islice(keys, _MOST_LISTED))}"
        place = self.document.at_key(self._path(error), error.message)
        odd = describe_lookalikes(error.message)
        says = f"{quote_short(error.message)} is not a key that belongs here{near}{odd and f': {odd}'}"
        return SCHEMA.found(place, says, fix)

    def _missing_key(self, error: ValidationError, because: str) -> Iterator[Finding]:
        """Yield nothing where the key is there and only misspelt: that is said of the misspelt one."""
        missing, schema = error.message, error.schema
        keys = {**known_keys(error.parent.schema if error.parent else {}), **known_keys(schema)}
        others = islice((key for key in error.instance if key not in keys), _MOST_ERRORS)
        closed = schema.get("unevaluatedProperties") is False
        if closed and any(did_you_mean(other, keys) == did_you_mean(missing, [missing]) for other in others):
            return
        about = keys[missing].get("description") if isinstance(keys.get(missing), dict) else None
        fix = f"add {missing}: {about}" if about else f"add {missing}"
        yield SCHEMA.found(self.document.at(self._path(error)), f'"{missing}" is missing{because}', fix)

    def _bad_format(self, error: ValidationError) -> Finding:
        format = self.formats[error.validator_value]
        path = self._path(error)
        return format.rule.found(
            self.document.at(path), f"{name_of_path(path)}: {format.fault(error.instance)}"
        )

    def _no_place(self, error: ValidationError, because: str) -> Finding:
        *around, _ = self._path(error)
        place, key = self.document.at_key(around, error.message), error.message
        return SCHEMA.found(place, f'"{key}" has no place here{because}', "remove it")

    def _no_alternative(self, error: ValidationError) -> Iterator[Finding]:
        """Yield the errors of the alternative that was meant; all alternatives where none is near.

        Of texts that are written in several ways the first is the usual one.
        """
        branches: dict[Any, list[ValidationError]] = {}
        for inner in error.context or ():
            branches.setdefault(inner.relative_schema_path[0], []).append(inner)
        if all(each.validator == "required" for inner in branches.values() for each in inner):
            yield self._one_of_missing(error, [each.message for inner in branches.values() for each in inner])
            return
        meant = [inner for inner in branches.values() if not any(_is_wrong_branch(each) for each in inner)]
        if len(meant) == 1 or (meant and all(_is_badly_spelt(inner) for inner in meant)):
            for inner in meant[0]:
                yield from self.findings(inner)
        else:
            yield self._alternatives(error)

    def _one_of_missing(self, error: ValidationError, missing: Sequence[str]) -> Finding:
        """Return that none of these keys is there, of which one would do; the first is the usual one."""
        whole = error
        while whole.parent is not None:
            whole = whole.parent
        about = known_keys(whole.schema).get(missing[0])
        usual = about.get("description") if isinstance(about, dict) else None
        fix = f"add {missing[0]}: {usual}" if usual else f"add {missing[0]}"
        says = " or ".join(f'"{key}"' for key in dict.fromkeys(missing))
        return SCHEMA.found(self.document.at(self._path(error)), f"{says} is missing", fix)

    def _alternatives(self, error: ValidationError) -> Finding:
        path = self._path(error)
        wanted = join_words(_describe_alternative(schema) for schema in error.validator_value)
        message = f"{name_of_path(path)} must be {wanted}, not {describe_value(error.instance)}"
        return SCHEMA.found(self.document.at(path), message)


def _is_badly_spelt(errors: Sequence[ValidationError]) -> bool:
    return all(error.validator == "pattern" for error in errors)


def _key_name(error: ValidationError) -> str:
    """Return what keys of this mapping are, if the schema's title says so: `the name of a kind`."""
    title = error.schema.get("title") if isinstance(error.schema, dict) else None
    return f"the {title[0].lower()}{title[1:]}" if title else "the key"


def _is_said_by_other(error: ValidationError) -> bool:
    """Return whether another error says it: of type and list, the type where nothing is written."""
    both = "type" in error.schema and "enum" in error.schema
    return both and (error.validator == "type") == (error.instance is not None)


def _is_wrong_branch(error: ValidationError) -> bool:
    """Return whether an alternative was never meant: its type, or its one value, is another."""
    of_keys = "propertyNames" in error.relative_schema_path
    return not (error.relative_path or of_keys) and error.validator in ("type", "const", "enum", None)


def _describe_alternative(schema: Any) -> str:
    if not isinstance(schema, dict):
        return "something else"
    return str(schema.get("description") or describe_type(schema.get("type", "string")))
