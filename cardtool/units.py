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
        said = " ".join(shown.split())
        meant = _meant_length(text) if len(text) <= _LONGEST else ""
        advice = f"write {meant}" if meant else f"write a number and a unit ({known}), e.g. 63.5mm"
        raise ValueError(f'"{said}" is not a length; {advice}')
    return float(match[1]) * _MM_PER_UNIT[match[2]]


_INCH_SIGNS = re.compile("(?:\"|\N{DOUBLE PRIME}|\N{RIGHT DOUBLE QUOTATION MARK}|''|inch|inches)$")
_OTHER_NAMES = {"millimetres": "mm", "millimeters": "mm", "centimetres": "cm", "centimeters": "cm"}
_FORM = re.compile(r"([+-]?\d{1,6}(?:[.,]\d*)?) *([^\d.,]*)", re.ASCII)


def _meant_length(text: str) -> str:
    """Return the length that was surely meant: `6.35cm` by `6,35cm`, `2.5in` by `2.5"`; else nothing."""
    match = _FORM.fullmatch(_INCH_SIGNS.sub("in", text.strip(" ").lower()))
    if match is None:
        return ""
    number, unit = match[1].replace(",", "."), _OTHER_NAMES.get(match[2], match[2])
    return f"{number}{unit}" if unit in _MM_PER_UNIT else ""


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
