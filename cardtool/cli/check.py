"""`cardtool check`: says what is wrong with games, or with rules documents, and fixes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtool.app.check import (
    check_documents,
    find_documents,
    fix_documents,
    fix_game,
    load_and_lint,
    write_fixes,
)
from cardtool.app.options import RuleFilter
from cardtool.cli.options import RULE_LIST, all_option, game_argument, jobs_option, resolve_games
from cardtool.cli.output import FORMATS, Reporter, for_each_game, print_error, print_report, print_stop
from cardtool.errors import ProjectError, UsageError
from cardtool.model import Game
from cardtool.project import Project
from cardtool.report import SubjectReport, format_diff, format_fits_table
from cardtool.wording import counted

if TYPE_CHECKING:
    from cardtool.app.game_report import GameReport
    from cardtool.fix import Fixes

_ANY_FILE = click.Path(path_type=Path, dir_okay=False)
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")  # BCP 47, as schemas/game.schema.json
_MAX_ROUNDS = 5  # of mending; two do, but where three edits overlap
_EXISTING_FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
_EXISTING = click.Path(path_type=Path, exists=True)


def _language_tag(context: click.Context, option: click.Parameter, tag: str | None) -> str:
    if tag and not _LANGUAGE_TAG.fullmatch(tag):
        raise click.BadParameter(f"{tag} is no tag of a language; write one such as en, de or pt-BR")
    return tag or ""


@click.command()
@game_argument
@all_option
@click.option(
    "--document",
    "documents",
    type=_EXISTING,
    multiple=True,
    metavar="FILE",
    help="Check this rules document (.md, .txt, .docx), or a folder of them, instead: against GAME, or "
    "alone. Several are read as one rulebook.",
)
@click.option(
    "--language",
    metavar="TAG",
    callback=_language_tag,
    help="The language of the documents: en, de, …; otherwise it is told from their text.",
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
    "--print",
    "printing",
    is_flag=True,
    help="Make all that build makes, too, and look at it as build does; nothing is written.",
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
    language: str,
    since: str | None,
    fix: bool,
    diff: bool,
    format: str,
    no_layout: bool,
    printing: bool,
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
    several = every or len(documents) > 1
    reporter = Reporter(format, _rule_filter(select, ignore), baseline, write_baseline, several)
    if fix and diff:
        raise UsageError("--diff shows what --fix would write; give one of them")
    if diff and (format != "text" or baseline or write_baseline):
        raise UsageError("--diff shows edits, not findings; leave out --format and baselines")
    if printing and (no_layout or documents):
        raise UsageError("--print looks at what is printed of a game; leave out --no-layout and --document")
    if baseline and write_baseline:
        raise UsageError("--baseline leaves findings out, --write-baseline writes all; give one of them")
    target: CheckTarget
    if documents:
        documents = find_documents(documents)
        if every or since is not None:
            raise UsageError("--document goes with one game, and neither with --all nor with --since")
        target = DocumentTarget(start, game, documents, language)
    else:
        if language:
            raise UsageError("--language goes with --document; a game says its own in game.yaml")
        project, games = resolve_games(start, game, every)
        target = GameTarget(project, games, not no_layout, printing, jobs, since, format == "text")
    if write_baseline is not None:
        from cardtool.app.baseline import ensure_replaceable

        ensure_replaceable(write_baseline, target.root)  # before anything is mended
    reports = target.reports()
    if diff:
        chosen = reporter.filtered(reports)
        _print_diff(target.fixes(chosen))
        return max(reporter.exit_code(chosen), target.exit_code)
    if fix:
        reports = _fix_and_check_again(target, reporter, reports)
    code = max(reporter.show(reports, target.root, map(str, documents)), target.exit_code)
    if format == "text" and not (fix or write_baseline):
        _offer_fixes(target.fixes(reporter.filtered(reports)))
    return code


def _fix_and_check_again(
    target: CheckTarget, reporter: Reporter, reports: list[SubjectReport]
) -> list[SubjectReport]:
    """Return what is found once all is fixed that can be. Raises: ProjectError.

    An edit may make room for another; some that undo each other end nothing.
    """
    for turn in range(_MAX_ROUNDS):
        fixes = target.fixes(reporter.chosen(reports))
        if not any(each.files for each in fixes):
            if turn == 0:
                _print_note(_NOTHING_TO_FIX)
            break
        target.write(fixes)
        for each in fixes:
            _print_fixed(each, "mended")
        reports = target.reports()
    _print_skipped(fixes)
    return reports


def _offer_fixes(fixes: Iterable[Fixes]) -> None:
    if places := sum(each.count for each in fixes):
        _print_note(f"--fix would mend {counted(places, 'place')}; --diff shows them")


def _rule_filter(select: tuple[str, ...], ignore: tuple[str, ...]) -> RuleFilter:
    if not select and not ignore:
        return RuleFilter()
    from cardtool.app.rule_docs import ALL_RULES

    _warn_without_speller(select)
    return RuleFilter(select, ignore).ensure_known(ALL_RULES)


def _warn_without_speller(select: tuple[str, ...]) -> None:
    """Say so when misspellings are asked for on a machine that cannot find any."""
    from cardtool.programs import spelling_program

    if {"spelling", "ct607"} & {wish.lower() for wish in select} and spelling_program() is None:
        get = "python -I -m pip install typos"
        print_error(f"cardtool: misspellings are not looked for on this machine; to have it done: {get}")


_NOTHING_TO_FIX = "no finding offers an edit that can be done"
_MAX_SKIPPED = 20  # edits that were not done; a reader who wants more mends these first


def _print_diff(fixes: Sequence[Fixes]) -> None:
    for each in fixes:
        for file in each.files:
            print_report(format_diff(file.name, file.before.text, file.after.text))
        _print_fixed(each, "would mend")
    _print_skipped(fixes)
    if not any(each.files for each in fixes):
        _print_note(_NOTHING_TO_FIX)


def _print_fixed(fixes: Fixes, did: str) -> None:
    if fixes.files:
        places = counted(fixes.count, "place")
        parts = [f"{len(file.done)} in {file.name}" for file in fixes.files]
        _print_note(f"{did} {places}: {', '.join(parts)}")


def _print_skipped(fixes: Sequence[Fixes]) -> None:
    skipped = [left for each in fixes for left in each.skipped]
    for left in skipped[:_MAX_SKIPPED]:
        _print_note(f'{left.edit.source}: "{left.edit.old}" was left as it is: {left.reason}')
    if len(skipped) > _MAX_SKIPPED:
        _print_note(f"and {len(skipped) - _MAX_SKIPPED} more were left as they are")


def _print_unread(document: str) -> None:
    _print_note(
        f"{document} does not seem English, so rules that read it were not asked; --language en asks them"
    )


def _print_note(text: str) -> None:
    print_error(f"cardtool: {text}")


@dataclass(slots=True)
class GameTarget:
    """Games, and perhaps what changed in them since a revision.

    `exit_code` is the worst of those that could not be checked at all, once there are reports. What stopped
    the check of one is in its report, unless that is `for_people`, who are told at once.
    """

    project: Project
    games: tuple[str, ...]
    layout: bool
    printing: bool
    jobs: int | None
    since: str | None
    for_people: bool
    exit_code: int = 0

    @property
    def root(self) -> Path:
        return self.project.root

    def reports(self) -> list[SubjectReport]:
        """Return a report on each game that can be checked; why another cannot be is told at once."""
        from cardtool.app.game_report import stopped_finding

        reports: list[SubjectReport] = []

        def report_on(id: str) -> int:
            try:
                report = self._report(id)
            except ProjectError as error:
                if self.for_people:
                    raise
                print_stop(id, error)
                found = stopped_finding(error, f"cards/{id}/game.yaml")
                reports.append(SubjectReport(id, (found,)))
                return error.exit_code
            reports.append(SubjectReport(id, report.findings, report.waived, report.ran))
            return 0

        self.exit_code = for_each_game(self.games, report_on)
        return reports

    def fixes(self, reports: Iterable[SubjectReport]) -> list[Fixes]:
        return [fix_game(self.project, each.subject, each.findings) for each in reports]

    def write(self, fixes: Iterable[Fixes]) -> None:
        write_fixes(fixes, self.project.root)

    def _report(self, id: str) -> GameReport:
        """Return what was found; what could not be checked, and what was made to fit, is told at once."""
        from cardtool.app.game_report import report_on_game

        report = report_on_game(
            self.project,
            id,
            layout=self.layout,
            printing=self.printing,
            jobs=self.jobs,
            since=self.since,
        )
        if report.left_out:
            print_error(f"cardtool: {report.left_out}")
        print_report(format_fits_table(report.fits), to_stderr=True)
        return report


@dataclass(frozen=True, slots=True)
class DocumentTarget:
    """Documents, alone or held against the game of this name; in this language, if one is given."""

    start: Path
    game: str | None
    documents: Sequence[Path]
    language: str = ""
    exit_code: int = 0

    @property
    def root(self) -> Path:
        return Path.cwd()

    def reports(self) -> list[SubjectReport]:
        from cardtool import lint

        game = None if self.game is None else self._known(self.game)
        checked = check_documents(self.documents, game, self.language, _print_unread)
        codes = frozenset(each.rule.code for each in lint.RULES)
        return [SubjectReport(path.as_posix(), found, ran=codes) for path, found in checked]

    def fixes(self, reports: Iterable[SubjectReport]) -> list[Fixes]:
        found = (finding for each in reports for finding in each.findings)
        return [fix_documents(self.documents, found)]

    def write(self, fixes: Iterable[Fixes]) -> None:
        write_fixes(fixes)

    def _known(self, named: str) -> Game:
        """Return the game that documents are to agree with. Raises: UsageError when it cannot be read."""
        project, (id,) = resolve_games(self.start, named, False)
        known = load_and_lint(project, id).game
        if known is None:
            raise UsageError(
                f"{id} cannot be read, so no document can agree with it; see: cardtool check {id}"
            )
        return known


CheckTarget = GameTarget | DocumentTarget
"""What is checked, and fixed; `root` is where the names of its files begin."""
