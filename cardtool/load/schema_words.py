"""Words for the values in a YAML file, for what a schema wants of them, and for the patterns of names.

Of patterns only the sort that names need is understood: sets of characters, how often, and a fixed ending.
Of all others the schema's own description must speak.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

_TYPE_NAMES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping (lines of key: value)",
    "null": "nothing",
}
_LONGEST_QUOTE = 60  # characters of a text worth repeating in a message
_SET = r"\[([^\]\[^\\]+)\]"
_NAME_PATTERN = re.compile(rf"\^{_SET}(?:{_SET}(\*|\+|\{{0,(\d{{1,4}})\}}))?((?:[a-zA-Z0-9-]|\\\.)*)\$")
_RANGES = {"a-z": "small letters", "A-Z": "capitals", "0-9": "digits"}
_SIGNS = {"-": "hyphens", "_": "underscores", ".": "full stops", "+": "plus signs", " ": "spaces"}
_FIRST = {"small letters": "a small letter", "capitals": "a capital", "digits": "a digit"}
_SEPARATORS = "-_"
_NOT_PLAIN = re.compile(r"[^a-z0-9]+")
_APOSTROPHE = re.compile("['’]")
_ENDING = re.compile(r"\.[a-zA-Z]{1,5}$")
_LONGEST_REPAIRED = 200  # characters of a text worth repairing


def describe_type(types: str | Iterable[str]) -> str:
    """Return what a schema's `type` wants: `a whole number`."""
    return join_words(_TYPE_NAMES[each] for each in ([types] if isinstance(types, str) else types))


def describe_value(value: Any) -> str:
    """Return what was found: `the number 12`, `a list`."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"the number {value}"
    if isinstance(value, str):
        return quote_short(value)
    return "a list" if isinstance(value, list) else "a mapping (lines of key: value)"


def quote_short(text: str) -> str:
    """Return a text in quotes, not all of it if it is long."""
    text = " ".join(text.split())
    return f'"{text}"' if len(text) <= _LONGEST_QUOTE else f'"{text[: _LONGEST_QUOTE - 1]}…"'


def join_words(words: Iterable[str], last: str = "or") -> str:
    """Return `a`, `a or b`, `a, b or c`."""
    *most, final = list(words) or ["nothing"]
    return f"{', '.join(most)} {last} {final}" if most else final


def name_of_path(path: Iterable[str | int]) -> str:
    """Return a value's name in a message, by its last key: `copies`, `item 2 of shift`."""
    steps = list(path)
    keys = [step for step in steps if isinstance(step, str)]
    if steps and isinstance(steps[-1], int):
        return f"item {steps[-1] + 1} of {keys[-1]}" if keys else f"item {steps[-1] + 1}"
    return keys[-1] if keys else "this"


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a name is to be spelt: its characters, what may come first, how many there may be, its end."""

    first: str
    others: str
    most: int | None
    ending: str

    @property
    def words(self) -> str:
        """Return `small letters, digits and hyphens, a small letter or digit first`."""
        every, begins = _character_names(self.others or self.first), _character_names(self.first)
        letters = [sort for sort in begins if sort in _FIRST]
        is_narrow = len(letters) == len(begins) and set(letters) < set(every) & _FIRST.keys()
        first = f", {join_words(_FIRST[sort] for sort in letters)} first" if is_narrow else ""
        return f"{join_words(every, 'and')}{first}" + (
            f", and {self.ending} at the end" if self.ending else ""
        )

    def repaired(self, text: str) -> str | None:
        """Return what was most likely meant by a text that is not spelt so; None where nobody can say."""
        if "A-Z" in self.others + self.first:
            return None
        if self.ending:
            text = _ENDING.sub("", text[-_LONGEST_REPAIRED:].rpartition("/")[2])
        words = _NOT_PLAIN.sub(self._separator, _without_accents(text[:_LONGEST_REPAIRED])).strip(_SEPARATORS)
        words = words[: self.most].strip(_SEPARATORS) + self.ending
        return words if self._fits(words) else None

    @property
    def _separator(self) -> str:
        """Return what may stand between words; the hyphens in a-z are none."""
        return "-" if self.others.endswith("-") else "_" if "_" in self.others else ""

    def is_too_long(self, text: str) -> bool:
        """Return whether there is nothing wrong with a text but its length."""
        return self.most is not None and len(text) > self.most and self._fits(text, any_length=True)

    def _fits(self, text: str, any_length: bool = False) -> bool:
        most = "" if any_length or self.most is None else self.most - 1
        others = f"[{self.others}]{{0,{most}}}" if self.others else ""
        return re.fullmatch(f"[{self.first}]{others}{re.escape(self.ending)}", text) is not None


def read_spelling(pattern: str) -> Spelling | None:
    """Return what a pattern asks for; None where it is of another sort."""
    match = _NAME_PATTERN.fullmatch(pattern)
    if match is None or not all(map(_character_names, filter(None, (match[1], match[2])))):
        return None
    most = 1 + int(match[4]) if match[4] else None
    return Spelling(match[1], match[2] or "", most, match[5].replace("\\", ""))


def _without_accents(text: str) -> str:
    """Return the text in small letters without accents and apostrophes."""
    letters = unicodedata.normalize("NFKD", _APOSTROPHE.sub("", text).casefold())
    return "".join(sign for sign in letters if not unicodedata.combining(sign))


def _character_names(characters: str) -> list[str]:
    """Return the sorts of characters in a set, in words; none where one of them has no word."""
    sorts = []
    while characters:
        known = next((known for known in _RANGES if characters.startswith(known)), characters[0])
        word = _RANGES.get(known) or _SIGNS.get(known)
        characters = characters[len(known) :]
        if word is None or (known == "-" and characters):
            return []  # a hyphen elsewhere than at the end makes a range
        sorts.append(word)
    order = [*_RANGES.values(), *_SIGNS.values()]
    return sorted(sorts, key=order.index)
