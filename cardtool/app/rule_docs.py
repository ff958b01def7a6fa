"""Every rule there is, from every package that judges, and the pages of Markdown made from them; a game's
credits.
"""

from __future__ import annotations

from itertools import groupby

from cardtool import changes, lint, load, merge, preflight, render
from cardtool.errors import ProjectError
from cardtool.export import shop_rules as export_rules
from cardtool.finding import Rule
from cardtool.impose.plan import fit_check as impose_rules
from cardtool.lint import UNUSED_WAIVER
from cardtool.project import Project
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


def rule_page(code: str) -> str | None:
    """Return the page of a rule; None where there is none of this code."""
    return next((_rule_page(rule).removeprefix("### ") for rule in ALL_RULES if rule.code == code), None)


def rules_as_markdown() -> str:
    """Return the manual as one page of Markdown: a table of all rules, then their pages by family."""
    families = sorted({rule.code[2] for rule in ALL_RULES})
    parts = [_OPENING, _rule_table(), *(_family_section(digit) for digit in families)]
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


def credits_as_markdown(project: Project, id: str) -> str:
    """Return a line for each sort of asset, licence and origin, with all its authors; ends with a line break.

    Raises: UsageError when there is no such game; ProjectError when it cannot be read.
    """
    game = load.load_game(project, id).game
    if game is None:
        raise ProjectError(f"{id} cannot be read; see: cardtool check {id}")
    makers = sorted(
        {
            (_asset_type(credit.file), credit.licence, credit.origin, credit.author)
            for credit in load.credits_in_use(project, game)
        }
    )
    lines = [
        f"- {what}, {licence}, [{_site_name(origin)}]({origin}): "
        f"{', '.join(author for *_, author in group)}\n"
        if origin.startswith("https://")
        else f"- {what}, {licence}, {origin}: {', '.join(author for *_, author in group)}\n"
        for (what, licence, origin), group in groupby(makers, key=lambda maker: maker[:3])
    ]
    return "".join(lines)


def _asset_type(file: str) -> str:
    return "Fonts" if "/fonts/" in file else "Icons" if "/icons/" in file else "Pictures"


def _site_name(address: str) -> str:
    return address.removeprefix("https://").rstrip("/")
