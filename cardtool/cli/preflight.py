"""`cardtool preflight`: whether finished PDF files print right."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from cardtool.cli.reporting import FORMATS, Reporting
from cardtool.cli.shared import LENGTH
from cardtool.errors import ProjectError, UsageError
from cardtool.project import Project

__all__ = ["preflight"]

_SAFE = 3.0  # mm; what print shops ask for, and what kinds have that say nothing else
_BYTES = {"kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000}
_AMOUNT = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)\s*(kb|mb|gb)", re.ASCII)


class _Bytes(click.ParamType[int]):
    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        match = _AMOUNT.fullmatch(str(value).strip().lower())
        if match is None:
            self.fail(
                f'"{value}" is not a size; write a number and a unit (kB, MB, GB), e.g. 10MB', param, ctx
            )
        return round(float(match[1]) * _BYTES[match[2]])


@click.command(short_help="Say whether finished PDF files print right.")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True), metavar="FILE.pdf…"
)
@click.option("--sheet", metavar="NAME", help="The sheet that pages are for. Default: as the name says.")
@click.option(
    "--safe",
    type=LENGTH,
    default=_SAFE,
    metavar="LENGTH",
    help="How far text keeps from the cut. Default: 3mm.",
)
@click.option(
    "--budget",
    type=_Bytes(),
    default="25MB",
    metavar="SIZE",
    help="The largest size of a file. Default: 25MB.",
)
@click.option("--format", type=click.Choice(FORMATS), default="text", help="How to print what is found.")
@click.pass_obj
def preflight(
    start: Path, files: tuple[Path, ...], sheet: str | None, safe: float, budget: int, format: str
) -> int:
    """Examine finished PDF files, of cardtool or of any other program, before they are printed.

    Looks for text near the cut or hard to read, bleed that is not filled, coarse pictures, fonts that are
    missing, pages of a wrong size, and for scripts, attachments, links to files. Where pages are cut is
    told by their TrimBox.
    """
    from cardtool.pipeline.preflight import file_checked
    from cardtool.report import SubjectReport

    project = _project(start)
    if sheet and project is None:
        raise UsageError("--sheet names a sheet of a project, and there is none here; see --project")
    reports = [
        SubjectReport(file.name, file_checked(project, file, sheet=sheet, safe=safe, budget=budget))
        for file in files
    ]
    return Reporting(format).show(reports, project.root if project else Path.cwd())


def _project(start: Path) -> Project | None:
    try:
        return Project.find(start)
    except ProjectError:
        return None
