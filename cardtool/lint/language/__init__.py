"""Rules about language: words, signs and spaces of a text, whatever its game."""

from cardtool.lint.core.registry import rules_of

__all__ = ["RULES"]

RULES = rules_of(
    __name__,
    "unfinished_text",  # CT601, CT603, CT612
    "doubled_word",  # CT602
    "unbalanced",  # CT604
    "repeated_text",  # CT605, CT606
    "spelling",  # CT607
    "wrong_word",  # CT608
    "spacing",  # CT609
    "page_furniture",  # CT610
    "article",  # CT611
)
