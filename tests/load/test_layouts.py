"""Layouts read from their files: where the spaces are, and what is said when a file is wrong."""

from __future__ import annotations

import pytest

from cardtool.finding import sorted_findings
from cardtool.load import load_game

FILE = "cards/farm/layouts/yard.yaml"
GRID = """\
title: Yard
parts:
  - grid:
      at: {x: 10mm, y: 20mm}
      cell: 20mm
      gap: 2mm
      legend: {s: sty, g: grass}
      rows: ["sgs", "g g"]
"""
LINE = "along: [[10mm, 10mm], [100mm, 10mm]], outline: {shape: circle, across: 8mm}"
CENTRE = "centre: {x: 100mm, y: 100mm}, radius: 40mm"


def read(farm, text=GRID, name="yard"):
    farm.write(f"cards/farm/layouts/{name}.yaml", text)
    return load_game(farm.project, "farm")


def one_part(farm, part):
    loaded = read(farm, f"title: Yard\nparts:\n  - {part}\n")
    assert loaded.findings == ()
    return loaded.game.layouts["yard"].spaces


def findings(farm, text=GRID, name="yard"):
    found = sorted_findings(read(farm, text, name).findings)
    return [(f"{each.source.line}:{each.source.column}", each.message, each.fix) for each in found]


def centres(spaces):
    return [tuple(round(length, 2) for length in space.centre) for space in spaces]


def test_a_grid_has_a_space_for_each_letter_called_after_column_and_row(farm):
    loaded = read(farm)
    assert loaded.findings == ()
    yard = loaded.game.layouts["yard"]
    assert (yard.title, dict(yard.counts)) == ("Yard", {"sty": 2, "grass": 3})
    assert [(space.id, space.sort, space.number) for space in yard.spaces] == [
        ("a1", "sty", 1), ("b1", "grass", 2), ("c1", "sty", 3), ("a2", "grass", 4), ("c2", "grass", 5),
    ]  # fmt: skip
    assert centres(yard.spaces) == [(20, 30), (42, 30), (64, 30), (20, 52), (64, 52)]
    assert str(yard.spaces[4].source) == f"{FILE}:8:24"
    assert (yard.spaces[4].column, yard.spaces[4].row) == (3, 2)


def test_hexagons_lie_in_a_honeycomb_whose_neighbours_are_equally_far(farm):
    for shape in ("hex-pointed", "hex-flat"):
        cell = f"cell: {{shape: {shape}, across: 20mm}}, gap: 1mm"
        spaces = one_part(
            farm, f'grid: {{at: {{x: 0mm, y: 0mm}}, {cell}, legend: {{f: f}}, rows: ["ff", "ff"]}}'
        )
        near = {
            round(((one.centre.x - two.centre.x) ** 2 + (one.centre.y - two.centre.y) ** 2) ** 0.5, 3)
            for one in spaces
            for two in spaces
            if one is not two
        }
        assert min(near) == 21
        assert len(near) == 2
        assert list(load_game(farm.project, "farm").game.layouts["yard"].overlaps()) == []


def test_columns_past_z_have_two_letters(farm):
    row = "f" * 30
    spaces = one_part(farm, f'grid: {{at: {{x: 0mm, y: 0mm}}, cell: 5mm, legend: {{f: f}}, rows: ["{row}"]}}')
    assert [space.id for space in spaces[24:29]] == ["y1", "z1", "aa1", "ab1", "ac1"]


def test_a_track_has_numbers_and_some_of_another_sort(farm):
    spaces = one_part(
        farm, f"track: {{sort: step, spaces: 4, {LINE}, first: 0, sorts: {{inn: [3]}}, prefix: t-}}"
    )
    assert [(space.id, space.sort, space.number) for space in spaces] == [
        ("t-0", "step", 0), ("t-1", "step", 1), ("t-2", "step", 2), ("t-3", "inn", 3),
    ]  # fmt: skip
    assert centres(spaces) == [(10, 10), (40, 10), (70, 10), (100, 10)]


