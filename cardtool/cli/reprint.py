"""`cardtool printed` notes what was printed; `cardtool reprint` prints again what looks otherwise by now."""

from __future__ import annotations

from pathlib import Path

import click

from cardtool.app.reprint import FILE_NAME, ReprintResult, note_print, reprint_game
from cardtool.cli.options import folder_option, game_argument, jobs_option, resolve_games
from cardtool.cli.output import print_error, print_findings, print_report, progress_bar
from cardtool.project import Project
from cardtool.wording import counted


@click.command()
@game_argument
@click.option(
    "--since",
    required=True,
    metavar="REV",
    help='The git revision that was printed: a tag, a branch, a commit; or "printed", noted by that command.',
)
@folder_option
@jobs_option
@click.pass_obj
def reprint(start: Path, game: str | None, since: str, out: Path | None, jobs: int | None) -> int:
    """Print the cards and other pieces of a game that look otherwise than at a git revision.

    Both are drawn and compared by their pixels. reprint.pdf begins with a page that says what to take out of
    the box and what to put in; where nothing looks otherwise, no file is written.
    """
    project, (id,) = resolve_games(start, game, every=False)
    with progress_bar(f"drawing {id}") as progress:
        result = reprint_game(project, id, since, out=out, jobs=jobs, progress=progress)
    return _report(project, id, since, result, (out or project.output(id)) / FILE_NAME)


@click.command()
@game_argument
@click.option(
    "--revision",
    default="HEAD",
    metavar="REV",
    help="What was printed. Default: HEAD, where all files of the game are committed.",
)
@click.pass_obj
def printed(start: Path, game: str | None, revision: str) -> int:
    """Note in cards/GAME/prints.json from which git revision the game was printed.

    `cardtool reprint --since printed` later prints what looks otherwise than it did then. Commit the file.
    """
    project, (id,) = resolve_games(start, game, every=False)
    noted = note_print(project, id, revision)
    print_error(f"{id}: printed at {noted.commit[:12]} of {noted.date}, noted in cards/{id}/prints.json")
    return 0


def _report(project: Project, id: str, since: str, result: ReprintResult, usual: Path) -> int:
    code = print_findings(result.findings, id, project) if result.findings else 0
    for each in result.exchanges:
        print_report(f"-{each.taken_out} +{each.put_in}  {each.name} ({each.kind}): {each.why}\n")
    for plural in result.backs:
        print_report(f"the common back of {plural} looks otherwise; to print them all: build --kind\n")
    if result.file is not None:
        printed = counted(sum(each.put_in for each in result.exchanges), "piece")
        print_error(f"wrote {project.name_of(result.file)}: {printed} to print")
    elif code == 0 and not result.exchanges:
        print_error(f"{id}: nothing looks otherwise than at {since}; there is nothing to print")
        if usual.exists():
            print_error(f"{id}: {project.name_of(usual)} is older; do not print it")
    return code
