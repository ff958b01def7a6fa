"""Who changed a value: the spreadsheet, the project, both, or nobody."""

from __future__ import annotations

from enum import Enum, StrEnum

from cardtool.model import ExportedCell, SheetValue

_FORMULA = tuple("=+-@\t＝＋－＠")  # what a CSV file has an apostrophe before


class Take(StrEnum):
    """Which side is right where both changed a value; nobody says so unless asked."""

    NEITHER = "neither"
    SHEET = "sheet"
    PROJECT = "project"


class Change(Enum):
    """What is to be done with a value."""

    NONE = 0
    FROM_SHEET = 1
    CONFLICT = 2


def change_of(was: ExportedCell, sheet: SheetValue, project: ExportedCell) -> Change:
    """Return what is to be done with a value that was exported, is in a sheet, and is in the project now."""
    if same_cell(sheet, was.shown) or same_cell(sheet, project.written) or same_cell(sheet, project.shown):
        return Change.NONE
    return Change.FROM_SHEET if same_cell(project.written, was.written) else Change.CONFLICT


def same_cell(one: SheetValue, other: SheetValue) -> bool:
    """Return whether two cells say the same, whatever a spreadsheet program made of them.

    Blanks around a text, the sort of its line ends, and whether a number is kept as text make no difference.
    """
    return one == other or plain_cell(one) == plain_cell(other)


def plain_cell(value: SheetValue) -> str:
    """Return what a cell says, without the apostrophe before what looks like a formula."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    text = str(value).replace("\r\n", "\n").replace("\r", "\n").strip()
    return text[1:].strip() if text[:1] == "'" and text[1:].startswith(_FORMULA) else text
