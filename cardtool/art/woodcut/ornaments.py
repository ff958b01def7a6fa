"""What carries words, numbers and signs: panels, banners and boards, coins, blades and shields; interlace.

Interlace is two strands plaited along a line or round a ring, as carved on ships and stones.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from cardtool.art.woodcut.polygons import (
    COLOUR,
    INK,
    PAPER,
    Cut,
    Frame,
    Point,
    Points,
    along,
    arc,
    ball,
    chops,
    clip,
    gouge,
    grown,
    hand,
    moved,
    outline,
    polar,
    printed,
    spread,
)


def panel(seed: int, *, left: float, top: float, width: float, height: float, depth: float = 0.7) -> str:
    """Return a sheet of paper with four torn edges, the upper one torn deepest."""
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
    """Return a sheet that runs off the card, its upper edge one slanting blow of the axe."""
    h = hand(seed)
    edge = chops(h, (left, top_left), (right, top_right), depth, 4.2)
    return outline([*edge, (right, bottom), (left, bottom)])


def flag(seed: int, *, left: float, top: float, width: float, height: float) -> str:
    """Return a label: level above and below, chopped off at a slant on the right."""
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
    """Return a banner: a band between two forked tails that hang a little lower, edged with bare paper."""
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
    """Return one end of a banner, from behind its band at `x` to a fork `reach` further on."""
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
    """Return a small carved rule: two strokes that taper away from a lozenge."""
    h, half = hand(seed), width / 2
    middle = [(x, y - 0.6), (x + 0.75, y), (x, y + 0.6), (x - 0.75, y)]
    arms = [gouge(h, (x + s * 1.3, y), (x + s * half, y + h.uniform(-0.1, 0.1)), 0.42, 0.15) for s in (-1, 1)]
    return outline(middle) + "".join(map(outline, arms))


def coin(seed: int, *, x: float, y: float, radius: float) -> list[Cut]:
    """Return a struck coin: a shadow off register, a notched rim, a ring of beads, a clear middle."""
    disc = ball(hand(seed), (x, y), radius * 1.05, 40, 0.006)
    rim = [polar(x, y, math.tau * i / 56, radius * (1.0 if i % 4 < 2 else 0.955)) for i in range(56)]
    bead = ((0.18, 0.86), (0.5, 0.88), (0.82, 0.86), (0.5, 0.79))
    beads = [[polar(x, y, math.tau * (i + turn) / 26, radius * out) for turn, out in bead] for i in range(26)]
    glints = [arc((x, y), radius * 0.73, start, start + 1.1, 0.4) for start in (0.4, 3.6)]
    return printed([*_dropped(disc), (PAPER, [rim]), (INK, beads), (COLOUR, glints)])


def blade(seed: int, *, x: float, y: float, width: float, height: float) -> list[Cut]:
    """Return a lozenge forged as a blade: a nicked edge, a bevel of fine strokes, a bright face, a shadow."""
    h = hand(seed)
    corners = [(x, y - height / 2), (x + width / 2, y), (x, y + height / 2), (x - width / 2, y)]
    sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    edge = [point for start, end in sides for point in chops(h, start, end, 0.22, 3.2)[:-1]]
    places = [along(start, end, t) for start, end in sides for t in spread(h, 0.08, 0.95, 0.085, 0.3)]
    bevel = [gouge(h, place, along(place, (x, y), 0.16), 0.32, 0.3) for place in places]
    return printed([*_dropped(grown(corners, 1.5)), (PAPER, [edge]), (INK, bevel)])


def burst(seed: int, *, x: float, y: float, radius: float, points: int = 11) -> list[Cut]:
    """Return a jagged star, as a blow or a curse is drawn, with its shadow."""
    h = hand(seed)
    turn = h.uniform(0, math.tau)
    reach = [radius * (h.uniform(0.68, 0.76) if i % 2 else h.uniform(0.95, 1.1)) for i in range(points * 2)]
    star = [polar(x, y, turn + math.pi * i / points, out) for i, out in enumerate(reach)]
    wider = [out + (0.55 if i % 2 else 1.25) for i, out in enumerate(reach)]
    edge = [polar(x, y, turn + math.pi * i / points, out) for i, out in enumerate(wider)]
    return printed([*_dropped(edge), (PAPER, [star])])


def shield(seed: int, *, x: float, y: float, width: float, height: float) -> list[Cut]:
    """Return a shield with a dipped top and a pointed foot, its edge ticked like a stitched rim."""
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
    """Return a black edge, and its shadow a little off register."""
    return [(INK, [moved(shape, 0.55, 0.65), shape])]


_STEPS = 6  # points between one crossing and the next

Strand = Callable[[float], Point]  # place along the plait, in crossings, to a point


class _Yarn(NamedTuple):
    """What a plait is made of: the width of a strand, its ink, and the width of its outline."""

    band: float
    ink: str
    edge: float


def braid(
    *,
    left: float,
    top: float,
    right: float,
    bottom: float,
    crossings: int,
    band: float,
    ink: str = PAPER,
    edge: float = 0.35,
) -> list[Cut]:
    """Return a plait that fills a box along its longer side, its strands `band` wide, outlined by `edge`."""
    upright = bottom - top > right - left
    middle, sway = ((left + right) / 2, right - left) if upright else ((top + bottom) / 2, bottom - top)
    sway = (sway - band) / 2 - edge

    def place(sign: int) -> Strand:
        def at(t: float) -> Point:
            across = middle + sign * sway * math.sin(math.pi * t)
            along = (
                (top + (bottom - top) * t / crossings) if upright else (left + (right - left) * t / crossings)
            )
            return (across, along) if upright else (along, across)

        return at

    return _plait((place(1), place(-1)), crossings, _Yarn(band, ink, edge), closed=False)


def braid_ring(
    *,
    x: float,
    y: float,
    radius: float,
    sway: float,
    crossings: int,
    band: float,
    ink: str = PAPER,
    edge: float = 0.35,
) -> list[Cut]:
    """Return a plait closed into a ring; with crossings divisible by four it looks the same upside down."""

    def place(sign: int) -> Strand:
        return lambda t: polar(x, y, math.tau * t / crossings, radius + sign * sway * math.sin(math.pi * t))

    return _plait((place(1), place(-1)), crossings, _Yarn(band, ink, edge), closed=True)


def _plait(strands: tuple[Strand, Strand], crossings: int, yarn: _Yarn, closed: bool) -> list[Cut]:
    """Both strands whole, then at every crossing the one that runs above once more."""
    wide = yarn.band + 2 * yarn.edge
    edges = [piece for strand in strands for piece in _ribbon(strand, 0, crossings, wide, closed)]
    bands = [piece for strand in strands for piece in _ribbon(strand, 0, crossings, yarn.band, closed)]
    below, above = [], []
    for crossing in range(0 if closed else 1, crossings):
        upper = strands[crossing % 2]
        below += _ribbon(upper, crossing - 0.36, crossing + 0.36, wide, False)
        above += _ribbon(upper, crossing - 0.42, crossing + 0.42, yarn.band, False)
    drawing = [(INK, edges), (yarn.ink, bands), (INK, below), (yarn.ink, above)]
    return printed(drawing)


def _ribbon(strand: Strand, start: float, end: float, width: float, closed: bool) -> list[Points]:
    """Return a strand between two places as short overlapping pieces, so that a closed one needs no hole."""
    count = max(4, round((end - start) * _STEPS))
    places = [start + (end - start) * i / count for i in range(count + 1)]
    sides = [_sides(strand, t, width) for t in places]
    pieces: list[Points] = []
    size = _STEPS if closed else count
    for first in range(0, count, size):
        part = sides[first : first + size + 1]
        pieces.append([left for left, _ in part] + [right for _, right in reversed(part)])
    return pieces


def _sides(strand: Strand, t: float, width: float) -> tuple[Point, Point]:
    """Return the two edges of a strand at one place."""
    (x, y), (x0, y0), (x1, y1) = strand(t), strand(t - 0.02), strand(t + 0.02)
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    nx, ny = (y0 - y1) / length * width / 2, (x1 - x0) / length * width / 2
    return (x + nx, y + ny), (x - nx, y - ny)
