"""A large game is judged in parts, and told the same as if all its texts were judged together."""

from __future__ import annotations

import tracemalloc

import pytest
from own_process import in_own_process
from small_games import a_card, a_game, a_release

from cardtool import lint
from cardtool.lint.core.registry import MOST_TOGETHER
from cardtool.model import Game

RENAMED = {"type": "renamed", "from": "Cormac the Cimmerian", "to": "Cormac the Slayer"}
APART = [
    ("odd-spelling", ("A staircase leads up, a staircase down.", "A straircase costs 2."), 1),
    ("unknown-word", ("Each player flipps a card.", "You wait."), 1),
    ("unknown-word", ("Each player flipps a card.", "It flipps when he flipps."), 0),
    ("more-than-there-are", ("You can never exceed 13 Beasts.", "You wait."), 1),
    ("more-than-there-are", ("You can never exceed 13 Beasts.", "Use a substitute: goats are unlimited."), 0),
    ("look-alike-letters", ("Draw a card, and another.", "Draw \N{CYRILLIC SMALL LETTER ES} cards."), 1),
    ("spelling", ("Take the recie ve and acessible.", "You wait."), 1),
    ("retired-word", ("Take the Cimmerian to town.", "You wait."), 1),
    ("retired-word", ("Take the Cimmerian to town.", "Any cimmerian will do."), 0),
    ("unknown-card", ("Take [[Two]].", "Take [[Three]]."), 1),
]


def game_of(*texts: str) -> Game:
    names = ["one", "two", "six", "ten"]
    cards = (a_card(names[row], line=2 + 10 * row, text=text) for row, text in enumerate(texts))
    return a_game(*cards, changelog=(a_release("1.0", RENAMED),))


def found_in(parts: list[lint.Subject], rule: str) -> list[str]:
    (judge,) = (each for each in lint.RULES if each.name == rule)
    return sorted(f"{each.source}: {each.message}" for part in parts for each in judge.findings(part))


@pytest.mark.parametrize(("rule", "texts", "count"), APART)
def test_what_another_card_says_counts_wherever_a_game_is_parted(
    rule: str, texts: tuple[str, ...], count: int
) -> None:
    for said in (texts, texts[::-1]):
        game = game_of(*said)
        parts = list(lint.Subject.parts_of_game(game, 1))
        assert len(parts) == len(texts) + 1
        assert found_in(parts, rule) == found_in([lint.Subject.of_game(game)], rule)
        assert len(found_in(parts, rule)) == count


def parts_of(count: int, *added: int) -> list[frozenset[str]]:
    """The ids of the cards in each part of a game, some of them put in between the others."""
    rows = sorted([*range(0, 10 * count, 10), *added])
    game = a_game(*(a_card(f"goat-{row}", text="Draw a card.") for row in rows))
    parts = lint.Subject.parts_of_game(game)
    return [frozenset(card.id for card in part.passages.cards) for part in parts if part.passages]


def test_a_card_that_is_put_in_changes_no_other_part() -> None:
    before, after = parts_of(5000), parts_of(5000, 3, 20_001)
    assert len(before) > 5
    assert len(set(before) - set(after)) == len(set(after) - set(before)) == 2
    assert max(map(len, before)) <= MOST_TOGETHER
    assert frozenset.union(*before) == {f"goat-{row}" for row in range(0, 50_000, 10)}


def test_a_large_game_is_told_every_slip_once() -> None:
    texts = ["Draw a card."] * (2 * MOST_TOGETHER + 1)
    for row in (0, MOST_TOGETHER - 1, MOST_TOGETHER, 2 * MOST_TOGETHER):
        texts[row] = "Draw a a card."
    game = a_game(*(a_card(f"goat-{row}", line=row + 1, text=text) for row, text in enumerate(texts)))
    rules = [each for each in lint.RULES if each.name in ("doubled-word", "kind-count")]
    found = lint.check_game(game, rules=rules)
    assert [each.source.line for each in found] == [
        4,
        MOST_TOGETHER + 3,
        MOST_TOGETHER + 4,
        2 * MOST_TOGETHER + 4,
    ]


@pytest.mark.slow
def test_of_more_cards_no_texts_are_held() -> None:
    some, more = (in_own_process(peak_memory, parts * MOST_TOGETHER) for parts in (2, 4))
    assert (more - some) / (2 * MOST_TOGETHER) < 1000  # bytes a card, which are its name and its place


def peak_memory(cards: int) -> int:
    game = a_game(*(a_card(f"goat-{row}", text=f"Draw {row} cards, then rest.") for row in range(cards)))
    rules = [each for each in lint.RULES if each.name == "doubled-word"]
    tracemalloc.start()
    assert lint.check_game(game, rules=rules) == []
    return tracemalloc.get_traced_memory()[1]
