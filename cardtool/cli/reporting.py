"""How the findings of a check are printed, and which exit code they call for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardtool import __version__
from cardtool.cli.printing import print_error, print_report
from cardtool.errors import UsageError
from cardtool.finding import Finding, has_errors
from cardtool.pipeline.choice import Choice
from cardtool.report import SnippetReader, SubjectReport

__all__ = ["FORMATS", "Reporting"]

FORMATS = ("text", "json", "github", "sarif", "junit")


@dataclass(frozen=True, slots=True)
class Reporting:
    """In which form findings are printed, which of them, and which are known already."""

    format: str = "text"
    choice: Choice = field(default_factory=Choice)
    baseline: Path | None = None
    write_baseline: Path | None = None

    def expects(self, number: int) -> None:
        """Be told how many reports there will be. Raises: UsageError when the form holds one only."""
        if self.format == "json" and number > 1:
            raise UsageError("--format json reports on one game or file; sarif and junit take several")

    def show(self, reports: Sequence[SubjectReport], root: Path, documents: Iterable[str] = ()) -> int:
        """Print the reports and answer the exit code; lines under `root` and of documents are quoted.

        What is found over and over is printed a few times, with how often it is there.

        Raises: ProjectError for a bad baseline.
        """
        if self.write_baseline is not None:
            found = (finding for each in self.chosen(reports) for finding in each.findings)
            return _write(self.write_baseline, list(found))
        left = self.chosen(self._new(reports))
        print_report(self._told(_abridged(left), root, frozenset(documents)))
        return self.code(left)

    def chosen(self, reports: Iterable[SubjectReport]) -> list[SubjectReport]:
        """The reports with only what is wanted in them."""
        return [each._replace(findings=self.choice.of(each.findings)) for each in reports]

    def code(self, reports: Iterable[SubjectReport]) -> int:
        """The exit code that these reports call for."""
        return 1 if any(has_errors(each.findings) for each in reports) else 0

    def _new(self, reports: Sequence[SubjectReport]) -> Sequence[SubjectReport]:
        """The reports without what the baseline knows."""
        if self.baseline is None:
            return reports
        from cardtool.pipeline.baseline import new_since, read_baseline

        known = read_baseline(self.baseline)
        every = [finding for each in reports for finding in each.findings]
        new, gone = new_since(known, every)
        old = len(every) - len(new)
        renew = f"; {gone} more were not found: if they are gone, --write-baseline anew" if gone else ""
        print_error(f"cardtool: {old} known from {self.baseline} are left out{renew}")
        kept = set(map(id, new))
        return [each._replace(findings=tuple(f for f in each.findings if id(f) in kept)) for each in reports]

    def _told(self, reports: Sequence[SubjectReport], root: Path, documents: frozenset[str]) -> str:
        from cardtool import report

        if self.format == "text":
            colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
            quote = report.snippet_reader(root, documents)
            gap = "\n" if any(each.findings for each in reports) else ""
            return gap.join(_as_text(each, quote, colour) for each in reports)
        if self.format == "json":
            return report.format_json(reports[0].findings, reports[0].subject, __version__, reports[0].waived)
        if self.format == "github":
            return report.format_github(report.with_repository_paths(reports, root))
        from cardtool.pipeline.manual import RULES

        if self.format == "sarif":
            return report.format_sarif(report.with_repository_paths(reports, root), RULES, __version__)
        return report.format_junit(reports, RULES)


def _as_text(each: SubjectReport, quote: SnippetReader, colour: bool) -> str:
    from cardtool import report

    return report.format_text(each.findings, each.subject, quote, colour, each.waived)


def _abridged(reports: Iterable[SubjectReport]) -> list[SubjectReport]:
    from cardtool.report import abridge

    return [each._replace(findings=abridge(each.findings)) for each in reports]


def _write(path: Path, findings: Sequence[Finding]) -> int:
    """Write a baseline. Raises: ProjectError."""
    from cardtool.pipeline.baseline import baseline_of, write_baseline

    write_baseline(path, baseline_of(findings))
    are = "finding is" if len(findings) == 1 else "findings are"
    print_error(f"cardtool: {len(findings)} {are} the baseline now: {path}")
    return 0
