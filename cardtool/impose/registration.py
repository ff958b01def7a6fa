"""The marks by which a cutting machine finds a sheet, and what must stay free around them. Arithmetic only.

Marks stand on the side that is scanned, which is the one that is cut: the fronts. An angle's corner is
its outer one; a sheet with three marks has none in its lower right corner, so that the machine can tell
which way round it lies.
"""

from __future__ import annotations

from cardtool.geometry import Axis, Box, Size
from cardtool.model import Cutter, Registration

__all__ = ["keep_out", "registration_marks"]


def registration_marks(cutter: Cutter, paper: Size) -> tuple[Box, ...]:
    """The marks as filled boxes, two to an angle."""
    if cutter.registration is Registration.NONE:
        return ()
    angle = _angle(cutter)
    right = tuple(box.mirrored(Axis.VERTICAL, paper.width / 2) for box in angle)
    foot = tuple(box.mirrored(Axis.HORIZONTAL, paper.height / 2) for box in angle)
    if cutter.registration is Registration.THREE:
        return (Box(cutter.inset, cutter.inset, cutter.square, cutter.square), *right, *foot)
    opposite = tuple(box.mirrored(Axis.HORIZONTAL, paper.height / 2) for box in right)
    return (*angle, *right, *foot, *opposite)


def keep_out(cutter: Cutter | None, paper: Size) -> tuple[Box, ...]:
    """The corners of the paper in which nothing else may be printed; none where there are no marks."""
    reach = cutter.reach if cutter else 0.0
    if cutter is None or not reach:
        return ()
    left, right, foot = 0.0, paper.width - reach, paper.height - reach
    corners = [(left, 0.0), (right, 0.0), (left, foot)]
    if cutter.registration is Registration.FOUR:
        corners.append((right, foot))
    return tuple(Box(x, y, reach, reach) for x, y in corners)


def _angle(cutter: Cutter) -> tuple[Box, Box]:
    """The angle in the upper left corner: its level arm and its upright one."""
    at, arm, thick = cutter.inset, cutter.arm, cutter.thickness
    return Box(at, at, arm, thick), Box(at, at + thick, thick, arm - thick)
