"""What the parts of an icon are painted with."""

from __future__ import annotations

from dataclasses import dataclass

from cardtool.colour import RGB, hex_colour

_PAPER = 250  # of 255, in red, green and blue: nothing that is printed


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour; None for that of the text around. A `gradient` is drawn in the colour of the text only."""

    colour: RGB | None
    opacity: float = 1.0
    gradient: bool = False

    @property
    def is_paper(self) -> bool:
        """Whether it is white, the colour of the paper."""
        return self.colour is not None and min(self.colour) >= _PAPER and not self.gradient

    @property
    def hex(self) -> str:
        """The colour as a stylesheet writes it; empty for that of the text around."""
        return hex_colour(self.colour) if self.colour else ""


def read_paint(written: str, around: str) -> Paint | None:
    """Return a colour; None where nothing is painted. `around` is the `color` of what it is in.

    Raises: ValueError.
    """
    from tinycss2.color3 import parse_color

    word = written.strip()
    if word in ("none", "transparent"):
        return None
    if word.lower() == "currentcolor":
        return read_paint(around, "") if around and around.lower() != "currentcolor" else Paint(None)
    if word in ("context-fill", "context-stroke"):
        return Paint(None)
    colour = parse_color(word)
    if colour is None:
        raise ValueError(f'"{word[:40]}" is no colour')
    red, green, blue = (round(max(0.0, min(1.0, part)) * 255) for part in colour[:3])
    return Paint((red, green, blue), max(0.0, min(1.0, colour.alpha))) if colour.alpha > 0 else None
