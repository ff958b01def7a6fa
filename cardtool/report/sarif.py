"""Findings as SARIF 2.1.0, which code scanning services read. Keys keep their order.

The standard: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from cardtool.finding import Edit, Finding, Rule, Severity
from cardtool.report.clean import as_ascii
from cardtool.report.lasting import lasting
from cardtool.report.reported import Reported

__all__ = ["as_sarif"]

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_FINGERPRINT = "cardtool/v1"


def as_sarif(reports: Iterable[Reported], rules: Sequence[Rule], version: str) -> str:
    """One log with a run for each report; `rules` are all there are, `version` is cardtool's.

    A result's fingerprint leaves out its line, so that it stays the same finding when lines above it
    come or go. Ends with a line break.
    """
    runs = [_run(each, rules, version) for each in reports]
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": runs}
    return as_ascii(log)


def _run(report: Reported, rules: Sequence[Rule], version: str) -> dict[str, Any]:
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
    told = finding.message + (f"\n{finding.fix}" if finding.fix else "")
    return {
        "ruleId": finding.rule.code,
        **row,
        "level": _LEVELS[finding.severity],
        "message": {"text": told},
        "locations": [{"physicalLocation": _place(finding)}],
        "partialFingerprints": {_FINGERPRINT: _fingerprint(finding, seen)},
        **({"fixes": [_fix(finding.edit)]} if finding.edit and _is_literal(finding.edit) else {}),
    }


def _place(finding: Finding) -> dict[str, Any]:
    source = finding.source
    return {
        "artifactLocation": {"uri": _uri(source.file)},
        "region": {"startLine": source.line, "startColumn": source.column},
    }


def _is_literal(edit: Edit) -> bool:
    """Whether a program that knows no YAML can do it: several words may be wrapped, signs may be escaped."""
    return all(word.replace("-", "").isalnum() for word in (edit.old, *edit.new.split(" ")))


def _fix(edit: Edit) -> dict[str, Any]:
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
    """The same for the same finding in another line; findings that read alike are told apart by number."""
    told = "\n".join((finding.rule.code, finding.source.file, lasting(finding.message)))
    seen[told] += 1
    return f"{sha256(told.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}:{seen[told]}"


def _uri(file: str) -> str:
    """A path as a URI reference, relative to where the project's root is."""
    return quote(file.encode("utf-8", "surrogatepass"), safe="/")
