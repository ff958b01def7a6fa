"""Reads a project's YAML: strictly, by schema, into the values of `model`. Every fault has its place."""

from cardtool.load.build import Loaded, load_game
from cardtool.load.projects import default_game
from cardtool.load.rules import RULES
from cardtool.load.sheets import load_sheet, sheet_names

__all__ = ["RULES", "Loaded", "default_game", "load_game", "load_sheet", "sheet_names"]
