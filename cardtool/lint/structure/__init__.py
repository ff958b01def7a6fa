"""Rules about structure: lists and steps stand in their order, and sections say something."""

from cardtool.lint.core.registry import rules_of

__all__ = ["RULES"]

RULES = rules_of(
    __name__,
    "numbering",  # CT502, CT504
    "document_markup",  # CT506, CT511, CT512, CT513
)
