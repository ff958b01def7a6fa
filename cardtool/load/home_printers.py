"""Calibrated printers: reads, and puts into words, `printers/<name>.yaml` in the user's settings folder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from cardtool.errors import UsageError
from cardtool.geometry import Point
from cardtool.load.document import Document
from cardtool.load.settled import read_settled
from cardtool.model import HomePrinter
from cardtool.project import Project, did_you_mean
from cardtool.units import parse_length, show

__all__ = ["home_printer_file", "home_printer_names", "load_home_printer", "usable_name"]

_FOLDER = "printers"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


def usable_name(name: str) -> bool:
    """Whether a printer can be called so; its file is."""
    return _NAME.fullmatch(name) is not None


def home_printer_names(settings: Path) -> tuple[str, ...]:
    """The names of all calibrated printers, sorted."""
    return tuple(sorted(path.stem for path in (settings / _FOLDER).glob("*.yaml") if usable_name(path.stem)))


def load_home_printer(settings: Path, name: str) -> HomePrinter:
    """Read what was measured of a printer.

    Raises: UsageError when none of this name was calibrated; ProjectError, with a line for each fault,
    when its file cannot be used.
    """
    names = home_printer_names(settings)
    if name not in names:
        known = f"; there are: {', '.join(names)}" if names else ""
        raise UsageError(
            f'no printer "{name}" was calibrated{did_you_mean(name, names)}{known}\n'
            f"run: cardtool calibrate --name {name if usable_name(name) else 'NAME'}"
        )
    path = settings / _FOLDER / f"{name}.yaml"
    kept = Project(settings, sources=(_FOLDER,))
    return _printer(name, read_settled(kept, path, "home-printer.schema.json"))


def home_printer_file(printer: HomePrinter) -> tuple[str, bytes]:
    """The name of a printer's file in the settings folder, and what it holds."""
    lines = ["# Made by cardtool calibrate: how backs are moved to meet their fronts, as seen on them."]
    for way, offset in (("upright", printer.upright), ("sideways", printer.sideways)):
        if offset is not None:
            lines.append(f"{way}: {{right: {show(offset.x)}mm, down: {show(offset.y)}mm}}")
    if printer.margin is not None:
        lines.append(f"margin: {show(printer.margin)}mm")
    if len(lines) == 1:
        lines.append("{}")
    return f"{_FOLDER}/{printer.name}.yaml", "".join(f"{line}\n" for line in lines).encode()


def _printer(name: str, document: Document) -> HomePrinter:
    data: dict[str, Any] = document.data
    margin = data.get("margin")
    return HomePrinter(
        name=name,
        upright=_offset(data.get("upright")),
        sideways=_offset(data.get("sideways")),
        margin=None if margin is None else parse_length(margin),
    )


def _offset(said: dict[str, str] | None) -> Point | None:
    return None if said is None else Point(parse_length(said["right"]), parse_length(said["down"]))
