"""The colours of the kinds in a workbook: those their cards are printed in, where the game's theme says so.

Knows the inks of a theme and a palette for kinds it says nothing of. Knows no spreadsheet.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from cardtool.colour import RGB, contrast
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
    return next(
        (
            inks[name]
            for name in _NAMES
            if name in inks and contrast(_levels(inks[name]), _levels(_WHITE)) > _SEEN
        ),
        "",
    )


def _spare(taken: list[str]) -> Iterator[str]:
    """Colours of the palette without end, none that a reader would take for one that is taken."""
    free = [
        each for each in _PALETTE if all(math.dist(_levels(each), _levels(other)) > _ALIKE for other in taken)
    ] or _PALETTE
    while True:
        yield from free


def _ink(band: str) -> Ink:
    letters = max(_WHITE, _BLACK, key=lambda each: contrast(_levels(band), _levels(each)))
    tint = "".join(f"{round(255 - _TINT * (255 - level)):02X}" for level in _levels(band))
    return Ink(band, letters, tint)


def _levels(colour: str) -> RGB:
    return int(colour[:2], 16), int(colour[2:4], 16), int(colour[4:], 16)
