"""Findings that a game says are meant to be, each with its reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import PurePosixPath

from cardtool.finding import Finding, Rule, Severity
from cardtool.lint.alike import as_printed
from cardtool.model import Waiver
from cardtool.project import did_you_mean

__all__ = ["UNUSED_WAIVER", "of_no_rule", "unused", "waived_by"]

UNUSED_WAIVER = Rule(
    "CT113",
    "unused-waiver",
    Severity.WARNING,
    manual="""\
Every waiver of the glossary waives something.

A waiver that no longer matches a finding hides the next one that happens to read alike, and its
reason explains what is not there.

Bad:

    waivers:
      - {rule: CT302, text: Cimmerian, reason: The name of a people in the Battle Card's picture.}
    # and no text of the game says Cimmerian

Good:

    waivers: []

A waiver matches a finding of its rule (code or name) whose message holds its text, whatever the case
and the sort of quotes; with `file`, only in that file. Overlooked on purpose: waivers of rules that
did not run, be it for `--no-layout`, for `--select`, or because an earlier error stopped the check.""",
)


def waived_by(finding: Finding, waivers: Iterable[Waiver]) -> tuple[Waiver, ...]:
    """The waivers that let this finding stand; none where nobody waived it."""
    return tuple(waiver for waiver in waivers if _matches(waiver, finding))


def unused(waivers: Iterable[Waiver], used: Collection[Waiver], ran: Iterable[Rule]) -> Iterator[Finding]:
    """A finding for every waiver that matched nothing, though its rule did run, or that names no rule.

    Waivers of rules that did not run are left alone.
    """
    names = {label: rule for rule in ran for label in (rule.code, rule.name)}
    for waiver in waivers:
        if waiver not in used and waiver.rule in names:
            message = f'nothing is found that this waives: {names[waiver.rule].name} with "{waiver.text}"'
            yield UNUSED_WAIVER.found(waiver.source, message, "remove it")


def of_no_rule(waivers: Iterable[Waiver], rules: Iterable[Rule]) -> Iterator[Finding]:
    """A finding for every waiver of a rule that does not exist."""
    names = {label for rule in rules for label in (rule.code, rule.name)}
    for waiver in waivers:
        if waiver.rule not in names:
            message = f'there is no rule "{waiver.rule}" to waive{did_you_mean(waiver.rule, names)}'
            yield UNUSED_WAIVER.found(waiver.source, message, "see: cardtool explain")


def _matches(waiver: Waiver, finding: Finding) -> bool:
    if waiver.rule not in (finding.rule.code, finding.rule.name):
        return False
    if waiver.file and not _ends_with(finding.source.file, waiver.file):
        return False
    return as_printed(waiver.text) in as_printed(finding.message)


def _ends_with(file: str, wanted: str) -> bool:
    """Whether a path is the wanted one, or ends with it: cards/farm/rulebook.md, rulebook.md."""
    parts, ending = PurePosixPath(file).parts, PurePosixPath(wanted).parts
    return bool(ending) and parts[-len(ending) :] == ending
