"""A game in the formats of others: spreadsheets, pictures, print shops, online tables.

Every exporter gives the bytes of its files, the same bytes for the same game; none writes a file.
"""

from __future__ import annotations

from cardtool.export.csv_json import to_csv, to_json
from cardtool.model import Game

__all__ = ["to_csv", "to_json", "to_xlsx"]


def to_xlsx(game: Game) -> bytes:
    """Return the game as a workbook: a summary, then a sheet for each kind.

    Raises: ProjectError when a text is longer than a cell can hold.
    """
    from cardtool.export.workbook import workbook_file  # openpyxl takes a third of a second to import

    return workbook_file(game)
