"""Print sheets as they stand in templates/sheets."""

from __future__ import annotations

import pytest

from cardtool.errors import ProjectError, UsageError
from cardtool.geometry import Size
from cardtool.load import load_sheet, sheet_names
from cardtool.model import Backs, Grid
from cardtool.project import TOOLKIT, Project

SHEET = """\
title: Mine
paper: {name: A4, width: 210mm, height: 297mm}
grid: {columns: 3, rows: 2, column_gap: 2mm}
"""


def mine(farm, more=""):
    farm.write("templates/sheets/mine.yaml", SHEET + more)
    return load_sheet(farm.project, "mine")


def test_a_sheet_is_what_its_file_says(farm):
    sheet = mine(
        farm,
        "bleed: 3mm\nmargin: 0.25in\ncrop_marks: {length: 4mm, gap: 0.5mm}\nbacks: fold\nfold_gap: 5mm\n",
    )
    assert (sheet.name, sheet.title, sheet.paper_name) == ("mine", "Mine", "A4")
    assert sheet.paper == Size(210, 297)
    assert sheet.grid == Grid(3, 2, Size(2, 0))
    assert (sheet.bleed, sheet.margin, sheet.mark_length, sheet.mark_gap) == (3, 6.35, 4, 0.5)
    assert (sheet.backs, sheet.fold_gap) == (Backs.FOLD, 5)


def test_what_a_sheet_does_not_say_is_the_usual(farm):
    sheet = mine(farm)
    assert (sheet.bleed, sheet.margin, sheet.mark_length, sheet.ruler) == (0, 8, 0, 50)
    assert sheet.backs is Backs.LONG_EDGE


def test_marks_and_ruler_can_be_left_out(farm):
    sheet = mine(farm, "crop_marks: false\nruler: false\n")
    assert (sheet.mark_length, sheet.ruler) == (0, 0)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("ruler: true\n", "mine.yaml:4:8: ruler must be false for none or a length, such as 50mm, not true"),
        ("ruler: 50\n", "mine.yaml:4:8: ruler must be false for none or a length"),
        ("ruler: 50mn\n", 'mine.yaml:4:8: ruler: "50mn" is not a length'),
        ("crop_marks: {length: 4mm}\n", 'mine.yaml:4:13: "gap" is missing'),
        (
            "crop_marks: {length: 4mm, gpa: 1mm, gap: 1mm}\n",
            'mine.yaml:4:27: "gpa" is not a key that belongs here',
        ),
        ("backs: long\n", 'mine.yaml:4:8: backs cannot be "long"'),
        ("margni: 8mm\n", 'mine.yaml:4:1: "margni" is not a key that belongs here \\(did you mean "margin"'),
        ("margin: -8mm\n", "mine.yaml:4:9: margin: -8mm is not from 0 to 50 mm"),
        ("margin: 1e400mm\n", "mine.yaml:4:9: margin: .* is not a length"),
    ],
)
def test_a_sheet_that_is_wrong_cannot_be_used(farm, more, says):
    with pytest.raises(ProjectError, match=says):
        mine(farm, more)


@pytest.mark.parametrize(
    "grid", ["{columns: 0, rows: 2}", "{columns: 51, rows: 2}", "{columns: 2.5, rows: 1}"]
)
def test_a_grid_holds_cards(farm, grid):
    farm.write("templates/sheets/mine.yaml", SHEET.replace("{columns: 3, rows: 2, column_gap: 2mm}", grid))
    with pytest.raises(ProjectError, match="columns must be"):
        load_sheet(farm.project, "mine")


@pytest.mark.parametrize("name", ["a4-9pu", "../../cards/farm/game", "/etc/passwd", "", "."])
def test_a_sheet_that_is_not_there(farm, name):
    with pytest.raises(UsageError, match="no print sheet"):
        load_sheet(farm.project, name)


def test_a_near_name_is_offered(farm):
    with pytest.raises(UsageError, match='did you mean "a4-9up"'):
        load_sheet(farm.project, "a4-9pu")


def test_a_project_has_its_own_sheets_and_ours(farm):
    mine(farm)
    assert {"mine", "a4-9up"} <= set(sheet_names(farm.project))


@pytest.mark.parametrize("name", sheet_names(Project(TOOLKIT)))
def test_our_sheets_can_be_used(name):
    assert load_sheet(Project(TOOLKIT), name).name == name
