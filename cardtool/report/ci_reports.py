"""Findings as build servers show them: GitHub's workflow commands, and JUnit's XML; and text from a project
that no build server takes for a command.

JUnit has no standard; this is what Jenkins, GitLab and Azure read: https://github.com/testmoapp/junitxml
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from xml.etree import ElementTree

from cardtool.finding import Finding, Rule, Severity
from cardtool.report.subject_report import SubjectReport, waived_sentence
from cardtool.unicode_text import escape_hidden

_CI_COMMAND = re.compile(r"##(?=\w*\[)")


def escape_line(text: str) -> str:
    """Return the line, so that no build server takes it for a command.

    GitHub's runner obeys `::name::` at the start of a line, spaces aside, and `##[name]` anywhere
    in it (actions/runner, ActionCommand.cs); Azure's agent and TeamCity obey `##vso[name]` and
    `##teamcity[name]` (azure-pipelines-agent, Command.cs). A line can only start with a file's name,
    to which `./` adds nothing.
    """
    text = escape_ci_commands(text, "## ")
    return f"./{text}" if text.lstrip().startswith("::") else text


def escape_ci_commands(text: str, signs: str) -> str:
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
    return "".join(signs.get(sign, sign) for sign in escape_ci_commands(shown, "## "))


def format_junit(reports: Iterable[SubjectReport], rules: Sequence[Rule]) -> str:
    """Return a test for each rule, failed where it found an error; what else it found is its output.

    A rule that was not asked is skipped. Ends with a line break.
    """
    root = ElementTree.Element("testsuites", name="cardtool")
    for report in reports:
        _add_suite(root, report, rules)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return escape_ci_commands(f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n', "#&#35;")


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
