"""Imposition: drawn faces and books onto sheets of paper, to be printed, cut, folded and glued.

Here is the arithmetic, which says where things lie and whether they fit; `impose.write` makes the PDFs.
"""

from __future__ import annotations

from cardtool.impose.contours import Contour, CutSheet, cut_file, svg_path
from cardtool.impose.page import Card, Page, Place, cut_sheets
from cardtool.impose.pagination import plan_booklet, plan_print_runs
from cardtool.impose.slots import RULES, SEAM_THROUGH_SPACE, SHEET_FIT, SMALL_BOOKLET, has_room
from cardtool.impose.tiling import TiledFace, Tiles, plan_tiles
from cardtool.impose.tuck_box import BOX_BLEED, Pack, TuckBox, plan_box

__all__ = [
    "BOX_BLEED",
    "RULES",
    "SEAM_THROUGH_SPACE",
    "SHEET_FIT",
    "SMALL_BOOKLET",
    "Card",
    "Contour",
    "CutSheet",
    "Pack",
    "Page",
    "Place",
    "TiledFace",
    "Tiles",
    "TuckBox",
    "cut_file",
    "cut_sheets",
    "has_room",
    "plan_booklet",
    "plan_box",
    "plan_print_runs",
    "plan_tiles",
    "svg_path",
]
