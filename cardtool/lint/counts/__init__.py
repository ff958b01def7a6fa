"""Rules about counts, numbers and tables."""

from cardtool.lint.core.registry import rules_of

__all__ = ["RULES"]

RULES = rules_of(
    __name__,
    "declared_counts",  # CT201, CT202, CT203, CT204, CT210, CT216, CT217, CT218, CT219, CT222
    "numbers_in_prose",  # CT205, CT208, CT212, CT214, CT221, CT226, CT227
    "component_lists",  # CT206, CT215, CT223, CT224
    "lists_and_tables",  # CT207, CT225, CT228
)
