"""Rules about structure and sequences: lists, steps and examples stand in their order."""

from cardtool.lint.core.registry import rules_of

__all__ = ["RULES"]

RULES = rules_of(
    __name__,
    "example_against_sequence",  # CT501
    "numbering",  # CT502, CT504
    "quick_reference",  # CT503
    "two_beginnings",  # CT505
)
