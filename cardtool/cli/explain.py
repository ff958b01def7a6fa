"""`cardtool explain`: the manual page of a rule."""

from __future__ import annotations

import sys

import click

from cardtool.errors import UsageError
from cardtool.project import did_you_mean

__all__ = ["explain"]


@click.command()
@click.argument("rule", required=False, metavar="[RULE]")
@click.option("--all", "every", is_flag=True, help="The whole manual, as one page of Markdown.")
def explain(rule: str | None, every: bool) -> int:
    """Print the manual page of a rule, by its code or its name; without one, list all rules."""
    from cardtool.pipeline.manual import RULES, as_markdown

    if every:
        sys.stdout.write(as_markdown())
        return 0
    if rule is None:
        for each in RULES:
            print(f"{each.code}  {each.severity:8} {each.name:22} {each.manual.partition(chr(10))[0]}")
        return 0
    for each in RULES:
        if rule.upper() == each.code or rule.lower() == each.name:
            print(f"{each.code} {each.name} ({each.severity})\n\n{each.manual}")
            return 0
    known = [label for each in RULES for label in (each.code, each.name)]
    raise UsageError(f'there is no rule "{rule}"{did_you_mean(rule, known)}; see: cardtool explain')
