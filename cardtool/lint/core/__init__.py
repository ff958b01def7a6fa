"""What rules are made of: texts with their index, the facts, and how a rule is made and answers.

More of what several families share stands in the modules beside this one.
"""

from cardtool.finding import Severity
from cardtool.lint.core.facts import Facts
from cardtool.lint.core.registry import also_in_lines, brief_place, passage_rule, rule, text_rule
from cardtool.lint.core.texts import TextIndex
from cardtool.memory import LazyRegex, once_for_each
from cardtool.rule_runner import Problem

__all__ = [
    "Facts",
    "LazyRegex",
    "Problem",
    "Severity",
    "TextIndex",
    "also_in_lines",
    "brief_place",
    "once_for_each",
    "passage_rule",
    "rule",
    "text_rule",
]
