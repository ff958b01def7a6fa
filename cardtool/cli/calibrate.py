"""`cardtool calibrate`: how far a printer is off, measured once and kept."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cardtool.cli.printing import print_line, print_report
from cardtool.cli.readings import MARGIN, NAME, READING, SHEET_READING
from cardtool.errors import UsageError
from cardtool.geometry import Point
from cardtool.model import HomePrinter
from cardtool.units import show

__all__ = ["calibrate"]

_PAPERS = ("a4", "letter")
_HOW = """
Print it at 100 %, on both sides, flip on the long edge. Then hold each sheet against a window,
its front towards you: every mark goes on, on the back. Find the one that runs straight on.
Between two of them, take the number between. Ctrl-C stops, and nothing is saved.

"""


@click.command(short_help="Measure your printer, so that backs meet their fronts.")
@click.option("--name", type=NAME, metavar="NAME", help="What to call the printer, such as home.")
@click.option("--paper", type=click.Choice(_PAPERS), default="a4", help="The paper you have. Default: a4.")
@click.option("--right", type=READING, metavar="MM", help="The level scale of the upright sheet.")
@click.option("--down", type=READING, metavar="MM", help="The upright scale of the upright sheet.")
@click.option("--sideways-right", type=READING, metavar="MM", help="The level scale of the sideways sheet.")
@click.option("--sideways-down", type=READING, metavar="MM", help="The upright scale of the sideways sheet.")
@click.option("--margin", type=MARGIN, metavar="MM", help="The edge the printer cannot print.")
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
        return _list()
    upright = _both(right, down, "--right and --down")
    sideways = _both(sideways_right, sideways_down, "--sideways-right and --sideways-down")
    if upright is not None or sideways is not None or margin is not None:
        return _keep(_named(name), upright, sideways, margin)
    target = out or Path(f"calibration-{paper}.pdf")
    if not sys.stdin.isatty():
        _write(paper, target)
        print_line(
            f"print it, read it, then: cardtool calibrate --name {name or 'home'} --right MM --down MM"
        )
        return 0
    return _ask(name, paper, target)


def _list() -> int:
    from cardtool.pipeline.calibrate import home_printers

    printers = home_printers()
    for printer in printers:
        print_line(f"{printer.name:16} {_told(printer)}")
    if not printers:
        print_line("no printer has been calibrated; run: cardtool calibrate")
    return 0


def _both(right: float | None, down: float | None, options: str) -> Point | None:
    if (right is None) != (down is None):
        raise UsageError(f"give {options} together: the sheet has both scales")
    return None if right is None or down is None else Point(right, down)


def _named(name: str | None) -> str:
    if name is None:
        raise UsageError("give the printer a name: --name home")
    return name


def _write(paper: str, target: Path) -> None:
    from cardtool.pipeline.calibrate import calibration_sheets

    print_line(f"wrote {calibration_sheets(paper, target)}: 4 pages, on 2 sheets of paper")


def _ask(name: str | None, paper: str, target: Path) -> int:
    """The whole conversation. Nothing is saved before its end."""
    _write(paper, target)
    try:
        answers = _asked(name)
    except click.Abort as stop:
        stop.add_note("nothing was saved")
        raise
    return _keep(*answers)


def _asked(name: str | None) -> tuple[str, Point | None, Point | None, float | None]:
    """Return the name of the printer, and what was read on its sheets."""
    print_report(_HOW)
    click.prompt("Enter, when you have the sheets", default="", show_default=False, prompt_suffix=" ")
    print_line()
    print_line("Sheet 1, upright")
    upright = _offset(READING)
    print_line()
    print_line("Sheet 2, sideways (- leaves it out: only needed for sheets whose paper lies so)")
    sideways = _offset(SHEET_READING)
    print_line()
    print_line("The bars along the edges (- leaves it out: then sheets say how near the edge they print)")
    margin = click.prompt("  the least number that is whole on all four edges", type=MARGIN, default="-")
    print_line()
    name = name or str(click.prompt("What shall the printer be called?", type=NAME, default="home"))
    return name, upright, sideways, margin


def _offset(sort: click.ParamType[float | None]) -> Point | None:
    """What both scales of a sheet say; None where the first is left out."""
    right = click.prompt("  level scale, the number in line", type=sort, default="0")
    if right is None:
        return None
    return Point(right, click.prompt("  upright scale, the number in line", type=READING, default="0") or 0.0)


def _keep(name: str, upright: Point | None, sideways: Point | None, margin: float | None) -> int:
    from cardtool.pipeline.calibrate import calibrated, keep

    printer = calibrated(name, upright=upright, sideways=sideways, margin=margin)
    print_line(f"saved {name}: {_told(printer)}")
    print_line(f"  in {keep(printer)}")
    print_line(f"use it: cardtool build --my-printer {name}")
    return 0


def _told(printer: HomePrinter) -> str:
    """What is known of a printer, in a line."""
    offsets = (("upright", printer.upright), ("sideways", printer.sideways))
    known = [f"{way} {_direction(offset)}" for way, offset in offsets if offset is not None]
    if printer.margin is not None:
        known.append(f"margin {show(printer.margin)} mm")
    return "; ".join(known) or "nothing measured"


def _direction(offset: Point) -> str:
    across = f"{show(abs(offset.x))} mm {'right' if offset.x >= 0 else 'left'}"
    return f"{across}, {show(abs(offset.y))} mm {'down' if offset.y >= 0 else 'up'}"
