"""Findings and fitted texts as JSON, the stable form for programs, and as SARIF 2.1.0. Keys keep their order.

SARIF is what code scanning services read: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from cardtool.finding import Edit, Finding, Rule, Severity, count_by_severity
from cardtool.model import Fit
from cardtool.report.ci_reports import escape_ci_commands
from cardtool.report.subject_report import SubjectReport, message_without_lines


def ascii_json(document: Mapping[str, Any]) -> str:
    """Return the document as JSON that says the same and that no encoding spoils and no build server obeys.

    Ends with a line break.
    """
    return escape_ci_commands(json.dumps(document, indent=2), "#\\u0023") + "\n"


def format_json(findings: Sequence[Finding], game: str, version: str, waived: int = 0) -> str:
    """Return the findings of one game, in ASCII; `version` is cardtool's. Ends with a line break.

    `waived` is how many more there are that the game lets stand.
    """
    report = _json_report(SubjectReport(game, tuple(findings), waived))
    return ascii_json({"tool": "cardtool", "version": version, **report})


def format_json_list(reports: Iterable[SubjectReport], version: str) -> str:
    """Return the findings of several games or documents, each as `format_json` has them, in a list."""
    games = [_json_report(each) for each in reports]
    return ascii_json({"tool": "cardtool", "version": version, "games": games})


def _json_report(report: SubjectReport) -> dict[str, Any]:
    counts = {str(severity): count for severity, count in count_by_severity(report.findings).items()}
    return {
        "game": report.subject,
        "findings": [_json_finding(each) for each in report.findings],
        "summary": {**counts, "waived": report.waived},
    }


def _json_finding(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule.code,
        "name": finding.rule.name,
        "severity": str(finding.severity),
        "message": finding.message,
        "file": finding.source.file,
        "line": finding.source.line,
        "column": finding.source.column,
        "fix": _json_fix(finding),
    }


def _json_fix(finding: Finding) -> dict[str, Any] | None:
    if finding.fix is None and finding.edit is None:
        return None
    edit = finding.edit
    hint = {} if finding.fix is None else {"hint": finding.fix}
    return hint if edit is None else {**hint, "replace": edit.old, "with": edit.new}


def format_fits_json(fits: Iterable[Fit], game: str, version: str) -> str:
    """Return every text set otherwise than designed: sizes in pt, leading as their multiple, room in mm."""
    document = {
        "tool": "cardtool",
        "game": game,
        "game_version": version,
        "texts": [_fit_data(fit) for fit in fits],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _fit_data(fit: Fit) -> dict[str, Any]:
    return {
        "card": fit.face.card,
        "kind": fit.face.kind,
        "side": str(fit.face.side),
        "box": fit.box,
        "designed": {"size": fit.designed.size, "leading": fit.designed.leading},
        "used": {"size": fit.used.size, "leading": fit.used.leading},
        "size_needed": fit.needed,
        "steps": _fit_steps(fit),
        "room_left_mm": fit.room,
    }


def _fit_steps(fit: Fit) -> list[str]:
    steps = ["tighter leading"] if fit.used.leading < fit.designed.leading else []
    steps += ["smaller type"] if fit.needed < fit.designed.size else []
    return steps + (["one size with its kind"] if fit.shared else [])


_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_FINGERPRINT = "cardtool/v1"


def format_sarif(reports: Iterable[SubjectReport], rules: Sequence[Rule], version: str) -> str:
    """Return one log with a run for each report; `rules` are all there are, `version` is cardtool's.

    A result's fingerprint leaves out its line, so that it stays the same finding when lines above it
    come or go. Ends with a line break.
    """
    runs = [_run(each, rules, version) for each in reports]
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": runs}
    return ascii_json(log)


def _run(report: SubjectReport, rules: Sequence[Rule], version: str) -> dict[str, Any]:
    rows = {rule.code: row for row, rule in enumerate(rules)}
    driver = {
        "name": "cardtool",
        "semanticVersion": version,
        "rules": [_descriptor(rule) for rule in rules],
    }
    seen: Counter[str] = Counter()
    results = [_result(finding, rows, seen) for finding in report.findings]
    return {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"cardtool/{report.subject}/"},
        "columnKind": "unicodeCodePoints",
        **({"properties": {"waived": report.waived}} if report.waived else {}),
        "results": results,
    }


def _descriptor(rule: Rule) -> dict[str, Any]:
    title = rule.manual.partition("\n")[0]
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": title or rule.name},
        "fullDescription": {"text": title or rule.name},
        "help": {"text": rule.manual or rule.name},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(finding: Finding, rows: dict[str, int], seen: Counter[str]) -> dict[str, Any]:
    row = {"ruleIndex": rows[finding.rule.code]} if finding.rule.code in rows else {}
    text = finding.message + (f"\n{finding.fix}" if finding.fix else "")
    return {
        "ruleId": finding.rule.code,
        **row,
        "level": _LEVELS[finding.severity],
        "message": {"text": text},
        "locations": [{"physicalLocation": _location(finding)}],
        "partialFingerprints": {_FINGERPRINT: _fingerprint(finding, seen)},
        **({"fixes": [_sarif_fix(finding.edit)]} if finding.edit and _is_literal(finding.edit) else {}),
    }


def _location(finding: Finding) -> dict[str, Any]:
    source = finding.source
    return {
        "artifactLocation": {"uri": _uri(source.file)},
        "region": {"startLine": source.line, "startColumn": source.column},
    }


def _is_literal(edit: Edit) -> bool:
    """Return whether a program that knows no YAML can do it: words may be wrapped, signs be escaped."""
    return all(word.replace("-", "").isalnum() for word in (edit.old, *edit.new.split(" ")))


def _sarif_fix(edit: Edit) -> dict[str, Any]:
    source = edit.source
    region = {
        "startLine": source.line,
        "startColumn": source.column,
        "endColumn": source.column + len(edit.old),
    }
    replacement = {"deletedRegion": region, "insertedContent": {"text": edit.new}}
    change = {"artifactLocation": {"uri": _uri(source.file)}, "replacements": [replacement]}
    return {"artifactChanges": [change]}


def _fingerprint(finding: Finding, seen: Counter[str]) -> str:
    """Return what stays when a finding moves to another line; findings that read alike are numbered."""
    text = "\n".join((finding.rule.code, finding.source.file, message_without_lines(finding.message)))
    seen[text] += 1
    return f"{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}:{seen[text]}"


def _uri(file: str) -> str:
    """Return a path as a URI reference, relative to where the project's root is."""
    return quote(file.encode("utf-8", "surrogatepass"), safe="/")
