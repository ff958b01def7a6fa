"""What changed in a game since a revision that git knows, and whether its changelog says so.

Compares two games as they were read; reads none itself.
"""

from __future__ import annotations

from cardtool.changes.account import account
from cardtool.changes.comparison import Comparison, compare
from cardtool.changes.registry import ChangeRule, Problem
from cardtool.changes.revision import Revision, branch_point, revision
from cardtool.changes.rules import RULES
from cardtool.changes.since import Since
from cardtool.changes.snapshot import snapshot
from cardtool.finding import Finding, in_order

__all__ = [
    "RULES",
    "ChangeRule",
    "Comparison",
    "Problem",
    "Revision",
    "Since",
    "account",
    "branch_point",
    "check",
    "compare",
    "revision",
    "snapshot",
]


def check(since: Since) -> list[Finding]:
    """Everything the rules find in what changed, by place.

    Raises: CardtoolError, naming the rule, when a rule itself fails.
    """
    return in_order(finding for each in RULES for finding in each.findings(since))
