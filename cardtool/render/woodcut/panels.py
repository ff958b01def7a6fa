"""What carries words on a woodcut: torn panels, labels, banners, boards and rules."""

from __future__ import annotations

import math

from cardtool.render.woodcut.knife import COLOUR, INK, PAPER, Cut, Frame, Points, clip, hand, outline, printed
from cardtool.render.woodcut.strokes import chops, gouge, polar, spread

__all__ = ["chop_panel", "flag", "grain", "panel", "rays", "ribbon", "rule"]


def panel(seed: int, *, left: float, top: float, width: float, height: float, depth: float = 0.7) -> str:
    """A sheet of paper with four torn edges, the upper one torn deepest."""
    h, right, bottom = hand(seed), left + width, top + height
    edges = (
        chops(h, (left, top), (right, top), depth),
        chops(h, (right, top), (right, bottom), depth * 0.45, 3.4),
        chops(h, (right, bottom), (left, bottom), depth * 0.6, 3.0),
        chops(h, (left, bottom), (left, top), depth * 0.45, 3.4),
    )
    return outline([point for edge in edges for point in edge[:-1]])


def chop_panel(
    seed: int,
    *,
    left: float,
    right: float,
    top_left: float,
    top_right: float,
    bottom: float,
    depth: float = 0.5,
) -> str:
    """A sheet that runs off the card, its upper edge one slanting blow of the axe."""
    h = hand(seed)
    edge = chops(h, (left, top_left), (right, top_right), depth, 4.2)
    return outline([*edge, (right, bottom), (left, bottom)])


def flag(seed: int, *, left: float, top: float, width: float, height: float) -> str:
    """A label: level above and below, chopped off at a slant on the right."""
    h = hand(seed)
    right, bottom = left + width, top + height
    end = [
        (right, top + 0.1),
        (right - height * 0.2, top + height * h.uniform(0.4, 0.5)),
        (right - 0.1, top + height * 0.62),
    ]
    return outline(
        [(left, top), *end, (right - height * 0.36, bottom), (left, bottom + h.uniform(-0.1, 0.1))]
    )


def ribbon(seed: int, *, left: float, right: float, top: float, height: float, tail: float) -> list[Cut]:
    """A banner: a band between two forked tails that hang a little lower, edged with bare paper."""
    h, bottom, drop = hand(seed), top + height, 2.0
    band = [*chops(h, (left, top), (right, top), 0.3, 4), *chops(h, (right, bottom), (left, bottom), 0.3, 4)]
    tails = [_tail(x, top + drop, height, way * tail) for x, way in ((left, -1), (right, 1))]
    edges = [
        _tail(x + way * 0.8, top + drop - 0.55, height + 1.1, way * tail)
        for x, way in ((left, -1), (right, 1))
    ]
    edges.append(
        [
            (left - 0.55, top - 0.55),
            (right + 0.55, top - 0.55),
            (right + 0.55, bottom + 0.55),
            (left - 0.55, bottom + 0.55),
        ]
    )
    folds = [
        [(x, bottom + 0.5), (x - way * 2.6, bottom + 0.5), (x - way * 2.6, bottom + drop)]
        for x, way in ((left, -1), (right, 1))
    ]
    lines = [
        gouge(
            h, (left + h.uniform(0.6, 3), y), (right - h.uniform(0.6, 3), y + h.uniform(-0.1, 0.1)), 0.42, 0.5
        )
        for y in (top + 0.75, bottom - 0.75)
    ]
    return printed(
        [
            (PAPER, edges[:2]),
            (INK, tails),
            (COLOUR, folds),
            (PAPER, edges[2:]),
            (INK, [band]),
            (COLOUR, lines),
        ]
    )


def _tail(x: float, top: float, height: float, reach: float) -> Points:
    """One end of a banner, from behind its band at `x` to a fork `reach` further on."""
    inner, end, bottom = x - math.copysign(2.6, reach), x + reach, top + height
    fork = (end - math.copysign(height * 0.3, reach), top + height / 2)
    return [(inner, top), (end, top), fork, (end, bottom), (inner, bottom)]


def grain(seed: int, *, left: float, top: float, right: float, bottom: float, clear: float) -> str:
    """Wood grain at both ends of a board: strokes that run in from the ends and leave the middle clear."""
    h = hand(seed)
    frame = Frame(left, top, right, bottom)
    strokes: list[Points] = []
    for y in spread(h, top + 0.7, bottom - 0.4, 0.95, 0.3):
        for end, inwards in ((left, 1), (right, -1)):
            reach = clear * h.uniform(0.35, 1.0)
            strokes.append(
                gouge(h, (end - inwards, y), (end + inwards * reach, y + h.uniform(-0.3, 0.3)), 0.34, 0.25)
            )
    return "".join(outline(clip(shape, frame)) for shape in strokes)


def rays(
    seed: int, *, x: float, y: float, inner: float, outer: float, count: int, share: float = 0.45
) -> str:
    """Uneven wedges round a point that look the same upside down; `share` of the circle is cut."""
    h = hand(seed)
    wedges: list[Points] = []
    for angle in spread(h, 0.02, math.pi - 0.02, math.pi / count, 0.3):
        near, half = inner * h.uniform(1, 1.25), math.pi / count * share * h.uniform(0.25, 0.65)
        for turn in (angle, angle + math.pi):
            wedges.append(
                [polar(x, y, turn, near), polar(x, y, turn + half, outer), polar(x, y, turn - half, outer)]
            )
    frame = Frame(0, 0, 2 * x, 2 * y)
    return "".join(outline(clip(shape, frame)) for shape in wedges)


def rule(seed: int, *, x: float, y: float, width: float) -> str:
    """A small carved rule: two strokes that taper away from a lozenge."""
    h, half = hand(seed), width / 2
    middle = [(x, y - 0.6), (x + 0.75, y), (x, y + 0.6), (x - 0.75, y)]
    arms = [gouge(h, (x + s * 1.3, y), (x + s * half, y + h.uniform(-0.1, 0.1)), 0.42, 0.15) for s in (-1, 1)]
    return outline(middle) + "".join(map(outline, arms))