def test_a_track_may_be_curved_closed_and_turned(farm):
    points = "[[0mm, 0mm], [80mm, 0mm], [80mm, 80mm], [0mm, 80mm]]"
    outline = "outline: {width: 10mm, height: 6mm}"
    said = f"sort: step, spaces: 4, along: {points}, closed: true, curved: true, turned: true, {outline}"
    spaces = one_part(farm, f"track: {{{said}}}")
    assert centres(spaces) == [(0, 0), (80, 0), (80, 80), (0, 80)]
    assert [round(space.angle) for space in spaces] == [-45, 45, 135, -135]


def test_a_ring_goes_round_clockwise_from_the_top_or_as_it_says(farm):
    size = "outline: {size: token-20}"
    spaces = one_part(farm, f"ring: {{sort: hour, spaces: 4, {CENTRE}, {size}}}")
    assert centres(spaces) == [(100, 60), (140, 100), (100, 140), (60, 100)]
    assert {space.angle for space in spaces} == {0}
    assert spaces[0].outline.diameter == 20
    said = f"sort: hour, spaces: 4, {CENTRE}, start: 90, direction: counterclockwise, turned: true, {size}"
    spaces = one_part(farm, f"ring: {{{said}}}")
    assert centres(spaces) == [(140, 100), (100, 60), (60, 100), (100, 140)]
    assert [space.angle for space in spaces] == [90, 0, -90, -180]


def test_segments_of_half_a_ring_fill_just_that_half(farm):
    said = f"sort: hour, spaces: 3, {CENTRE}, depth: 20mm, start: -90, sweep: 180"
    spaces = one_part(farm, f"ring: {{{said}}}")
    assert [space.angle for space in spaces] == [-60, 0, 60]
    corners = [corner for space in spaces for corner in space.corners]
    assert round(max(corner.y for corner in corners), 6) == 100
    assert round(min(corner.x for corner in corners), 6) == 50


def test_a_spiral_begins_and_ends_at_its_radii(farm):
    radius = "centre: {x: 100mm, y: 100mm}, radius: {from: 60mm, to: 20mm}, turns: 2"
    spaces = one_part(
        farm, f"spiral: {{sort: step, spaces: 20, {radius}, outline: {{shape: circle, across: 5mm}}}}"
    )
    assert centres([spaces[0], spaces[-1]]) == [(100, 40), (100, 80)]


def test_a_scale_counts_up_or_down(farm):
    line = "line: [[0mm, 10mm], [60mm, 10mm]], outline: {width: 5mm, height: 5mm}"
    up = one_part(farm, f"scale: {{sort: life, numbers: {{from: -2, to: 4, step: 2}}, {line}}}")
    assert [(space.id, round(space.centre.x)) for space in up] == [("-2", 0), ("0", 20), ("2", 40), ("4", 60)]
    down = one_part(farm, f"scale: {{sort: life, numbers: {{from: 3, to: 0}}, {line}}}")
    assert [space.number for space in down] == [3, 2, 1, 0]


def test_free_spaces_stand_where_they_say(farm):
    triangle = "outline: {points: [[-8mm, 8mm], [0mm, -8mm], [8mm, 8mm]]}"
    (space,) = one_part(
        farm, f"spaces: [{{id: pond, sort: water, x: 30mm, y: 40mm, angle: 90, number: 7, {triangle}}}]"
    )
    assert (space.id, space.sort, space.number, space.angle) == ("pond", "water", 7, 90)
    assert [(round(x), round(y)) for x, y in space.corners] == [(22, 32), (38, 40), (22, 48)]


