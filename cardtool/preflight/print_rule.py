"""Makes a rule of the preflight of a function, whose docstring is the rule's page of the manual."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, ParamSpec

from cardtool.finding import Finding, Rule, Severity
from cardtool.rule_runner import Problem, rule_from_module

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class PrintRule(Generic[P]):
    """A rule, and the function that looks for breaches of it on a page, in a file or among faces."""

    rule: Rule
    check: Callable[P, Iterable[Problem]]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Iterator[Finding]:
        """Yield every breach of the rule."""
        return (self.rule.found(*problem) for problem in self.check(*args, **kwargs))


def print_rule(
    code: str, name: str, severity: Severity = Severity.ERROR
) -> Callable[[Callable[P, Iterable[Problem]]], PrintRule[P]]:
    """Return what makes a rule of a function; the function's docstring is the rule's page of the manual."""

    def stamp(check: Callable[P, Iterable[Problem]]) -> PrintRule[P]:
        return PrintRule(rule_from_module(check, code, name, severity), check)

    return stamp
