"""Nets: pieces that are printed flat, cut, folded and glued: standees and dice. Lengths are millimetres.

A net is one face of one piece. On it stand the faces that are seen when it is folded, each drawn by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardtool.geometry import Box, Point, Sides, Size
from cardtool.model.dieline import Fold, Outline, Shape, Vertex

_TAB_SHARE, _DEEPEST_TAB = 0.35, 8.0  # of the edge of a die; mm
_TAB_SLANT = 0.6  # of its depth, by which a tab is shorter at each end
_NO_BLEED = Sides.all(0.0)


@dataclass(frozen=True, slots=True)
class NetPart:
    """A face on a net: its place, drawn after so many degrees of `turn`, clockwise, or `mirrored`.

    `bleed` says on which sides it may go on beyond its edge: where the net is cut, and not folded. `side` is
    its number, from 1; `is_back` says that it is the kind's back.
    """

    id: str
    template: str
    box: Box
    side: int
    turn: int = 0
    mirrored: bool = False
    is_back: bool = False
    bleed: Sides = _NO_BLEED


@dataclass(frozen=True, slots=True)
class Net:
    """A flat piece: its size, what is cut and folded, its faces, and the room it takes when it stands."""

    size: Size
    outline: Outline
    parts: tuple[NetPart, ...]
    footprint: Size


def standee_net(face: Size, foot: float, bleed: float, front: str, back: str = "") -> Net:
    """Return the strip that stands up when it is folded: foot, back on its head, front, foot.

    `front` and `back` are the templates; without one of its own, the back is the front seen from behind. Both
    feet are bent outwards, or pushed together into a stand. Without a foot the whole of it is pushed in.
    """
    whole = Size(face.width, 2 * (face.height + foot))
    folds = tuple(
        Fold(Point(-face.width / 2, y), Point(face.width / 2, y))
        for y in ((-face.height, 0.0, face.height) if foot else (0.0,))
    )
    end = 0.0 if foot else bleed
    upper_open = Sides(left=bleed, top=end, right=bleed, bottom=0)
    lower_open = Sides(left=bleed, top=0, right=bleed, bottom=end)
    upper, lower = Box(0, foot, *face), Box(0, foot + face.height, *face)
    behind = NetPart("back", back or front, upper, 2, 180, not back, bool(back), upper_open)
    ahead = NetPart("front", front, lower, 1, bleed=lower_open)
    return Net(whole, Outline(folds=folds), (behind, ahead), Size(face.width, foot))


def die_net(edge: float, bleed: float, template: str) -> Net:
    """Return the cross of six squares with tabs that folds up to a die; opposite sides come to seven.

    In the middle row lie sides 5, 1, 2 and 6, above the 1 lies the 3 and below it the 4.
    """
    tab = min(_TAB_SHARE * edge, _DEEPEST_TAB)
    whole = Size(4 * edge + tab, 3 * edge + 2 * tab)
    middle = tab + edge
    squares = {5: (0, 0), 1: (1, 0), 2: (2, 0), 6: (3, 0), 3: (1, -1), 4: (1, 1)}
    parts = tuple(
        NetPart(
            str(side),
            template,
            Box(column * edge, middle + row * edge, edge, edge),
            side,
            bleed=_open_sides(side, bleed),
        )
        for side, (column, row) in sorted(squares.items())
    )
    corners = [Vertex(Point(x - whole.width / 2, y - whole.height / 2)) for x, y in _die_corners(edge, tab)]
    folds = tuple(_centred_fold(*line, whole) for line in _die_folds(edge, tab))
    return Net(whole, Outline(Shape.PATH, path=tuple(corners), folds=folds), parts, Size(edge, edge))


def _open_sides(side: int, bleed: float) -> Sides:
    """Return where the side of a die ends at a cut: elsewhere it goes on in another, or in a tab."""
    ends = bleed if side in (2, 5, 6) else 0.0
    return Sides(left=bleed if side == 5 else 0.0, top=ends, right=0.0, bottom=ends)


def _die_corners(edge: float, tab: float) -> Iterator[tuple[float, float]]:
    """Yield the corners of the cross and its seven tabs, clockwise from the left end of the middle row."""
    slant, a, t = _TAB_SLANT * tab, edge, tab
    top, upper, lower, foot = t, t + a, t + 2 * a, t + 3 * a
    yield from ((0, upper), (a, upper))
    yield from ((a - t, upper - slant), (a - t, top + slant), (a, top))
    yield from ((a + slant, 0), (2 * a - slant, 0), (2 * a, top))
    yield from ((2 * a + t, top + slant), (2 * a + t, upper - slant), (2 * a, upper))
    yield (4 * a, upper)
    yield from ((4 * a + t, upper + slant), (4 * a + t, lower - slant), (4 * a, lower))
    yield (2 * a, lower)
    yield from ((2 * a + t, lower + slant), (2 * a + t, foot - slant), (2 * a, foot))
    yield from ((2 * a - slant, foot + t), (a + slant, foot + t), (a, foot))
    yield from ((a - t, foot - slant), (a - t, lower + slant), (a, lower))
    yield (0, lower)


def _die_folds(edge: float, tab: float) -> Iterator[tuple[float, float, float, float]]:
    """Yield each fold: between squares, and at the foot of each tab."""
    a, top, upper, lower, foot = edge, tab, tab + edge, tab + 2 * edge, tab + 3 * edge
    for column in (1, 2, 3, 4):
        yield column * a, upper, column * a, lower
    for y in (top, upper, lower, foot):
        yield a, y, 2 * a, y
    for x in (a, 2 * a):
        yield x, top, x, upper
        yield x, lower, x, foot


def _centred_fold(x: float, y: float, to_x: float, to_y: float, whole: Size) -> Fold:
    by = Point(-whole.width / 2, -whole.height / 2)
    return Fold(Point(x, y).moved(by), Point(to_x, to_y).moved(by))
