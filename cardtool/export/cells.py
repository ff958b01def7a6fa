"""Values in the cells of a workbook. A text stays a text, whatever it looks like."""

from __future__ import annotations

import re

from openpyxl.cell import Cell as SheetCell

from cardtool.errors import ProjectError
from cardtool.export.table import Cell

__all__ = ["LONGEST", "put", "sheet_titles", "storable"]

LONGEST = 32_767  # characters in a cell: Microsoft, "Excel specifications and limits"
_LONGEST_TITLE = 31  # of a sheet, in UTF-16 units: ibid.

_UNSTORABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
_LOOKS_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")  # ECMA-376 part 1, 22.9.2.19, ST_Xstring
_FORBIDDEN_IN_TITLE = re.compile(r"[\[\]:*?/\\]")


def put(cell: SheetCell, value: Cell, whose: str = "the workbook") -> None:
    """Put a number, a text or nothing into a cell.

    A text that a person's next edit would turn into a formula, a number or a date is marked as
    text for good, which spreadsheets show as an apostrophe before it.

    Raises: ProjectError, naming whose text it is, when it is longer than a cell can hold.
    """
    if not isinstance(value, str):
        cell.value = value
        return
    text = storable(value)
    if len(text) > LONGEST:
        raise ProjectError(f"{whose}: a text of {len(text)} characters; a cell of a workbook holds {LONGEST}")
    cell.value = text
    cell.data_type = "s"
    cell.quotePrefix = not text[:1].isalpha() or text.casefold() in ("true", "false")


def storable(text: str) -> str:
    r"""The text as an Office file can hold it: signs it cannot are written as `\x1b`."""
    text = _UNSTORABLE.sub(lambda sign: sign[0].encode("unicode_escape").decode("ascii"), _one_break(text))
    return _LOOKS_ESCAPED.sub("_x005F_", text)


def _one_break(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def sheet_titles(wanted: list[str], taken: list[str]) -> list[str]:
    """Titles a workbook accepts, as near as can be to the wanted ones, all different."""
    titles: list[str] = []
    used = {title.casefold() for title in [*taken, "history"]}  # Excel keeps "History" for itself
    for name in wanted:
        base = _FORBIDDEN_IN_TITLE.sub(" ", storable(name).replace("\n", " ")).strip(" '") or "Kind"
        title, number = _cut(base, ""), 1
        while title.casefold() in used:
            number += 1
            title = _cut(base, f" {number}")
        used.add(title.casefold())
        titles.append(title)
    return titles


def _cut(title: str, ending: str) -> str:
    """The title with this ending, no longer than a sheet's title may be."""
    room = _LONGEST_TITLE - len(ending)
    return title.encode("utf-16-le")[: 2 * room].decode("utf-16-le", errors="ignore").rstrip(" '") + ending
