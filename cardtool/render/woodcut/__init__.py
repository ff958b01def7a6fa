"""Everything a template can carve with, under one name.

A template draws by calling these as `cut.sky(...)` or `cut.panel(...)`. Lengths are millimetres;
an answer is SVG path data, or a list of cuts (ink and path) to be printed in order; the same seed
always gives the same drawing.
"""

from __future__ import annotations

from cardtool.render.woodcut.badges import blade, burst, coin, shield
from cardtool.render.woodcut.grounds import ground
from cardtool.render.woodcut.knife import Cut
from cardtool.render.woodcut.knots import braid, braid_ring
from cardtool.render.woodcut.outline import extent, silhouette, stand
from cardtool.render.woodcut.panels import chop_panel, flag, grain, panel, rays, ribbon, rule
from cardtool.render.woodcut.parting import parted
from cardtool.render.woodcut.shading import ink_in, shade
from cardtool.render.woodcut.skies import sky
from cardtool.render.woodcut.weather import weather

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
