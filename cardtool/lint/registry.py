"""What the rules of the checker judge: the data of a game, or texts held against the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cardtool.finding import Severity
from cardtool.judging import Judge, Problem, rule_of
from cardtool.lint.corpus import Corpus
from cardtool.lint.facts import Facts
from cardtool.lint.passages import Passages
from cardtool.lint.subject import Subject
from cardtool.model import Game

__all__ = ["LintRule", "Problem", "passage_rule", "rule", "text_rule"]

LintRule = Judge[Subject]

GameCheck = Callable[[Game], Iterable[Problem]]
PassageCheck = Callable[[Game, Passages], Iterable[Problem]]
TextCheck = Callable[[Corpus, Facts], Iterable[Problem]]


def rule(code: str, name: str, severity: Severity = Severity.ERROR) -> Callable[[GameCheck], LintRule]:
    """Make a rule of a function that judges a game's data; the docstring of its module is the manual page."""

    def stamp(check: GameCheck) -> LintRule:
        def of_subject(subject: Subject) -> Iterable[Problem]:
            return () if subject.game is None else check(subject.game)

        return Judge(rule_of(check.__module__, code, name, severity), of_subject)

    return stamp


def passage_rule(
    code: str, name: str, severity: Severity = Severity.ERROR
) -> Callable[[PassageCheck], LintRule]:
    """Make a rule of a function that looks for what a game's texts have in brackets, braces and stars."""

    def stamp(check: PassageCheck) -> LintRule:
        def of_subject(subject: Subject) -> Iterable[Problem]:
            game, passages = subject.game, subject.passages
            return () if game is None or passages is None else check(game, passages)

        return Judge(rule_of(check.__module__, code, name, severity), of_subject)

    return stamp


def text_rule(code: str, name: str, severity: Severity = Severity.ERROR) -> Callable[[TextCheck], LintRule]:
    """Make a rule of a function that holds texts, of a game or a document, against the facts."""

    def stamp(check: TextCheck) -> LintRule:
        def of_subject(subject: Subject) -> Iterable[Problem]:
            return check(subject.texts, subject.facts)

        return Judge(rule_of(check.__module__, code, name, severity), of_subject)

    return stamp
