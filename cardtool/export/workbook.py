"""The game as a workbook (Office Open XML): a summary, then a sheet for each kind."""

from __future__ import annotations

import io
from datetime import datetime
from zipfile import ZIP_DEFLATED

from openpyxl import Workbook
from openpyxl.writer.excel import ExcelWriter

from cardtool.export.bands import inks_of
from cardtool.export.cells import sheet_titles, storable
from cardtool.export.kind_sheet import fill_sheet
from cardtool.export.summary import TITLE, fill_summary
from cardtool.export.zipped import TimelessZip, timeless
from cardtool.model import Game

__all__ = ["workbook"]


def workbook(game: Game) -> bytes:
    """The workbook's bytes, the same for the same game.

    Raises: ProjectError when a text is longer than a cell can hold.
    """
    book = Workbook()
    titles = sheet_titles([kind.plural for kind in game.kinds], taken=[TITLE])
    inks = inks_of(game)
    book.active.title = TITLE
    fill_summary(book.active, game, titles, inks)
    for kind, title, ink in zip(game.kinds, titles, inks, strict=True):
        fill_sheet(book.create_sheet(title), kind, game, ink)
    book.properties.title = storable(f"{game.title} {game.version}")
    book.properties.creator = "cardtool"
    book.properties.created = datetime(1980, 1, 1)
    return timeless(_saved(book))


def _saved(book: Workbook) -> bytes:
    """Return a workbook as the file that openpyxl would save, whatever the clock of this machine says."""
    saved = io.BytesIO()
    ExcelWriter(book, TimelessZip(saved, "w", ZIP_DEFLATED)).save()
    return saved.getvalue()
