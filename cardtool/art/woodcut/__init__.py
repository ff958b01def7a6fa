"""Everything a template can carve with, under one name.

A template draws by calling these as `cut.sky(...)` or `cut.panel(...)`. Lengths are millimetres;
an answer is SVG path data, or a list of cuts (ink and path) to be printed in order; the same seed
always gives the same drawing.
"""

from __future__ import annotations

from cardtool.art.woodcut.lands import ground
from cardtool.art.woodcut.ornaments import (
    blade,
    braid,
    braid_ring,
    burst,
    chop_panel,
    coin,
    flag,
    grain,
    panel,
    rays,
    ribbon,
    rule,
    shield,
)
from cardtool.art.woodcut.polygons import Cut
from cardtool.art.woodcut.silhouettes import extent, ink_in, parted, shade, silhouette, stand
from cardtool.art.woodcut.skies import sky, weather

__all__ = [
    "Cut",
    "blade",
    "braid",
    "braid_ring",
    "burst",
    "chop_panel",
    "coin",
    "extent",
    "flag",
    "grain",
    "ground",
    "ink_in",
    "panel",
    "parted",
    "rays",
    "ribbon",
    "rule",
    "shade",
    "shield",
    "silhouette",
    "sky",
    "stand",
    "weather",
]
