"""Reads a project's YAML: strictly, by schema, into the values of `model`. Every fault has its place."""

from __future__ import annotations

from cardtool.load.asset_credits import credits_in_use
from cardtool.load.catalogues import (
    cutter_names,
    format_home_printer,
    home_printer_names,
    is_printer_name,
    load_cutter,
    load_home_printer,
    load_sheet,
    load_shop,
    load_sleeves,
    load_stock,
    load_theme,
    read_theme,
    sheet_names,
    shop_names,
    theme_names,
)
from cardtool.load.file_rules import RULES, STOPPED
from cardtool.load.game_loader import LoadedGame, RecordsReader, default_game, load_game
from cardtool.load.imported_tables import ImportedFile, ImportedKind, RecordShapes, SourceTable, read_imported
from cardtool.load.kinds import made_record
from cardtool.load.records import read_table
from cardtool.load.table_records import MEANS_COPIES, count_in, made_id
from cardtool.load.tables import Cell, Table, column_key
from cardtool.load.workbook_tables import sheet_titles
from cardtool.load.yaml_events import read_layout
from cardtool.load.yaml_files import parse_yaml

__all__ = [
    "MEANS_COPIES",
    "RULES",
    "STOPPED",
    "Cell",
    "ImportedFile",
    "ImportedKind",
    "LoadedGame",
    "RecordShapes",
    "RecordsReader",
    "SourceTable",
    "Table",
    "column_key",
    "count_in",
    "credits_in_use",
    "cutter_names",
    "default_game",
    "format_home_printer",
    "home_printer_names",
    "is_printer_name",
    "load_cutter",
    "load_game",
    "load_home_printer",
    "load_sheet",
    "load_shop",
    "load_sleeves",
    "load_stock",
    "load_theme",
    "made_id",
    "made_record",
    "parse_yaml",
    "read_imported",
    "read_layout",
    "read_table",
    "read_theme",
    "sheet_names",
    "sheet_titles",
    "shop_names",
    "theme_names",
]
