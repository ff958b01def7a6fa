"""What the rules of the checker judge: the data of a game, or texts held against the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cardtool.finding import Severity
from cardtool.judging import Judge, Problem, rule_of
from cardtool.lint.facts import Facts
from cardtool.lint.subject import Subject
from cardtool.model import Game
from cardtool.prose import Text

__all__ = ["LintRule", "Problem", "rule", "text_rule"]

LintRule = Judge[Subject]

GameCheck = Callable[[Game], Iterable[Problem]]
TextCheck = Callable[[Sequence[Text], Facts], Iterable[Problem]]


def rule(code: str, name: str, severity: Severity = Severity.ERROR) -> Callable[[GameCheck], LintRule]:
    """Make a rule of a function that judges a game's data; the docstring of its module is the manual page."""

    def stamp(check: GameCheck) -> LintRule:
        def of_subject(subject: Subject) -> Iterable[Problem]:
            return () if subject.game is None else check(subject.game)

        return Judge(rule_of(check.__module__, code, name, severity), of_subject)

    return stamp


def text_rule(code: str, name: str, severity: Severity = Severity.ERROR) -> Callable[[TextCheck], LintRule]:
    """Make a rule of a function that holds texts, of a game or a document, against the facts."""

    def stamp(check: TextCheck) -> LintRule:
        def of_subject(subject: Subject) -> Iterable[Problem]:
            return check(subject.texts, subject.facts)

        return Judge(rule_of(check.__module__, code, name, severity), of_subject)

    return stamp
