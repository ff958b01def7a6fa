"""The checker: what is wrong with a game, or with a text of rules.

Judges content, never a file.
"""

from cardtool.lint.checker import RULES, TAKES_TOO_LONG, check_document, check_game
from cardtool.lint.core.registry import (
    RETIRED_RULES,
    UNUSED_WAIVER,
    LintRule,
    Subject,
    matching_waivers,
    rule,
    text_rule,
    unknown_rule_waivers,
    unused_waivers,
)
from cardtool.lint.language.declared_language import languages_of_game
from cardtool.lint.language.spelling import NOT_LOOKED_FOR

__all__ = [
    "NOT_LOOKED_FOR",
    "RETIRED_RULES",
    "RULES",
    "TAKES_TOO_LONG",
    "UNUSED_WAIVER",
    "LintRule",
    "Subject",
    "check_document",
    "check_game",
    "languages_of_game",
    "matching_waivers",
    "rule",
    "text_rule",
    "unknown_rule_waivers",
    "unused_waivers",
]
