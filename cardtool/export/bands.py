"""The colours of the kinds in a workbook: those their cards are printed in, where the game's theme says so.

Knows the inks of a theme and a palette for kinds it says nothing of. Knows no spreadsheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardtool.model import Game, Kind

__all__ = ["Ink", "inks_of"]


class Ink(NamedTuple):
    """The colours of one kind, as RRGGBB: its band, the letters on it, and the tint of every other row."""

    band: str
    letters: str
    tint: str


_PALETTE = ("8C2230", "8A5F10", "1E5E63", "33407A", "6A2E66", "4A6224", "9A4418", "44505C")
_NAMES = ("colour", "deep", "ground")  # what a theme may call the ink that a kind is known by
_WHITE, _BLACK = "FFFFFF", "111111"
_SEEN = 1.3  # the least contrast of a band with the white sheet it stands on
_ALIKE = 60  # of 442, the way from black to white: colours that are nearer are taken for one another
_TINT = 0.07


def inks_of(game: Game) -> tuple[Ink, ...]:
    """The colours of the game's kinds, in its order; a palette stands in, from its beginning again after its
    end, where the theme has none for a kind.
    """
    own = [_own(kind, game) for kind in game.kinds]
    spare = _spare([band for band in own if band])
    return tuple(_ink(band or next(spare)) for band in own)


def _own(kind: Kind, game: Game) -> str:
    """The ink that the theme has for a kind and that can be seen on white; empty where it has none."""
    group = kind.id.replace("-", "").replace("_", "")  # names of inks are letters and digits alone
    inks = {name: colour[1:].upper() for owner, name, colour in game.theme.inks if owner == group}
    return next((inks[name] for name in _NAMES if name in inks and _contrast(inks[name], _WHITE) > _SEEN), "")


def _spare(taken: list[str]) -> Iterator[str]:
    """Colours of the palette without end, none that a reader would take for one that is taken."""
    free = [each for each in _PALETTE if all(_apart(each, other) > _ALIKE for other in taken)] or _PALETTE
    while True:
        yield from free


def _ink(band: str) -> Ink:
    letters = max(_WHITE, _BLACK, key=lambda each: _contrast(band, each))
    tint = "".join(f"{round(255 - _TINT * (255 - level)):02X}" for level in _levels(band))
    return Ink(band, letters, tint)


def _levels(colour: str) -> tuple[int, int, int]:
    return int(colour[:2], 16), int(colour[2:4], 16), int(colour[4:], 16)


def _apart(one: str, other: str) -> float:
    pairs = zip(_levels(one), _levels(other), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def _contrast(one: str, other: str) -> float:
    """How well one is told from the other, 1 to 21: WCAG 2.2, contrast ratio."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    """Relative luminance, 0 to 1: WCAG 2.2."""
    shares = (level / 255 for level in _levels(colour))
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
