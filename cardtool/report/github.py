"""Findings as annotations of GitHub's pull requests: workflow commands, one a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cardtool.finding import Finding, Severity
from cardtool.report.clean import clean, unobeyed
from cardtool.report.reported import Reported, counted_waived

__all__ = ["as_github"]

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}

# actions/toolkit, core/src/command.ts: what is escaped in the message, and what more in a property
_IN_MESSAGES: Mapping[str, str] = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_PROPERTIES: Mapping[str, str] = {**_IN_MESSAGES, ":": "%3A", ",": "%2C"}


def as_github(reports: Iterable[Reported]) -> str:
    """A command for each finding, which GitHub shows beside the line; nothing where nothing was found."""
    return "".join(f"{line}\n" for each in reports for line in (*_commands(each.findings), *_of_waived(each)))


def _of_waived(report: Reported) -> Iterator[str]:
    """A notice of how many findings the game lets stand, where it does."""
    if report.waived:
        told = counted_waived(report.waived)
        yield f"::notice title=cardtool::{_escaped(f'{report.subject}: {told}', _IN_MESSAGES)}"


def _commands(findings: Iterable[Finding]) -> Iterator[str]:
    for finding in findings:
        rule, source = finding.rule, finding.source
        properties = {
            "file": source.file,
            "line": str(source.line),
            "col": str(source.column),
            "title": f"{rule.code} {rule.name}",
        }
        told = ",".join(f"{key}={_escaped(value, _IN_PROPERTIES)}" for key, value in properties.items())
        message = clean(finding.message) + (f"\n→ {clean(finding.fix)}" if finding.fix else "")
        yield f"::{_COMMANDS[finding.severity]} {told}::{_escaped(message, _IN_MESSAGES)}"


def _escaped(text: str, signs: Mapping[str, str]) -> str:
    """The text as the runner reads it back, with no command of another form left in it."""
    shown = "\n".join(clean(line) for line in text.split("\n"))
    return "".join(signs.get(sign, sign) for sign in unobeyed(shown, "## "))