def test_rows_of_unlike_length_and_letters_without_a_meaning_are_told_where_they_stand(farm):
    rows = 'rows: ["sgs", "g gg", "sxs"]'
    assert findings(farm, GRID.replace('rows: ["sgs", "g g"]', rows)) == [
        ("8:21", "this row has 4 letters, and the first has 3", "write a blank where there is no space"),
        ("8:31", '"x" is not in the legend', 'write "s" or "g"'),
    ]


RECTANGLE = "outline: {width: 5mm, height: 5mm}"
FREE = "id: a, sort: s, x: 9mm, y: 9mm"


@pytest.mark.parametrize(
    ("part", "at", "says"),
    [
        (f"track: {{sort: s, spaces: 4, {LINE}, sorts: {{inn: [9]}}}}", "9]}", "there is no space 9 here"),
        (
            f"track: {{sort: s, spaces: 4, {LINE}, sorts: {{inn: [2], well: [2]}}}}",
            "2]}}",
            "space 2 is already of the sort inn",
        ),
        (
            f"track: {{sort: s, spaces: 4, along: [[1mm, 1mm], [1mm, 1mm]], {RECTANGLE}}}",
            "[1mm, 1mm]], outline",
            "this point is the one before it",
        ),
        (
            f"track: {{sort: s, spaces: 4, closed: true, along: [[1mm, 1mm], [9mm, 9mm], [1mm, 1mm]],"
            f" {RECTANGLE}}}",
            "[1mm, 1mm]], outline",
            "the last point is the first",
        ),
        (
            f"track: {{sort: s, spaces: 4, along: [[1mm, 1mm], [9mm, 1mm]], {RECTANGLE[:21]}}}}}",
            "{width",
            "height missing",
        ),
        (f"ring: {{sort: s, spaces: 4, {CENTRE}}}", "{sort", "nothing says how large its spaces are"),
        (f"ring: {{sort: s, spaces: 4, {CENTRE}, depth: 90mm}}", "90mm", "reach beyond the centre"),
        (f"ring: {{sort: s, spaces: 99, {CENTRE}, depth: 9mm, gap: 8mm}}", "8mm}", "leaves no segments"),
        (f"ring: {{sort: s, spaces: 4, {CENTRE}, gap: 8mm, {RECTANGLE}}}", "8mm", "gap is for segments"),
        (
            "spiral: {sort: s, spaces: 9, centre: {x: 90mm, y: 90mm}, radius: {from: 9mm, to: 9mm}, turns: 2,"
            f" {RECTANGLE}}}",
            "{from",
            "is a ring",
        ),
        (
            "scale: {sort: s, numbers: {from: 0, to: 9, step: 2}, line: [[0mm, 1mm], [9mm, 1mm]],"
            f" {RECTANGLE}}}",
            "2}, line",
            "steps of 2 from 0 do not come to 9",
        ),
        (f"spaces: [{{{FREE}, outline: {{size: pokr}}}}]", "pokr", 'no size "pokr" (did you mean "poker"?)'),
        (
            f"spaces: [{{{FREE}, outline: {{points: [[0mm, 0mm], [9mm, 9mm], [9mm, 0mm], [0mm, 9mm]]}}}}]",
            "[[0mm",
            "the edges of this polygon cross",
        ),
        (
            f"spaces: [{{{FREE}, outline: {{width: 5mm, height: 5mm, corner: 3mm}}}}]",
            "3mm",
            "corners of 3 mm are rounder than a space of 5 × 5 mm can have",
        ),
        (
            f"spaces: [{{{FREE}, outline: {{size: poker}}}}, {{ {FREE}, outline: {{size: poker}}}}]",
            "{ id",
            '"a" is already the id of a space (line 3)',
        ),
        (
            'grid: {at: {x: 0mm, y: 0mm}, cell: 9mm, legend: {f: f}, rows: [" "]}',
            "- grid",
            "no part has any space",
        ),
        ("grdi: {}", "grdi", '"grdi" is not a key that belongs here (did you mean "grid"?)'),
        (f"ring: {{sort: Hour, spaces: 4, {CENTRE}, depth: 9mm}}", "Hour", 'sort cannot be "Hour"'),
    ],
)
def test_what_cannot_be_is_told_at_its_place(farm, part, at, says):
    line = f"  - {part}"
    ((place, message, _), *more) = findings(farm, f"title: Yard\nparts:\n{line}\n")
    assert (place, more) == (f"3:{line.rindex(at) + 1}", [])
    assert says in message


