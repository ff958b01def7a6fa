"""Findings as a person reads them: the place, the sentence, the line itself, what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardtool.finding import Finding, Severity, count_by_severity
from cardtool.model import Source
from cardtool.report.clean import clean, line
from cardtool.report.quote import Quote, Quoting
from cardtool.report.reported import counted_waived

__all__ = ["as_text"]

Paint = Callable[[str, str], str]
"""A style and a text give the text as it is shown."""

# ECMA-48, 8.3.117, select graphic rendition
_STYLES = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "good": "1;32",
    "place": "1",
    "quiet": "2",
}


def as_text(
    findings: Sequence[Finding], game: str, quote: Quoting | None, colour: bool, waived: int = 0
) -> str:
    """The findings in the order given, and a last line that sums them up; ends with a line break.

    With a reader of lines, each finding shows the line it is about. `waived` is how many more there are that
    the game lets stand.
    """
    paint: Paint = _colours if colour else _plain
    quote = quote or _nothing
    rows = [row for each in findings for row in _block(each, quote(each.source), paint)]
    summary = _summary(findings, game, paint) + (f"; {counted_waived(waived)}" if waived else "")
    rows += ["", summary] if rows else [summary]
    return "".join(f"{line(row)}\n" for row in rows)


def _nothing(source: Source) -> None:
    """No line to show, for want of a project."""


def _block(finding: Finding, shown: Quote | None, paint: Paint) -> Iterator[str]:
    """The lines of one finding."""
    rule, source = finding.rule, finding.source
    place = f"{clean(source.file)}:{source.line}:{source.column}:"
    label = paint("quiet", f"[{rule.code} {rule.name}]")
    severity = paint(finding.severity, f"{finding.severity}:")
    yield f"{paint('place', place)} {severity} {clean(finding.message)} {label}"
    if shown:
        yield from _quoted(shown, source.line, finding.severity, paint)
    if finding.fix:
        yield f"  → {clean(finding.fix)}"


def _quoted(shown: Quote, number: int, severity: Severity, paint: Paint) -> Iterator[str]:
    gutter = f"{number:>6} |"
    yield f"{paint('quiet', gutter)} {shown.text}"
    yield f"{paint('quiet', ' ' * 6 + ' |')} {' ' * shown.caret}{paint(severity, '^')}"


def _summary(findings: Sequence[Finding], game: str, paint: Paint) -> str:
    """`barbarity: 2 errors and 1 warning in 2 files`."""
    name = clean(game)
    if not findings:
        return f"{name}: {paint('good', 'no problems found')}"
    counts = count_by_severity(findings)
    parts = [paint(severity, _number(n, _NOUNS[severity])) for severity, n in counts.items() if n]
    told = " and ".join(parts) if len(parts) < 3 else f"{parts[0]}, {parts[1]} and {parts[2]}"
    return f"{name}: {told} in {_number(len({f.source.file for f in findings}), 'file')}"


_NOUNS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "info"}


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _colours(style: str, text: str) -> str:
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"


def _plain(style: str, text: str) -> str:
    return text
