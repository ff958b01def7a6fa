"""Rules about the data of a game: ids and names, credits and versions, brackets and braces, spaces of
layouts."""

from cardtool.lint.core.registry import rules_of

__all__ = ["RULES"]

RULES = rules_of(
    __name__,
    "ids_and_credits",  # CT104, CT105, CT108, CT110, CT112, CT114
    "spaces",  # CT131, CT132, CT133
    "printed_texts",  # CT109, CT111, CT117, CT126, CT135
)
