"""Calibrating a printer: the sheets to print, and what was read off them, kept for this user."""

from __future__ import annotations

from pathlib import Path

from cardtool import load
from cardtool.app.artifacts import PAPERS
from cardtool.app.plan_files import caption_font
from cardtool.geometry import Point
from cardtool.impose.write import calibration_sheet
from cardtool.model import HomePrinter
from cardtool.output import write_file
from cardtool.project import TOOLKIT, Project, settings_folder


def write_calibration_sheets(paper: str, target: Path) -> Path:
    """Write the sheets to print, for `a4` or `letter`. Raises: ProjectError when that cannot be done."""
    content = calibration_sheet.write_calibration(PAPERS[paper], font=caption_font(Project(TOOLKIT)))
    return write_file(target, content)


def list_home_printers() -> tuple[HomePrinter, ...]:
    """Return every printer this user has calibrated. Raises: ProjectError when a file of theirs is wrong."""
    settings = settings_folder()
    return tuple(load.load_home_printer(settings, name) for name in load.home_printer_names(settings))


def find_home_printer(name: str) -> HomePrinter:
    """Return the printer of this name. Raises: UsageError, ProjectError."""
    return load.load_home_printer(settings_folder(), name)


def updated_printer(
    name: str, *, upright: Point | None = None, sideways: Point | None = None, margin: float | None = None
) -> HomePrinter:
    """Return a printer with what was measured, and for the rest what was known of it.

    Raises: ProjectError.
    """
    settings = settings_folder()
    before = HomePrinter(name, None, None, None)
    if name in load.home_printer_names(settings):
        before = load.load_home_printer(settings, name)
    return HomePrinter(
        name,
        before.upright if upright is None else upright,
        before.sideways if sideways is None else sideways,
        before.margin if margin is None else margin,
    )


def save_home_printer(printer: HomePrinter) -> Path:
    """Save a printer for this user, whole or not at all. Raises: ProjectError when it cannot be written."""
    name, content = load.format_home_printer(printer)
    return write_file(settings_folder() / name, content)
