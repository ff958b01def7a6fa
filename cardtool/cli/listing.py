"""`cardtool list`: what there is to build, and on what. `cardtool explain`: what the rules want."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from cardtool import load
from cardtool.app.exporters import EXPORTERS
from cardtool.cli.output import print_line, print_report
from cardtool.errors import UsageError
from cardtool.finding import Rule
from cardtool.project import Project, did_you_mean
from cardtool.wording import counted, wording


@click.command("list")
@click.pass_obj
def list_games(start: Path) -> int:
    """List the project's games, the sheets they can be laid on, the machines that can cut those, the themes
    they can be printed in, what they can be exported as, and the printers they can be sent to.
    """
    project = Project.find(start)
    print_line("games")
    for id in project.games():
        _print_game(project, id)
    for hint in project.misnamed():
        print_line(f"  not a game: {hint}")
    print_line()
    print_line("sheets")
    for name in load.sheet_names(project):
        print_line(f"  {name:18} {load.load_sheet(project, name).title}")
    print_line()
    print_line("cutting machines")
    for name in load.cutter_names(project):
        print_line(f"  {name:18} {load.load_cutter(project, name).title}")
    print_line()
    print_line("themes")
    for name in sorted({name for id in project.games() for name in load.theme_names(project, id)}):
        print_line(f"  {name:18} {_describe_theme(project, name)}")
    print_line()
    print_line("exports")
    for exporter in EXPORTERS.values():
        print_line(f"  {exporter.name:18} {exporter.title}")
    print_line()
    print_line("printers")
    for name in load.shop_names(project):
        print_line(f"  {name:18} {load.load_shop(project, name).title}")
    return 0


def _describe_theme(project: Project, name: str) -> str:
    game = next(id for id in project.games() if name in load.theme_names(project, id))
    theme = load.read_theme(project, game, name)
    return f"{theme.title}. {theme.about}" if theme.about else theme.title


def _print_game(project: Project, id: str) -> None:
    game = load.load_game(project, id).game
    if game is None:
        print_line(f"  {id:18} cannot be read; see: cardtool check {id}")
        return
    kinds = game.counted_kinds
    copies = {kind.id: game.copies_of(kind.id) for kind in kinds}
    of_forms: Counter[str] = Counter()
    for kind in kinds:
        of_forms[kind.form.id] += copies[kind.id]
    names = wording().rulebook.forms
    totals = ", ".join(counted(count, *names[form]) for form, count in of_forms.items())
    counts = ", ".join(counted(copies[kind.id], kind.title, kind.plural) for kind in kinds)
    print_line(f"  {id:18} {game.title} {game.version}: {totals} ({counts})")


@click.command()
@click.argument("rule", required=False, metavar="[RULE|FAMILY|WORD]")
@click.option("--all", "every", is_flag=True, help="The whole manual, as one page of Markdown.")
def explain(rule: str | None, every: bool) -> int:
    """Print the manual page of a rule, by its code or its name: CT301, retired-term.

    With a family, such as 3xx, list its rules; with a word, such as icon, those called so; without
    anything, all rules.
    """
    from cardtool.app.rule_docs import ALL_RULES, rules_as_markdown
    from cardtool.lint import RETIRED_RULES

    if every:
        print_report(rules_as_markdown())
        return 0
    listed = [each for each in ALL_RULES if rule is None or rule.lower() == f"{each.code[2]}xx"]
    if listed:
        _print_rules(listed)
        return 0
    assert rule is not None
    for code, name in RETIRED_RULES.items():
        if rule.upper() == code or rule.lower() == name:
            print_report(f"{code} {name}\n\nThis rule was taken out: remove what waives or selects it.\n")
            return 0
    for each in ALL_RULES:
        if rule.upper() == each.code or rule.lower() == each.name:
            reads = f", reads {wording(each.reads).name}" if each.reads else ""
            print_report(f"{each.code} {each.name} ({each.severity}{reads})\n\n{each.manual}\n")
            return 0
    called = [each for each in ALL_RULES if rule.lower() in each.name]
    if called:
        _print_rules(called)
        return 0
    known = [label for each in ALL_RULES for label in (each.code, each.name)]
    raise UsageError(f'there is no rule "{rule}"{did_you_mean(rule, known)}; see: cardtool explain')


def _print_rules(rules: Sequence[Rule]) -> None:
    width = max(len(each.name) for each in rules)
    for each in rules:
        print_line(
            f"{each.code}  {each.severity:7}  {each.name:{width}}  {each.manual.partition(chr(10))[0]}"
        )
