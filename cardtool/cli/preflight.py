"""`cardtool preflight`: whether finished PDF files print right."""

from __future__ import annotations

from pathlib import Path

import click

from cardtool.app.preflight import check_finished_file
from cardtool.cli.options import LENGTH, FileSize
from cardtool.cli.output import FORMATS, Reporter, print_error
from cardtool.errors import ProjectError, UsageError
from cardtool.preflight import RULES
from cardtool.project import Project
from cardtool.report import SubjectReport


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True), metavar="FILE.pdf…"
)
@click.option("--sheet", metavar="NAME", help="The sheet that pages are for. Default: as the name says.")
@click.option(
    "--safe",
    type=LENGTH,
    metavar="LENGTH",
    help="How far text keeps from the cut. Default: as much as the file says, or 3mm.",
)
@click.option(
    "--budget",
    type=FileSize(),
    default="25MB",
    metavar="SIZE",
    help="The largest size of a file. Default: 25MB.",
)
@click.option("--format", type=click.Choice(FORMATS), default="text", help="How to print what is found.")
@click.pass_obj
def preflight(
    start: Path, files: tuple[Path, ...], sheet: str | None, safe: float | None, budget: int, format: str
) -> int:
    """Examine finished PDF files, of cardtool or of any other program, before they are printed.

    Looks for text near the cut or hard to read, bleed that is not filled, coarse pictures, fonts that are
    missing, pages of a wrong size, and for scripts, attachments, links to files. Where pages are cut is
    told by their TrimBox. One of several files that cannot be used is told, and the others are examined.
    """
    project = _find_project(start)
    if sheet and project is None:
        raise UsageError("--sheet names a sheet of a project, and there is none here; see --project")
    reporter = Reporter(format, several=len(files) > 1)
    codes = frozenset(rule.code for rule in RULES)
    reports, unusable = list[SubjectReport](), dict[Path, int]()
    for file in files:
        try:
            found = check_finished_file(project, file, sheet=sheet, safe=safe, budget=budget)
        except ProjectError as error:
            if len(files) == 1:
                raise
            print_error(f"cardtool: error: {error}")
            unusable[file] = error.exit_code
        else:
            reports.append(SubjectReport(file.name, found, ran=codes))
    code = reporter.show(reports, project.root if project else Path.cwd()) if reports else 0
    if unusable:
        names = ", ".join(file.name for file in unusable)
        print_error(f"cardtool: {len(unusable)} of {len(files)} files cannot be used: {names}")
    return max([code, *unusable.values()])


def _find_project(start: Path) -> Project | None:
    try:
        return Project.find(start)
    except ProjectError:
        return None
