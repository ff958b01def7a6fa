"""Rules about references and values: what a text points to is there, and has the value it quotes."""

from cardtool.lint.core.registry import rules_of

__all__ = ["RULES"]

RULES = rules_of(
    __name__,
    "game_references",  # CT401, CT402, CT403, CT411, CT414, CT415
    "quoted_value",  # CT404
    "section_references",  # CT407, CT416
    "document_links",  # CT409, CT413
)
