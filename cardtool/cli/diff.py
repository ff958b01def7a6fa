"""`cardtool diff`: what changed in a game between two revisions."""

from __future__ import annotations

from pathlib import Path

import click

from cardtool import __version__
from cardtool.app.diff import change_summary
from cardtool.cli.options import resolve_games
from cardtool.cli.output import print_report
from cardtool.report import format_changes_json, format_changes_text

_NOW = "now"


@click.command(short_help="List what changed between two git revisions.")
@click.argument("game")
@click.argument("old", metavar="REV")
@click.argument("new", metavar="[REV2]", required=False)
@click.option("--format", type=click.Choice(["text", "json"]), default="text", help="How to print it.")
@click.pass_obj
def diff(start: Path, game: str, old: str, new: str | None, format: str) -> int:
    """List what changed in GAME since the git revision REV: cards, names, values, texts, numbers.

    Up to REV2 or, without it, up to the files as they are. What players do not see is left out.
    """
    project, (id,) = resolve_games(start, game, every=False)
    account = change_summary(project, id, old, new)
    revisions = old, new or _NOW
    if format == "json":
        print_report(format_changes_json(account, id, revisions, __version__))
    else:
        print_report(format_changes_text(account, id, revisions))
    return 0
