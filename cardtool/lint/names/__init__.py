"""Rules about names and terms: one spelling each, the one of today."""

from cardtool.lint.core.registry import rules_of

__all__ = ["RULES"]

RULES = rules_of(
    __name__,
    "renames",  # CT301, CT302, CT303, CT306
    "terms",  # CT304, CT313
    "near_miss_name",  # CT307
    "glossary",  # CT310, CT311, CT515
)
