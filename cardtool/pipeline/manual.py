"""Every rule there is, from every room that judges."""

from __future__ import annotations

from cardtool import lint, load, render
from cardtool.finding import Rule

__all__ = ["RULES"]

RULES: tuple[Rule, ...] = tuple(
    sorted(
        (*load.RULES, *(each.rule for each in lint.RULES), *render.RULES),
        key=lambda rule: rule.code,
    )
)
