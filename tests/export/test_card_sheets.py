"""Cards in grids: as few as will do, within their limits, and every cell cut back out is the card."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL.Image import Image
from shop_games import TABLE, a_herd, card_faces, painted, picture
from small_games import a_kind

from cardtool.export.face_pictures import framed_pngs
from cardtool.export.table_pictures import HIDDEN_GROUND, CardGrid, draw_grids, plan_grids
from cardtool.geometry import Size
from cardtool.model import Bounds, Face, FacePages, ShopLimits, Side

KIND = a_kind()


def fronts(count: int) -> list[Face]:
    return [Face("beast", Side.FRONT, f"goat-{number}") for number in range(1, count + 1)]


@pytest.mark.parametrize(
    ("cards", "grids", "columns", "rows"),
    [(1, 1, 2, 2), (3, 1, 2, 2), (4, 1, 3, 2), (5, 1, 3, 2), (69, 1, 10, 7), (70, 2, 8, 5), (138, 2, 10, 7)],
)
def test_a_sheet_has_a_cell_for_each_card_and_one_for_hidden_ones(
    cards: int, grids: int, columns: int, rows: int
) -> None:
    made = plan_grids(KIND, "fronts", fronts(cards), TABLE, 300, keeps_last=True)
    assert len(made) == grids
    assert (made[0].columns, made[0].rows) == (columns, rows)


def test_at_ten_by_seven_a_poker_card_has_409_by_573_pixels() -> None:
    (grid,) = plan_grids(KIND, "fronts", fronts(69), TABLE, 300, keeps_last=True)
    assert grid.cell == (409, 573)


def test_a_few_cards_are_no_larger_than_at_300_dpi() -> None:
    (grid,) = plan_grids(KIND, "fronts", fronts(3), TABLE, 300, keeps_last=True)
    assert grid.cell == (750, 1050)


@given(
    cards=st.integers(1, 300),
    size=st.builds(Size, st.floats(20, 150), st.floats(20, 150)),
    columns=st.integers(2, 10),
    rows=st.integers(2, 10),
    side=st.integers(512, 8192),
    keeps_last=st.booleans(),
)
def test_no_sheet_breaks_a_limit_and_no_card_is_lost(
    cards: int, size: Size, columns: int, rows: int, side: int, keeps_last: bool
) -> None:
    limits = ShopLimits(columns=Bounds(2, columns), rows=Bounds(2, rows), side=side)
    grids = plan_grids(a_kind(size=size), "fronts", fronts(cards), limits, 300, keeps_last=keeps_last)
    assert [face for grid in grids for face in grid.faces] == fronts(cards)
    assert len({grid.name for grid in grids}) == len(grids)
    for grid in grids:
        assert 2 <= grid.columns <= columns
        assert 2 <= grid.rows <= rows
        assert max(grid.pixels) <= side
        assert len(grid.faces) + keeps_last <= grid.columns * grid.rows
        assert max(grid.cell[0] / size.width, grid.cell[1] / size.height) <= 300 / 25.4 + 1e-6


def cells(grid: CardGrid, content: Image) -> Iterator[Image]:
    for index in range(grid.columns * grid.rows):
        left, top = grid.corner(index)
        yield content.crop((left, top, left + grid.cell.width, top + grid.cell.height))


def test_cards_cut_back_out_of_their_sheet_are_the_cards() -> None:
    game = a_herd(11)
    pages, cards = painted(game), card_faces(game)
    back = cards[0].back
    (grid,) = plan_grids(
        KIND, "fronts", [each.front for each in cards], TABLE, 300, keeps_last=True, hidden=back
    )
    ((name, sheet),) = draw_grids(pages, [grid])
    assert name == "beast-fronts"
    cut = [cell.tobytes() for cell in cells(grid, sheet.image())]
    alone = dict(framed_pngs(pages, dict.fromkeys(grid.faces, grid.frame), dpi=300))
    assert cut[:11] == [picture(alone[face]).tobytes() for face in grid.faces]
    ((_, hidden),) = framed_pngs(pages, {back: grid.frame}, dpi=300)
    assert cut[-1] == picture(hidden).tobytes()
    assert len(set(cut)) == 12


def test_without_a_common_back_a_hidden_card_shows_a_plain_ground() -> None:
    game = a_herd(3)
    (grid,) = plan_grids(KIND, "fronts", fronts(3), TABLE, 300, keeps_last=True)
    ((_, sheet),) = draw_grids(painted(game), [grid])
    last = list(cells(grid, sheet.image()))[-1]
    assert last.getcolors() == [(750 * 1050, HIDDEN_GROUND)]


def test_a_face_that_several_cards_share_stands_in_each_of_their_cells() -> None:
    game = a_herd(1)
    front = card_faces(game)[0].front
    (grid,) = plan_grids(KIND, "fronts", [front, front], TABLE, 100)
    ((_, sheet),) = draw_grids(FacePages(painted(game).documents, painted(game).pages), [grid])
    first, second, *_ = cells(grid, sheet.image())
    assert first.tobytes() == second.tobytes()
    assert grid.pixels.width == 2 * grid.cell.width
