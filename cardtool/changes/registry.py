"""What the rules about changes judge: a game before and after."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cardtool.changes.since import Since
from cardtool.finding import Severity
from cardtool.judging import Judge, Problem, rule_of

__all__ = ["ChangeRule", "Problem", "rule"]

ChangeRule = Judge[Since]

Check = Callable[[Since], Iterable[Problem]]


def rule(code: str, name: str, severity: Severity) -> Callable[[Check], ChangeRule]:
    """Make a rule of a function; its docstring, or its module's, is the rule's page of the manual."""

    def stamp(check: Check) -> ChangeRule:
        return Judge(rule_of(check, code, name, severity), check)

    return stamp
