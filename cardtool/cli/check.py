"""`cardtool check`: what is wrong with a game."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cardtool import pipeline
from cardtool.cli.shared import all_option, game_argument, games_meant, jobs_option, show_findings
from cardtool.errors import UsageError

__all__ = ["check"]


@click.command()
@game_argument
@all_option
@click.option(
    "--format", type=click.Choice(["text", "json"]), default="text", help="How to print what is found."
)
@click.option(
    "--no-layout", is_flag=True, help="Leave out whether texts fit their boxes; no template is run."
)
@jobs_option
@click.pass_obj
def check(start: Path, game: str | None, every: bool, format: str, no_layout: bool, jobs: int | None) -> int:
    """Check a game's cards: shape, names, ids, pictures, credits, counts, and whether texts fit.

    \b
    Exit code 0: nothing wrong, 1: errors found, 4: the project or a template cannot be used.
    """
    project, games = games_meant(start, game, every)
    if format == "json" and len(games) > 1:
        raise UsageError("--format json reports on one game; name it instead of --all")
    codes = []
    for id in games:
        checked = pipeline.check(project, id, layout=not no_layout, jobs=jobs)
        if checked.left_out:
            print(f"cardtool: {checked.left_out}", file=sys.stderr)
        codes.append(show_findings(checked.findings, id, project, format))
    return max(codes)
