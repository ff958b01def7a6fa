"""Brutality: its counts against the rules it comes from, its diagrams and examples against its numbers."""

from __future__ import annotations

import ast
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from whole_games import loaded

from cardtool.model import Component, Game
from cardtool.project import TOOLKIT

MANUSCRIPT = TOOLKIT / "cards" / "brutality" / "rulebook.md"
Spot = tuple[int, int]

COUNTS = {  # counted by hand
    "hero": 9,
    "relic": 36,
    "artifact": 12,
    "hazard": 5,
    "hazard-tile": 10,
    "arena": 1,
    "dial": 9,
    "dial-cover": 9,
    "standee": 9,
    "cooldown": 4,
    "cloud": 2,
    "reference": 4,
}
FORMS = {
    "card": {"hero", "relic", "artifact", "hazard"},
    "tile": {"hazard-tile"},
    "board": {"arena"},
    "dial": {"dial", "dial-cover"},
    "standee": {"standee"},
    "token": {"cooldown", "cloud"},
    "aid": {"reference"},
}
NAMED = {  # by the rules it comes from; everything else was designed for this edition
    "hero": {"Assassin", "Demon King"},
    "relic": {"Master Thief"},
    "artifact": set(),
    "hazard": {
        "Spiked Pillars",
        "Hidden Trap Pikes",
        "Relentless Flames",
        "Limestone Wall Ruins",
        "Catapult",
    },
}
NUMBERS = {
    "team_heroes": 2,
    "team_artifacts": 2,
    "team_hazards": 1,
    "actions": 2,
    "relics_drawn": 1,
    "relics_more": 2,
    "hand_limit": 3,
    "flight_straight": 3,
    "flight_diagonal": 2,
    "draft_each": 4,
    "draft_deck": 16,
}
HAZARDS = {  # whether it blocks sight, and the damage it does
    "Spiked Pillars": ("blocks", 1),
    "Hidden Trap Pikes": ("open", 1),
    "Relentless Flames": ("open", 1),
    "Limestone Wall Ruins": ("blocks", 0),
    "Catapult": ("open", 1),
}
TYPES = ("saints-blessing", "saints-curse", "utility", "op")
FOOTPRINTS = {"one": (1, 1), "two": (2, 1), "four": (2, 2)}
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
WALLS = {"spiked-pillars", "limestone-wall-ruins"}
PATHS = ("walks", "leaps", "hits", "blocked", "knocks", "pulls")


@pytest.fixture(scope="module")
def game() -> Game:
    return loaded("brutality")


def named(game: Game, name: str, kind: str = "hero") -> Component:
    (found,) = [card for card in game.cards_of(kind) if card.name == name]
    return found


def own_spaces(hero: Component) -> set[Spot]:
    """The spaces of its footprint, the upper left one being 0, 0."""
    wide, high = FOOTPRINTS[hero.fields["footprint"]]
    return {(x, y) for x in range(wide) for y in range(high)}


def letters(rows: Iterable[str]) -> dict[Spot, str]:
    """The letters of a diagram by their places, from the upper left of the footprint."""
    cells = {(x, y): letter for y, row in enumerate(rows) for x, letter in enumerate(row)}
    left, top = min((at for at, letter in cells.items() if letter == "o"), key=lambda at: (at[1], at[0]))
    return {(x - left, y - top): letter for (x, y), letter in cells.items()}


def places_reached(hero: Component, *, jumps: bool) -> set[Spot]:
    """Where the upper left space of a Hero can be after one Move over an empty floor."""
    steps = STRAIGHT + (DIAGONAL if hero.fields["steps"] == "any" else ())
    ways = [(step, 1) for step in steps]
    if jumps:
        ways += [((2 * x, 2 * y), 2) for x, y in STRAIGHT + DIAGONAL]
    cost = {(0, 0): 0}
    for _ in range(hero.fields["speed"]):
        for (x, y), spent in list(cost.items()):
            for (right, down), price in ways:
                at = (x + right, y + down)
                if spent + price <= hero.fields["speed"]:
                    cost[at] = min(cost.get(at, 99), spent + price)
    return set(cost)


def spread(hero: Component, places: Iterable[Spot]) -> set[Spot]:
    return {(x + a, y + b) for x, y in places for a, b in own_spaces(hero)}


