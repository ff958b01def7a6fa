"""Rules about language: words and passages of a text, whatever its game."""

from cardtool.lint.core.registry import rules_of

__all__ = ["RULES"]

RULES = rules_of(
    __name__,
    "leftovers",  # CT601, CT603, CT612
    "word_pairs",  # CT602, CT605, CT611
    "spelling",  # CT607
    "wrong_words",  # CT608, CT621
    "declared_language",  # CT623
)
