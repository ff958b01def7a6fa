"""Rules about language: words, signs and spaces of a text, whatever its game."""

from cardtool.lint.core.registry import rules_of

__all__ = ["RULES"]

RULES = rules_of(
    __name__,
    "leftovers",  # CT601, CT603, CT612
    "word_pairs",  # CT602, CT605, CT611
    "unbalanced",  # CT604
    "spelling",  # CT607
    "wrong_word",  # CT608
    "unknown_word",  # CT613, CT616
    "agreement",  # CT614
    "verb_forms",  # CT615
    "sentence_signs",  # CT617
    "full_stops",  # CT618
    "typed_marks",  # CT619, CT620
    "possessives",  # CT621
    "broken_words",  # CT622
)
