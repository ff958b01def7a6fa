"""Wedges: pieces of a ring, as game.yaml declares them with `across`, `inner` and `angle`.

A wedge is cut between two circles about one middle, and its own middle points upwards. Lengths are
millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from cardtool.geometry import Point, Size
from cardtool.model import ClosedPath, Vertex
from cardtool.units import parse_length

WEDGE = "wedge"
_KEYS = ("inner", "angle")

Problem = tuple[str, str, str | None]
"""A key of the kind, a sentence, and what to do."""


def is_wedge(said: Mapping[str, Any]) -> bool:
    """Return whether a declaration is of a wedge."""
    return said.get("shape") == WEDGE and "path" not in said


def wedge_faults(said: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is wrong between the keys that say how large a wedge is, or what only a wedge has."""
    if not is_wedge(said):
        for key in (key for key in _KEYS if key in said):
            yield key, f"{key} is for wedges", f"remove {key}, or add shape: wedge"
        return
    for key in ("width", "height", "lying", "corner"):
        if key in said:
            yield key, f"a wedge has no {key} of its own", "give across, inner and angle"
            return
    if missing := [key for key in ("across", "angle") if key not in said]:
        message = f"nothing says how large the wedge is: {' and '.join(missing)} missing"
        yield "", message, "add across: 200mm, and angle: 60 for six to a ring"
    elif _radii(said)[1] >= _radii(said)[0]:
        yield "inner", "the inner circle is no smaller than the outer one, which is across", "make it smaller"


def wedge_size(said: Mapping[str, Any]) -> Size:
    """Return the box around a sound wedge."""
    (outer, inner), half = _radii(said), math.radians(said["angle"]) / 2
    return Size(round(2 * outer * math.sin(half), 6), round(outer - inner * math.cos(half), 6))


def wedge_path(said: Mapping[str, Any]) -> ClosedPath:
    """Return the cut of a sound wedge, clockwise, from the middle of the box around it."""
    (outer, inner), half = _radii(said), math.radians(said["angle"]) / 2
    bulge = math.tan(half / 2)
    ends = [
        (Vertex(_on_circle(outer, -half), bulge), Vertex(_on_circle(outer, half))),
        (Vertex(_on_circle(inner, half), -bulge), Vertex(_on_circle(inner, -half))),
    ]
    corners = (*ends[0], *ends[1]) if inner else (*ends[0], Vertex(Point(0.0, 0.0)))
    up = Point(0.0, outer - wedge_size(said).height / 2)
    return tuple(Vertex(corner.point.moved(up), corner.bulge) for corner in corners)


def _radii(said: Mapping[str, Any]) -> tuple[float, float]:
    return parse_length(said["across"]) / 2, parse_length(said.get("inner", "0mm")) / 2


def _on_circle(radius: float, angle: float) -> Point:
    """Return a point of a circle about the middle of the ring; the angle runs clockwise from the top."""
    return Point(radius * math.sin(angle), -radius * math.cos(angle))
