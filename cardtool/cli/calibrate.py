"""`cardtool calibrate`: how far a printer is off, measured once and kept."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cardtool import load
from cardtool.cli.options import PRINTER_MARGIN, PRINTER_NAME, READING, SHEET_READING
from cardtool.cli.output import print_line, print_report
from cardtool.errors import UsageError
from cardtool.geometry import Point
from cardtool.model import HomePrinter
from cardtool.output import write_file
from cardtool.project import TOOLKIT, Project, settings_folder
from cardtool.units import format_number

_PAPERS = ("a4", "letter")
_HOW_TO_READ = """
Print it at 100 %, on both sides, flip on the long edge. Then hold each sheet against a window,
its front towards you: every mark goes on, on the back. Find the one that runs straight on.
Between two of them, take the number between. Ctrl-C stops, and nothing is saved.

"""


@click.command()
@click.option("--name", type=PRINTER_NAME, metavar="NAME", help="What to call the printer, such as home.")
@click.option("--paper", type=click.Choice(_PAPERS), default="a4", help="The paper you have. Default: a4.")
@click.option("--right", type=READING, metavar="MM", help="The level scale of the upright sheet.")
@click.option("--down", type=READING, metavar="MM", help="The upright scale of the upright sheet.")
@click.option("--sideways-right", type=READING, metavar="MM", help="The level scale of the sideways sheet.")
@click.option("--sideways-down", type=READING, metavar="MM", help="The upright scale of the sideways sheet.")
@click.option("--margin", type=PRINTER_MARGIN, metavar="MM", help="The edge the printer cannot print.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Where to write the sheets to print. Default: calibration-a4.pdf, here.",
)
@click.option("--list", "listed", is_flag=True, help="List the printers you have calibrated.")
def calibrate(
    name: str | None,
    paper: str,
    right: float | None,
    down: float | None,
    sideways_right: float | None,
    sideways_down: float | None,
    margin: float | None,
    out: Path | None,
    listed: bool,
) -> int:
    """Measure how far your printer puts backs out of place, and keep it for: build --my-printer NAME.

    In a terminal it writes two sheets to print, explains how to read them, asks for the numbers and
    saves them. With --right, --down or --margin it saves those without asking. What is not given stays
    as it was.
    """
    if listed:
        return _list_printers()
    upright = _offset_of(right, down, "--right and --down")
    sideways = _offset_of(sideways_right, sideways_down, "--sideways-right and --sideways-down")
    if upright is not None or sideways is not None or margin is not None:
        return _save(_require_name(name), upright, sideways, margin)
    target = out or Path(f"calibration-{paper}.pdf")
    if not sys.stdin.isatty():
        _write_sheets(paper, target)
        print_line(
            f"print it, read it, then: cardtool calibrate --name {name or 'home'} --right MM --down MM"
        )
        return 0
    return _ask(name, paper, target)


def _list_printers() -> int:
    settings = settings_folder()
    names = load.home_printer_names(settings)
    for name in names:
        print_line(f"{name:16} {_describe_printer(load.load_home_printer(settings, name))}")
    if not names:
        print_line("no printer has been calibrated; run: cardtool calibrate")
    return 0


def _offset_of(right: float | None, down: float | None, options: str) -> Point | None:
    if (right is None) != (down is None):
        raise UsageError(f"give {options} together: the sheet has both scales")
    return None if right is None or down is None else Point(right, down)


def _require_name(name: str | None) -> str:
    if name is None:
        raise UsageError("give the printer a name: --name home")
    return name


def _write_sheets(paper: str, target: Path) -> None:
    from cardtool.app.artifacts import PAPERS
    from cardtool.app.plan_files import caption_font
    from cardtool.impose.write.calibration_sheet import write_calibration

    content = write_calibration(PAPERS[paper], font=caption_font(Project(TOOLKIT)))
    print_line(f"wrote {write_file(target, content)}: 4 pages, on 2 sheets of paper")


def _ask(name: str | None, paper: str, target: Path) -> int:
    """Return the whole conversation. Nothing is saved before its end."""
    _write_sheets(paper, target)
    try:
        answers = _ask_readings(name)
    except click.Abort as stop:
        stop.add_note("nothing was saved")
        raise
    return _save(*answers)


def _ask_readings(name: str | None) -> tuple[str, Point | None, Point | None, float | None]:
    print_report(_HOW_TO_READ)
    click.prompt("Enter, when you have the sheets", default="", show_default=False, prompt_suffix=" ")
    print_line()
    print_line("Sheet 1, upright")
    upright = _ask_offset(READING)
    print_line()
    print_line("Sheet 2, sideways (- leaves it out: only needed for sheets whose paper lies so)")
    sideways = _ask_offset(SHEET_READING)
    print_line()
    print_line("The bars along the edges (- leaves it out: then sheets say how near the edge they print)")
    margin = click.prompt(
        "  the least number that is whole on all four edges", type=PRINTER_MARGIN, default="-"
    )
    print_line()
    name = name or str(click.prompt("What shall the printer be called?", type=PRINTER_NAME, default="home"))
    return name, upright, sideways, margin


def _ask_offset(sort: click.ParamType[float | None]) -> Point | None:
    """Return what both scales of a sheet say; None where the first is left out."""
    right = click.prompt("  level scale, the number in line", type=sort, default="0")
    if right is None:
        return None
    return Point(right, click.prompt("  upright scale, the number in line", type=READING, default="0") or 0.0)


def _save(name: str, upright: Point | None, sideways: Point | None, margin: float | None) -> int:
    """Save what was measured; what was not stays as it was saved before."""
    settings = settings_folder()
    before = HomePrinter(name, None, None, None)
    if name in load.home_printer_names(settings):
        before = load.load_home_printer(settings, name)
    printer = HomePrinter(
        name,
        before.upright if upright is None else upright,
        before.sideways if sideways is None else sideways,
        before.margin if margin is None else margin,
    )
    file, content = load.format_home_printer(printer)
    print_line(f"saved {name}: {_describe_printer(printer)}")
    print_line(f"  in {write_file(settings / file, content)}")
    print_line(f"use it: cardtool build --my-printer {name}")
    return 0


def _describe_printer(printer: HomePrinter) -> str:
    offsets = (("upright", printer.upright), ("sideways", printer.sideways))
    known = [f"{way} {_describe_offset(offset)}" for way, offset in offsets if offset is not None]
    if printer.margin is not None:
        known.append(f"margin {format_number(printer.margin)} mm")
    return "; ".join(known) or "nothing measured"


def _describe_offset(offset: Point) -> str:
    across = f"{format_number(abs(offset.x))} mm {'right' if offset.x >= 0 else 'left'}"
    return f"{across}, {format_number(abs(offset.y))} mm {'down' if offset.y >= 0 else 'up'}"
