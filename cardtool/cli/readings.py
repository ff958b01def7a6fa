"""What people type when they read a scale: with or without a unit, with a comma or a point."""

from __future__ import annotations

from typing import Any

import click

from cardtool.units import parse_length, show

__all__ = ["MARGIN", "NAME", "READING", "SHEET_READING"]

_MOST = 10.0  # mm; printers are rarely out by more than 4
_WIDEST_MARGIN = 30.0  # mm
_NOT_MEASURED = "-"


class _Reading(click.ParamType["float | None"]):
    """A number of millimetres between two others; `-` for none, where it may be left out."""

    name = "reading"

    def __init__(self, least: float, most: float, *, optional: bool = False) -> None:
        self._least, self._most, self._optional = least, most, optional

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float | None:
        if value is None or isinstance(value, float):
            return value
        text = str(value).strip().replace("−", "-").replace(",", ".")
        if self._optional and text == _NOT_MEASURED:
            return None
        try:
            length = parse_length(f"{text}mm" if text[-1:].isdigit() else text)
        except ValueError:
            self.fail(f'"{value}" is not a number of millimetres, such as 0.4 or -0.4', param, ctx)
        if not self._least <= length <= self._most:
            self.fail(f"{value} is not from {show(self._least)} to {show(self._most)} mm", param, ctx)
        return length


class _Name(click.ParamType[str]):
    name = "name"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from cardtool.load import is_printer_name

        if is_printer_name(str(value)):
            return str(value)
        self.fail(f'"{value}" cannot be a name: small letters, digits and hyphens, such as home', param, ctx)


READING, SHEET_READING = _Reading(-_MOST, _MOST), _Reading(-_MOST, _MOST, optional=True)
MARGIN, NAME = _Reading(0, _WIDEST_MARGIN, optional=True), _Name()
