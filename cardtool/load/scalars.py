"""What unquoted YAML text stands for: YAML 1.2's core schema, less whatever could be read two ways.

`no`, `yes`, `on` and `12:30` are text. `0012`, `1e3`, `1_000`, `0x1f` and `.nan` are numbers to one
reader and text to the next, so they are refused.
"""

from __future__ import annotations

import re

__all__ = ["Ambiguous", "typed"]

_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
# 15 digits is what a floating-point number keeps exactly.
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}")
# Whatever YAML 1.1 or 1.2 takes for a number; base 60 (12:30) is gone from 1.2, and stays text.
_NUMBER_TO_SOMEONE = re.compile(
    r"[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?0x[0-9a-fA-F_]+|[-+]?0o[0-7_]+|[-+]?0b[01_]+"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_CAN_BEGIN_A_NUMBER = frozenset("0123456789+-.")


class Ambiguous(ValueError):
    """Unquoted text that one program reads as a number and another as something else."""


def typed(text: str) -> str | int | float | bool | None:
    """What this unquoted text stands for.

    Raises: Ambiguous, with a sentence for the reader.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _CAN_BEGIN_A_NUMBER:
        return text
    return _number(text)


def _number(text: str) -> str | int | float:
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        number = float(text)
        return int(number) if number.is_integer() else number  # as in JSON Schema, 3.0 is 3
    if _NUMBER_TO_SOMEONE.fullmatch(text):
        raise Ambiguous(f"{_short(text)} can be read in more than one way")
    return text


def _short(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:12]}… ({len(text)} characters)"
