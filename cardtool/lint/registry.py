"""What a rule of the checker is, and how it is run. Knows no rule by name."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cardtool.errors import CardtoolError
from cardtool.finding import Edit, Finding, Rule, Severity
from cardtool.lint.facts import Facts
from cardtool.lint.subject import Subject
from cardtool.model import Game, Source
from cardtool.prose import Text

__all__ = ["LintRule", "Problem", "distinct", "rule", "text_rule"]

Problem = tuple[Source, str] | tuple[Source, str, str | None] | tuple[Source, str, str | None, Edit | None]
"""Where something is wrong, the sentence that says what, and perhaps what to do and the edit that does it."""

Check = Callable[[Subject], Iterable[Problem]]
GameCheck = Callable[[Game], Iterable[Problem]]
TextCheck = Callable[[Sequence[Text], Facts], Iterable[Problem]]


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

    def findings(self, subject: Subject) -> list[Finding]:
        """Every breach of this rule, in the order the rule met them.

        Raises: CardtoolError, naming the rule, when the rule itself fails.
        """
        try:
            return [self.rule.found(*problem) for problem in self.check(subject)]
        except Exception as error:
            raise CardtoolError(
                f"rule {self.code} {self.name} failed on {subject.title}: {type(error).__name__}: {error}"
            ) from error


def rule(code: str, name: str, severity: Severity = Severity.ERROR) -> Callable[[GameCheck], LintRule]:
    """Make a rule of a function that judges a game's data; the docstring of its module is the manual page."""

    def stamp(check: GameCheck) -> LintRule:
        def of_subject(subject: Subject) -> Iterable[Problem]:
            return () if subject.game is None else check(subject.game)

        return LintRule(Rule(code, name, severity, _manual(check)), of_subject)

    return stamp


def text_rule(code: str, name: str, severity: Severity = Severity.ERROR) -> Callable[[TextCheck], LintRule]:
    """Make a rule of a function that holds texts, of a game or a document, against the facts."""

    def stamp(check: TextCheck) -> LintRule:
        def of_subject(subject: Subject) -> Iterable[Problem]:
            return check(subject.texts, subject.facts)

        return LintRule(Rule(code, name, severity, _manual(check)), of_subject)

    return stamp


def _manual(check: GameCheck | TextCheck) -> str:
    return inspect.cleandoc(sys.modules[check.__module__].__doc__ or "")


def distinct(*rules: LintRule) -> tuple[LintRule, ...]:
    """These rules, by code. Raises: ValueError when two share a code or a name."""
    for label in ("code", "name"):
        seen: set[str] = set()
        for each in rules:
            if getattr(each, label) in seen:
                raise ValueError(f"two rules have the {label} {getattr(each, label)}")
            seen.add(getattr(each, label))
    return tuple(sorted(rules, key=lambda each: each.code))
