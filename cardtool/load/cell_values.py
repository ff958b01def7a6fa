"""What a cell of a table means: as the schema of its field wants it, or as it looks where none says more."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from cardtool.load.tables import CellValue

_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}(?:[.,][0-9]{1,15})?")
_YES = frozenset({"yes", "true", "x", "1", "y"})
_NO = frozenset({"no", "false", "0", "n"})
_COUNTED = re.compile(r"(?:[x×] ?)?([0-9]{1,15})(?: ?[x×])?", re.IGNORECASE)
_LIST_BREAKS = ("\n", ";", ",")
_NOT_IN_IDS = re.compile(r"[^a-z0-9]+")
_APOSTROPHE = re.compile("['’]")
_LONGEST_ID = 64


def made_id(name: str) -> str:
    """Return the id that a card gets from its name: `goblin-king` from "Goblin King", `zhuk` from "Жук"."""
    plain = "".join(map(_plain_letter, unicodedata.normalize("NFC", _APOSTROPHE.sub("", name).casefold())))
    id = _NOT_IN_IDS.sub("-", plain).strip("-")
    if len(id) <= _LONGEST_ID:
        return id
    return f"{id[: _LONGEST_ID - 9].strip('-')}-{hashlib.sha256(id.encode()).hexdigest()[:8]}"


@lru_cache(maxsize=1 << 12)
def _plain_letter(letter: str) -> str:
    """Return a letter without its accents, and one of another alphabet in Latin letters."""
    parted = "".join(
        each for each in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(each)
    )
    if parted.isascii() or unicodedata.category(letter)[0] not in "LM":
        return parted
    from anyascii import anyascii

    return anyascii(letter).lower()


def count_in(value: CellValue) -> CellValue:
    """Return the number in a cell that counts, also where it is written 3x or x 3; else the cell as it is."""
    counted = _COUNTED.fullmatch(value) if isinstance(value, str) else None
    return counted[1] if counted else value


def plain_meaning(path: Sequence[str], value: CellValue) -> Any:
    """Return what a cell means where no schema says it: a whole number or text."""
    if tuple(path) in {("id",), ("name",)}:
        return str(value)
    if isinstance(value, str) and _WHOLE.fullmatch(value) and str(int(value)) == value:
        return int(value)
    return value


def as_asked(value: CellValue, schema: Any) -> Any:
    """Return a cell's value as its schema wants it; as it is, where it cannot be had so."""
    types, words = _types(schema), _enumerated(schema)
    if isinstance(value, str) and words:
        return _listed_word(value, words)
    if isinstance(value, bool) and "boolean" not in types and "string" in types:
        return "yes" if value else "no"
    if "array" in types:
        return [as_asked(item, _items(schema)) for item in _split(str(value))]
    if isinstance(value, str):
        return _from_text(value, types)
    return str(value) if "string" in types and not types & {"integer", "number"} else value


def _from_text(value: str, types: Collection[str]) -> Any:
    if "boolean" in types and value.casefold() in _YES | _NO:
        return value.casefold() in _YES
    if "integer" in types and _WHOLE.fullmatch(value):
        return int(value)
    if "number" in types and _NUMBER.fullmatch(value):
        return float(value.replace(",", "."))
    return value


def _split(text: str) -> list[str]:
    """Return the items of a list in one cell: a line each, or with semicolons or commas between them."""
    by = next((sign for sign in _LIST_BREAKS if sign in text), _LIST_BREAKS[-1])
    return [item.strip() for item in text.split(by) if item.strip()]


def _listed_word(value: str, words: Collection[Any]) -> Any:
    """Return the word of a list that this means, however it is written: saints-curse for Saint's Curse."""
    if value in words:
        return value
    same = _words_by_id(tuple(word for word in words if isinstance(word, str))).get(made_id(value), ())
    return same[0] if len(same) == 1 else value


@lru_cache(maxsize=16)
def _words_by_id(words: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    by_id: dict[str, list[str]] = {}
    for word in words:
        by_id.setdefault(made_id(word), []).append(word)
    return by_id


def _types(schema: Any) -> frozenset[str]:
    found: set[str] = set()
    for each in _branches(schema):
        types = each.get("type", ())
        found.update([types] if isinstance(types, str) else types)
    return frozenset(found)


def _enumerated(schema: Any) -> tuple[Any, ...]:
    return next((tuple(each["enum"]) for each in _branches(schema) if "enum" in each), ())


def _items(schema: Any) -> Any:
    return next((each["items"] for each in _branches(schema) if "items" in each), {})


def _branches(schema: Any) -> Iterator[Mapping[str, Any]]:
    """Yield a schema and those that speak of the same value."""
    if isinstance(schema, dict):
        yield schema
        for key in ("allOf", "anyOf", "oneOf"):
            for inner in schema.get(key, ()):
                yield from _branches(inner)
