"""What changed in a game since a revision that git knows, and whether its changelog says so: the rules 8xx.

Compares two games as they were read; reads none itself.
"""

from __future__ import annotations

from cardtool.changes import change_rules
from cardtool.changes.change_context import LOST, NOT_COMPARED, ChangeContext, ChangeRule
from cardtool.changes.change_rules import draft_entries
from cardtool.changes.comparison import Comparison, compare, summarise_changes
from cardtool.changes.revision import (
    DRAWN_SUFFIXES,
    FormerGame,
    Revision,
    branch_point,
    changed_conversions,
    find_revision,
    games_at,
    ignores_filters,
    uncommitted_files,
    write_snapshot,
)
from cardtool.finding import Finding
from cardtool.rule_runner import unique_rules

__all__ = [
    "DRAWN_SUFFIXES",
    "LOST",
    "NOT_COMPARED",
    "RULES",
    "ChangeContext",
    "ChangeRule",
    "Comparison",
    "FormerGame",
    "Revision",
    "branch_point",
    "changed_conversions",
    "check_changes",
    "compare",
    "draft_entries",
    "find_revision",
    "games_at",
    "ignores_filters",
    "summarise_changes",
    "uncommitted_files",
    "write_snapshot",
]

RULES = unique_rules(
    change_rules.unlogged_change,  # CT801
    change_rules.unrecorded_rename,  # CT802
    change_rules.version_not_raised,  # CT803
    change_rules.vanished_card,  # CT804
    change_rules.reused_id,  # CT805
    change_rules.unlogged_rule,  # CT806
    change_rules.unannounced_card,  # CT807
    change_rules.unlogged_board,  # CT808
    change_rules.unlogged_pack,  # CT809
    change_rules.unlogged_words,  # CT814
)


def check_changes(context: ChangeContext) -> list[Finding]:
    """Return everything the rules find in what changed.

    Raises: CardtoolError, naming the rule, when a rule itself fails.
    """
    return [finding for each in RULES for finding in each.findings(context)]
