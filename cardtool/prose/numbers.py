"""Numbers as rules write them: 5, five, 1,200."""

from __future__ import annotations

__all__ = ["NUMBER", "as_number"]

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]

_WORDS = {word: value for value, word in enumerate(_ONES)}
_WORDS |= {ten: 20 + 10 * row for row, ten in enumerate(_TENS)}
_WORDS |= {
    f"{ten}-{one}": 20 + 10 * row + _WORDS[one] for row, ten in enumerate(_TENS) for one in _ONES[1:10]
}
_WORDS["hundred"] = 100

_UNITS, _TO_NINETEEN = "|".join(_ONES[1:10]), "|".join(_ONES)
_IN_WORDS = rf"(?:{'|'.join(_TENS)})(?:-(?:{_UNITS}))?|hundred|{_TO_NINETEEN}"

_AS_PLAIN = str.maketrans("İıſK", "IisK")  # letters that a pattern without regard to case takes for these

NUMBER = rf"(?<![\w.,/+−–-])(?:\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}}|(?i:{_IN_WORDS}))(?![\w/%]|[.,]\d)"
"""A pattern of a whole number, in figures or as a word; no part of a larger number, a date or a ratio."""


def as_number(written: str) -> int:
    """The number that is written so. Raises: KeyError when it is none."""
    plain = written.replace(",", "")
    return int(plain) if plain.isdecimal() else _WORDS[written.translate(_AS_PLAIN).lower()]
