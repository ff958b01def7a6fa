"""Findings as JSON: the stable form that other programs build on. Keys keep their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtool.finding import Finding, count_by_severity
from cardtool.report.clean import as_ascii

__all__ = ["as_json"]


def as_json(findings: Sequence[Finding], game: str, version: str, waived: int = 0) -> str:
    """The findings of one game, in ASCII; `version` is cardtool's. Ends with a line break.

    `waived` is how many more there are that the game lets stand.
    """
    counts = {str(severity): count for severity, count in count_by_severity(findings).items()}
    document = {
        "tool": "cardtool",
        "version": version,
        "game": game,
        "findings": [_finding(each) for each in findings],
        "summary": {**counts, "waived": waived},
    }
    return as_ascii(document)


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule.code,
        "name": finding.rule.name,
        "severity": str(finding.severity),
        "message": finding.message,
        "file": finding.source.file,
        "line": finding.source.line,
        "column": finding.source.column,
        "fix": _fix(finding),
    }


def _fix(finding: Finding) -> dict[str, Any] | None:
    """What to do, and what `--fix` would write instead of what."""
    if finding.fix is None and finding.edit is None:
        return None
    edit = finding.edit
    told: dict[str, Any] = {} if finding.fix is None else {"hint": finding.fix}
    return told if edit is None else {**told, "replace": edit.old, "with": edit.new}
