"""`cardtool explain`: the manual page of a rule."""

from __future__ import annotations

from collections.abc import Sequence

import click

from cardtool.cli.printing import print_line, print_report
from cardtool.errors import UsageError
from cardtool.finding import Rule
from cardtool.project import did_you_mean

__all__ = ["explain"]


@click.command(short_help="Say what a rule wants, and why; list all rules.")
@click.argument("rule", required=False, metavar="[RULE|FAMILY]")
@click.option("--all", "every", is_flag=True, help="The whole manual, as one page of Markdown.")
def explain(rule: str | None, every: bool) -> int:
    """Print the manual page of a rule, by its code or its name: CT301, retired-term.

    With a family, such as 3xx, list its rules; without anything, all rules.
    """
    from cardtool.pipeline.manual import RULES, as_markdown

    if every:
        print_report(as_markdown())
        return 0
    listed = [each for each in RULES if rule is None or rule.lower() == f"{each.code[2]}xx"]
    if listed:
        _list(listed)
        return 0
    assert rule is not None
    for each in RULES:
        if rule.upper() == each.code or rule.lower() == each.name:
            print_report(f"{each.code} {each.name} ({each.severity})\n\n{each.manual}\n")
            return 0
    known = [label for each in RULES for label in (each.code, each.name)]
    raise UsageError(f'there is no rule "{rule}"{did_you_mean(rule, known)}; see: cardtool explain')


def _list(rules: Sequence[Rule]) -> None:
    """A line for each rule: its code, how sure it is, its name, and what it wants."""
    width = max(len(each.name) for each in rules)
    for each in rules:
        print_line(
            f"{each.code}  {each.severity:7}  {each.name:{width}}  {each.manual.partition(chr(10))[0]}"
        )
