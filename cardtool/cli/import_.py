"""`cardtool import`: takes a spreadsheet back into a game."""

from __future__ import annotations

from pathlib import Path

import click

from cardtool.app.import_ import ImportResult, import_table
from cardtool.cli.options import resolve_games
from cardtool.cli.output import FORMATS, Reporter, print_error, print_report
from cardtool.errors import UsageError
from cardtool.merge import RULES, MergeOptions, Take
from cardtool.project import Project
from cardtool.report import SubjectReport, format_diff
from cardtool.wording import counted


@click.command("import")
@click.argument("words", nargs=-1, metavar="[GAME] FILE.xlsx|FILE.csv")
@click.option("--diff", is_flag=True, help="Show what would be written, and write nothing.")
@click.option(
    "--take",
    type=click.Choice([Take.SHEET.value, Take.PROJECT.value]),
    help="Whose value is right where both sides changed it. Default: such a conflict is an error.",
)
@click.option("--delete", is_flag=True, help="Take out records that have no row any more.")
@click.option("--format", type=click.Choice(FORMATS), default="text", help="How to print what is found.")
@click.pass_obj
def import_(
    start: Path, words: tuple[str, ...], diff: bool, take: str | None, delete: bool, format: str
) -> int:
    """Take what was changed in a spreadsheet back into the records of GAME.

    A workbook that `cardtool export xlsx` wrote remembers what it held: what was changed in it is merged with
    what was changed in the project since. Of any other table all that differs is taken. Comments and layout
    of the files stay; new rows get an id. With any error nothing is written.

    \b
    Exit code 0: taken, or nothing to take, 1: conflicts or errors, 4: the game cannot be read.
    """
    if diff and format != "text":
        raise UsageError("--diff shows edits, not findings; leave out --format")
    game, file = _split_words(words)
    project, (id,) = resolve_games(start, game, every=False)
    options = MergeOptions(Take(take) if take else Take.NEITHER, delete)
    result = import_table(project, id, file, options, write=not diff)
    code = _print_found(result, id, project, format)
    if diff:
        for each in result.files:
            print_report(format_diff(each.name, each.before.text, each.after.text))
    _print_outcome(result, diff, failed=bool(code))
    return code


def _split_words(words: tuple[str, ...]) -> tuple[str | None, Path]:
    """Return the game and the file. Raises: UsageError."""
    *games, name = words or ("",)
    if not name or len(games) > 1:
        raise UsageError("say [GAME] and the spreadsheet to take back, such as cards.xlsx")
    if not Path(name).is_file():
        raise UsageError(f"there is no file {name}")
    return (games[0] if games else None), Path(name)


def _print_found(result: ImportResult, id: str, project: Project, format: str) -> int:
    if format == "text" and not result.findings:
        return 0
    texts = {each.name: each.before.text for each in result.files}  # which are written by now
    found = SubjectReport(id, result.findings, ran=[rule.code for rule in RULES])
    return Reporter(format).show([found], project.root, texts=texts)


def _print_outcome(result: ImportResult, diff: bool, failed: bool) -> None:
    if failed:
        print_error("cardtool: nothing was written")
    elif not result.files:
        print_error("cardtool: the project says all of this already; nothing was written")
    else:
        did = "would write" if diff else "wrote"
        files = ", ".join(each.name for each in result.files)
        parts = [(result.changed, "changed"), (result.added, "new"), (result.deleted, "taken out")]
        told = ", ".join(f"{counted(number, 'record')} {what}" for number, what in parts if number)
        print_error(f"cardtool: {did} {files}: {told}")
