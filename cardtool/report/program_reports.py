"""Findings and changes for programs: JSON, the stable form; SARIF 2.1.0; GitHub's commands; JUnit's XML.

What comes from a project is written so that no build server takes it for a command. Keys of JSON keep their
order.

SARIF is what code scanning services read: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
JUnit has no standard; this is what Jenkins, GitLab and Azure read: https://github.com/testmoapp/junitxml
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from cardtool.finding import Edit, Finding, Rule, Severity, count_by_severity
from cardtool.model import Fit
from cardtool.report.subject_report import SubjectReport, message_without_lines, waived_sentence
from cardtool.unicode_text import escape_hidden

_CI_COMMAND = re.compile(r"##(?=\w*\[)")


def escape_line(text: str) -> str:
    """Return the line, so that no build server takes it for a command.

    GitHub's runner obeys `::name::` at the start of a line, spaces aside, and `##[name]` anywhere
    in it (actions/runner, ActionCommand.cs); Azure's agent and TeamCity obey `##vso[name]` and
    `##teamcity[name]` (azure-pipelines-agent, Command.cs). A line can only start with a file's name,
    to which `./` adds nothing.
    """
    text = _escape_ci_commands(text, "## ")
    return f"./{text}" if text.lstrip().startswith("::") else text


def _escape_ci_commands(text: str, signs: str) -> str:
    """Return the text with something else for the `##` that begins a command anywhere in a line."""
    return _CI_COMMAND.sub(lambda match: signs, text)


_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}

# actions/toolkit, core/src/command.ts: what is escaped in the message, and what more in a property
_MESSAGE_ESCAPES: Mapping[str, str] = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY_ESCAPES: Mapping[str, str] = {**_MESSAGE_ESCAPES, ":": "%3A", ",": "%2C"}


def format_github(reports: Iterable[SubjectReport]) -> str:
    """Return a command for each finding, which GitHub shows beside the line; empty where there is none."""
    return "".join(
        f"{line}\n" for each in reports for line in (*_commands(each.findings), *_waived_notice(each))
    )


def _waived_notice(report: SubjectReport) -> Iterator[str]:
    if report.waived:
        text = f"{report.subject}: {waived_sentence(report.waived)}"
        yield f"::notice title=cardtool::{_command_text(text, _MESSAGE_ESCAPES)}"


def _commands(findings: Iterable[Finding]) -> Iterator[str]:
    for finding in findings:
        rule, source = finding.rule, finding.source
        properties = {
            "file": source.file,
            "line": str(source.line),
            "col": str(source.column),
            "title": f"{rule.code} {rule.name}",
        }
        parameters = ",".join(
            f"{key}={_command_text(value, _PROPERTY_ESCAPES)}" for key, value in properties.items()
        )
        advice = f"\n→ {escape_hidden(finding.fix)}" if finding.fix else ""
        message = escape_hidden(finding.message) + advice
        yield f"::{_COMMANDS[finding.severity]} {parameters}::{_command_text(message, _MESSAGE_ESCAPES)}"


def _command_text(text: str, signs: Mapping[str, str]) -> str:
    """Return the text as the runner reads it back, with no command of another form left in it."""
    shown = "\n".join(escape_hidden(line) for line in text.split("\n"))
    return "".join(signs.get(sign, sign) for sign in _escape_ci_commands(shown, "## "))


def format_junit(reports: Iterable[SubjectReport], rules: Sequence[Rule]) -> str:
    """Return a test for each rule, failed where it found an error; what else it found is its output.

    A rule that was not asked is skipped. Ends with a line break.
    """
    root = ElementTree.Element("testsuites", name="cardtool")
    for report in reports:
        _add_suite(root, report, rules)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return _escape_ci_commands(f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n', "#&#35;")


def _add_suite(root: ElementTree.Element, report: SubjectReport, rules: Sequence[Rule]) -> None:
    failed = {each.rule.code for each in report.findings if each.severity is Severity.ERROR}
    asked = {*report.ran, *(each.rule.code for each in report.findings)}
    codes = {rule.code for rule in rules} | {each.rule.code for each in report.findings}
    skipped = len(codes - asked)
    numbers = {"tests": len(codes), "failures": len(failed), "errors": 0, "skipped": skipped, "time": 0}
    attributes = {key: str(number) for key, number in numbers.items()}
    suite = ElementTree.SubElement(root, "testsuite", {"name": _xml_text(report.subject), **attributes})
    if report.waived:
        properties = ElementTree.SubElement(suite, "properties")
        ElementTree.SubElement(properties, "property", name="waived", value=str(report.waived))
    known = {rule.code: rule for rule in (*(each.rule for each in report.findings), *rules)}
    for code in sorted(codes):
        found = [each for each in report.findings if each.rule.code == code]
        test = _add_test(suite, known[code], found, _xml_text(report.subject))
        if code not in asked:
            ElementTree.SubElement(test, "skipped")


def _add_test(
    suite: ElementTree.Element, rule: Rule, found: Sequence[Finding], subject: str
) -> ElementTree.Element:
    name = f"{rule.code} {rule.name}"
    test = ElementTree.SubElement(suite, "testcase", name=name, classname=f"cardtool.{subject}", time="0")
    errors = [each for each in found if each.severity is Severity.ERROR]
    others = [each for each in found if each.severity is not Severity.ERROR]
    if errors:
        message = _xml_text(errors[0].message) + (f" (and {len(errors) - 1} more)" if errors[1:] else "")
        failure = ElementTree.SubElement(test, "failure", message=message, type=rule.name)
        failure.text = _finding_lines(errors)
    if others:
        ElementTree.SubElement(test, "system-out").text = _finding_lines(others)
    return test


def _finding_lines(findings: Iterable[Finding]) -> str:
    return "\n".join(_finding_line(each) for each in findings)


def _finding_line(finding: Finding) -> str:
    advice = f" → {finding.fix}" if finding.fix else ""
    return _xml_text(f"./{finding.source}: {finding.severity}: {finding.message}{advice}")


def _xml_text(text: str) -> str:
    """Return the text with every sign that would not show, or that XML cannot hold, written out."""
    return "".join(sign if _is_xml_character(sign) else f"\\u{ord(sign):04x}" for sign in escape_hidden(text))


def _is_xml_character(sign: str) -> bool:
    """Return whether XML 1.0 has a place for the sign (its production 2); `clean` escapes the controls."""
    return sign not in "\ufffe\uffff"


def _ascii_json(document: Mapping[str, Any]) -> str:
    """Return the document as JSON that says the same and that no encoding spoils and no build server obeys.

    Ends with a line break.
    """
    return _escape_ci_commands(json.dumps(document, indent=2), "#\\u0023") + "\n"


def format_json(findings: Sequence[Finding], game: str, version: str, waived: int = 0) -> str:
    """Return the findings of one game, in ASCII; `version` is cardtool's. Ends with a line break.

    `waived` is how many more there are that the game lets stand.
    """
    report = _json_report(SubjectReport(game, tuple(findings), waived))
    return _ascii_json({"tool": "cardtool", "version": version, **report})


def format_json_list(reports: Iterable[SubjectReport], version: str) -> str:
    """Return the findings of several games or documents, each as `format_json` has them, in a list."""
    games = [_json_report(each) for each in reports]
    return _ascii_json({"tool": "cardtool", "version": version, "games": games})


def format_changes_json(
    changes: Mapping[str, Any], game: str, revisions: tuple[str, str], version: str
) -> str:
    """Return the changes for programs; `version` is cardtool's. Ends with a line break."""
    old, new = revisions
    document = {"tool": "cardtool", "version": version, "game": game, "from": old, "to": new, **changes}
    return _ascii_json(document)


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
    return _ascii_json(log)


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
