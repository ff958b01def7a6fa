"""What templates are told of a layout: its spaces as plain data, each with the path of its outline."""

from __future__ import annotations

from typing import Any

from cardtool.geometry import Box
from cardtool.model import Layout, Space


def layout_values(layout: Layout) -> dict[str, Any]:
    """Return a layout as templates see it: `spaces` in order, and each by its id as `space["c4"]`.

    `box` is the smallest box around all of them, `counts` are how many there are of each sort.
    """
    spaces = [_space_values(space) for space in layout.spaces]
    box = Box.hull(space.box for space in layout.spaces)
    return {
        "id": layout.id,
        "title": layout.title,
        "spaces": spaces,
        "space": {space["id"]: space for space in spaces},
        "counts": dict(layout.counts),
        "box": {"left": box.left, "top": box.top, "width": box.width, "height": box.height},
    }


def _space_values(space: Space) -> dict[str, Any]:
    """Return a space; `width` and `height` are those of its outline before it is turned."""
    width, height = space.outline.size
    return {
        "id": space.id,
        "sort": space.sort,
        "number": space.number,
        "column": space.column,
        "row": space.row,
        "x": round(space.centre.x, 3),
        "y": round(space.centre.y, 3),
        "angle": round(space.angle, 3),
        "width": round(width, 3),
        "height": round(height, 3),
        "diameter": round(space.outline.diameter, 3),
        "points": [[round(x, 3), round(y, 3)] for x, y in space.corners],
        "path": space.path,
    }
