"""A document is taken at its word: what it states itself are the facts the rest is held against."""

from __future__ import annotations

from dataclasses import astuple
from textwrap import dedent

from cardtool.documents import Text, TextKind, read_markdown, read_plain_text
from cardtool.lint.core.document_facts import facts_of_text
from cardtool.lint.core.facts import Facts


def facts(text: str, *, plain: bool = False) -> Facts:
    read = read_plain_text if plain else read_markdown
    return facts_of_text(Text("rules", TextKind.DOCUMENT, read(dedent(text).lstrip("\n"), "rules.md")))


def counts(text: str, *, plain: bool = False) -> dict[str, int]:
    return {count.nouns[-1] if count.nouns else "": count.number for count in facts(text, plain=plain).counts}


def renames(*entries: str, rules: str = "") -> dict[str, str]:
    listed = "\n".join(f"- {entry}" for entry in entries)
    found = facts(f"# Changelog\n\n## 1.2\n\n{listed}\n\n# Rules\n\n{rules}\n")
    return {rename.old: rename.new for rename in found.renames}


def gone(*entries: str, rules: str = "") -> list[str]:
    listed = "\n".join(f"- {entry}" for entry in entries)
    return [
        each.words for each in facts(f"# Changelog\n\n## 1.2\n\n{listed}\n\n# Rules\n\n{rules}\n").removals
    ]


def test_a_component_list_counts() -> None:
    text = """
        ## Components

        - Farm board
        - 5 Goat Cards
        - 35 x Hen Cards
        - 4x Barns
        - 12 eggs (white), 3 foxes and 20 coins
        - Ducks: 7
        - 6 blocks of hay
        - 1 die
        - five farmers with hats
        - 3 fences per player
        """
    assert counts(text) == {
        "Goat Cards": 5,
        "Hen Cards": 35,
        "Barns": 4,
        "eggs": 12,
        "Ducks": 7,
        "blocks of hay": 6,
        "dice": 1,
        "farmers": 5,
    }


def test_lines_without_bullets_count_as_well() -> None:
    text = "Components\n40 Goat Cards\n30 Hen Cards\n2 dice\n\nSetting Up\nDeal 5 cards to each player now.\n"
    assert counts(text, plain=True) == {"Goat Cards": 40, "Hen Cards": 30, "dice": 2}


def test_the_whole_deck_has_no_noun() -> None:
    text = "## Components\n\n40 card deck containing the following:\n\n- 30 Goats\n- 10 Hens\n"
    assert counts(text) == {"": 40, "Goats": 30, "Hens": 10}


def test_a_thing_with_two_numbers_is_not_counted() -> None:
    assert counts("## Components\n\n- 12 cubes (red)\n- 14 cubes (blue)\n") == {}


def test_a_table_of_contents_is_no_component_list() -> None:
    assert counts("## Contents\n\n1. Components\n2. Setting up\n3. The turn\n") == {}


def test_a_count_knows_its_place() -> None:
    (count,) = facts("## Components\n\n- Box with 3 lids\n- 5 Goats\n").counts
    assert (count.evidence, str(count.source)) == ("the component list says 5", "rules.md:4:3")


def test_a_list_of_components_says_how_things_are_written() -> None:
    found = facts(
        "## Components\n\n- 6 Hen Cards\n- 4 Droplet tokens\n- Pad of Paper\n- a die\n- Clay\n- Dice\n"
    )
    assert [each.term for each in found.listed_terms] == ["Hen Card"]


def test_terms_are_what_is_nearly_always_capitalised() -> None:
    rules = "Take a Goat Card and feed it. " * 5 + "Put the Goat Card on the hill. A hill is high. " * 4
    found = facts(f"{rules} Each goat card counts.").terms
    assert [(term.term, term.declared) for term in found] == [("Goat Card", False)]
    assert facts("Take a Goat Card or a goat card. " * 6).terms == ()


def test_cards_of_a_table_have_their_values() -> None:
    rows = "| Goat | 3 | Climbs |\n| Hen | 1 | Hides |\n| Cow | 5 | Moos |\n"
    found = facts(f"| Card | Milk | Text |\n|---|---|---|\n{rows}").names
    assert [(each.name, dict(each.values)) for each in found] == [
        ("Goat", {"Milk": (3,)}),
        ("Hen", {"Milk": (1,)}),
        ("Cow", {"Milk": (5,)}),
    ]


def test_a_text_that_states_nothing_has_no_facts() -> None:
    assert astuple(facts("Feed the goats.\n")) == astuple(Facts())
