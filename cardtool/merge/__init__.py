"""Takes a spreadsheet back into a game: what was exported, what the sheet says, and what the project says now
are merged value by value.

Reads and writes no file; says what is to be changed, and what keeps it from being done: the rules 810 to 812.

The way of a value there and back: a record's value is an `ExportedCell` (`export.csv_json.exported_cells`),
which a workbook shows and remembers (`export.workbook`). Read again, it is a `Cell` of a `Table`
(`load.table_cells`), then a `SheetCell` of a `SheetRow` (`load.imported_tables`). Merged here, it is a
`RecordChange`, which becomes a text of YAML or of a table again (`app.imported_files`).
"""

from __future__ import annotations

from cardtool.merge.record_merge import (
    REFUSED,
    RULES,
    TAKEN,
    KindMerge,
    MergeOptions,
    ProjectKind,
    RecordChange,
    Take,
    merge_kind,
)
from cardtool.merge.record_values import REMOVED, NoPlace, in_order, with_values

__all__ = [
    "REFUSED",
    "REMOVED",
    "RULES",
    "TAKEN",
    "KindMerge",
    "MergeOptions",
    "NoPlace",
    "ProjectKind",
    "RecordChange",
    "Take",
    "in_order",
    "merge_kind",
    "with_values",
]
