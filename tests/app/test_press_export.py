"""A game for a press: every kind in inks, text in black alone, the same bytes each time."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from icc_fixture import a_press
from projects import a_project

from cardtool.app import export
from cardtool.errors import UsageError
from cardtool.export import ExportOptions

pytestmark = pytest.mark.slow


@pytest.fixture
def icc(tmp_path: Path) -> Path:
    file = tmp_path / "press.icc"
    file.write_bytes(a_press())
    return file


def test_a_kind_is_a_file_of_fronts_and_then_the_back_in_inks_alone(tmp_path: Path, icc: Path) -> None:
    project = a_project(tmp_path)
    made = export.export_game(project, "farm", "press", ExportOptions(icc=icc, ink=280))
    folder = project.output("farm") / "press"
    assert made.findings == ()
    assert {file.name for file in made.files} == {"beast.pdf", "pages.md"}
    with pikepdf.open(folder / "beast.pdf") as pdf:
        said = [(str(operator), operands) for page in pdf.pages for operands, operator in page_content(page)]
        assert len(pdf.pages) == 3  # goat, hen, and the back of both
    assert not {"rg", "RG", "g", "G", "sc", "SC"} & {name for name, _ in said}
    inks = [[float(part) for part in operands] for name, operands in said if name in ("k", "K")]
    assert inks
    assert max(map(sum, inks)) <= 2.8
    listed = (folder / "pages.md").read_text("utf-8")
    assert "| Hen | 2 | 2 | 3 |" in listed
    assert "the limit is 280 per cent" in listed
    before = {file: file.read_bytes() for file in made.files}
    export.export_game(project, "farm", "press", ExportOptions(icc=icc, ink=280))
    assert {file: file.read_bytes() for file in made.files} == before


def page_content(page: pikepdf.Page) -> list[tuple[list[pikepdf.Object], pikepdf.Operator]]:
    return [(list(operands), operator) for operands, operator in pikepdf.parse_content_stream(page)]


def test_without_a_profile_nothing_is_made(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    with pytest.raises(UsageError, match="say for which press: --icc FILE"):
        export.export_game(project, "farm", "press")
    assert not project.output("farm").exists()
