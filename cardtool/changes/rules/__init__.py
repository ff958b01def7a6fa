"""Every rule about changes, listed by hand so that none comes or goes unnoticed: the family 8xx."""

from __future__ import annotations

from cardtool.changes.rules import (
    reused_id,
    unannounced_card,
    unlogged_change,
    unlogged_rule,
    unrecorded_rename,
    vanished_card,
    version_not_raised,
)
from cardtool.judging import distinct

__all__ = ["RULES"]

RULES = distinct(
    unlogged_change.check,  # CT801
    unrecorded_rename.check,  # CT802
    version_not_raised.check,  # CT803
    vanished_card.check,  # CT804
    reused_id.check,  # CT805
    unlogged_rule.check,  # CT806
    unannounced_card.check,  # CT807
)