def distance(hero: Component, at: Spot) -> int:
    return min(max(abs(at[0] - x), abs(at[1] - y)) for x, y in own_spaces(hero))


def flaw_of_box(diagram: dict[Spot, str]) -> bool:
    """Whether a row or a column at the edge shows nothing."""
    xs, ys = {x for x, _ in diagram}, {y for _, y in diagram}
    edges = [{at for at in diagram if at[0] == x} for x in (min(xs), max(xs))]
    edges += [{at for at in diagram if at[1] == y} for y in (min(ys), max(ys))]
    return any(all(diagram[at] == "." for at in edge) for edge in edges)


# What there is


def test_it_has_the_pieces_its_rules_list(game: Game) -> None:
    assert {kind: game.copies_of(kind) for kind in COUNTS} == COUNTS


def test_each_piece_has_the_form_that_it_is_played_with(game: Game) -> None:
    for form, kinds in FORMS.items():
        assert {kind.id for kind in game.kinds if kind.form.id == form} >= kinds


def test_what_the_rules_name_is_there_and_the_rest_says_it_was_designed(game: Game) -> None:
    for kind, names in NAMED.items():
        assert {card.name for card in game.cards_of(kind) if card.fields["origin"] == "rulebook"} == names


def test_the_numbers_are_those_of_the_rules(game: Game) -> None:
    assert {name: game.rules.numbers[name].value for name in NUMBERS} == NUMBERS


def test_each_hero_has_a_dial_a_cover_and_a_standee(game: Game) -> None:
    heroes = [hero.name for hero in game.cards_of("hero")]
    for kind in ("dial", "dial-cover", "standee"):
        assert [piece.name for piece in game.cards_of(kind)] == heroes


def test_each_hazard_has_a_card_and_two_tiles(game: Game) -> None:
    assert {tile.name: tile.copies for tile in game.cards_of("hazard-tile")} == dict.fromkeys(HAZARDS, 2)


def test_the_hazards_block_and_hurt_as_in_the_rules(game: Game) -> None:
    assert {
        card.name: (card.fields["sight"], card.fields["damage"]) for card in game.cards_of("hazard")
    } == HAZARDS


def test_there_is_a_choice_of_artifacts_and_each_has_to_rest(game: Game) -> None:
    artifacts = game.cards_of("artifact")
    assert len(artifacts) > 2 * NUMBERS["team_artifacts"]
    assert all(2 <= artifact.fields["cooldown"] <= 5 for artifact in artifacts)


def test_one_marker_is_there_for_each_artifact_in_play(game: Game) -> None:
    assert game.copies_of("cooldown") == 2 * NUMBERS["team_artifacts"]


def test_no_flavour_and_no_text_comes_twice(game: Game) -> None:
    cards = game.cards_of("hero", "relic", "artifact", "hazard")
    for field in ("flavour", "text"):
        told = Counter(card.fields[field] for card in cards if field in card.fields)
        assert [text for text, times in told.items() if times > 1] == []


# Relics


@pytest.mark.parametrize("type_", TYPES)
def test_two_teams_can_draft_four_relics_of_a_type_each_and_leave_some(game: Game, type_: str) -> None:
    relics = [relic for relic in game.cards_of("relic") if relic.fields["type"] == type_]
    assert len(relics) > 2 * NUMBERS["draft_each"] >= 8
    assert all(relic.copies == 1 for relic in relics), "each is picked once"


def test_a_drafted_deck_has_four_of_each_type(game: Game) -> None:
    (group,) = [kind.groups for kind in game.kinds if kind.id == "relic"]
    assert group is not None
    assert len(TYPES) * NUMBERS["draft_each"] == NUMBERS["draft_deck"] == 16
    assert {relic.fields["type"] for relic in game.cards_of("relic")} == set(TYPES)


@pytest.mark.parametrize("type_", TYPES)
def test_each_type_acts_at_more_than_one_time(game: Game, type_: str) -> None:
    times = {relic.fields["when"] for relic in game.cards_of("relic") if relic.fields["type"] == type_}
    assert "any-time" in times
    assert len(times) > 1


# Heroes


def test_there_are_three_heroes_of_each_class_and_three_footprints(game: Game) -> None:
    heroes = game.cards_of("hero")
    assert Counter(hero.fields["class"] for hero in heroes) == {"tank": 3, "damage": 3, "utility": 3}
    assert {hero.fields["footprint"] for hero in heroes} == set(FOOTPRINTS)


