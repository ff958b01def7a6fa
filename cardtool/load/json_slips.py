"""Says where a JSON file departs from JSON. YAML's parser reads JSON, and yet finds its slips late."""

from __future__ import annotations

import json

from cardtool.load.stop import Told, told

__all__ = ["json_slip"]

Words = tuple[str, str | None]  # message, fix

_COMMA: Words = ("a comma is missing here", None)
_COLON: Words = ("a colon is missing here", None)
_NOTHING_FOLLOWS = ("nothing follows this comma", "remove it")
_OPEN = ("the file ends before everything is closed", "look for a missing } or ]")
_QUOTE = ("this quote is never closed", 'write " where the text ends')
# What Python's json says begins so, from version 3.11 on.
_WORDS: dict[str, Words] = {
    "Expecting ',' delimiter": _COMMA,
    "Expecting ':' delimiter": _COLON,
    "Expecting property name": ("a key in double quotes is wanted here", None),
    "Expecting value": (
        "a value is wanted here",
        "texts stand in double quotes; true, false, null and numbers do not",
    ),
    "Illegal trailing comma": _NOTHING_FOLLOWS,
    "Extra data": ("something is left over after the end of the data", "look for a closing bracket too many"),
}


def json_slip(text: str) -> Told | None:
    """The first slip of a JSON text; None where there is none, or nothing can be said of it."""
    try:
        json.loads(text, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        return _told(text, error.pos, error.msg)
    except (RecursionError, ValueError):
        return None
    return None


def _told(text: str, at: int, said: str) -> Told | None:
    slip = _slip(text, at, said)
    if slip is None:
        return None
    at, (message, fix) = slip
    before = text[:at]
    return told((before.count("\n"), at - before.rfind("\n") - 1), message, fix)


def _slip(text: str, at: int, said: str) -> tuple[int, Words] | None:
    """The place in the text, and the words, for what Python's json found at a place."""
    if said.startswith(("Unterminated string", "Invalid control character")):
        return max(text.rfind('"', 0, at + 1), 0), _QUOTE
    end = len(text[:at].rstrip())
    if not text[at:].strip():
        return end, _OPEN
    if text[at] in "]}" and text[:end].endswith(","):
        return end - 1, _NOTHING_FOLLOWS
    words = next((words for start, words in _WORDS.items() if said.startswith(start)), None)
    return (end if words in (_COMMA, _COLON) else at, words) if words else None
