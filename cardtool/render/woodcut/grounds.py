"""Every land by its name: what rises behind the figure, and what lies before its feet."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cardtool.render.woodcut.boneyard import bones
from cardtool.render.woodcut.knife import Cut, Frame, hand, printed
from cardtool.render.woodcut.land import Land, Plot
from cardtool.render.woodcut.settled import ruins, village
from cardtool.render.woodcut.waters import sea
from cardtool.render.woodcut.wilds import cave, crags, dunes, plain
from cardtool.render.woodcut.woods import forest, snowfield

__all__ = ["GROUNDS", "Ground", "ground"]

GROUNDS: dict[str, Callable[[Plot], Land]] = {
    "crags": crags,
    "dunes": dunes,
    "forest": forest,
    "snowfield": snowfield,
    "sea": sea,
    "ruins": ruins,
    "plain": plain,
    "village": village,
    "bones": bones,
    "cave": cave,
}


class Ground(NamedTuple):
    """A land ready to print, in two goes: behind the figure, and before its feet."""

    far: list[Cut]
    near: list[Cut]


def ground(name: str, seed: int, *, width: float, horizon: float, bottom: float) -> Ground:
    """The land of this name, from the horizon to the bottom of the face.

    Raises: KeyError for a land nobody has drawn.
    """
    plot = Plot(hand(seed), Frame(0, 0, width, bottom), horizon)
    land = GROUNDS[name](plot)
    return Ground(printed(land.far, plot.frame), printed(land.near, plot.frame))
