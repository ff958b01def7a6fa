"""Rules about names and terms: one spelling each, the one of today."""

from cardtool.lint.core.registry import rules_of

__all__ = ["RULES"]

RULES = rules_of(
    __name__,
    "replaced_names",  # CT301, CT306
    "removed_words",  # CT302, CT303
    "term_case",  # CT304
    "near_miss_name",  # CT307
    "unused_term",  # CT310
    "undefined_keyword",  # CT311
    "undefined_term",  # CT313
)
