"""Rules about counts, numbers and tables."""

from cardtool.lint.core.registry import rules_of

__all__ = ["RULES"]

RULES = rules_of(
    __name__,
    "declared_counts",  # CT201, CT202, CT203, CT204, CT210, CT216, CT217, CT218, CT219, CT222
    "counts_in_prose",  # CT205, CT214, CT221
    "component_sum",  # CT206
    "announced_number",  # CT207
    "contradictions",  # CT208, CT212, CT226, CT227
    "range_overlap",  # CT225, CT228
    "component_audit",  # CT215, CT223, CT224
)
