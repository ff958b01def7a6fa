"""A game eight times as large takes each family of rules eight times the work, whatever it has more of."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from counting_work import assert_linear, no_hang
from small_games import a_card, a_game, a_kind, a_manuscript, a_release, a_term

from cardtool import lint
from cardtool.lint import counts, data, language, names, structure, values
from cardtool.lint.core.registry import LintRule
from cardtool.model import Credit, Game, Source

FAMILIES = {
    each.__name__.rpartition(".")[2]: each.RULES
    for each in (counts, data, language, names, structure, values)
}
SYLLABLES = (
    "ba",
    "dor",
    "fen",
    "gil",
    "hum",
    "kat",
    "lop",
    "mer",
    "nus",
    "pim",
    "quo",
    "ras",
    "sev",
    "tol",
    "wyx",
    "zan",
)


def name_of(number: int) -> str:
    """A name that no other number has, of two words."""
    digits = [SYLLABLES[number >> shift & 15] for shift in (0, 4, 8, 12)]
    return f"{digits[0]}{digits[1]} {digits[2]}{digits[3]}".title()


def many_cards(size: int) -> Game:
    """Cards of one text, of which some differ in a word."""
    return a_game(*(a_card(f"goat-{n}", text=f"Draw {n % 7 + 2} cards. Then pass.") for n in range(size)))


def many_names(size: int) -> Game:
    """Cards of which each speaks of another by its name."""
    return a_game(
        *(
            a_card(
                f"card-{n}", name=name_of(n), text=f"Discard {name_of((n * 7 + 1) % size)}, or draw a card."
            )
            for n in range(size)
        )
    )


def many_kinds(size: int) -> Game:
    """Kinds of one card each."""
    cards = [a_card(f"card-{n}", f"kind-{n}", name=name_of(n), text="Draw a card.") for n in range(size)]
    return a_game(*cards, kinds=tuple(a_kind(f"kind-{n}") for n in range(size)))


def many_files(size: int) -> Game:
    """Pictures, each credited, of which some are nobody's."""
    files = [f"cards/farm/art/{name_of(n).replace(' ', '-').lower()}.svg" for n in range(size)]
    credits = tuple(
        Credit(
            (file.rpartition("/")[2],), "Ann", "CC0", "drawn", Source("cards/farm/art/credits.yaml", n + 1, 3)
        )
        for n, file in enumerate(files)
        if n % 3
    )
    return a_game(a_card(text="Draw a card."), assets=frozenset(files), credits=credits)


def many_terms(size: int) -> Game:
    """A glossary whose terms speak of each other."""
    terms = [
        a_term(name_of(n), f"What {name_of((n + 1) % size)} is not.", line=3 * n + 2) for n in range(size)
    ]
    return a_game(a_card(text="Draw a card."), glossary=tuple(terms))


def long_texts(size: int) -> Game:
    """A rulebook of many sections that count, refer and name."""
    sections = (
        f"## {name_of(n)}\n\nEach player draws {n % 5 + 2} cards (see {name_of((n + 3) % size)}), unless a "
        f"goat of {name_of((n * 5) % size)} stays.\n\n1. Draw a card.\n2. Take two of your tokens.\n"
        for n in range(size)
    )
    return a_game(a_card(text="Draw a card."), rulebook=a_manuscript("\n".join(sections)))


def many_slips(size: int) -> Game:
    """Cards that each make rules look through the others: for a word, a letter, a name, a number."""
    renamed = {"type": "renamed", "from": "Cormac the Cimmerian", "to": "Cormac the Slayer"}
    slips = (
        f"Draw {size + 9} Beasts.",
        "Flipp the straircase.",
        "Take \N{CYRILLIC SMALL LETTER ES} cards.",
        f"Ask [[{name_of(0)}]] for a Cimmerian.",
    )
    cards = (a_card(f"goat-{n}", name=name_of(n), text=slips[n % len(slips)]) for n in range(size))
    return a_game(*cards, changelog=(a_release("1.0", renamed),))


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(
    "grown",
    [many_cards, many_names, many_kinds, many_files, many_terms, many_slips, long_texts],
    ids=lambda each: each.__name__,
)
def test_a_family_of_rules_is_linear_in_what_a_game_has_more_of(
    grown: Callable[[int], Game], family: str
) -> None:
    rules: tuple[LintRule, ...] = FAMILIES[family]
    with no_hang():
        assert_linear(lambda size: lint.check_game(grown(size), rules=rules), 150)
