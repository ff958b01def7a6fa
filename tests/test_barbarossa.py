"""Barbarossa: its counts and numbers against the rules it comes from, its board, tables and examples."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

import pytest
from whole_games import loaded

from cardtool.geometry import Point
from cardtool.model import Component, Game, RulesTable, Space

COUNTS = {  # counted by hand in the list of components
    "board": 1,
    "jewel-tile": 1,
    "event-tile": 6,
    "magician": 4,
    "hat": 4,
    "elfstone": 4,
    "curse": 12,
    "arrow": 13,
    "die": 1,
    "pad": 4,
    "example": 1,
    "reference": 4,
}
FORMS = {
    "board": {"board"},
    "tile": {"jewel-tile", "event-tile"},
    "standee": {"magician", "hat"},
    "token": {"elfstone", "curse", "arrow"},
    "die": {"die"},
    "pad": {"pad"},
    "aid": {"example", "reference"},
}
MAKER = dict(zip(range(1, 14), (-2, -2, -1, 0, 1, 1, 2, 2, 1, 0, -1, -2, -2), strict=True))
PLAYERS = ("brick", "honey", "moss", "plum")
STANDING = re.compile(r'\{"(magician|hat|elfstone)": "(\w+)", "space": "(\w+)-(\d+)"\}')


@pytest.fixture(scope="module")
def game() -> Game:
    return loaded("barbarossa")


def number(game: Game, name: str) -> int:
    return game.rules.numbers[name].value


def tiles(game: Game) -> list[Component]:
    """The Event Tiles in the order of their numbers."""
    return sorted(game.cards_of("event-tile"), key=lambda tile: tile.fields["number"])


def moves(table: RulesTable, column: str) -> dict[int, int]:
    """How far a hat moves for each number of a table, which says it in words: 2 back."""
    return {
        number: steps(str(row.cells[column]))
        for row in table.rows
        for number in range(row.first, row.last + 1)
    }


def steps(said: str) -> int:
    if said == "stays":
        return 0
    far, way = said.split()
    return int(far) * {"forward": 1, "back": -1}[way]


def text_of(game: Game, sequence: str, step: str) -> str:
    (found,) = [each.text for each in game.rules.sequences[sequence].steps if each.id == step]
    return " ".join(str(found).split())


def test_it_has_the_pieces_its_rules_list(game: Game) -> None:
    assert {kind: game.copies_of(kind) for kind in COUNTS} == COUNTS


def test_each_piece_has_the_form_that_it_is_played_with(game: Game) -> None:
    for form, kinds in FORMS.items():
        assert {kind.id for kind in game.kinds if kind.form.id == form} >= kinds


def test_every_record_says_where_it_comes_from(game: Game) -> None:
    assert {card.fields.get("origin") for card in game.cards} == {"rulebook", "house"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("objects_of_three", 3),
        ("objects_of_four", 2),
        ("start_jewels", 12),
        ("most_jewels", 13),
        ("question_rounds", 2),
        ("first_guess", 5),
        ("second_guess", 3),
        ("arrows_in_object", 2),
        ("curses", 3),
        ("curses_spent", 5),
        ("curses_back", 3),
        ("curses_in_all", 6),
        ("no_arrow_loss", 5),
        ("one_arrow_loss", 2),
    ],
)
def test_its_numbers_are_those_of_the_rules_it_comes_from(game: Game, name: str, value: int) -> None:
    assert number(game, name) == value


def test_three_curse_tokens_for_each_of_four_players(game: Game) -> None:
    assert game.copies_of("curse") == number(game, "curses") * game.players.most
    assert number(game, "curses") + number(game, "curses_back") == number(game, "curses_in_all")
    assert number(game, "curses_spent") <= number(game, "curses") * game.players.least


def test_pieces_of_a_clay_are_told_apart_without_their_colour(game: Game) -> None:
    for kind in ("magician", "hat", "elfstone"):
        pieces = game.cards_of(kind)
        assert len({piece.fields["letter"] for piece in pieces}) == 4
        assert len({piece.fields["sign"] for piece in pieces}) == 4
        assert all(piece.name.startswith(piece.fields["letter"]) for piece in pieces)


# The scoring tables


def test_the_makers_points_are_those_of_the_rules_it_comes_from(game: Game) -> None:
    assert moves(game.rules.tables["scoring"], "maker") == MAKER


def test_every_arrow_has_a_number_of_its_own_and_a_row_of_the_table(game: Game) -> None:
    numbers = [arrow.fields["number"] for arrow in game.cards_of("arrow")]
    assert numbers == list(MAKER)
    assert game.rules.tables["scoring"].last.said == "count.arrow"


def test_the_other_tables_say_what_the_numbers_say(game: Game) -> None:
    tables = game.rules.tables
    assert moves(tables["guesser"], "guesser") == {
        1: number(game, "first_guess"),
        2: number(game, "second_guess"),
    }
    assert moves(tables["reckoning"], "maker") == {
        0: -number(game, "no_arrow_loss"),
        1: -number(game, "one_arrow_loss"),
        2: 0,
    }
    each = {3: number(game, "objects_of_three"), 4: number(game, "objects_of_four")}
    objects = {row.first: (row.cells["each"], row.cells["all"]) for row in tables["objects"].rows}
    assert objects == {players: (many, many * players) for players, many in each.items()}


def test_there_is_clay_for_the_last_arrow(game: Game) -> None:
    for row in game.rules.tables["objects"].rows:
        assert int(row.cells["all"]) * number(game, "arrows_in_object") > game.copies_of("arrow")


# The board


def test_the_scale_and_the_track_are_as_long_as_the_rules_say(game: Game) -> None:
    spaces = game.layouts["board"].spaces
    scale = [space.number for space in spaces if space.sort == "jewels"]
    assert scale == list(range(number(game, "most_jewels") + 1))
    track = [space for space in spaces if space.id.startswith("score-")]
    assert [space.number for space in track] == list(range(number(game, "steps_to_star") + 1))
    assert [track[0].sort, track[-1].sort] == ["start", "star"]
    assert {space.sort for space in track[1:-1]} == {"path"}


def ring(game: Game) -> list[Space]:
    return [space for space in game.layouts["board"].spaces if space.id.startswith("ring-")]


def ring_sorts(game: Game) -> list[str]:
    """What the spaces of the ring are, which only the tiles on them say."""
    return [sort for tile in tiles(game) for sort in tile.fields["spaces"]]


def test_six_tiles_of_three_spaces_make_the_ring(game: Game) -> None:
    assert [tile.fields["number"] for tile in tiles(game)] == [1, 2, 3, 4, 5, 6]
    assert len(ring_sorts(game)) == len(ring(game)) == number(game, "ring_spaces") == 18


def test_magicians_begin_on_a_question_space_and_all_sorts_are_there(game: Game) -> None:
    assert ring_sorts(game)[0] == "question"
    assert set(ring_sorts(game)) == {"question", "dwarf", "jewel", "dragon"}


def turned(point: Point, degrees: float, middle: Point) -> Point:
    angle = math.radians(degrees)
    x, y = point.x - middle.x, point.y - middle.y
    return Point(
        middle.x + x * math.cos(angle) - y * math.sin(angle),
        middle.y + x * math.sin(angle) + y * math.cos(angle),
    )


RING = Point(65, 130)  # the middle of the ring, from the upper left of an Event Tile


def test_the_spaces_of_tiles_lie_where_the_board_has_them(game: Game) -> None:
    middle = game.layouts["places"].spaces[0].centre
    for at, space in enumerate(ring(game)):
        on_tile = game.layouts["event-tile"].spaces[at % 3].centre
        there = turned(on_tile, 60 * (at // 3), RING).moved(Point(middle.x - RING.x, middle.y - RING.y))
        assert (there.x, there.y) == pytest.approx((space.centre.x, space.centre.y))


def test_tiles_meet_each_other_and_the_hexagon(game: Game) -> None:
    tile, jewel = game.kind("event-tile"), game.kind("jewel-tile")
    half = Point(tile.size.width / 2, tile.size.height / 2)
    left, right, *inner = (vertex.point.moved(half) for vertex in tile.outline.path)
    edge = Point(0, RING.y - jewel.size.height / 2)  # of the hexagon, half as long as its side
    corner = edge.moved(Point(RING.x + jewel.size.height / 2 / math.sqrt(3), 0))
    outside = turned(Point(RING.x, 0), 30, RING)
    for mine, where in zip((right, *inner[:1]), (outside, corner), strict=True):
        assert (mine.x, mine.y) == pytest.approx((where.x, where.y), abs=0.01)
    for one, two in ((left, right), reversed(inner)):
        assert (tile.size.width - one.x, one.y) == pytest.approx((two.x, two.y))


def test_printed_pieces_fit_a_page(game: Game) -> None:
    pairs: Iterable[tuple[str, int, int]] = (("pad", 2, 1), ("example", 2, 1), ("reference", 2, 2))
    for kind, across, down in pairs:
        size = game.kind(kind).size
        assert across * size.width + (across - 1) * 3 <= 279.4 - 16  # Letter, less its margins
        assert down * size.height + (down - 1) * 3 <= 210 - 16  # A4, the same


# The examples


def the_round_played(game: Game) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """Where Magicians, hats and Elfstones are after the round of the Example Sheet, played by its dice."""
    place = dict.fromkeys(PLAYERS, 1)
    hat = dict.fromkeys(PLAYERS, 0)
    jewels = dict.fromkeys(PLAYERS, number(game, "start_jewels"))
    arrows = 0
    maker = moves(game.rules.tables["scoring"], "maker")

    def walk(player: str, far: int, *, paid: bool, to: str) -> None:
        place[player] += far
        jewels[player] -= far * number(game, "step_cost") if paid else 0
        assert jewels[player] >= 0
        assert ring_sorts(game)[place[player] - 1] == to

    def guessed(guesser: str, of: str, worth: str) -> None:
        nonlocal arrows
        arrows += 1
        hat[guesser] += number(game, worth)
        hat[of] = max(0, hat[of] + maker[arrows])

    walk("brick", 2, paid=False, to="dragon")
    for other in ("honey", "moss", "plum"):
        hat[other] += number(game, "dragon_steps")
    walk("honey", 3, paid=True, to="dwarf")
    walk("moss", 1, paid=False, to="jewel")
    jewels["moss"] += number(game, "jewel_gain")
    walk("plum", 4, paid=True, to="question")
    guessed("plum", "honey", "first_guess")
    guessed("brick", "honey", "second_guess")
    return place, hat, jewels


def test_the_round_of_the_example_ends_as_it_says(game: Game) -> None:
    _, hat, jewels = the_round_played(game)
    assert hat == {"plum": 6, "brick": 3, "moss": 1, "honey": 0}
    assert jewels == {"moss": 13, "brick": 12, "honey": 9, "plum": 8}
    assert max(jewels.values()) <= number(game, "most_jewels")
    assert text_of(game, "example", "after").startswith(
        "The hats: Plum 6, Brick 3, Moss 1, Honey on S. The jewels: Moss 13, Brick 12, Honey 9, Plum 8."
    )


def standing(call: str) -> dict[str, dict[str, int]]:
    """Where a figure of the manuscript shows each kind of piece."""
    found: dict[str, dict[str, int]] = {}
    for kind, name, _, place in STANDING.findall(call):
        found.setdefault(kind, {})[name.lower()] = int(place)
    return found


def test_the_figures_of_the_board_show_the_beginning_and_the_end_of_that_round(game: Game) -> None:
    assert game.rulebook is not None
    before, after = re.findall(r"figure\.(?:setup|board)\(.*", game.rulebook.text)
    assert standing(before) == {
        "magician": dict.fromkeys(PLAYERS, 1),
        "hat": dict.fromkeys(PLAYERS, 0),
        "elfstone": dict.fromkeys(PLAYERS, number(game, "start_jewels")),
    }
    place, hat, jewels = the_round_played(game)
    assert standing(after) == {"magician": place, "hat": hat, "elfstone": jewels}


def test_the_lantern_is_worth_what_the_table_says(game: Game) -> None:
    assert game.rulebook is not None
    text = " ".join(game.rulebook.text.split())
    maker = moves(game.rules.tables["scoring"], "maker")
    assert maker[7] == maker[8] == 2
    assert "for 7 the table gives Plum, the maker, **2 forward**" in text
    assert f"made its maker {maker[7] + maker[8]} steps" in text
    assert maker[1] == maker[2] == -2
    assert "Had these been Arrows 1 and 2, Plum would have gone back 2 steps and 2 more." in text


def test_three_tries_at_one_word_score_what_the_tables_say(game: Game) -> None:
    assert game.rulebook is not None
    maker = moves(game.rules.tables["scoring"], "maker")
    assert f"With Arrows 1 and 2 it costs you {-maker[1]} steps, twice." in game.rulebook.text
    assert f"With Arrows 7 and 8 it earns {maker[7]} steps forward, twice." in game.rulebook.text
    assert (maker[1], maker[7]) == (maker[2], maker[8])


def test_the_choice_of_moss_is_the_one_the_ring_gives(game: Game) -> None:
    assert game.rulebook is not None
    text = " ".join(game.rulebook.text.split())
    ahead = [ring_sorts(game)[2 - 1 + steps] for steps in range(1, 7)]
    assert ahead == ["dragon", "dwarf", "question", "dragon", "jewel", "dwarf"]
    assert "a dragon, a dwarf, a question space, a dragon, a jewel and a dwarf" in text
    assert f"For {ahead.index('question') + 1} jewels, Moss walks past the dragon" in text


def test_the_table_of_the_ring_is_the_ring(game: Game) -> None:
    assert game.rulebook is not None
    rows = re.findall(r"^\| (\d) · \[\[(.+)\]\] \| (.+) \|$", game.rulebook.text, flags=re.MULTILINE)
    assert rows == [
        (str(tile.fields["number"]), tile.name, ", ".join(tile.fields["spaces"])) for tile in tiles(game)
    ]
