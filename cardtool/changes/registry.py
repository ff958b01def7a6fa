"""What a rule about changes is, and how it is run. Knows no rule by name."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cardtool.changes.since import Since
from cardtool.errors import CardtoolError
from cardtool.finding import Finding, Rule, Severity
from cardtool.model import Source

__all__ = ["ChangeRule", "Problem", "distinct", "rule"]

Problem = tuple[Source, str, str | None]
"""Where something is wrong, the sentence that says what, and perhaps what to do."""

Check = Callable[[Since], Iterable[Problem]]


@dataclass(frozen=True, slots=True)
class ChangeRule:
    """A rule, and the function that looks for breaches of it."""

    rule: Rule
    check: Check

    def findings(self, since: Since) -> list[Finding]:
        """Every breach of this rule, in the order the rule met them.

        Raises: CardtoolError, naming the rule, when the rule itself fails.
        """
        try:
            return [self.rule.found(*problem) for problem in self.check(since)]
        except Exception as error:
            raise CardtoolError(
                f"rule {self.rule.code} {self.rule.name} failed on the game {since.after.id}: "
                f"{type(error).__name__}: {error}"
            ) from error


def rule(code: str, name: str, severity: Severity) -> Callable[[Check], ChangeRule]:
    """Make a rule of a function; the docstring of its module is the rule's page of the manual."""

    def stamp(check: Check) -> ChangeRule:
        manual = inspect.cleandoc(sys.modules[check.__module__].__doc__ or "")
        return ChangeRule(Rule(code, name, severity, manual), check)

    return stamp


def distinct(*rules: ChangeRule) -> tuple[ChangeRule, ...]:
    """These rules, by code. Raises: ValueError when two share a code or a name."""
    for labels in ([each.rule.code for each in rules], [each.rule.name for each in rules]):
        if len(set(labels)) < len(labels):
            raise ValueError(f"two rules are called alike among {', '.join(sorted(labels))}")
    return tuple(sorted(rules, key=lambda each: each.rule.code))
