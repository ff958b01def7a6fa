"""`cardtool preview`: a page beside the editor that shows every card as it will be printed."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from cardtool.app.preview import serve_preview
from cardtool.app.preview_views import EDITORS
from cardtool.cli.options import game_argument, jobs_option, resolve_games
from cardtool.cli.output import print_error
from cardtool.errors import UsageError

_PLACES = ("{file}", "{line}")


def _editor(context: click.Context, option: click.Parameter, name: str) -> str:
    """Return an editor's name, or an address with a place for a file and a line."""
    if name in EDITORS or ("://" in name and all(place in name for place in _PLACES)):
        return name
    raise click.BadParameter(
        f'"{name}" is none of {", ".join(EDITORS)}, and no address such as my-editor://{{file}}:{{line}}',
        context,
        option,
    )


@click.command()
@game_argument
@click.option("--since", metavar="REV", help="Show beside each card what it was at this git revision.")
@click.option("--theme", metavar="NAME", help="Begin in this theme; the page can change it.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Default: any that is free.")
@click.option("--open", "opens", is_flag=True, help="Open it in the browser.")
@click.option("--lan", is_flag=True, help="Let other devices on this network see it, a telephone for one.")
@click.option(
    "--editor",
    callback=_editor,
    default="vscode",
    metavar="NAME",
    help=f"What a place opens in: {', '.join(EDITORS)}, or an address with {{file}}, {{line}}, {{column}}.",
)
@jobs_option
@click.pass_obj
def preview(
    start: Path,
    game: str | None,
    since: str | None,
    theme: str | None,
    port: int,
    opens: bool,
    lan: bool,
    editor: str,
    jobs: int | None,
) -> int:
    """Serve a page that shows every card of a game, and what is wrong, anew after each change of a file.

    Pictures are pixels of what would be printed. Only this machine sees the page, and only by the address
    that is told, which holds a token. Ctrl-C ends it.
    """
    project, (id,) = resolve_games(start, game, every=False)

    def ready(address: str) -> None:
        print_error(f"{id} is shown at {address}")
        print_error("Ctrl-C ends it")
        if opens and not webbrowser.open(address):
            print_error("no browser could be opened here")

    if "{" in editor.replace("{file}", "").replace("{line}", "").replace("{column}", ""):
        raise UsageError("--editor knows {file}, {line} and {column}")
    serve_preview(
        project, id, since=since, theme=theme, editor=editor, port=port, lan=lan, jobs=jobs, ready=ready
    )
    return 0
