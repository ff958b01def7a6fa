"""The checker as a whole: its list of rules, their pages of the manual, and what it does with them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from counting_work import assert_linear
from hypothesis import given
from hypothesis import strategies as st
from small_games import a_card, a_game, a_kind

from cardtool import lint, rule_runner
from cardtool.documents import Text, TextKind, read_plain_text
from cardtool.errors import CardtoolError
from cardtool.finding import Severity, sorted_findings
from cardtool.model import Game, Source
from cardtool.rule_runner import unique_rules
from cardtool.unicode_text import as_printed, as_typed

RULE = re.compile(r"^@\w+\(\s*\"(CT\d{3})\"", re.MULTILINE)  # as a module makes one
CODES_OF_LOAD = {"CT101", "CT102", "CT103", "CT106", "CT107", "CT115", "CT116", "CT119", "CT134"}


def test_a_plain_game_has_no_findings() -> None:
    assert lint.check_game(a_game()) == []


def test_a_lost_battle_card_shows_in_its_kind_and_in_the_deck() -> None:
    cards = [a_card(f"battle-{n}", "battle", copies=7) for n in range(7)]
    found = lint.check_game(a_game(*cards, kinds=(a_kind("battle", 50, plural="Battle Cards"),)))
    assert [(each.rule.code, each.message) for each in found] == [
        ("CT201", "the game declares 50 Battle Cards, the cards come to 49"),
        ("CT202", "The farm deck declares 50 cards, the cards come to 49"),
    ]


def test_a_deck_that_is_called_as_a_device_makes_no_file() -> None:
    game = a_game()
    (found,) = lint.check_game(replace(game, decks=(replace(game.decks[0], id="con"),)))
    assert (found.rule.code, str(found.source)) == ("CT108", "cards/farm/game.yaml:30:3")


def test_findings_come_in_the_order_of_the_files() -> None:
    cards = [a_card(f"goat-{n}", name="Goat", line=3 * n + 2, text="{goat}") for n in range(5)]
    found = sorted_findings(lint.check_game(a_game(*cards)))
    assert [finding.source.line for finding in found] == sorted(finding.source.line for finding in found)
    assert len(found) == 7


@pytest.mark.parametrize(("count", "ends"), [(11, " (line 3)"), (12, " (line 3)"), (15, "; so are 3 more")])
def test_of_many_names_that_come_twice_a_few_are_told(count: int, ends: str) -> None:
    game = a_game(*(a_card(f"goat-{number}", name="Goat", line=3 * number + 2) for number in range(count)))
    found = [each for each in lint.check_game(game) if each.rule.code == "CT104"]
    assert len(found) == min(count - 1, 11)
    assert found[-1].message.endswith(ends)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("She has two goats, and she gets 3 + 5 + 2 = 18 hay.", "CT208"),
        (
            "A Pale Wraith walks. The Pale Wraith sings. A Pale Wrath sleeps, and so does a Pale Wraith.",
            "CT307",
        ),
    ],
)
def test_a_slip_that_two_rules_place_differently_is_told_once(said: str, told: str) -> None:
    text = Text("rules.md", TextKind.DOCUMENT, read_plain_text(said, "rules.md"))
    assert [each.rule.code for each in lint.check_document(text, language="en")] == [told]


def test_rules_are_listed_by_code_and_none_is_left_out() -> None:
    codes = [rule.code for rule in lint.RULES]
    folder = Path(lint.__file__).parent
    written = {code for path in folder.rglob("*.py") for code in RULE.findall(path.read_text("utf-8"))}
    assert codes == sorted(codes)
    assert written == set(codes)


def test_no_rule_takes_a_code_that_reading_uses() -> None:
    assert CODES_OF_LOAD.isdisjoint(rule.code for rule in lint.RULES)


def test_no_rule_takes_the_code_or_the_name_of_one_that_was_deleted() -> None:
    used = {label for rule in lint.RULES for label in (rule.code, rule.name)} | CODES_OF_LOAD
    assert not used & {label for retired in lint.RETIRED_RULES.items() for label in retired}


@pytest.mark.parametrize("rule", lint.RULES, ids=lambda rule: rule.name)
def test_every_rule_has_its_page_of_the_manual(rule: lint.LintRule) -> None:
    first, blank, *rest = rule.manual.splitlines()
    assert first.endswith(".")
    assert blank == ""
    examples = "\n".join(rest)
    assert examples.index("Bad:\n\n    ") < examples.index("Good:\n\n    ")
    assert "Overlooked on purpose: " in " ".join(examples.split())


def a_rule(code: str, name: str) -> lint.LintRule:
    @lint.rule(code, name, Severity.WARNING)
    def check(game: Game) -> list[rule_runner.Problem]:
        return [(Source("x.yaml"), "odd"), (Source("y.yaml"), "odder", "even it out")]

    return check


def test_a_rule_stamps_its_code_name_and_severity_on_what_it_finds() -> None:
    plain, fixed = a_rule("CT999", "odd").findings(lint.Subject.of_game(a_game()))
    assert (plain.rule.code, plain.rule.name, plain.severity, plain.fix) == (
        "CT999",
        "odd",
        Severity.WARNING,
        None,
    )
    assert fixed.fix == "even it out"


@pytest.mark.parametrize(("code", "name"), [("CT998", "other"), ("CT997", "odd")])
def test_two_rules_of_one_code_or_name_are_refused(code: str, name: str) -> None:
    with pytest.raises(ValueError, match=r"two rules have the (code CT998|name odd)"):
        unique_rules(a_rule("CT998", "odd"), a_rule(code, name))


def test_a_rule_that_breaks_is_named() -> None:
    @lint.rule("CT999", "clumsy")
    def check(game: Game) -> list[rule_runner.Problem]:
        raise IndexError("tuple index out of range")

    with pytest.raises(
        CardtoolError, match="rule CT999 clumsy failed on the game farm: IndexError"
    ) as caught:
        check.findings(lint.Subject.of_game(a_game()))
    assert caught.value.exit_code == 70


def test_a_machine_without_memory_is_no_fault_of_a_rule() -> None:
    @lint.rule("CT999", "large")
    def check(game: Game) -> list[rule_runner.Problem]:
        raise MemoryError

    with pytest.raises(MemoryError):
        check.findings(lint.Subject.of_game(a_game()))


def test_a_text_that_breaks_nothing_else_breaks_no_rule() -> None:
    @given(st.text(max_size=40), st.text(max_size=40))
    def every_text(name: str, text: str) -> None:
        for found in lint.check_game(a_game(a_card(name=name, text=text))):
            is_of_signs = found.rule.name in (
                "unknown-inline-icon", "text-markup", "unknown-card", "look-alike-letters", "html-in-text",
                "unknown-value",
            )  # fmt: skip
            assert is_of_signs or found.severity is not Severity.ERROR

    every_text()


@pytest.mark.parametrize(
    "twin",
    [
        "CROM'S KNACKERS!",
        "Crom’s Knackers!",
        "Crom`s  Knackers!",
        "Crom\u00ads Knackers!",
        "Сrоm's Knackers!",
        "СRОМ'S ΚΝΑСΚΕRЅ!",
        "𝐂rom's Ｋnackers!",
        "Crom's Kna\u3164\u034fckers!\ufe0f",
    ],
)
def test_names_that_look_alike_count_as_one(twin: str) -> None:
    assert as_printed(twin.replace("\u00ad", "'\u00ad")) == as_printed("Crom's Knackers!")


@given(st.text(st.characters(categories=["L", "N", "P", "Z", "Cc"]), max_size=30))
def test_looking_again_changes_nothing(text: str) -> None:
    assert as_typed(as_typed(text)) == as_typed(text)
    assert as_printed(as_printed(text)) == as_printed(text)


def test_cards_are_checked_in_linear_time() -> None:
    def check(number: int) -> None:
        cards = [a_card(f"goat-{n}", text="{flip} Draw **two** cards.") for n in range(number)]
        assert lint.check_game(a_game(*cards, icons=frozenset({"flip"}))) == []

    assert_linear(check, 200)


PAGES = """Setting up

1. Shuffle the deck and deal five cards to each of the players.

then put the rest of it aside, where nobody can reach it.

2. Choose a first player.

4. The first player begins with a card of the hand.
"""


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        (PAGES, Severity.INFO),
        (PAGES.replace("then", "Then"), Severity.ERROR),
        (PAGES.replace("then", "- the box:\n- its lid:\n- then"), Severity.ERROR),
    ],
    ids=["a line torn from its sentence", "as somebody typed it", "bullets in small letters"],
)
def test_what_the_columns_of_a_page_can_explain_is_an_info(text: str, severity: Severity) -> None:
    document = Text("pages.txt", TextKind.DOCUMENT, read_plain_text(text, "pages.txt"))
    found = lint.check_document(document, language="en")
    assert [(each.rule.code, each.severity) for each in found] == [("CT502", severity)]
