"""How a game's faces are inked: colours, lines and fills by name, which templates and stylesheets ask for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["COLOUR_THEME", "Theme"]

COLOUR_THEME = "colour"


@dataclass(frozen=True, slots=True)
class Theme:
    """The design tokens of one theme: inks as (group, name, #rrggbb), lines as (name, mm), and fills, which
    say whether something is filled or drawn in line, as (name, yes or no).
    """

    name: str = COLOUR_THEME
    title: str = ""
    about: str = ""
    inks: tuple[tuple[str, str, str], ...] = ()
    lines: tuple[tuple[str, float], ...] = ()
    fills: tuple[tuple[str, bool], ...] = ()

    @property
    def suffix(self) -> str:
        """What the names of files in this theme end with; nothing for the usual one."""
        return "" if self.name == COLOUR_THEME else f"-{self.name}"

    def told(self) -> dict[str, Any]:
        """The theme as templates see it: `theme.inks.hero.deep`, `theme.lines.frame`, `theme.fills.mass`."""
        inks: dict[str, dict[str, str]] = {}
        for group, name, colour in self.inks:
            inks.setdefault(group, {})[name] = colour
        return {"name": self.name, "inks": inks, "lines": dict(self.lines), "fills": dict(self.fills)}

    def variables(self) -> dict[str, str]:
        """The theme as stylesheets see it: `--hero-deep`, `--line-frame`."""
        inks = {f"--{group}-{name}": colour for group, name, colour in self.inks}
        return inks | {f"--line-{name}": f"{width:g}mm" for name, width in self.lines}
