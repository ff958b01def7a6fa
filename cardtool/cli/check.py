"""`cardtool check`: what is wrong with a game, or with a rules document."""

from __future__ import annotations

from pathlib import Path

import click

from cardtool.cli.looking import AtDocuments, AtGames, Look
from cardtool.cli.mending import show_diff, tell_left, write_edits
from cardtool.cli.printing import print_error
from cardtool.cli.reporting import FORMATS, Reporting
from cardtool.cli.shared import all_option, game_argument, games_meant, jobs_option
from cardtool.errors import UsageError
from cardtool.pipeline.choice import Choice
from cardtool.report import SubjectReport

__all__ = ["check"]

_FILE = click.Path(path_type=Path, dir_okay=False)
_MOST_TURNS = 5  # of mending; two do, but where three edits overlap
_READ = click.Path(path_type=Path, dir_okay=False, exists=True)


class _Wishes(click.ParamType[tuple[str, ...]]):
    name = "rules"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        return value if isinstance(value, tuple) else tuple(str(value).replace(",", " ").split())


_RULES = _Wishes()


@click.command(short_help="Say what is wrong with a game or a rules document, and mend it.")
@game_argument
@all_option
@click.option(
    "--document",
    "documents",
    type=_READ,
    multiple=True,
    metavar="FILE",
    help="Check this rules document (.md, .txt, .docx) instead: against GAME, or alone. May be given again.",
)
@click.option(
    "--since",
    metavar="REV",
    help="Check what changed since this git revision, too: whether the changelog says so.",
)
@click.option("--fix", is_flag=True, help="Mend what is sure to be right, then check what is left.")
@click.option("--diff", is_flag=True, help="Show what --fix would write, and write nothing.")
@click.option("--format", type=click.Choice(FORMATS), default="text", help="How to print what is found.")
@click.option(
    "--no-layout", is_flag=True, help="Leave out how faces and the rulebook come out; no template is run."
)
@click.option(
    "--select",
    type=_RULES,
    default=(),
    metavar="RULES",
    help="Show only these, with commas between them: CT301, retired-term, 3xx.",
)
@click.option("--ignore", type=_RULES, default=(), metavar="RULES", help="Show all but these.")
@click.option("--baseline", type=_READ, metavar="FILE", help="Leave out the findings that this file holds.")
@click.option(
    "--write-baseline", type=_FILE, metavar="FILE", help="Write all that is found to this file, and end well."
)
@jobs_option
@click.pass_obj
def check(
    start: Path,
    game: str | None,
    every: bool,
    documents: tuple[Path, ...],
    since: str | None,
    fix: bool,
    diff: bool,
    format: str,
    no_layout: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    baseline: Path | None,
    write_baseline: Path | None,
    jobs: int | None,
) -> int:
    """Check a game: data, names, counts, terms, references, wording, and whether texts fit.

    \b
    Exit code 0: nothing wrong, 1: errors found, 4: the project or a template cannot be used.
    """
    reporting = Reporting(format, _choice(select, ignore), baseline, write_baseline)
    if fix and diff:
        raise UsageError("--diff shows what --fix would write; give one of them")
    if diff and (format != "text" or baseline or write_baseline):
        raise UsageError("--diff shows edits, not findings; leave out --format and baselines")
    if baseline and write_baseline:
        raise UsageError("--baseline leaves findings out, --write-baseline writes all; give one of them")
    look: Look
    if documents:
        if every or since is not None:
            raise UsageError("--document goes with one game, and neither with --all nor with --since")
        reporting.expects(len(documents))
        look = AtDocuments(start, game, documents)
    else:
        project, games = games_meant(start, game, every)
        reporting.expects(len(games))
        look = AtGames(project, games, layout=not no_layout, jobs=jobs, since=since)
    if write_baseline is not None:
        from cardtool.pipeline.baseline import see_that_free

        see_that_free(write_baseline, look.root)  # before anything is mended
    reports = look.reports()
    if diff:
        chosen = reporting.chosen(reports)
        show_diff(look.mended(chosen))
        return reporting.code(chosen)
    if fix:
        reports = _mended(look, reporting, reports)
    return reporting.show(reports, look.root, map(str, documents))


def _mended(look: Look, reporting: Reporting, reports: list[SubjectReport]) -> list[SubjectReport]:
    """What is found once all is mended that can be. Raises: ProjectError.

    An edit may make room for another; some that undo each other end nothing.
    """
    for turn in range(_MOST_TURNS):
        mendings = look.mended(reporting.chosen(reports))
        if not write_edits(mendings, again=turn > 0):
            break
        reports = look.reports()
    tell_left(mendings)
    return reports


def _choice(select: tuple[str, ...], ignore: tuple[str, ...]) -> Choice:
    """What is to be shown. Raises: UsageError, when there is no such rule."""
    if not select and not ignore:
        return Choice()
    from cardtool.pipeline.manual import RULES

    _tell_of_spelling(select)
    return Choice(select, ignore).checked(RULES)


def _tell_of_spelling(select: tuple[str, ...]) -> None:
    """Say so when misspellings are asked for on a machine that cannot find any."""
    from cardtool.lint import spelling_program

    if {"spelling", "ct607"} & {wish.lower() for wish in select} and spelling_program() is None:
        get = "python -m pip install typos"
        print_error(f"cardtool: misspellings are not looked for on this machine; to have it done: {get}")
