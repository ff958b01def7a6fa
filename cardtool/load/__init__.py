"""Reads a project's YAML: strictly, by schema, into the values of `model`. Every fault has its place.

Reads rules documents, too, which need be of no project.
"""

from cardtool.load.build import Loaded, load_game
from cardtool.load.credits import credits_in_use
from cardtool.load.cutters import cutter_names, load_cutter
from cardtool.load.home_printers import (
    home_printer_file,
    home_printer_names,
    load_home_printer,
)
from cardtool.load.manuscripts import read_manuscript
from cardtool.load.printers import load_shop, shop_names
from cardtool.load.projects import default_game
from cardtool.load.rules import RULES
from cardtool.load.sheets import load_sheet, sheet_names
from cardtool.load.stocks import load_sleeves, load_stock
from cardtool.load.themes import load_theme, read_theme, theme_names

__all__ = [
    "RULES",
    "Loaded",
    "credits_in_use",
    "cutter_names",
    "default_game",
    "home_printer_file",
    "home_printer_names",
    "load_cutter",
    "load_game",
    "load_home_printer",
    "load_sheet",
    "load_shop",
    "load_sleeves",
    "load_stock",
    "load_theme",
    "read_manuscript",
    "read_theme",
    "sheet_names",
    "shop_names",
    "theme_names",
]
