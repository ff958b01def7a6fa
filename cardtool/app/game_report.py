"""What there is to tell of a game, remembered until something changes that it came from."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass

from cardtool.app.check import check_game
from cardtool.app.inputs import input_hash
from cardtool.app.options import BuildOptions, Part
from cardtool.errors import ProjectError
from cardtool.finding import Finding, Severity, has_errors, sorted_findings
from cardtool.model import Fit, Source
from cardtool.output import read_journal
from cardtool.project import Project
from cardtool.sandbox.encoding import decode, encode
from cardtool.signed_cache import SignedFolder

_LARGEST_REPORT = 4_000_000  # bytes of a report that is kept
_MOST_REPORTS = 100
_UNUSABLE = "CT119"  # unusable-file: what the system says of a file, which may be of today


@dataclass(frozen=True, slots=True)
class GameReport:
    """What was found of a game, by place, and which texts were set otherwise than designed.

    `waived` is how many findings the game lets stand; `left_out` says what could not be checked on this
    machine, empty where all was. `ran` are the codes of the rules that could have found something.
    """

    findings: tuple[Finding, ...]
    fits: tuple[Fit, ...]
    waived: int
    left_out: str
    ran: tuple[str, ...] = ()


_PLACE = re.compile(r"(?P<file>[^:\n]+\.\w+)(?::(?P<line>\d+))?(?::(?P<column>\d+))?: (?P<message>.+)")


def stopped_finding(error: ProjectError, file: str) -> Finding:
    """Return what stopped a check as a finding: at the place that it names, or else in this file."""
    from cardtool.load import STOPPED

    message, _, advice = str(error).partition("\n")
    place = _PLACE.match(message)
    if place is None:
        return STOPPED.found(Source(file), message, advice or None)
    source = Source(place["file"], int(place["line"] or 1), int(place["column"] or 1))
    return STOPPED.found(source, place["message"], advice or None)


def report_on_game(
    project: Project,
    id: str,
    *,
    layout: bool = True,
    printing: bool = False,
    jobs: int | None = None,
    since: str | None = None,
) -> GameReport:
    """Return what is wrong with a game, as `check_game`; where nothing changed, what was found before.

    With `printing` all that a build prints is made as well, and looked at as a build looks at it; nothing is
    written. Errors of data and texts are known as well; others, such as of a face or of a file that cannot be
    read, are looked for again each time, and so is what git knows.

    Raises: as `check_game`, and with `printing` as a build; ProjectError where
    somebody else's journal waits to be followed.
    """
    read_journal(project.root, project.name_of)
    if since is not None:
        return _check(project, id, layout, printing, jobs, since)
    kept = _KeptReport(project, id, f"check {layout} {printing} {_speller()}")
    report = kept.read()
    if report is None:
        report = _check(project, id, layout, printing, jobs)
        kept.write(report)
    return report


def _check(
    project: Project, id: str, layout: bool, printing: bool, jobs: int | None, since: str | None = None
) -> GameReport:
    checked = check_game(project, id, layout=layout, jobs=jobs, since=since)
    report = GameReport(
        checked.findings,
        checked.fits,
        checked.waived,
        checked.left_out,
        tuple(sorted({rule.code for rule in checked.ran})),
    )
    if not printing or has_errors(report.findings):
        return report
    return _with_printed(report, project, id, jobs)


def _with_printed(report: GameReport, project: Project, id: str, jobs: int | None) -> GameReport:
    """Return the report with what is wrong with all that is printed of the game, sheets, mats and books."""
    from cardtool.app.build import make_print_files
    from cardtool.preflight import RULES as PREFLIGHT_RULES
    from cardtool.render import no_progress

    everything = BuildOptions(part=Part.ALL)
    printed = make_print_files(project, id, everything, project.output(id), jobs, no_progress)
    left_out = "\ncardtool: ".join(filter(None, (report.left_out, printed.left_out)))
    findings = sorted_findings((*report.findings, *printed.found))
    ran = tuple(sorted({*report.ran, *(rule.code for rule in PREFLIGHT_RULES)}))
    return GameReport(findings, report.fits, max(report.waived, printed.waived), left_out, ran)


def _speller() -> str:
    """Return what looks for misspellings: a program, which may be none of this Python, and a library."""
    from importlib.util import find_spec

    from cardtool.programs import spelling_program

    return f"{spelling_program()} {find_spec('hunspell') is not None}"


class _KeptReport:
    """The report on one game, as asked for, in the cache; it stands for its inputs as they are now."""

    def __init__(self, project: Project, game: str, asked: str) -> None:
        named = f"{project.root}\0{game}\0{asked}"
        self._entry = hashlib.sha256(named.encode(errors="surrogateescape")).hexdigest()
        self._folder = SignedFolder("checked", _LARGEST_REPORT)
        self._stamp = input_hash(project, game, asked)

    def read(self) -> GameReport | None:
        """Return what was found before; None where anything changed since, or nothing was kept."""
        content = None if self._stamp is None else self._folder.read(self._entry)
        if content is None:
            return None
        try:
            data = json.loads(content)
            return decode(GameReport, data["report"]) if data["stamp"] == self._stamp else None
        except (ValueError, KeyError, TypeError, RecursionError):  # of another shape
            return None

    def write(self, report: GameReport) -> None:
        """Keep a report of which nothing was left out, and whose errors will be there again."""
        if self._stamp is None or report.left_out or _may_be_mended_elsewhere(report):
            return
        data, _ = encode(report)
        content = json.dumps({"stamp": self._stamp, "report": data}).encode()
        if len(content) < _LARGEST_REPORT:
            self._folder.write(self._entry, content)
            self._folder.keep_latest(_MOST_REPORTS)


def _may_be_mended_elsewhere(report: GameReport) -> bool:
    """Return whether a finding may be gone though no file of the game changed: of faces, time, a program."""
    if not report.findings:
        return False
    from cardtool import lint, load

    if any(each.message.startswith(lint.NOT_LOOKED_FOR) for each in report.findings):
        return True
    of_content = {each.code for each in load.RULES} | {each.code for each in lint.RULES}
    errors = (each for each in report.findings if each.severity is Severity.ERROR)
    return any(each.rule.code not in of_content - {_UNUSABLE} for each in errors)
