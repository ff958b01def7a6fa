"""What is wrong with a game: a rule, a sentence, a place, and what to do about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from cardtool.model import Source


class Severity(StrEnum):
    """How sure a finding is, and whether it stops a build (only errors do)."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Edit:
    """What to write instead of what stands at a place of a file. `old` is what stands there now."""

    source: Source
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Rule:
    """What a finding can be about. Codes are stable; `manual` is the rule's page of the manual.

    `reads` is the language whose words the rule knows, the first part of its tag (BCP 47); the rule is
    silent about texts in another. It is empty where the rule needs none.
    """

    code: str
    name: str
    severity: Severity = Severity.ERROR
    manual: str = field(default="", repr=False)
    reads: str = ""

    def found(
        self, source: Source, message: str, fix: str | None = None, edit: Edit | None = None
    ) -> Finding:
        """Return this rule broken at this place."""
        return Finding(self, message, source, fix, edit)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: `fix` says what to do, when we know.

    `edit` does it, where it is sure to be right without anybody looking at it.
    """

    rule: Rule
    message: str
    source: Source
    fix: str | None = None
    edit: Edit | None = None

    @property
    def severity(self) -> Severity:
        return self.rule.severity


def sorted_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings by file, place and rule, each once. Whoever tells them to a reader sorts them."""
    return tuple(sorted(dict.fromkeys(findings), key=_place))


def _place(finding: Finding) -> tuple[str, int, int, str, str]:
    source = finding.source
    return source.file, source.line, source.column, finding.rule.code, finding.message


def has_errors(findings: Iterable[Finding]) -> bool:
    """Return whether any of these stops a build."""
    return any(finding.severity is Severity.ERROR for finding in findings)


def count_by_severity(findings: Iterable[Finding]) -> dict[Severity, int]:
    """Return how many findings of each severity, none left out."""
    counts = Counter(finding.severity for finding in findings)
    return {severity: counts[severity] for severity in Severity}
