"""What a rule of the checker is, and how it is run. Knows no rule by name."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cardtool.errors import CardtoolError
from cardtool.finding import Finding, Rule, Severity
from cardtool.model import Game, Source

__all__ = ["LintRule", "Problem", "distinct", "rule"]

Problem = tuple[Source, str] | tuple[Source, str, str | None]
"""Where something is wrong, the sentence that says what, and perhaps what to do about it."""

Check = Callable[[Game], Iterable[Problem]]


@dataclass(frozen=True, slots=True)
class LintRule:
    """A rule, and the function that looks for breaches of it."""

    rule: Rule
    check: Check

    @property
    def code(self) -> str:
        return self.rule.code

    @property
    def name(self) -> str:
        return self.rule.name

    @property
    def manual(self) -> str:
        return self.rule.manual

    def findings(self, game: Game) -> list[Finding]:
        """Every breach of this rule in the game, in the order the rule met them.

        Raises: CardtoolError, naming the rule, when the rule itself fails.
        """
        try:
            return [self.rule.found(*problem) for problem in self.check(game)]
        except Exception as error:
            raise CardtoolError(
                f"rule {self.code} {self.name} failed on the game {game.id}: {type(error).__name__}: {error}"
            ) from error


def rule(code: str, name: str, severity: Severity = Severity.ERROR) -> Callable[[Check], LintRule]:
    """Make a rule of a function; the docstring of its module is the rule's manual page."""

    def stamp(check: Check) -> LintRule:
        manual = inspect.cleandoc(sys.modules[check.__module__].__doc__ or "")
        return LintRule(Rule(code, name, severity, manual), check)

    return stamp


def distinct(*rules: LintRule) -> tuple[LintRule, ...]:
    """These rules, by code. Raises: ValueError when two share a code or a name."""
    for label in ("code", "name"):
        seen: set[str] = set()
        for each in rules:
            if getattr(each, label) in seen:
                raise ValueError(f"two rules have the {label} {getattr(each, label)}")
            seen.add(getattr(each, label))
    return tuple(sorted(rules, key=lambda each: each.code))
