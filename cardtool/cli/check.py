"""`cardtool check`: says what is wrong with a game, or with a rules document, and fixes it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtool.app.check import diff_of_fixes, write_fixes
from cardtool.app.options import RuleFilter
from cardtool.cli.options import RULE_LIST, all_option, game_argument, jobs_option, resolve_games
from cardtool.cli.output import FORMATS, Reporter, print_error, print_report
from cardtool.cli.targets import CheckTarget, DocumentTarget, GameTarget
from cardtool.errors import UsageError
from cardtool.report import SubjectReport

if TYPE_CHECKING:
    from cardtool.fix import Fixes, SkippedFix

_ANY_FILE = click.Path(path_type=Path, dir_okay=False)
_MAX_ROUNDS = 5  # of mending; two do, but where three edits overlap
_EXISTING_FILE = click.Path(path_type=Path, dir_okay=False, exists=True)


@click.command(short_help="Say what is wrong with a game or a rules document, and mend it.")
@game_argument
@all_option
@click.option(
    "--document",
    "documents",
    type=_EXISTING_FILE,
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
    type=RULE_LIST,
    default=(),
    metavar="RULES",
    help="Show only these, with commas between them: CT301, retired-term, 3xx.",
)
@click.option("--ignore", type=RULE_LIST, default=(), metavar="RULES", help="Show all but these.")
@click.option(
    "--baseline", type=_EXISTING_FILE, metavar="FILE", help="Leave out the findings that this file holds."
)
@click.option(
    "--write-baseline",
    type=_ANY_FILE,
    metavar="FILE",
    help="Write all that is found to this file, and end well.",
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
    reporting = Reporter(format, _rule_filter(select, ignore), baseline, write_baseline)
    if fix and diff:
        raise UsageError("--diff shows what --fix would write; give one of them")
    if diff and (format != "text" or baseline or write_baseline):
        raise UsageError("--diff shows edits, not findings; leave out --format and baselines")
    if baseline and write_baseline:
        raise UsageError("--baseline leaves findings out, --write-baseline writes all; give one of them")
    look: CheckTarget
    if documents:
        if every or since is not None:
            raise UsageError("--document goes with one game, and neither with --all nor with --since")
        reporting.expects(len(documents))
        look = DocumentTarget(start, game, documents)
    else:
        project, games = resolve_games(start, game, every)
        reporting.expects(len(games))
        look = GameTarget(project, games, layout=not no_layout, jobs=jobs, since=since)
    if write_baseline is not None:
        from cardtool.app.diff import ensure_replaceable

        ensure_replaceable(write_baseline, look.root)  # before anything is mended
    reports = look.reports()
    if diff:
        chosen = reporting.chosen(reports)
        _print_diff(look.mended(chosen))
        return reporting.code(chosen)
    if fix:
        reports = _fix_and_check_again(look, reporting, reports)
    return reporting.show(reports, look.root, map(str, documents))


def _fix_and_check_again(
    look: CheckTarget, reporting: Reporter, reports: list[SubjectReport]
) -> list[SubjectReport]:
    """Return what is found once all is mended that can be. Raises: ProjectError.

    An edit may make room for another; some that undo each other end nothing.
    """
    for turn in range(_MAX_ROUNDS):
        mendings = look.mended(reporting.chosen(reports))
        if not _write_fixes(mendings, again=turn > 0):
            break
        reports = look.reports()
    _print_skipped(mendings)
    return reports


def _rule_filter(select: tuple[str, ...], ignore: tuple[str, ...]) -> RuleFilter:
    """Return what is to be shown. Raises: UsageError, when there is no such rule."""
    if not select and not ignore:
        return RuleFilter()
    from cardtool.app.rule_docs import ALL_RULES

    _warn_without_speller(select)
    return RuleFilter(select, ignore).checked(ALL_RULES)


def _warn_without_speller(select: tuple[str, ...]) -> None:
    """Say so when misspellings are asked for on a machine that cannot find any."""
    from cardtool.lint import spelling_program

    if {"spelling", "ct607"} & {wish.lower() for wish in select} and spelling_program() is None:
        get = "python -m pip install typos"
        print_error(f"cardtool: misspellings are not looked for on this machine; to have it done: {get}")


_NOTHING_TO_FIX = "no finding offers an edit that can be done"
_MAX_SKIPPED = 20  # edits that were not done; a reader who wants more mends these first


def _print_diff(mendings: Sequence[Fixes]) -> None:
    """Print what would be written as a unified diff, and write nothing."""
    for mending in mendings:
        print_report(diff_of_fixes(mending))
        _print_fixed(mending, "would mend")
    _print_skipped(mendings)
    if not any(mending.files for mending in mendings):
        _print_note(_NOTHING_TO_FIX)


def _write_fixes(mendings: Sequence[Fixes], *, again: bool = False) -> bool:
    """Write what can be mended, and answer whether anything was. Raises: ProjectError.

    What is not done is left to be told: once others are written, it may be done after all.
    """
    for mending in mendings:
        write_fixes(mending)
        _print_fixed(mending, "mended")
    done = any(mending.files for mending in mendings)
    if not done and not again:
        _print_note(_NOTHING_TO_FIX)
    return done


def _print_skipped(mendings: Sequence[Fixes]) -> None:
    """Say which edits were not done, and why."""
    left = [_skipped_line(each) for mending in mendings for each in mending.skipped]
    for row in left[:_MAX_SKIPPED]:
        _print_note(row)
    if len(left) > _MAX_SKIPPED:
        _print_note(f"and {len(left) - _MAX_SKIPPED} more were left as they are")


def _print_fixed(mending: Fixes, did: str) -> None:
    if mending.files:
        parts = [f"{len(file.done)} in {file.name}" for file in mending.files]
        _print_note(f"{did} {_count_places(mending.count)}: {', '.join(parts)}")


def _print_note(text: str) -> None:
    print_error(f"cardtool: {text}")


def _skipped_line(left: SkippedFix) -> str:
    edit = left.edit
    return f'{edit.source}: "{edit.old}" was left as it is: {left.reason}'


def _count_places(count: int) -> str:
    return "1 place" if count == 1 else f"{count} places"
