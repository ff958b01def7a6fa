"""What several commands need: the game meant, its findings printed, progress shown."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from cardtool.errors import ProjectError, UsageError
from cardtool.finding import Finding
from cardtool.geometry import Point
from cardtool.model import Fit
from cardtool.project import Project, require_utf8
from cardtool.units import parse_length

__all__ = [
    "LENGTH",
    "OFFSET",
    "all_option",
    "game_argument",
    "games_meant",
    "jobs_option",
    "progress_bar",
    "show_findings",
    "theme_option",
    "told_fits",
]

game_argument = click.argument("game", required=False)
all_option = click.option("--all", "every", is_flag=True, help="Every game of the project.")
jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Worker processes. Default: one a processor, at most 8.",
)


def _theme(context: click.Context, option: click.Parameter, name: str | None) -> str | None:
    """The name of a theme, which becomes part of the names of files."""
    if name is not None and not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,40}", name):
        raise click.BadParameter(f'"{name}" is no name of a theme', context, option)
    return name


theme_option = click.option(
    "--theme",
    callback=_theme,
    metavar="NAME",
    help="The inks: colour, low-ink, greyscale or a theme of your own. Default: as the game says.",
)


def games_meant(start: Path, game: str | None, every: bool) -> tuple[Project, tuple[str, ...]]:
    """The project around `start` and the games asked for. Raises: UsageError, ProjectError."""
    project = Project.find(start)
    require_utf8(project.root)  # which no engine could take
    if every and game is not None:
        raise UsageError(f"--all takes every game; leave it out, or leave out {game}")
    if every and project.misnamed():
        raise ProjectError(f"--all takes every game, and one has no name for it: {project.misnamed()[0]}")
    if every:
        return project, project.games()
    return project, (project.game(game or _default_game(project)),)


def _default_game(project: Project) -> str:
    from cardtool.load import default_game

    return default_game(project)


def show_findings(findings: Sequence[Finding], game: str, project: Project, format: str) -> int:
    """Print findings and answer the exit code they call for."""
    from cardtool.cli.reporting import Reporting
    from cardtool.report import SubjectReport

    return Reporting(format).show([SubjectReport(game, tuple(findings))], project.root)


def told_fits(fits: Sequence[Fit]) -> str:
    """The texts that were made to fit, as a table for people; nothing where there are none."""
    if not fits:
        return ""
    from cardtool.report import format_fits_table

    return format_fits_table(fits)


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """Shows how far something is on a terminal; nothing anywhere else."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


class _Length(click.ParamType[float]):
    name = "length"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            return value if isinstance(value, float) else parse_length(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class _Offset(click.ParamType[Point]):
    name = "offset"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Point:
        if isinstance(value, Point):
            return value
        parts = str(value).split(",")
        if len(parts) != 2:
            self.fail(f'"{value}" is not an offset; write two lengths, e.g. 0.5mm,-0.3mm', param, ctx)
        return Point(LENGTH.convert(parts[0], param, ctx), LENGTH.convert(parts[1], param, ctx))


LENGTH, OFFSET = _Length(), _Offset()
