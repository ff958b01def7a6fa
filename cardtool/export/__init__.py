"""A game in the formats of others: workbook, CSV and JSON here; pictures in `export.png`.

Each function gives the bytes of one file, the same bytes for the same game. Writes nothing.
"""

from __future__ import annotations

from cardtool.export.plain import csv, json
from cardtool.model import Game

__all__ = ["csv", "json", "xlsx"]


def xlsx(game: Game) -> bytes:
    """The game as a workbook: a summary, then a sheet for each kind.

    Raises: ProjectError when a text is longer than a cell can hold.
    """
    from cardtool.export.workbook import workbook  # openpyxl takes a third of a second to import

    return workbook(game)
