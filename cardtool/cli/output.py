"""How lines, findings and progress get onto the terminal, and which exit code findings call for.

Whatever a project says in them, no terminal and no build server obeys it. The only module that writes
to standard output and standard error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from cardtool import __version__, report
from cardtool.app.options import RuleFilter
from cardtool.errors import CardtoolError
from cardtool.finding import Finding, has_errors
from cardtool.project import Project
from cardtool.report import SnippetReader, SubjectReport
from cardtool.unicode_text import escape_hidden


def print_line(text: str = "") -> None:
    """Print one line to standard output; breaks and other signs in it that would not show are written out."""
    print(_escape_line(text))


def print_error(text: str) -> None:
    """Print one line to standard error, in the same way."""
    print(_escape_line(text), file=sys.stderr)


def print_report(text: str, *, to_stderr: bool = False) -> None:
    """Print what `report` has made of a project's words; it has seen to it that nobody obeys them."""
    (sys.stderr if to_stderr else sys.stdout).write(text)


def _escape_line(text: str) -> str:
    return report.escape_line(escape_hidden(text))


def print_findings(findings: Sequence[Finding], game: str, project: Project) -> int:
    """Print findings as text and answer the exit code they call for."""
    return Reporter().show([SubjectReport(game, tuple(findings))], project.root)


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """Show how far something is on a terminal; nothing anywhere else."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def for_each_game(games: Sequence[str], act: Callable[[str], int]) -> int:
    """Do something with each game and answer the worst exit code.

    Of several games, one that stops the tool is told by its name, and the others have their turn.

    Raises: CardtoolError when there is one game only, or for a bug.
    """
    if len(games) == 1:
        return act(games[0])
    codes = {game: _exit_code_of(game, act) for game in games}
    failed = [game for game, code in codes.items() if code]
    if failed:
        print_error(f"cardtool: {len(failed)} of {len(games)} games failed: {', '.join(failed)}")
    return max(codes.values())


def _exit_code_of(game: str, act: Callable[[str], int]) -> int:
    try:
        return act(game)
    except CardtoolError as error:
        if error.exit_code == CardtoolError.exit_code:
            raise
        print_stop(game, error)
        return error.exit_code


def print_stop(game: str, error: CardtoolError) -> None:
    """Say what stopped the tool at a game."""
    for line in f"{game}: error: {error}".split("\n"):
        print_error(line)


FORMATS = ("text", "json", "github", "sarif", "junit")


@dataclass(frozen=True, slots=True)
class Reporter:
    """In which form findings are printed, which of them, and which are known already.

    `several` is whether a form for programs holds a list of reports, be there one.
    """

    format: str = "text"
    rules: RuleFilter = field(default_factory=RuleFilter)
    baseline: Path | None = None
    write_baseline: Path | None = None
    several: bool = False

    def show(
        self,
        reports: Sequence[SubjectReport],
        root: Path,
        documents: Iterable[str] = (),
        texts: Mapping[str, str] = {},
    ) -> int:
        """Print the reports and answer the exit code; lines under `root` and of documents are quoted.

        `texts` are what files held when they were judged, where they were written since. What is found over
        and over is printed a few times, with how often it is there.

        Raises: ProjectError for a bad baseline.
        """
        if self.write_baseline is not None:
            found = (finding for each in self.filtered(reports) for finding in each.findings)
            return _write_baseline(self.write_baseline, list(found))
        left = self.chosen(reports, tell=True)
        shown = [each._replace(findings=self._abridged(each.findings)) for each in left]
        print_report(self._format(shown, report.snippet_reader(root, frozenset(documents), texts), root))
        return self.exit_code(left)

    def filtered(self, reports: Iterable[SubjectReport]) -> list[SubjectReport]:
        """Return the reports with only what is wanted in them."""
        return [each._replace(findings=self.rules.apply(each.findings)) for each in reports]

    def chosen(self, reports: Sequence[SubjectReport], *, tell: bool = False) -> list[SubjectReport]:
        """Return the reports with what is wanted and not known already; `tell` says how much was."""
        return self.filtered(self._without_baseline(reports, tell))

    def exit_code(self, reports: Iterable[SubjectReport]) -> int:
        """Return the exit code that these reports call for."""
        return 1 if any(has_errors(each.findings) for each in reports) else 0

    def _without_baseline(self, reports: Sequence[SubjectReport], tell: bool) -> Sequence[SubjectReport]:
        if self.baseline is None:
            return reports
        from cardtool.app.baseline import new_findings, read_baseline

        known = read_baseline(self.baseline)
        every = [finding for each in reports for finding in each.findings]
        new, gone = new_findings(known, every)
        old = len(every) - len(new)
        renew = f"; {gone} more were not found: if they are gone, --write-baseline anew" if gone else ""
        if tell:
            are = "is" if old == 1 else "are"
            print_error(f"cardtool: {old} known from {self.baseline} {are} left out{renew}")
        ids = set(map(id, new))
        return [each._replace(findings=tuple(f for f in each.findings if id(f) in ids)) for each in reports]

    def _abridged(self, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        """Return the findings as they are printed: programs, unlike people, want each card by itself."""
        is_for_programs = self.format in ("json", "sarif")
        return report.abridge(findings if is_for_programs else report.gather_cards(findings))

    def _format(self, reports: Sequence[SubjectReport], quote: SnippetReader, root: Path) -> str:
        if self.format == "text":
            return _format_text(reports, quote)
        if self.format == "json":
            if self.several or len(reports) != 1:
                return report.format_json_list(reports, __version__)
            return report.format_json(reports[0].findings, reports[0].subject, __version__, reports[0].waived)
        if self.format == "github":
            return report.format_github(report.with_repository_paths(reports, root))
        from cardtool.app.rule_docs import ALL_RULES

        if self.format == "sarif":
            return report.format_sarif(report.with_repository_paths(reports, root), ALL_RULES, __version__)
        return report.format_junit(reports, [rule for rule in ALL_RULES if self.rules.shows(rule)])


def _format_text(reports: Sequence[SubjectReport], quote: SnippetReader) -> str:
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    gap = "\n" if any(each.findings for each in reports) else ""
    return gap.join(
        report.format_text(each.findings, each.subject, quote, colour, each.waived) for each in reports
    )


def _write_baseline(path: Path, findings: Sequence[Finding]) -> int:
    from cardtool.app.baseline import format_baseline, write_baseline

    write_baseline(path, format_baseline(findings))
    are = "finding is" if len(findings) == 1 else "findings are"
    print_error(f"cardtool: {len(findings)} {are} the baseline now: {path}")
    return 0
