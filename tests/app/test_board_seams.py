"""Boards in tiles: their seams run between spaces and beside holes, and are told where they cannot."""

from __future__ import annotations

from pathlib import Path

import pytest
from board_game import GAME, a_board_game

from cardtool.app.board_seams import parts_left_whole
from cardtool.app.check import check_game
from cardtool.app.options import BuildOptions, Part
from cardtool.app.plan_files import plan_files
from cardtool.load import load_game
from cardtool.model import Face, Side
from cardtool.project import Project

pytestmark = pytest.mark.usefixtures("kept")

WIDE = GAME.replace("width: 280mm, height: 190mm", "width: 320mm, height: 240mm, seams: on-grid")
HEXAGONS = """\
title: Arena
parts:
  - grid:
      at: {x: 2mm, y: 2mm}
      cell: {shape: hex-pointed, across: 30mm}
      legend: {f: floor}
      rows: [fffffffff, fffffffff, fffffffff, fffffffff, fffffffff, fffffffff, fffffffff, fffffffff]
"""


def seams(project: Project) -> set[float]:
    """The upright seams of all tiles of the board."""
    game = load_game(project, "ramparts").game
    assert game is not None
    files = plan_files(project, game, BuildOptions(part=Part.MATS))
    return {x for file in files for mat in getattr(file, "mats", ()) if hasattr(mat, "tiles") for x in
            mat.tiles.seams_across}  # fmt: skip


def found(project: Project) -> list[str]:
    return [f"{each.source} {each.message}" for each in check_game(project, "ramparts").findings]


def test_seams_run_through_the_gap_between_two_columns(tmp_path: Path) -> None:
    """Squares of 22 mm, 1 mm apart, from 12 mm: the gap after the sixth is in the middle of 149 and 150."""
    assert seams(a_board_game(tmp_path, game=WIDE)) == {149.5}


def test_seams_that_run_between_spaces_are_not_told(tmp_path: Path) -> None:
    assert found(a_board_game(tmp_path, game=WIDE)) == []


@pytest.fixture(scope="module")
def honeycomb(tmp_path_factory: pytest.TempPathFactory) -> Project:
    figure, text = "<p>Arena</p>", "# Ramparts\n\n[[Ogre]] begins.\n"
    folder = tmp_path_factory.mktemp("honeycomb")
    game = WIDE.replace("stands_on: arena.floor,", "")
    return a_board_game(folder, game=game, layout=HEXAGONS, rulebook=text, figure=figure)


def test_seams_through_a_honeycomb_are_told_once_for_each_paper(honeycomb: Project) -> None:
    told = [each for each in check_game(honeycomb, "ramparts").findings if each.rule.code == "CT742"]
    assert len(told) == 2
    assert {str(each.source) for each in told} == {"cards/ramparts/game.yaml:11:3"}
    assert told[0].message.startswith("Board: on A4, seams go through ")
    assert told[1].message.startswith("Board: on US Letter, seams go through ")


def test_seams_take_no_notice_of_spaces_that_other_pieces_cover(honeycomb: Project) -> None:
    file = honeycomb.root / "cards/ramparts/layouts/arena.yaml"
    file.write_text(HEXAGONS.replace("title: Arena\n", "title: Arena\nseams_through: [floor]\n"))
    try:
        assert {each.rule.code for each in check_game(honeycomb, "ramparts").findings} & {"CT742"} == set()
        assert seams(honeycomb) == {156}  # two tiles of one width, of which 8 mm go under the other
    finally:
        file.write_text(HEXAGONS)


def test_a_board_that_does_not_ask_is_not_told(honeycomb: Project) -> None:
    file = honeycomb.root / "cards/ramparts/game.yaml"
    file.write_text(file.read_text().replace("seams: on-grid", "seams: near-grid"))
    try:
        assert found(honeycomb) == []
    finally:
        file.write_text(file.read_text().replace("seams: near-grid", "seams: on-grid"))


def test_without_a_layout_there_are_no_lines_to_run_along(tmp_path: Path) -> None:
    (problem, *_) = found(a_board_game(tmp_path, game=WIDE.replace("layout: arena,", "")))
    assert "Board has no layout, and so no lines for seams to run along" in problem
    assert problem.startswith("cards/ramparts/game.yaml:12:")


def test_holes_are_left_whole_on_both_sides(tmp_path: Path) -> None:
    holes = "seams: near-grid, holes: [{x: 100mm, y: 40mm, across: 10mm}]"
    game = load_game(a_board_game(tmp_path, game=WIDE.replace("seams: on-grid", holes)), "ramparts").game
    assert game is not None
    front, back = (parts_left_whole(game, Face("field", side, None))[-1] for side in (Side.FRONT, Side.BACK))
    assert (front.left, front.top, front.width) == pytest.approx((95, 35, 10))
    assert (back.left, back.top, back.width) == pytest.approx((320 - 105, 35, 10))
