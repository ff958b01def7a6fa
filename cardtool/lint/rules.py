"""Every rule of the checker, those there were, and what is told of what one finds."""

from __future__ import annotations

from dataclasses import replace

from cardtool.documents import PICTURE
from cardtool.finding import Finding, Severity
from cardtool.lint import counts, data, language, names, structure, values
from cardtool.lint.core.registry import LintRule, Subject
from cardtool.rule_runner import unique_rules

RULES = unique_rules(
    *data.RULES, *counts.RULES, *names.RULES, *values.RULES, *structure.RULES, *language.RULES
)
"""Every rule of the checker, by code. 1xx are about the data, 2xx about counts, 3xx about names and terms,
4xx about references and values, 5xx about structure, 6xx about language."""

_UNSURE_ON_PAGES = {"CT205", "CT206", "CT207", "CT208", "CT307", "CT502", "CT504", "CT607"}
"""Rules that a page misleads whose columns, letters and line breaks were lost on the way to plain text."""

_UNSURE_ELSEWHERE = {"CT506", "CT513"}
"""Rules made for English, infos in texts of other languages: empty sections, tables."""

TOLD_BY = {
    "CT301": "CT401",
    "CT607": "CT307",
    "CT621": "CT608",
    "CT413": "CT409",
    "CT504": "CT502",
    "CT226": "CT208",
}
"""Rules that are silent where another tells the same slip, by the rule that tells it."""


def _readable(found: Finding) -> Finding:
    """Return a finding whose message has a sign for each picture, or code, of what it quotes."""
    return replace(found, message=found.message.replace(PICTURE, "…")) if PICTURE in found.message else found


def findings_of(at_work: LintRule, subject: Subject) -> list[Finding]:
    """Return what a rule finds: as infos where it is not at home, and with edits in its language."""
    found = [_readable(each) for each in at_work.findings(subject)]
    is_unsure = at_work.code in _UNSURE_ELSEWHERE and subject.language != "en"
    is_hidden = at_work.code in _UNSURE_ON_PAGES and subject.texts and subject.texts[0].is_from_pages
    if found and (is_unsure or is_hidden):
        lower = replace(at_work.rule, severity=Severity.INFO)
        found = [replace(each, rule=lower) for each in found]
    is_at_home = subject.language == (at_work.rule.reads or "en")
    if is_at_home or at_work.code == "CT401":  # which writes names, letter for letter
        return found
    return [replace(each, edit=None) for each in found]
