"""Rules about references and values: what a text points to is there, and has the value it quotes."""

from cardtool.lint.core.registry import rules_of

__all__ = ["RULES"]

RULES = rules_of(
    __name__,
    "unknown_cards",  # CT401
    "value_references",  # CT402, CT403
    "quoted_value",  # CT404
    "lost_section",  # CT407
    "section_numbers",  # CT416
    "contents_list",  # CT413
    "dead_links",  # CT409
    "rulebook_figures",  # CT411, CT414, CT415
)
