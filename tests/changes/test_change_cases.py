"""Each rule about changes against its cases: a small game before and after, in cases/<rule>.yaml.

A case is written as a designer would write a game, with everything left out that does not matter.
`after` says only what is different from `before`; both versions are 1.0, and the revision before is
called `main` and is of 2025-06-01. Cards stand in `cards/farm/<kind>s.yaml`, the first at line 2, the
next at line 12, 22 and so on, each field on a line of its own; versions in `changelog.yaml` at lines
1, 11, …, with an entry each line from the fourth on.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from counting_work import assert_linear
from small_games import a_card, a_game, a_kind, a_layout, a_pack, a_release, a_term, some_rules
from yaml_cases import read_cases

from cardtool import changes
from cardtool.finding import sorted_findings
from cardtool.model import Game, Players, Source, TemplateText

CASES = Path(__file__).parent / "cases"
FILE = "cards/farm/game.yaml"


def cases(outcome: str) -> list[Any]:
    """Every case of this outcome in every file, called after its rule and its `why`."""
    return [
        pytest.param(path.stem, case, id=f"{path.stem}: {case['why']}")
        for path in sorted(CASES.glob("*.yaml"))
        for case in read_cases(path)[outcome]
    ]


def the_game(said: dict[str, Any]) -> Game:
    cards = [a_card(line=2 + 10 * row, **card) for row, card in enumerate(said["cards"])]
    titles = said.get("titles", {})
    kinds = tuple(a_kind(kind, **titles.get(kind, {})) for kind in ("beast", "trap"))
    terms = said.get("terms", {}).items()
    dates = said.get("dates", {})
    releases = said.get("changelog", {}).items()
    return a_game(
        *cards,
        kinds=kinds,
        version=said.get("version", "1.0"),
        players=Players(*said.get("players", (2, 4)), source=Source(FILE, 3, 1)),
        rules=some_rules(said.get("numbers", {})),
        glossary=tuple(
            replace(a_term(term, "It is defined.", line=2 + 10 * row), id=id)
            for row, (id, term) in enumerate(terms)
        ),
        changelog=tuple(
            replace(a_release(version, *entries, line=1 + 10 * row), date=dates.get(version, "2025-01-21"))
            for row, (version, entries) in enumerate(releases)
        ),
        templates=tuple(
            TemplateText(text, Source(f"templates/farm/{name}"))
            for name, text in said.get("templates", {}).items()
        ),
        stylesheets=tuple(
            TemplateText(text, Source(f"templates/farm/{name}"))
            for name, text in said.get("stylesheets", {}).items()
        ),
        incomplete=frozenset(said.get("incomplete", ())),
        layouts={id: a_layout(id, **layout) for id, layout in said.get("layouts", {}).items()},
        packs=tuple(a_pack(row, **pack) for row, pack in enumerate(said.get("packs", ()))),
    )


def findings(rule: str, case: dict[str, Any]) -> list[dict[str, Any]]:
    before = the_game(case["before"])
    after = the_game({**case["before"], **case["after"]})
    since = changes.ChangeContext.of("main", "2025-06-01", before, after)
    return [
        {"at": str(found.source), "says": found.message, "fix": found.fix}
        for found in sorted_findings(changes.check_changes(since))
        if found.rule.name == rule
    ]


@pytest.mark.parametrize(("rule", "case"), cases("passing"))
def test_a_change_that_is_told_passes(rule: str, case: dict[str, Any]) -> None:
    assert findings(rule, case) == []


@pytest.mark.parametrize(("rule", "case"), cases("failing"))
def test_a_change_that_is_not_told_is_found_where_it_was_made(rule: str, case: dict[str, Any]) -> None:
    assert findings(rule, case) == case["finds"]


@pytest.mark.parametrize("rule", changes.RULES, ids=lambda rule: rule.rule.name)
def test_every_rule_has_cases_of_both_sorts(rule: changes.ChangeRule) -> None:
    written = read_cases(CASES / f"{rule.rule.name}.yaml")
    assert len(written["passing"]) >= 2
    assert len(written["failing"]) >= 2


@pytest.mark.parametrize("rule", changes.RULES, ids=lambda rule: rule.rule.name)
def test_every_rule_has_its_page_of_the_manual(rule: changes.ChangeRule) -> None:
    manual = rule.rule.manual
    assert manual.partition("\n")[0].endswith(".")
    assert "\nBad:\n\n    " in manual
    assert "\nGood:\n\n    " in manual
    assert "Overlooked on purpose:" in " ".join(manual.split())


def test_every_file_of_cases_belongs_to_a_rule() -> None:
    assert {path.stem for path in CASES.iterdir()} == {rule.rule.name for rule in changes.RULES}


@pytest.mark.parametrize("case", [pytest.param(case.values[1], id=case.id) for case in cases("failing")])
def test_a_game_compared_with_itself_has_no_changes(case: dict[str, Any]) -> None:
    game = the_game({**case["before"], **case["after"]})
    since = changes.ChangeContext.of("main", "2025-06-01", game, game)
    assert since.comparison.is_empty
    assert changes.check_changes(since) == []


@pytest.mark.slow
def test_renamed_cards_are_judged_in_linear_time() -> None:
    def judge(number: int) -> None:
        many = range(number)
        before = a_game(
            *(a_card(f"c{n}", name=f"Old{n} Goat", text=f"Eats hay {n}.") for n in many),
            changelog=(a_release("1.0", "A start."),),
        )
        renames = [{"type": "renamed", "from": f"Old{n} Goat", "to": f"New{n} Hen"} for n in many]
        told = [f"The New{n} Hen is hungrier." for n in many[1:]]
        after = a_game(
            *(a_card(f"c{n}", name=f"New{n} Hen", text=f"Eats hay {n + 1}.") for n in many),
            changelog=(a_release("1.1", *renames, *told), a_release("1.0", "A start.")),
        )
        found = changes.check_changes(changes.ChangeContext.of("main", "2025-06-01", before, after))
        assert [each.message.split('"')[1] for each in found] == ["New0 Hen"]

    assert_linear(judge, 100)  # each entry is read once, not once a card


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", ["<p>{n}</p>", "/*", '"\\"', "<style>", "{{% set a = 'B c' %}}", "a{{b:'c {n}'}}"]
)
def test_words_of_templates_are_compared_in_linear_time(part: str) -> None:
    def judge(number: int) -> None:
        text = "".join(part.format(n=n) for n in range(number))
        names = {"templates": "a.html", "stylesheets": "a.css"}
        after = {
            field: (TemplateText(text, Source(f"templates/farm/{name}")),) for field, name in names.items()
        }
        changes.compare(a_game(), a_game(**after))

    assert_linear(judge, 500)
