"""What texts of a certain sort must be: lengths and days that exist, icons and files that are there.

These are the `format`s of our JSON Schemas. Each knows which rule a bad text breaks, and what to say.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cardtool.finding import Rule
from cardtool.load.assets import art_of, templates_of
from cardtool.load.rules import ASSET, ICON, SCHEMA
from cardtool.load.words import short
from cardtool.project import Project, did_you_mean, nearest
from cardtool.units import parse_length, show

__all__ = ["FORMATS", "LENGTHS", "Format", "formats"]

# Least and most, in millimetres. A card under 5 mm cannot be cut, one over 1 m printed by nobody
# we know; paper ends with the largest PDF page of 14,400 points (ISO 32000-2, annex C).
# An offset of more than a centimetre is no longer one of a printer that feeds askew.
_LENGTHS = {"length": (0, 1000), "card-size": (5, 1000), "paper-size": (20, 5080), "offset": (-10, 10)}

_LONGEST_DATE = 10

LENGTHS = frozenset(_LENGTHS)
FORMATS = frozenset({*_LENGTHS, "date", "icon", "art", "template"})


@dataclass(frozen=True, slots=True)
class Format:
    """One sort of text. `fault` says what is wrong with a text, with an empty answer for a good one."""

    rule: Rule
    fault: Callable[[str], str]

    def accepts(self, text: str) -> bool:
        """Whether there is nothing wrong with this text."""
        return not self.fault(text)


def formats(project: Project, game: str | None = None) -> Mapping[str, Format]:
    """The formats of a project: its icons and, for the files of a game, that game's art and templates."""
    icons = project.names_in("templates/icons", ".svg")
    art = art_of(project, game) if game else frozenset()
    templates = templates_of(project, game) if game else frozenset()
    return {
        **{name: Format(SCHEMA, _length(*bounds)) for name, bounds in _LENGTHS.items()},
        "date": Format(SCHEMA, _date),
        "icon": Format(ICON, _one_of("there is no icon {}", icons)),
        "art": Format(ASSET, _one_of(f"there is no file {{}} in cards/{game}/art", art)),
        "template": Format(ASSET, _template(project, game, templates)),
    }


def _length(least: float, most: float) -> Callable[[str], str]:
    def fault(text: str) -> str:
        try:
            length = parse_length(text)
        except ValueError as error:
            return str(error)
        if least <= length <= most:
            return ""
        return f"{text} is not from {show(least)} to {show(most)} mm"

    return fault


def _date(text: str) -> str:
    try:
        date = datetime.date.fromisoformat(text[:_LONGEST_DATE])
    except ValueError:
        date = None
    return "" if date and date.isoformat() == text else f"{short(text)} is not a day, such as 2025-01-21"


def _template(project: Project, game: str | None, names: frozenset[str]) -> Callable[[str], str]:
    """One of these; where the game has no folder of templates at all, that is what is said."""
    folders = project.root / "templates"
    if game is None or (folders / game).is_dir():
        return _one_of("there is no template {}", names)
    others = {path.name for path in folders.glob("*") if path.is_dir()} - {*project.games()}
    near = nearest(game, others)
    advice = f"rename templates/{near}, if that is it" if near else "make it"
    missing = f"as there is no folder templates/{game}; {advice}"
    return lambda text: "" if text in names else f"there is no template {short(text)}, {missing}"


def _one_of(missing: str, names: frozenset[str]) -> Callable[[str], str]:
    def fault(text: str) -> str:
        return "" if text in names else missing.replace("{}", short(text)) + did_you_mean(text, names)

    return fault
