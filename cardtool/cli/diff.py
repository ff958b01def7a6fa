"""`cardtool diff`: what changed in a game between two revisions."""

from __future__ import annotations

from pathlib import Path

import click

from cardtool import __version__
from cardtool.app.diff import change_summary, changelog_draft
from cardtool.cli.options import resolve_games
from cardtool.cli.output import print_error, print_report
from cardtool.errors import UsageError
from cardtool.project import Project
from cardtool.report import format_changes_json, format_changes_text

_NOW = "now"


@click.command()
@click.argument("game")
@click.argument("old", metavar="REV")
@click.argument("new", metavar="[REV2]", required=False)
@click.option("--format", type=click.Choice(["text", "json"]), default="text", help="How to print it.")
@click.option("--draft", is_flag=True, help="Print the entries that changelog.yaml lacks, to be edited.")
@click.pass_obj
def diff(start: Path, game: str, old: str, new: str | None, format: str, draft: bool) -> int:
    """List what changed in GAME since the git revision REV: cards, names, values, texts, numbers.

    Up to REV2 or, without it, up to the files as they are. What players do not see is left out.
    """
    project, (id,) = resolve_games(start, game, every=False)
    if draft:
        return _print_draft(project, id, old, new, format)
    account = change_summary(project, id, old, new)
    revisions = old, new or _NOW
    if format == "json":
        print_report(format_changes_json(account, id, revisions, __version__))
    else:
        print_report(format_changes_text(account, id, revisions))
    return 0


def _print_draft(project: Project, id: str, old: str, new: str | None, format: str) -> int:
    """Print the entries that are missing. Raises: UsageError for what a draft does not go with."""
    if new is not None or format != "text":
        raise UsageError("--draft goes with one revision, and prints YAML: leave out REV2 and --format")
    entries, unread = changelog_draft(project, id, old)
    print_report("".join(f"{entry}\n" for entry in entries))
    if unread:
        print_error(f"{id}: left out, for it cannot be read: {', '.join(unread)}")
    elif not entries:
        print_error(f"{id}: the changelog tells of every card, number and board that changed since {old}")
    return 0
