"""The checker: what is wrong with a game, or with a text of rules. Judges content, never a file."""

from __future__ import annotations

from cardtool.finding import Finding, in_order
from cardtool.lint.registry import LintRule, Problem, rule, text_rule
from cardtool.lint.rules import RULES
from cardtool.lint.subject import Subject
from cardtool.model import Game
from cardtool.prose import Text

__all__ = ["RULES", "LintRule", "Problem", "Subject", "check", "check_document", "rule", "text_rule"]


def check(game: Game) -> list[Finding]:
    """Everything the rules find in a game, by place.

    Raises: CardtoolError, naming the rule, when a rule itself fails.
    """
    return _found(Subject.of_game(game))


def check_document(text: Text, game: Game | None = None) -> list[Finding]:
    """Everything the rules find in a document, held against a game or, without one, against itself.

    Raises: CardtoolError, naming the rule, when a rule itself fails.
    """
    return _found(Subject.of_document(text, game))


def _found(subject: Subject) -> list[Finding]:
    return in_order(finding for each in RULES for finding in each.findings(subject))
