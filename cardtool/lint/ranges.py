"""Ranges of numbers as tables have them: 1–2, 3, 5 or more."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["ENDLESS", "Range", "range_of"]

ENDLESS = 10**9
"""Where a range ends that has no end: `13+`, `5 or more`."""

_WRITTEN = re.compile(
    r"(?:(?P<low>\d{1,4})\s?(?:-|–|—|−|\bto\b|\bor\b)\s?(?P<high>\d{1,4})"
    r"|(?P<from>\d{1,4})\s?(?:\+|or (?:more|higher|above|over)|and (?:more|higher|above|over|up))"
    r"|(?P<upto>\d{1,4})\s?or (?:less|fewer|lower|below|under)"
    r"|(?P<one>\d{1,4}))(?:\s(?P<unit>[A-Za-z]+))?"
)


@dataclass(frozen=True, slots=True)
class Range:
    """The whole numbers from `low` to `high`; `unit` is the word behind them, in lower case."""

    low: int
    high: int
    unit: str = ""

    @property
    def is_one(self) -> bool:
        return self.low == self.high


def range_of(written: str) -> Range | None:
    """The range that is written so, or None where it is none, or runs backwards."""
    match = _WRITTEN.fullmatch(written.strip())
    if match is None:
        return None
    unit = (match["unit"] or "").lower()
    if match["from"]:
        return Range(int(match["from"]), ENDLESS, unit)
    if match["upto"]:
        return Range(0, int(match["upto"]), unit)
    low = int(match["low"] or match["one"])
    high = int(match["high"] or match["one"])
    return Range(low, high, unit) if low <= high else None
