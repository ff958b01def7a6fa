"""Every rule there is, from every room that judges, and the manual they make together."""

from __future__ import annotations

from cardtool import changes, lint, load, preflight, render
from cardtool.export import shop_rules as export_rules
from cardtool.finding import Rule
from cardtool.impose.plan import fit_check as impose_rules
from cardtool.lint import UNUSED_WAIVER

__all__ = ["RULES", "as_markdown"]

RULES: tuple[Rule, ...] = tuple(
    sorted(
        (
            *load.RULES,
            *(each.rule for each in lint.RULES),
            UNUSED_WAIVER,
            lint.TAKES_TOO_LONG,
            *(each.rule for each in changes.RULES),
            *render.FACE_RULES,
            *impose_rules.RULES,
            *preflight.RULES,
            *export_rules.RULES,
        ),
        key=lambda rule: rule.code,
    )
)

_FAMILIES = {
    "1": "Data",
    "2": "Counts and tables",
    "3": "Terms",
    "4": "References",
    "5": "Structure",
    "6": "Text",
    "7": "Layout and print",
    "8": "Changes",
}

_OPENING = """\
# The rules

What `cardtool check` looks for, rule by rule. `cardtool explain CT301` prints a page of it in the
terminal. This page is made from the rules themselves: `cardtool explain --all`.

An **error** is a contradiction that the data proves, and ends a check with exit code 1. A **warning** is
very likely a mistake, an **info** worth a look; neither stops anything. A finding that is meant to be is
waived in `glossary.yaml`, with the reason (see [checking](checking.md)).
"""


def as_markdown() -> str:
    """The manual as one page of Markdown: a table of all rules, then their pages by family."""
    families = sorted({rule.code[2] for rule in RULES})
    parts = [_OPENING, _table(), *(_family(digit) for digit in families)]
    return "\n".join(parts)


def _table() -> str:
    rows = [
        f"| [{rule.code}](#{_anchor(rule)}) | {rule.name} | {rule.severity} | {_title(rule)} |"
        for rule in RULES
    ]
    return "\n".join(["| Code | Name | Severity | What it wants |", "|---|---|---|---|", *rows, ""])


def _family(digit: str) -> str:
    pages = [_page(rule) for rule in RULES if rule.code[2] == digit]
    return "\n".join([f"## {digit}xx · {_FAMILIES[digit]}\n", *pages])


def _page(rule: Rule) -> str:
    return f"### {rule.code} {rule.name}\n\n*{str(rule.severity).capitalize()}.* {rule.manual}\n"


def _title(rule: Rule) -> str:
    return rule.manual.partition("\n")[0].replace("|", "\\|")


def _anchor(rule: Rule) -> str:
    """The anchor that GitHub gives the heading of the rule's page."""
    return f"{rule.code} {rule.name}".lower().replace(" ", "-")