def test_two_parts_have_no_space_of_one_id(farm):
    second = f"  - ring: {{sort: hour, spaces: 2, {CENTRE}, depth: 9mm, prefix: a}}\n"
    assert findings(farm, GRID + second) == [
        (
            "9:5",
            f'"a{number}" is already the id of a space (line 8)',
            "give one of the parts a prefix, or choose another id",
        )
        for number in (1, 2)
    ]


def test_a_layout_that_is_named_and_not_there_is_told(farm):
    read(farm)
    farm.change(
        "cards/farm/game.yaml", "    count: 3\n", "    count: 3\n    layout: yrad\n    stands_on: yard.stye\n"
    )
    found = sorted_findings(load_game(farm.project, "farm").findings)
    assert [(str(each.source), each.message) for each in found] == [
        ("cards/farm/game.yaml:11:13", 'there is no layout "yrad" (did you mean "yard"?)'),
        ("cards/farm/game.yaml:12:16", 'yard has no space of the sort "stye" (did you mean "sty"?)'),
    ]


def test_seams_may_go_through_spaces_of_sorts_that_are_named(farm):
    loaded = read(farm, GRID.replace("title: Yard\n", "title: Yard\nseams_through: [grass]\n"))
    assert loaded.findings == ()
    assert {space.sort for space in loaded.game.layouts["yard"].left_whole} == {"sty"}


def test_a_sort_that_seams_may_go_through_and_no_space_has_is_told(farm):
    loaded = read(farm, GRID.replace("title: Yard\n", "title: Yard\nseams_through: [gras]\n"))
    (found,) = loaded.findings
    assert str(found.source) == f"{FILE}:2:17"
    assert found.message == 'this layout has no space of the sort "gras" (did you mean "grass"?)'
    assert found.fix == "its sorts are: sty, grass"


def test_a_kind_knows_the_layout_it_names(farm):
    read(farm)
    farm.change(
        "cards/farm/game.yaml", "    count: 3\n", "    count: 3\n    layout: yard\n    stands_on: yard.sty\n"
    )
    loaded = load_game(farm.project, "farm")
    assert loaded.findings == ()
    assert (loaded.game.kind("goat").layout, loaded.game.kind("goat").stands_on) == ("yard", "yard.sty")


def test_a_file_that_nothing_could_ask_for_is_told(farm):
    assert findings(farm, name="9yards")[0][1] == "nothing can ask for a layout by this name"
    assert load_game(farm.project, "farm").game.incomplete == {"layouts/9yards.yaml"}


def test_a_layout_that_cannot_be_read_leaves_the_game_usable(farm):
    loaded = read(farm, GRID.replace("20mm", "20"))
    assert loaded.game.layouts == {}
    assert loaded.game.incomplete == {"layouts/yard.yaml"}


def test_more_spaces_than_any_board_has_are_not_reckoned(farm):
    part = f"  - ring: {{sort: s, spaces: 900, {CENTRE}, depth: 9mm, prefix: %s}}\n"
    text = "title: Yard\nparts:\n" + "".join(part % letter for letter in "abc")
    assert findings(farm, text) == [("3:3", "2700 spaces; 2000 are the most", None)]
    line = f"line: [[0mm, 0mm], [9mm, 9mm]], {RECTANGLE}"
    scale = f"  - scale: {{sort: s, numbers: {{from: 9999, to: -999}}, {line}}}\n"
    assert findings(farm, f"title: Yard\nparts:\n{scale}")[0][1] == "10999 spaces; 2000 are the most"
