"""Rules about structure and sequences: lists, steps and examples stand in their order."""

from cardtool.lint.core.registry import rules_of

__all__ = ["RULES"]

RULES = rules_of(
    __name__,
    "sequences",  # CT507, CT508
    "numbering",  # CT502, CT504
    "empty_section",  # CT506
)