def test_tanks_take_the_most_and_deal_the_least(game: Game) -> None:
    def of(class_: str) -> list[Component]:
        return [hero for hero in game.cards_of("hero") if hero.fields["class"] == class_]

    def points(heroes: list[Component]) -> list[int]:
        return [hero.fields["hit_points"] for hero in heroes]

    def damage(heroes: list[Component]) -> list[int]:
        return [sum(attack["damage"] for attack in hero.fields["attacks"]) for hero in heroes]

    assert min(points(of("tank"))) > max(points(of("damage") + of("utility")))
    assert max(damage(of("tank"))) < min(damage(of("damage")))
    assert max(hero.fields["speed"] for hero in of("tank")) < min(
        hero.fields["speed"] for hero in of("damage")
    )
    assert sum(hero.fields["footprint"] != "one" for hero in of("tank")) == 2, "more than one space, usually"


def test_the_two_that_the_rules_call_jumpers_jump(game: Game) -> None:
    jumpers = {hero.name for hero in game.cards_of("hero") if hero.fields.get("jump")}
    assert jumpers == NAMED["hero"]
    for hero in jumpers:
        assert "leap" in {attack["way"] for attack in named(game, hero).fields["attacks"]}


def test_every_movement_diagram_shows_what_one_move_reaches(game: Game) -> None:
    for hero in game.cards_of("hero"):
        walked = spread(hero, places_reached(hero, jumps=False))
        jumped = spread(hero, places_reached(hero, jumps=bool(hero.fields.get("jump"))))
        diagram = letters(hero.fields["movement"])
        for at, letter in diagram.items():
            wanted = "o" if at in own_spaces(hero) else "x" if at in walked else "j" if at in jumped else "."
            assert (hero.name, at, letter) == (hero.name, at, wanted)
        assert jumped <= set(diagram)
        assert not flaw_of_box(diagram)


def test_every_attack_reaches_as_far_as_its_range_and_no_farther(game: Game) -> None:
    for hero in game.cards_of("hero"):
        for attack in hero.fields["attacks"]:
            diagram = letters(attack["area"])
            assert {at for at, letter in diagram.items() if letter == "o"} == own_spaces(hero)
            marked = [distance(hero, at) for at, letter in diagram.items() if letter == "x"]
            assert (attack["name"], max(marked)) == (attack["name"], attack["range"])


def test_no_attack_is_better_on_one_side_since_heroes_never_turn(game: Game) -> None:
    for hero in game.cards_of("hero"):
        for rows in (hero.fields["movement"], *(attack["area"] for attack in hero.fields["attacks"])):
            assert tuple(rows) == tuple(rows[::-1]) == tuple(row[::-1] for row in rows)


def test_knockback_is_for_attacks_that_push(game: Game) -> None:
    for hero in game.cards_of("hero"):
        for attack in hero.fields["attacks"]:
            assert not (attack.get("pull") and attack["knockback"]), attack["name"]


# What is cut


def test_the_arena_is_eight_spaces_wide_and_nine_deep(game: Game) -> None:
    arena = game.layouts["arena"]
    assert len(arena.spaces) == 8 * 9
    for space in arena.spaces:
        edges = [(corner.x, corner.y) for corner in space.outline.points]
        assert sorted(edges) == [(-15, -15), (-15, 15), (15, -15), (15, 15)]
    by_sort = {sort: {s.id for s in arena.spaces if s.sort == sort} for sort in ("corner", "start", "floor")}
    assert by_sort["corner"] == {"a1", "h1", "a9", "h9"}
    assert by_sort["start"] == {f"{column}{row}" for column in "bcdefg" for row in (1, 9)}


def test_any_two_heroes_fit_into_the_corners_of_a_start_row() -> None:
    assert 2 * max(wide for wide, _ in FOOTPRINTS.values()) < 8


def test_the_window_of_a_cover_shows_one_number(game: Game) -> None:
    (cover,) = [kind for kind in game.kinds if kind.id == "dial-cover"]
    most = max(hero.fields["hit_points"] for hero in game.cards_of("hero"))
    _, window = cover.outline.holes
    angles = [math.degrees(math.atan2(corner.point.x, -corner.point.y)) for corner in window]
    assert max(angles) - min(angles) < 360 / (most + 1)


