"""Rules about structure: lists and steps stand in their order, and sections say something."""

from cardtool.lint.core.registry import rules_of

__all__ = ["RULES"]

RULES = rules_of(
    __name__,
    "numbering",  # CT502, CT504
    "heading_rules",  # CT506, CT511, CT512
    "broken_markup",  # CT513
    "defined_twice",  # CT515
)
