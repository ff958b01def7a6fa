"""A game with a kind of every form is checked, built, bound and exported; what is folded meets."""

from __future__ import annotations

import math
import re
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
from all_forms import _WINDOW, COUNTS, an_outpost

from cardtool.app import build, options
from cardtool.app.check import check_game
from cardtool.app.export import export_game
from cardtool.geometry import Point, Size
from cardtool.load import load_game
from cardtool.load.kind_sizes import parse_path
from cardtool.model import FORMS, Net, NetPart, die_net, path_points, point_reach, standee_net
from cardtool.project import Project

Corner = tuple[float, float, float]


@pytest.fixture(scope="module")
def outpost(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return an_outpost(tmp_path_factory.mktemp("outpost"))


@pytest.fixture(scope="module")
def built(outpost: Project) -> build.BuildResult:
    return build.build_game(outpost, "outpost", options.BuildOptions(part=options.Part.ALL))


def text_of(path: Path, page: int | None = None) -> str:
    document = pypdfium2.PdfDocument(path)
    numbers = range(len(document)) if page is None else [page]
    return "\n".join(document[number].get_textpage().get_text_bounded() for number in numbers)


def page_texts(path: Path) -> list[str]:
    return [text_of(path, number) for number in range(len(pypdfium2.PdfDocument(path)))]


def test_every_form_is_there_once_or_more(outpost: Project) -> None:
    game = load_game(outpost, "outpost").game
    assert game is not None
    assert {kind.form.id for kind in game.kinds} == set(FORMS)


def test_all_of_it_is_built_without_a_finding(built: build.BuildResult) -> None:
    assert built.findings == ()
    assert {file.name for file in built.files if file.suffix == ".pdf"} == {
        "faces.pdf",
        "cards-a4-9up.pdf",
        "pieces-a4-fill.pdf",
        "mats-whole.pdf",
        "mats-a4.pdf",
        "mats-letter.pdf",
        "mats-compact-both-sides-a4.pdf",
        "mats-compact-both-sides-letter.pdf",
        "mats-a4-fill.pdf",
        "mats-letter-fill.pdf",
        "rulebook.pdf",
        "rulebook-booklet-a4.pdf",
        "rulebook-booklet-letter.pdf",
        "print-and-play.pdf",
    }


def test_the_bundle_holds_every_component_and_its_first_page_lists_exactly_them(
    outpost: Project, built: build.BuildResult
) -> None:
    game = load_game(outpost, "outpost").game
    assert game is not None
    bundle = next(file for file in built.files if file.name == "print-and-play.pdf")
    listed = dict.fromkeys(
        re.findall(r"(\d+) ([A-Z][A-Za-z ]+?)(?=,|\s*$)", text_of(bundle, 0), re.MULTILINE)
    )
    wanted = {
        (str(count), kind.title if count == 1 else kind.plural)
        for kind, count in ((game.kind(id), count) for id, count in COUNTS.items())
    }
    assert wanted <= set(listed)
    words = Counter(re.findall(r"[A-Z][a-z]+ One", text_of(bundle)))
    for id, count in COUNTS.items():
        kind = game.kind(id)
        if kind.net is None and id not in ("field", "strength", "beast"):  # tiles, no name, two names
            assert words[f"{id.title()} One"] == count + (id in ("land", "supply")), id  # and in the figure
    assert (words["Beast One"], text_of(bundle).count("Beast Two")) == (2, 1)
    assert re.findall(r"Arrow One (\d/\d)", text_of(bundle)) == ["1/4", "2/4", "3/4", "4/4"]
    assert Counter(re.findall(r"Beast (small|large)", text_of(bundle))) == {"small": 2, "large": 1}
    assert words["Scout One"] == 2 * COUNTS["scout"]  # on its front and on its back


def test_a_part_is_printed_and_not_counted(built: build.BuildResult) -> None:
    rulebook = next(file for file in built.files if file.name == "rulebook.pdf")
    text = " ".join(text_of(rulebook).split())
    assert "2 Strength Dials" in text
    assert "Cover" not in text
    assert "5 mats in all" in text  # of two kinds


@pytest.mark.parametrize("name", ["xlsx", "csv", "json", "png", "contact", "makeplayingcards", "tts"])
def test_it_is_exported(name: str, outpost: Project) -> None:
    done = export_game(outpost, "outpost", name)
    assert done.files
    assert not [found for found in done.findings if found.rule.severity == "error"]


def test_a_window_of_the_dial_shows_one_of_eight_values() -> None:
    path = parse_path(_WINDOW)
    angles = [math.degrees(math.atan2(point.x - 30, 30 - point.y)) for point in path_points(path)]
    assert min(angles) == pytest.approx(-max(angles), abs=0.1)  # about the value that is turned up
    assert max(angles) - min(angles) < 360 / 8


def test_each_value_of_the_dial_shows_once_in_a_turn_and_never_two() -> None:
    """The middles of the eight numbers stand 16 mm from the rivet, an eighth of a turn apart."""
    window = path_points(parse_path(_WINDOW))

    def shown(turned: float) -> list[int]:
        angles = [(number, math.radians(45 * number + turned)) for number in range(8)]
        places = [(number, Point(30 + 16 * math.sin(a), 30 - 16 * math.cos(a))) for number, a in angles]
        return [number + 1 for number, place in places if point_reach(place, window) < 0]

    assert sorted(shown(45.0 * step) for step in range(8)) == [[number] for number in range(1, 9)]
    assert all(len(shown(turned)) <= 1 for turned in range(360))


def test_a_standee_stands_with_both_faces_upright() -> None:
    net = standee_net(Size(30, 45), 10, 2, "front.html", "back.html")
    back, front = net.parts
    top = net.size.height / 2
    assert front.box.top == pytest.approx(back.box.bottom) == pytest.approx(top)
    assert (front.turn, back.turn) == (0, 180)  # folded over its head, the back is upright again
    assert {fold.start.y + top for fold in net.outline.folds} == {10, 55, 100}
    assert standee_net(Size(30, 45), 10, 2, "front.html").parts[0].mirrored


def test_a_standee_without_a_foot_bleeds_at_both_ends_and_is_folded_at_its_head_alone() -> None:
    net = standee_net(Size(30, 45), 0, 2, "front.html")
    back, front = net.parts
    assert net.size == Size(30, 90)
    assert [fold.start.y for fold in net.outline.folds] == [0]
    assert (back.bleed.top, back.bleed.bottom, front.bleed.top, front.bleed.bottom) == (2, 0, 0, 2)


def folded(net: Net) -> dict[int, list[Corner]]:
    """The corners of each side of a die, clockwise from its upper left on paper, when the net is folded down.

    Side 1 stays where it is; each neighbour is turned down about the edge it shares with what lies nearer.
    """
    squares = {part.side: part for part in net.parts}
    edge, home = squares[1].box.width, squares[1].box

    def flat(part: NetPart) -> list[Corner]:
        x, y = part.box.left - home.left, part.box.top - home.top
        return [(x + dx, y + dy, 0.0) for dx, dy in ((0, 0), (edge, 0), (edge, edge), (0, edge))]

    def turned(corners: list[Corner], axis: str, at: float, away: int) -> list[Corner]:
        """A quarter turn down about a line of the plane z = 0; `away` is on which side of it paper lies."""
        if axis == "x":
            return [(at + away * z, y, -away * (x - at)) for x, y, z in corners]
        return [(x, at + away * z, -away * (y - at)) for x, y, z in corners]

    sides = {side: flat(part) for side, part in squares.items()}
    sides[6] = turned(sides[6], "x", 2 * edge, 1)
    sides[6], sides[2] = (turned(sides[side], "x", edge, 1) for side in (6, 2))
    sides[5] = turned(sides[5], "x", 0.0, -1)
    sides[3] = turned(sides[3], "y", 0.0, -1)
    sides[4] = turned(sides[4], "y", edge, 1)
    return sides


def middle(corners: list[Corner]) -> Corner:
    return (
        sum(x for x, _, _ in corners) / 4,
        sum(y for _, y, _ in corners) / 4,
        sum(z for _, _, z in corners) / 4,
    )


@pytest.mark.parametrize("edge", [12.0, 16.0, 30.0])
def test_the_sides_of_a_folded_die_are_those_of_a_cube_and_opposite_ones_come_to_seven(edge: float) -> None:
    sides = folded(die_net(edge, 2, "die.html"))
    centre = (edge / 2, edge / 2, -edge / 2)
    for side, corners in sides.items():
        assert math.dist(middle(corners), centre) == pytest.approx(edge / 2)
        opposite = tuple(2 * c - m for c, m in zip(centre, middle(corners), strict=True))
        assert math.dist(opposite, middle(sides[7 - side])) < 1e-9
    corners = {tuple(round(c, 6) for c in corner) for square in sides.values() for corner in square}
    assert len(corners) == 8


def test_a_die_has_a_tab_for_each_edge_that_is_glued() -> None:
    """Twelve edges of a cube, less the five that are folds between squares."""
    net = die_net(16, 2, "die.html")
    assert len(net.outline.folds) == 5 + 7
    assert all(
        abs(vertex.point.x) <= net.size.width / 2 and abs(vertex.point.y) <= net.size.height / 2
        for vertex in net.outline.path
    )
    area = sum(
        a.point.x * b.point.y - b.point.x * a.point.y
        for a, b in zip(net.outline.path, (*net.outline.path[1:], net.outline.path[0]), strict=True)
    )
    assert area > 0  # it runs clockwise
    assert Point(0, 0) != net.outline.path[0].point


def test_a_kind_that_does_not_suit_the_sheet_of_the_others_is_told_by_name(tmp_path: Path) -> None:
    project = an_outpost(tmp_path)
    file = project.cards("outpost") / "game.yaml"
    file.write_text(file.read_text("utf-8").replace("{card: a4-9up, default: a4-fill}", "a4-9up"), "utf-8")
    every = check_game(project, "outpost").findings
    assert [each.message.partition(" mm ")[2].partition(" is ")[0] for each in every] == [
        "Scouts",
        "Fate Dice",
        "Logs",
        "Helps",
        "Trays",
    ]
    found = every[0]
    assert (str(found.source), found.rule.code) == ("cards/outpost/game.yaml:18:3", "CT703")
    assert found.message.startswith("a 3 × 3 grid of 30 × 110 mm Scouts is")
    for_good = "(for good: outputs: {sheet: a4-fill} in game.yaml)"
    assert found.fix == f"use --sheet a4-fill {for_good}; or give Scouts a sheet of their own: sheet: NAME"


@pytest.mark.slow
def test_sheets_on_which_nothing_has_a_back_are_printed_on_one_side(tmp_path: Path) -> None:
    """Forty dice fill sheets of their own; what is left of them goes with the other pieces."""
    project = an_outpost(tmp_path)
    for name, old, new in (
        ("game.yaml", "count: 1, form: die", "count: 40, form: die"),
        ("fates.yaml", "1", "40"),
    ):
        file = project.cards("outpost") / name
        file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    files = build.build_game(project, "outpost", options.BuildOptions(part=options.Part.ALL)).files
    by_name = {file.name: file for file in files}
    assert {"pieces-a4-fill.pdf", "dice-one-side-a4-fill.pdf"} <= by_name.keys()
    assert "Back" not in text_of(by_name["dice-one-side-a4-fill.pdf"])
    backs = [text for text in page_texts(by_name["pieces-a4-fill.pdf"]) if "Back" in text]
    assert backs
    assert all(re.search(r"Land|Supply|Log|Help|Ring|Beast", text) for text in backs)
    first = " ".join(text_of(by_name["print-and-play.pdf"], 0).split())
    dice = [int(number) for number in re.findall(r"(\d+) Fate D", first)]
    assert sum(dice) == 40
    assert "Dice" in first
