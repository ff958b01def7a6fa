"""Cutting machines, card stocks, and printers somebody calibrated, as their files tell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtool.errors import ProjectError, UsageError
from cardtool.geometry import Point
from cardtool.load import (
    cutter_names,
    format_home_printer,
    home_printer_names,
    load_cutter,
    load_home_printer,
    load_sheet,
    load_sleeves,
    load_stock,
)
from cardtool.model import HomePrinter, Registration
from cardtool.project import TOOLKIT, Project

TOOLS = Project(TOOLKIT)
TENTHS = st.integers(-100, 100).map(lambda tenth: tenth / 10)
OFFSETS = st.none() | st.builds(Point, TENTHS, TENTHS)


def test_machines_have_the_marks_their_makers_look_for():
    three, four = load_cutter(TOOLS, "silhouette"), load_cutter(TOOLS, "silhouette-alpha")
    assert (three.registration, four.registration) == (Registration.THREE, Registration.FOUR)
    assert (three.inset, three.arm, three.thickness, three.square) == (10, 5, 1, 5)
    assert three.reach == 16.5
    assert load_cutter(TOOLS, "plain").reach == 0


@pytest.mark.parametrize("name", cutter_names(TOOLS))
def test_every_machine_in_the_box_can_be_used(name):
    assert load_cutter(TOOLS, name).name == name


def test_a_machine_that_is_not_there_is_asked_back():
    with pytest.raises(UsageError, match=r'no cutting machine "silhuette" here .did you mean "silhouette"'):
        load_cutter(TOOLS, "silhuette")


def test_a_sheet_names_its_machine(farm):
    sheet = "title: Mine\npaper: {name: A4, width: 297mm, height: 210mm}\ngrid: fill\ngap: 2mm\n"
    farm.write("templates/sheets/mine.yaml", f"{sheet}cutter: silhouette-alpha\n")
    assert load_sheet(farm.project, "mine").cutter.name == "silhouette-alpha"
    farm.write("templates/sheets/mine.yaml", f"{sheet}cutter: cricut\n")
    with pytest.raises(UsageError, match='no cutting machine "cricut"'):
        load_sheet(farm.project, "mine")


def test_a_machine_whose_angles_cannot_be_drawn_is_refused(farm):
    farm.write(
        "templates/cutters/mine.yaml",
        "title: Mine\nsource: me\nseen: 2026-11\nregistration: four\narm: 2mm\nthickness: 3mm\n",
    )
    with pytest.raises(ProjectError, match="an angle 3 mm thick cannot have arms of 2 mm"):
        load_cutter(farm.project, "mine")


def test_stocks_are_as_thick_as_their_weight_lets_expect():
    assert load_stock(TOOLS, "300gsm").thickness == pytest.approx(0.32)
    assert load_stock(TOOLS, "200gsm").thickness < load_stock(TOOLS, "300gsm").thickness
    assert load_sleeves(TOOLS, "standard").wider == 2.5
    with pytest.raises(UsageError, match="no card stock"):
        load_stock(TOOLS, "3000gsm")


@given(OFFSETS, OFFSETS, st.none() | st.integers(0, 300).map(lambda tenth: tenth / 10))
def test_a_printer_comes_back_as_it_was_saved(tmp_path_factory, upright, sideways, margin):
    folder = tmp_path_factory.mktemp("settings")
    printer = HomePrinter("home", upright, sideways, margin)
    name, content = format_home_printer(printer)
    (folder / name).parent.mkdir()
    (folder / name).write_bytes(content)
    back = load_home_printer(folder, "home")
    assert back.name == "home"
    for one, other in ((back.upright, upright), (back.sideways, sideways)):
        assert (one is None) == (other is None)
        assert one is None or one == pytest.approx(other)
    assert back.margin == (margin if margin is None else pytest.approx(margin))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("upright: {right: 0.5mm}\n", 'printers/home.yaml:1:10: "down" is missing'),
        ("upright: {right: 40mm, down: 0mm}\n", "right: 40mm is not from -10 to 10 mm"),
        ("upright: {right: 0.5, down: 0mm}\n", "right must be"),
        ("margn: 5mm\n", 'did you mean "margin"'),
        ("- 5\n", "printers/home.yaml:1:1"),
        ("", "the file is empty"),
    ],
)
def test_a_printer_whose_file_was_spoilt_cannot_be_used(tmp_path, text, says):
    (tmp_path / "printers").mkdir()
    (tmp_path / "printers/home.yaml").write_text(text)
    with pytest.raises(ProjectError) as caught:
        load_home_printer(tmp_path, "home")
    assert says in str(caught.value)


def test_a_printer_nobody_calibrated_is_asked_back(tmp_path):
    assert home_printer_names(tmp_path) == ()
    with pytest.raises(UsageError, match="run: cardtool calibrate --name office"):
        load_home_printer(tmp_path, "office")


@pytest.mark.parametrize("name", ["../../etc/passwd", "Home", "", "a b"])
def test_a_printer_cannot_be_called_anything(tmp_path, name):
    with pytest.raises(UsageError, match="run: cardtool calibrate --name NAME"):
        load_home_printer(tmp_path, name)
