"""What carries a number or a sign: coins, blades, bursts and shields."""

from __future__ import annotations

import math

from cardtool.render.woodcut.knife import COLOUR, INK, PAPER, Cut, Points, hand, printed
from cardtool.render.woodcut.strokes import along, arc, ball, chops, gouge, grown, moved, polar, spread

__all__ = ["blade", "burst", "coin", "shield"]


def coin(seed: int, *, x: float, y: float, radius: float) -> list[Cut]:
    """A struck coin: a shadow off register, a notched rim, a ring of beads, a clear middle."""
    disc = ball(hand(seed), (x, y), radius * 1.05, 40, 0.006)
    rim = [polar(x, y, math.tau * i / 56, radius * (1.0 if i % 4 < 2 else 0.955)) for i in range(56)]
    bead = ((0.18, 0.86), (0.5, 0.88), (0.82, 0.86), (0.5, 0.79))
    beads = [[polar(x, y, math.tau * (i + turn) / 26, radius * out) for turn, out in bead] for i in range(26)]
    glints = [arc((x, y), radius * 0.73, start, start + 1.1, 0.4) for start in (0.4, 3.6)]
    return printed([*_dropped(disc), (PAPER, [rim]), (INK, beads), (COLOUR, glints)])


def blade(seed: int, *, x: float, y: float, width: float, height: float) -> list[Cut]:
    """A lozenge forged as a blade: a nicked edge, a bevel of fine strokes, a bright face, a shadow."""
    h = hand(seed)
    corners = [(x, y - height / 2), (x + width / 2, y), (x, y + height / 2), (x - width / 2, y)]
    sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    edge = [point for start, end in sides for point in chops(h, start, end, 0.22, 3.2)[:-1]]
    places = [along(start, end, t) for start, end in sides for t in spread(h, 0.08, 0.95, 0.085, 0.3)]
    bevel = [gouge(h, place, along(place, (x, y), 0.16), 0.32, 0.3) for place in places]
    return printed([*_dropped(grown(corners, 1.5)), (PAPER, [edge]), (INK, bevel)])


def burst(seed: int, *, x: float, y: float, radius: float, points: int = 11) -> list[Cut]:
    """A jagged star, as a blow or a curse is drawn, with its shadow."""
    h = hand(seed)
    turn = h.uniform(0, math.tau)
    reach = [radius * (h.uniform(0.68, 0.76) if i % 2 else h.uniform(0.95, 1.1)) for i in range(points * 2)]
    star = [polar(x, y, turn + math.pi * i / points, out) for i, out in enumerate(reach)]
    wider = [out + (0.55 if i % 2 else 1.25) for i, out in enumerate(reach)]
    edge = [polar(x, y, turn + math.pi * i / points, out) for i, out in enumerate(wider)]
    return printed([*_dropped(edge), (PAPER, [star])])


def shield(seed: int, *, x: float, y: float, width: float, height: float) -> list[Cut]:
    """A shield with a dipped top and a pointed foot, its edge ticked like a stitched rim."""
    h = hand(seed)
    half, top = width / 2, y - height / 2
    curve = [(math.cos(t) ** 0.8, 0.3 + 0.7 * math.sin(t)) for t in (0.3, 0.6, 0.9, 1.2, 1.4)]
    right = [(x + half * out, top + height * down) for out, down in ((1.0, 0.0), (1.0, 0.3), *curve)]
    face = [
        (x, top + height * 0.07),
        *right,
        (x, top + height),
        *((2 * x - px, py) for px, py in reversed(right)),
    ]
    ticks = []
    for start, end in zip(face, [*face[1:], face[0]], strict=True):
        for t in spread(h, 0.1, 1.0, 0.9 / max(1.0, math.dist(start, end)), 0.2):
            place = along(start, end, t)
            ticks.append(gouge(h, place, along(place, (x, y), 0.15), 0.42, 0.2))
    return printed([*_dropped(grown(face, 1.1)), (PAPER, [face]), (INK, ticks)])


def _dropped(shape: Points) -> list[tuple[str, list[Points]]]:
    """A black edge, and its shadow a little off register."""
    return [(INK, [moved(shape, 0.55, 0.65), shape])]
