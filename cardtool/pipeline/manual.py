"""Every rule there is, from every room that judges."""

from __future__ import annotations

from cardtool import lint, load, render
from cardtool.finding import Rule
from cardtool.impose import rules as impose_rules

__all__ = ["RULES"]

RULES: tuple[Rule, ...] = tuple(
    sorted(
        (*load.RULES, *(each.rule for each in lint.RULES), *render.RULES, *impose_rules.RULES),
        key=lambda rule: rule.code,
    )
)
