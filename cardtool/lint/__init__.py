"""The checker: what is wrong with a game that could be read. Judges content, never a file."""

from __future__ import annotations

from cardtool.finding import Finding, in_order
from cardtool.lint.registry import LintRule, Problem, rule
from cardtool.lint.rules import RULES
from cardtool.model import Game

__all__ = ["RULES", "LintRule", "Problem", "check", "rule"]


def check(game: Game) -> list[Finding]:
    """Everything the rules find in a game, by place.

    Raises: CardtoolError, naming the rule, when a rule itself fails.
    """
    return in_order(finding for each in RULES for finding in each.findings(game))
