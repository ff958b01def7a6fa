"""Barn Dudes: counts and numbers against the rules it comes from, its deck, its examples played out."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import combinations

import pytest
from whole_games import loaded

from cardtool.model import Component, Game
from cardtool.project import TOOLKIT

COUNTS = {"dude": 102, "parasite": 18, "barn": 6, "reference": 6}  # of one pack, counted by hand
SUITS = ("beast", "creep", "gnome", "goblin", "mushroot", "spirit")
MANUSCRIPT = TOOLKIT / "cards" / "barn-dudes" / "rulebook.md"


@pytest.fixture(scope="module")
def game() -> Game:
    return loaded("barn-dudes")


@pytest.fixture(scope="module")
def manuscript() -> str:
    return MANUSCRIPT.read_text(encoding="utf-8")


def number(game: Game, name: str) -> int:
    return game.rules.numbers[name].value


def piece(game: Game, name: str) -> Component:
    (found,) = [card for card in game.cards if card.name == name]
    return found


def is_mushroot(card: Component) -> bool:
    return "mushroot" in card.fields.get("suits", ())


def power(card: Component) -> int:
    """The power of a card wherever no battle is fought."""
    return int(card.fields.get("red", card.fields["power"]))


def strength(game: Game, *guards: str) -> int:
    return sum(power(piece(game, name)) for name in guards)


def mushroot_power(game: Game, mushroots: int) -> int:
    """What each Mushroot in battle counts when there are so many on the table."""
    (row,) = [row for row in game.rules.tables["mushroots"].rows if row.first <= mushroots <= row.last]
    return int(row.cells["power"])


def battle(game: Game, sent: list[str], guards: int = 0) -> list[int]:
    """The powers of battle cards, with so many guards in the Mushroot Barn."""
    cards = [piece(game, name) for name in sent]
    mushroots = mushroot_power(game, max(1, sum(map(is_mushroot, cards)) + guards))
    return [mushroots if is_mushroot(card) else int(card.fields["power"]) for card in cards]


def arguments(text: str, name: str) -> list[object]:
    """The lists that figures of a sort are given, the first in each."""
    lists = re.findall(rf"\{{\{{ figure\.{name}\(.*?(\[.*?\])[,)]", text)
    return [json.loads(each) for each in lists]


def test_it_has_the_pieces_its_rules_list(game: Game) -> None:
    assert {kind: game.copies_of(kind) for kind in COUNTS} == COUNTS
    assert game.copies_of("dude", "parasite") == game.decks[0].count == 120


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("hand", 10),
        ("sectors", 3),
        ("swap_most", 3),
        ("strongest", 12),
        ("mushroot_power", 3),
        ("mushroot_cap", 12),
        ("mushroot_swap", 2),
        ("feast_cards", 5),
        ("risings", 3),
        ("expelled", 2),
        ("pack_most", 6),
    ],
)
def test_its_numbers_are_those_of_the_rules_it_comes_from(game: Game, name: str, value: int) -> None:
    assert number(game, name) == value


def test_one_pack_is_for_six_and_two_are_for_twelve(game: Game) -> None:
    assert [(pack.least, pack.most) for pack in game.packs] == [(2, 6), (7, 12)]
    assert game.packs[1].again == game.packs[0].id
    assert (game.players.least, game.players.most) == (2, 12)


def test_six_hands_leave_a_deck_to_draw_from(game: Game) -> None:
    assert 120 - 6 * number(game, "hand") >= 40


def test_every_suit_has_twelve_powers_and_as_many_cards(game: Game) -> None:
    for suit in SUITS:
        own = [card for card in game.cards_of("dude") if tuple(card.fields["suits"]) == (suit,)]
        assert sorted(map(power, own)) == list(range(1, number(game, "strongest") + 1))
        with_breeds = [card for card in game.cards_of("dude") if suit in card.fields["suits"]]
        assert sum(card.copies for card in with_breeds) == 22


def test_every_pair_of_suits_has_one_breed_and_no_suit_the_better_ones(game: Game) -> None:
    breeds = [card for card in game.cards_of("dude") if len(card.fields["suits"]) == 2]
    assert sorted(tuple(card.fields["suits"]) for card in breeds) == sorted(combinations(SUITS, 2))
    assert {card.copies for card in breeds} == {2}
    sums = {suit: sum(power(card) for card in breeds if suit in card.fields["suits"]) for suit in SUITS}
    assert max(sums.values()) - min(sums.values()) <= 2


def test_mushroots_alone_have_a_red_number_and_all_the_same_power(game: Game) -> None:
    for card in game.cards_of("dude"):
        assert ("red" in card.fields) == is_mushroot(card)
        assert not is_mushroot(card) or card.fields["power"] == number(game, "mushroot_power")


def test_there_are_three_sorts_of_parasites_without_power(game: Game) -> None:
    parasites = game.cards_of("parasite")
    assert {card.name: card.copies for card in parasites} == {"Squatter": 6, "Vermin": 6, "Revers": 6}
    assert {card.fields["power"] for card in parasites} == {0}


def test_parasites_hide_among_dudes(game: Game) -> None:
    dude, parasite = (kind for kind in game.kinds if kind.id in ("dude", "parasite"))
    assert dude.back == parasite.back
    assert (dude.size, dude.outline) == (parasite.size, parasite.outline)


def test_every_suit_has_a_barn_with_three_sectors(game: Game) -> None:
    barns = game.cards_of("barn")
    assert sorted(card.fields["suit"] for card in barns) == sorted(SUITS)
    assert {len(card.fields["sectors"]) for card in barns} == {number(game, "sectors")}
    assert game.layouts["barn"].counts == {"sector": number(game, "sectors")}


def test_a_guard_shows_its_upper_left_corner_under_the_next(game: Game) -> None:
    left, middle, right = (space.centre.x for space in game.layouts["barn"].spaces)
    assert middle - left == right - middle >= 25


def test_no_name_and_no_flavour_comes_twice(game: Game) -> None:
    for told in ([card.name for card in game.cards], [card.fields.get("flavour") for card in game.cards]):
        assert [text for text, times in Counter(filter(None, told)).items() if times > 1] == []


def test_mushroots_add_up_to_twelve_and_no_further(game: Game) -> None:
    each, cap = number(game, "mushroot_power"), number(game, "mushroot_cap")
    table = {several: mushroot_power(game, several) for several in range(1, 16)}
    assert table == {several: min(cap, each * several) for several in range(1, 16)}
    assert [battle(game, ["Shy Talky", "Portly Bello"], guards)[0] for guards in (0, 1, 2, 3)] == [
        6,
        9,
        12,
        12,
    ]


def test_guards_in_pictures_have_the_suit_of_their_barn(game: Game, manuscript: str) -> None:
    shown = re.findall(r'figure\.barn\(barn="([^"]+)", guards=(\[.*?\])', manuscript)
    assert {barn for barn, _ in shown} >= {
        "Beast Barn",
        "Creep Barn",
        "Gnome Barn",
        "Goblin Barn",
        "Spirit Barn",
    }
    for barn, guards in shown:
        suit = piece(game, barn).fields["suit"]
        assert all(suit in piece(game, name).fields["suits"] for name in json.loads(guards))


@pytest.mark.parametrize(("which", "guards"), list(enumerate((0, 0, 2, 1))))
def test_battles_in_pictures_have_the_right_winners_and_losers(
    game: Game, manuscript: str, which: int, guards: int
) -> None:
    sent = arguments(manuscript, "battle")[which]
    up = [each for each in sent if not each.get("down")]
    powers = battle(game, [each["card"] for each in up], guards=guards)
    for each, its in zip(up, powers, strict=True):
        assert not each.get("wins") or its == max(powers)
        assert bool(each.get("loses")) == (its == min(powers))
    assert sum(bool(each.get("wins")) for each in sent) == 1


def test_the_tie_goes_to_the_stronger_barn(game: Game) -> None:
    assert battle(game, ["Catapult Volunteer", "Gnoblin", "Gnome Clue", "Damp Bedsheet"]) == [10, 10, 2, 2]
    assert strength(game, "Angry Lamb", "Sulking Duck") == 6
    assert strength(game, "Long Arm of the Loft") == 11


def test_the_mushroot_barn_beats_the_badger(game: Game) -> None:
    sent = ["Shy Talky", "Portly Bello", "Badger Badly", "Dry Fisher"]
    assert battle(game, sent, guards=2) == [12, 12, 9, 3]
    assert battle(game, sent, guards=1)[0] == battle(game, ["Badger Badly"])[0]
    assert strength(game, "Fun Guy", "Truffle Shuffle") == 10
    assert strength(game, "Snot Goblin", "Spoon Thief") == 6


@pytest.mark.parametrize(
    ("guards", "discarded", "taken"),
    [
        (
            ["Chipped Ornament", "Gnome Regrets"],
            ["Chipped Ornament", "Gnome Regrets"],
            ["Bull in a China Shirt", "Bedtime Gory"],
        ),
        (
            ["Reaper's Apprentice", "Damp Bedsheet", "Little Boo"],
            ["Little Boo", "Damp Bedsheet", "Reaper's Apprentice"],
            ["The Whole Cow", "What Is That Behind You", "Gnoblin"],
        ),
        (["Dead Tired"], ["Dead Tired"], ["Metro Gnome"]),
        (["Hat Trick"], ["Hat Trick"], ["Root of the Problem"]),
    ],
    ids=["gnome", "spirit", "round", "without-vermin"],
)
def test_raids_and_risings_are_within_strength(
    game: Game, guards: list[str], discarded: list[str], taken: list[str]
) -> None:
    left = list(guards)
    for guard, card in zip(discarded, taken, strict=True):
        assert power(piece(game, card)) <= strength(game, *left)
        left.remove(guard)
    assert left == []


def test_the_donkey_is_too_heavy_to_raise(game: Game) -> None:
    assert power(piece(game, "Donkey Kick")) > strength(game, "Dead Tired")


def test_the_round_in_the_yard_ends_as_it_says(game: Game, manuscript: str) -> None:
    sent = ["Donkey Kick", "Two Left Boots", "Metro Gnome", "Portly Bello"]
    assert battle(game, sent, guards=1) == [8, 4, 6, 6]
    rows = re.findall(
        r"^\| (Gnome|Spirit|Beast|Mushroot) \| (\d+) \|(.*)\| (\d+) \|$", manuscript, re.MULTILINE
    )
    assert [row[0] for row in rows] == ["Gnome", "Spirit", "Beast", "Mushroot"]
    for _barn, begun, changes, left in rows:
        moved = sum(int(change.replace("−", "-")) for change in re.findall(r"[−+]\d+", changes))
        assert int(begun) == number(game, "hand")
        assert int(begun) + moved == int(left)


def test_everybody_is_quoted_with_the_power_they_have(game: Game, manuscript: str) -> None:
    quoted = re.findall(r"\[\[([^\]]+)\]\], (?:of )?(red number|power) (\d+)", manuscript.replace("\n", " "))
    assert len(quoted) >= 15
    for name, _what, value in quoted:
        assert power(piece(game, name)) == int(value), name
