"""Lengths and their units. Inside cardtool a length is a float in millimetres."""

from __future__ import annotations

import math
import re

MM_PER_INCH = 25.4
PT_PER_MM = 72 / MM_PER_INCH  # the PDF point, ISO 32000-2, 8.3.2.3
PX_PER_MM = 96 / MM_PER_INCH  # the CSS pixel, CSS Values 4, 6.2

_MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": 1 / PT_PER_MM, "px": 1 / PX_PER_MM}
_LENGTH = re.compile(r"([+-]?(?:\d{1,6}(?:\.\d*)?|\.\d+)) *([a-z]+)", re.ASCII)
_LONGEST = 40  # characters; more decimals than a float can hold


def parse_length(text: str) -> float:
    """Read a length with its unit, such as `63.5mm` or `2.5in`, as millimetres.

    At most 40 characters, with as many decimals as go into them. Raises: ValueError, with a sentence for
    the reader, when it is anything else, or the unit is missing or unknown.
    """
    match = _LENGTH.fullmatch(text.strip(" ")) if len(text) <= _LONGEST else None
    if match is None or match[2] not in _MM_PER_UNIT:
        known, shown = ", ".join(_MM_PER_UNIT), text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
        raise ValueError(
            f'"{" ".join(shown.split())}" is not a length; write a number and a unit ({known}), e.g. 63.5mm'
        )
    return float(match[1]) * _MM_PER_UNIT[match[2]]


def to_pt(mm: float) -> float:
    """Return millimetres as PDF points."""
    return mm * PT_PER_MM


def to_mm(pt: float) -> float:
    """Return PDF points as millimetres."""
    return pt / PT_PER_MM


def format_number(mm: float) -> str:
    """Return millimetres as a person writes them: at most two decimals and no empty ones."""
    if not math.isfinite(mm):
        return str(mm)
    text = f"{mm:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
