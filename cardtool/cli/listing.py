"""`cardtool list`: what there is to build, and on what."""

from __future__ import annotations

from pathlib import Path

import click

from cardtool.cli.printing import print_line
from cardtool.model import PrintMode
from cardtool.project import Project

__all__ = ["list_games"]


@click.command("list", short_help="List games, sheets, cutting machines, themes, printers.")
@click.pass_obj
def list_games(start: Path) -> int:
    """List the project's games, the sheets they can be laid on, the machines that can cut those, the themes
    they can be printed in, and the printers they can be sent to.
    """
    from cardtool import load

    project = Project.find(start)
    print_line("games")
    for id in project.games():
        _print_game(project, id)
    for hint in project.misnamed():
        print_line(f"  not a game: {hint}")
    print_line()
    print_line("sheets")
    for name in load.sheet_names(project):
        print_line(f"  {name:18} {load.load_sheet(project, name).title}")
    print_line()
    print_line("cutting machines")
    for name in load.cutter_names(project):
        print_line(f"  {name:18} {load.load_cutter(project, name).title}")
    print_line()
    print_line("themes")
    for name in sorted({name for id in project.games() for name in load.theme_names(project, id)}):
        print_line(f"  {name:18} {_theme_told(project, name)}")
    print_line()
    print_line("printers")
    for name in load.shop_names(project):
        print_line(f"  {name:18} {load.load_shop(project, name).title}")
    return 0


def _theme_told(project: Project, name: str) -> str:
    """What the theme says of itself, to the first game that has it."""
    from cardtool import load

    game = next(id for id in project.games() if name in load.theme_names(project, id))
    theme = load.read_theme(project, game, name)
    return f"{theme.title}. {theme.about}" if theme.about else theme.title


def _print_game(project: Project, id: str) -> None:
    from cardtool import load

    game = load.load_game(project, id).game
    if game is None:
        print_line(f"  {id:18} cannot be read; see: cardtool check {id}")
        return
    kinds = [kind for kind in game.kinds if kind.prints is PrintMode.SHEETS]
    counts = ", ".join(f"{game.copies_of(kind.id)} {kind.plural}" for kind in kinds)
    total = game.copies_of(*(kind.id for kind in kinds))
    print_line(f"  {id:18} {game.title} {game.version}: {total} cards ({counts})")