# What the rulebook shows


def scenes() -> Iterator[dict[str, Any]]:
    """The pieces and paths of each figure of the Arena, as the manuscript has them."""
    text = MANUSCRIPT.read_text(encoding="utf-8")
    for call in re.findall(r"\{\{ figure\.(?:scene|arena)(\(.*\)) \}\}", text):
        tree = ast.parse(f"figure{call}".replace("true", "True"), mode="eval").body
        assert isinstance(tree, ast.Call)
        yield {each.arg: ast.literal_eval(each.value) for each in tree.keywords if each.arg}


def spot(space: str) -> Spot:
    return "abcdefgh".index(space[0]), int(space[1:])


def covered(game: Game, name: str, space: str) -> set[Spot]:
    return {(x + spot(space)[0], y + spot(space)[1]) for x, y in own_spaces(named(game, name))}


def on_board(spots: Iterable[Spot]) -> bool:
    return all(0 <= x < 8 and 1 <= y <= 9 for x, y in spots)


SCENES = list(scenes())


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene["caption"][:30])
def test_pieces_stand_where_they_may(game: Game, scene: dict[str, Any]) -> None:
    taken: list[Spot] = []
    for piece in scene["pieces"]:
        taken += covered(game, piece["hero"], piece["space"]) if "hero" in piece else [spot(piece["space"])]
        assert "hazard" not in piece or spot(piece["space"])[1] not in (1, 9)
    assert len(taken) == len(set(taken))
    assert on_board(taken)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene["caption"][:30])
def test_paths_stay_on_what_the_figure_shows(scene: dict[str, Any]) -> None:
    top = scene.get("top", 1)
    for way in PATHS:
        for path in scene.get(way, []):
            rows = [spot(space)[1] for space in path["spaces"]]
            assert all(top <= row <= (top + 4 if "top" in scene else 9) for row in rows)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene["caption"][:30])
def test_walkers_step_as_their_cards_say(game: Game, scene: dict[str, Any]) -> None:
    heroes = {piece["space"]: piece["hero"] for piece in scene["pieces"] if "hero" in piece}
    for path in scene.get("walks", []):
        if path["spaces"][0] not in heroes:
            continue  # it goes on from where another path ended
        hero = named(game, heroes[path["spaces"][0]])
        steps = STRAIGHT + (DIAGONAL if hero.fields["steps"] == "any" else ())
        spots = [spot(space) for space in path["spaces"]]
        assert len(spots) - 1 <= hero.fields["speed"]
        assert all((b[0] - a[0], b[1] - a[1]) in steps for a, b in pairwise(spots))


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene["caption"][:30])
def test_what_is_knocked_or_pulled_goes_on_in_one_direction(scene: dict[str, Any]) -> None:
    for path in scene.get("knocks", []) + scene.get("pulls", []):
        spots = [spot(space) for space in path["spaces"]]
        moves = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(spots)}
        assert len(moves) == 1
        assert moves <= set(STRAIGHT + DIAGONAL)


def test_a_pull_in_a_figure_is_as_long_as_its_attack_says(game: Game) -> None:
    (pull,) = [path for scene in SCENES for path in scene.get("pulls", [])]
    long_chain = named(game, "Chain Warden").fields["attacks"][0]
    assert len(pull["spaces"]) - 1 == long_chain["pull"]


def test_what_the_examples_reckon_comes_out(game: Game) -> None:
    """The Sledgehammer against the Pillars, and the end of the Plague Nun."""
    text = MANUSCRIPT.read_text(encoding="utf-8")
    sledgehammer = named(game, "Wall Mason").fields["attacks"][1]["damage"]
    drop_in = named(game, "Assassin").fields["attacks"][0]["damage"]
    assert f"That is {sledgehammer + 1 + 1} for the price" in text
    nun = named(game, "Plague Nun").fields["hit_points"]
    stopped = nun - sledgehammer - 1
    landed = stopped - drop_in - 1 - 1
    dials = re.findall(r"dial\s+goes\s+from\s+(\d+)\s+to\s+(\d+|nought)", text)
    assert dials == [(str(nun), str(stopped)), (str(stopped), str(landed)), (str(landed), "nought")]
    assert 0 < landed <= 2, "Last Orders takes two at most"
