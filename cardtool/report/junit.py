"""Findings as JUnit's XML, which build servers show as tests: a suite a game, a test a rule.

There is no standard; this is what Jenkins, GitLab and Azure read: https://github.com/testmoapp/junitxml
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree

from cardtool.finding import Finding, Rule, Severity
from cardtool.report.clean import clean, unobeyed
from cardtool.report.reported import Reported

__all__ = ["as_junit"]


def as_junit(reports: Iterable[Reported], rules: Sequence[Rule]) -> str:
    """A test for each of the rules, failed where it found an error; what else it found is told as output.

    Ends with a line break.
    """
    root = ElementTree.Element("testsuites", name="cardtool")
    for report in reports:
        _suite(root, report, rules)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return unobeyed(f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n', "#&#35;")


def _suite(root: ElementTree.Element, report: Reported, rules: Sequence[Rule]) -> None:
    failed = {each.rule.code for each in report.findings if each.severity is Severity.ERROR}
    codes = {rule.code for rule in rules} | {each.rule.code for each in report.findings}
    numbers = {"tests": len(codes), "failures": len(failed), "errors": 0, "skipped": 0, "time": 0}
    told = {key: str(number) for key, number in numbers.items()}
    suite = ElementTree.SubElement(root, "testsuite", {"name": _shown(report.subject), **told})
    if report.waived:
        properties = ElementTree.SubElement(suite, "properties")
        ElementTree.SubElement(properties, "property", name="waived", value=str(report.waived))
    known = {rule.code: rule for rule in (*(each.rule for each in report.findings), *rules)}
    for code in sorted(codes):
        found = [each for each in report.findings if each.rule.code == code]
        _test(suite, known[code], found, _shown(report.subject))


def _test(suite: ElementTree.Element, rule: Rule, found: Sequence[Finding], subject: str) -> None:
    name = f"{rule.code} {rule.name}"
    test = ElementTree.SubElement(suite, "testcase", name=name, classname=f"cardtool.{subject}", time="0")
    errors = [each for each in found if each.severity is Severity.ERROR]
    others = [each for each in found if each.severity is not Severity.ERROR]
    if errors:
        message = _shown(errors[0].message) + (f" (and {len(errors) - 1} more)" if errors[1:] else "")
        failure = ElementTree.SubElement(test, "failure", message=message, type=rule.name)
        failure.text = _lines(errors)
    if others:
        ElementTree.SubElement(test, "system-out").text = _lines(others)


def _lines(findings: Iterable[Finding]) -> str:
    return "\n".join(_line(each) for each in findings)


def _line(finding: Finding) -> str:
    advice = f" → {finding.fix}" if finding.fix else ""
    return _shown(f"./{finding.source}: {finding.severity}: {finding.message}{advice}")


def _shown(text: str) -> str:
    """The text with every sign that would not show, or that XML cannot hold, written out."""
    return "".join(sign if _may_stand(sign) else f"\\u{ord(sign):04x}" for sign in clean(text))


def _may_stand(sign: str) -> bool:
    """Whether XML 1.0 has a place for the sign (its production 2); `clean` has seen to the controls."""
    return sign not in "\ufffe\uffff"
