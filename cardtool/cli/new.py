"""`cardtool new`: a project to begin with."""

from __future__ import annotations

import re
from pathlib import Path

import click

from cardtool.app import new as story
from cardtool.cli.output import print_line
from cardtool.errors import UsageError
from cardtool.files import is_windows_device
from cardtool.load import made_id

_TABLE = re.compile(r".*\.[A-Za-z]{3,4}")  # a starter's name has no suffix


def _list_starters(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        names = story.starters()
        width = max(map(len, names))
        for name, about in names.items():
            print_line(f"{name:<{width}}  {about}")
        context.exit()


@click.command()
@click.argument("name")
@click.option(
    "--from",
    "origin",
    default=story.STARTER,
    metavar="STARTER|FILE",
    help=f"What to begin with: {', '.join(story.starters())}; or a table: .csv, .tsv, .xlsx, .xlsx#SHEET.",
)
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_starters,
    help="Say what each starter is, and stop.",
)
@click.option(
    "--kind-column", default="", metavar="HEADING", help="The column of a table that says each card's kind."
)
def new(name: str, origin: str, kind_column: str) -> int:
    """Make a folder NAME with a small game in it, which can be checked, built and printed at once.

    With --from FILE its cards are the rows of a table, which is copied into it, and its templates show every
    column. With --kind-column the table is parted into kinds by what stands in that column.
    """
    id = made_id(name)
    if not id:
        raise UsageError(f'"{name}" makes no name for a folder; use letters a to z and digits')
    if is_windows_device(id):
        raise UsageError(f'"{id}" cannot name a folder on Windows; add to it, for example {id}-1')
    folder = Path(id)
    file, _, sheet = (origin, "", "") if Path(origin).is_file() else origin.partition("#")
    if _TABLE.fullmatch(file) and not Path(file).is_file():
        raise UsageError(f"there is no file {file}")
    if _TABLE.fullmatch(file):
        made = story.make_from_table(folder, name, Path(file), kind_column, sheet)
    elif kind_column:
        raise UsageError("--kind-column is for a table: give it with --from FILE")
    else:
        made = story.make_from_starter(folder, name, origin)
    for sentence in made.decisions:
        print_line(sentence)
    print_line(f"made {made.folder}; next: cd {made.folder} && cardtool check && cardtool build")
    return 0
