"""Every sky by its name: what lies behind the figure, down to the horizon.

A sky is drawn over the kind's ground colour, round a focus where the figure will stand.
"""

from __future__ import annotations

from collections.abc import Callable

from cardtool.render.woodcut.daylight import dusk, rays_sky, sun
from cardtool.render.woodcut.knife import Cut, Drawing, Frame, hand, printed
from cardtool.render.woodcut.night import aurora, eclipse, moon, stars
from cardtool.render.woodcut.storm import storm
from cardtool.render.woodcut.view import View

__all__ = ["SKIES", "sky"]

SKIES: dict[str, Callable[[View], Drawing]] = {
    "rays": rays_sky,
    "moon": moon,
    "sun": sun,
    "stars": stars,
    "storm": storm,
    "eclipse": eclipse,
    "dusk": dusk,
    "aurora": aurora,
}


def sky(
    name: str, seed: int, *, width: float, horizon: float, x: float, y: float, radius: float
) -> list[Cut]:
    """The sky of this name, from the top of the face to the horizon; the figure is about (x, y).

    Raises: KeyError for a sky nobody has drawn.
    """
    view = View(hand(seed), Frame(0, 0, width, horizon), (x, y), radius)
    return printed(SKIES[name](view), view.frame)
