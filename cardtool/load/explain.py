"""Says in a designer's words where data departs from its schema, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from jsonschema import ValidationError

from cardtool.finding import Finding, in_order
from cardtool.load import checks, sentences
from cardtool.load.checks import known_keys
from cardtool.load.document import Document
from cardtool.load.formats import Format
from cardtool.load.rules import SCHEMA
from cardtool.load.words import a_type, a_value, listed, name_of, short
from cardtool.lookalikes import likenesses
from cardtool.project import did_you_mean

__all__ = ["explain"]

_MOST_ERRORS = 100  # in one value; a record has some ten keys

Path = tuple[str | int, ...]


def explain(schema: Any, formats: Mapping[str, Format], document: Document, path: Path) -> list[Finding]:
    """All that is wrong with the value at this path of the document, each at its own place."""
    explainer = _Explainer(document, path, formats)
    found = islice(checks.errors(schema, formats, document.value(path)), _MOST_ERRORS)
    return in_order(finding for error in found for finding in explainer.findings(error))


@dataclass(frozen=True, slots=True)
class _Explainer:
    """Turns errors of jsonschema into findings of one document."""

    document: Document
    start: Path
    formats: Mapping[str, Format]

    def findings(self, error: ValidationError, because: str = "") -> Iterator[Finding]:
        match error.validator:
            case "type" | "enum" if _said_by_the_other(error):
                pass
            case "if":
                because = sentences.because(error)
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
            case checks.NO_PLACE:
                yield self._no_place(error, because)
            case _:
                yield self._plain(error)

    def _path(self, error: ValidationError) -> Path:
        return (*self.start, *error.absolute_path)

    def _plain(self, error: ValidationError) -> Finding:
        """What is wrong with one value, or with one key where the schema speaks of keys."""
        path = self._path(error)
        if "propertyNames" in error.absolute_schema_path:
            place, name = self.document.at_key(path, error.instance), _name_of_a_key(error)
        else:
            place, name = self.document.at(path), name_of(path)
        message, fix = sentences.sentence(error, name, self.document.typed_at(place))
        return SCHEMA.found(place, message, fix)

    def _unknown_key(self, error: ValidationError) -> Finding:
        keys = known_keys(error.schema)
        near = did_you_mean(error.message, keys)
        fix = None if near or not keys else f"the keys here are: {', '.join(keys)}"
        place = self.document.at_key(self._path(error), error.message)
        odd = likenesses(error.message)
        says = f"{short(error.message)} is not a key that belongs here{near}{odd and f': {odd}'}"
        return SCHEMA.found(place, says, fix)

    def _missing_key(self, error: ValidationError, because: str) -> Iterator[Finding]:
        """Nothing where the key is there and only misspelt: that is said of the misspelt one."""
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
        return format.rule.found(self.document.at(path), f"{name_of(path)}: {format.fault(error.instance)}")

    def _no_place(self, error: ValidationError, because: str) -> Finding:
        *around, _ = self._path(error)
        place, key = self.document.at_key(around, error.message), error.message
        return SCHEMA.found(place, f'"{key}" has no place here{because}', "remove it")

    def _no_alternative(self, error: ValidationError) -> Iterator[Finding]:
        """The errors of the one alternative that was meant; all alternatives where none is near."""
        branches: dict[Any, list[ValidationError]] = {}
        for inner in error.context or ():
            branches.setdefault(inner.relative_schema_path[0], []).append(inner)
        meant = [inner for inner in branches.values() if not any(_of_the_whole(each) for each in inner)]
        if len(meant) == 1:
            for inner in meant[0]:
                yield from self.findings(inner)
        else:
            yield self._alternatives(error)

    def _alternatives(self, error: ValidationError) -> Finding:
        path = self._path(error)
        wanted = listed(_alternative(schema) for schema in error.validator_value)
        message = f"{name_of(path)} must be {wanted}, not {a_value(error.instance)}"
        return SCHEMA.found(self.document.at(path), message)


def _name_of_a_key(error: ValidationError) -> str:
    """What keys of this mapping are, if the schema's title says so: `the name of a kind`."""
    title = error.schema.get("title") if isinstance(error.schema, dict) else None
    return f"the {title[0].lower()}{title[1:]}" if title else "the key"


def _said_by_the_other(error: ValidationError) -> bool:
    """Of a list of words and their type, the type speaks where nothing is written, else the list."""
    both = "type" in error.schema and "enum" in error.schema
    return both and (error.validator == "type") == (error.instance is not None)


def _of_the_whole(error: ValidationError) -> bool:
    """Whether an alternative was never meant: its type, or its one value, is another."""
    return not error.relative_path and error.validator in ("type", "const", "enum", None)


def _alternative(schema: Any) -> str:
    if not isinstance(schema, dict):
        return "something else"
    return str(schema.get("description") or a_type(schema.get("type", "string")))
