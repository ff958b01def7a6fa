"""Every rule there is, from every package that judges, and the pages of Markdown made from them."""

from __future__ import annotations

from cardtool import changes, impose, lint, load, merge, preflight, render
from cardtool.export import shops as export_rules
from cardtool.finding import Rule
from cardtool.lint import RETIRED_RULES, UNUSED_WAIVER
from cardtool.wording import wording

ALL_RULES: tuple[Rule, ...] = tuple(
    sorted(
        (
            *load.RULES,
            *(each.rule for each in lint.RULES),
            UNUSED_WAIVER,
            lint.TAKES_TOO_LONG,
            *(each.rule for each in changes.RULES),
            changes.NOT_COMPARED,
            *merge.RULES,
            *render.FACE_RULES,
            *impose.RULES,
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


def rule_page(code: str) -> str | None:
    """Return the page of a rule; None where there is none of this code."""
    return next((_rule_page(rule).removeprefix("### ") for rule in ALL_RULES if rule.code == code), None)


def rules_as_markdown() -> str:
    """Return the manual as one page of Markdown: a table of all rules, then their pages by family."""
    families = sorted({rule.code[2] for rule in ALL_RULES})
    gone = ", ".join(f"{code} {name}" for code, name in sorted(RETIRED_RULES.items()))
    taken_out = f"## Taken out\n\nThese were rules once, and no other takes their codes: {gone}.\n"
    parts = [_OPENING, _rule_table(), *(_family_section(digit) for digit in families), taken_out]
    return "\n".join(parts)


def _rule_table() -> str:
    rows = [
        f"| [{rule.code}](#{_rule_anchor(rule)}) | {rule.name} | {rule.severity} | {_rule_title(rule)} |"
        for rule in ALL_RULES
    ]
    return "\n".join(["| Code | Name | Severity | What it wants |", "|---|---|---|---|", *rows, ""])


def _family_section(digit: str) -> str:
    pages = [_rule_page(rule) for rule in ALL_RULES if rule.code[2] == digit]
    return "\n".join([f"## {digit}xx · {_FAMILIES[digit]}\n", *pages])


def _rule_page(rule: Rule) -> str:
    reads = f" Reads {wording(rule.reads).name}." if rule.reads else ""
    return f"### {rule.code} {rule.name}\n\n*{str(rule.severity).capitalize()}.{reads}* {rule.manual}\n"


def _rule_title(rule: Rule) -> str:
    return rule.manual.partition("\n")[0].replace("|", "\\|")


def _rule_anchor(rule: Rule) -> str:
    """Return the anchor that GitHub gives the heading of the rule's page."""
    return f"{rule.code} {rule.name}".lower().replace(" ", "-")
