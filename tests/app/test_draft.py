"""A draft prints whatever can be drawn, says what cannot, and leaves the files of a good build alone."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from projects import BEAST, BEASTS, GAME, a_project

from cardtool.app.build import BuildResult, build_game
from cardtool.app.options import BuildOptions, Part
from cardtool.cli import main
from cardtool.errors import ProjectError
from cardtool.project import Project

pytestmark = pytest.mark.usefixtures("kept")


def draft(project: Project, **wishes: object) -> BuildResult:
    return build_game(project, "farm", BuildOptions(draft=True, **wishes), jobs=1)  # type: ignore[arg-type]


def texts(file: Path) -> list[str]:
    return [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(file)]


def test_what_cannot_be_drawn_is_a_placeholder_that_says_why(tmp_path: Path) -> None:
    beast = BEAST.replace(
        "{{ smart(card.name) }}",
        '{{ smart(card.name) }}{% if card.name == "Goat" %}{{ card.horns }}{% endif %}',
    )
    built = draft(a_project(tmp_path, beast=beast))
    assert [file.name for file in built.files] == ["cards-a4-9up-draft.pdf", "findings-draft.txt"]
    fronts = texts(built.files[0])[0].replace("\r\n", " ")
    assert "could not be drawn" in fronts
    assert "horns" in fronts
    assert fronts.count("Hen") == 2
    (found,) = built.findings
    assert (found.rule.code, found.source.line) == ("CT747", 1)
    assert "horns" in built.files[1].read_text("utf-8")


def test_a_draft_leaves_good_files_and_is_never_unchanged(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    (good,) = build_game(project, "farm", BuildOptions(), jobs=1).files
    before = good.read_bytes()
    first, second = draft(project), draft(project)
    assert (first.files, second.unchanged) == (second.files, False)
    assert good.read_bytes() == before
    assert first.files[1].read_text("utf-8") == "farm: no problems found\n"


def test_errors_in_the_data_are_told_and_the_exit_code_is_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path, game=GAME.replace("count: 3", "count: 4"))
    assert main(["--project", str(tmp_path), "build", "--draft"]) == 1
    told = capsys.readouterr()
    assert "CT201" in told.out
    assert "cards-a4-9up-draft.pdf" in told.err
    listed = (tmp_path / "output/farm/findings-draft.txt").read_text("utf-8")
    assert "CT201" in listed


def test_a_kind_that_does_not_go_on_its_sheet_is_left_out(tmp_path: Path) -> None:
    large = (
        "  poster: {title: Poster, plural: Posters, records: [{id: wall, name: Wall}], count: 1,\n"
        "    width: 150mm, height: 200mm, front: back.html}\n"
    )
    built = draft(a_project(tmp_path, game=GAME.replace("decks:\n", f"{large}decks:\n")))
    assert any("left out of the draft" in finding.message for finding in built.findings)
    assert "Goat" in texts(built.files[0])[0]


def test_without_its_stylesheet_nothing_is_drawn(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    (tmp_path / "templates/farm/faces.css").unlink()
    with pytest.raises(ProjectError, match=r"faces\.css"):
        draft(project)


def test_every_card_of_a_sheet_bears_the_word(tmp_path: Path) -> None:
    project = a_project(
        tmp_path, beasts=BEASTS.replace("copies: 2", "copies: 8"), game=GAME.replace("count: 3", "count: 9")
    )
    plain = build_game(project, "farm", BuildOptions(), jobs=1).files[0]
    pictures = [
        pypdfium2.PdfDocument(file)[0].render(scale=1).to_pil() for file in (plain, draft(project).files[0])
    ]
    left, top, card = 9.75 / 25.4 * 72, 15.15 / 25.4 * 72, (63.5 / 25.4 * 72, 88.9 / 25.4 * 72)
    for row in range(3):
        for column in range(3):
            box = (
                left + column * card[0],
                top + row * card[1],
                left + (column + 1) * card[0],
                top + (row + 1) * card[1],
            )
            one, other = (picture.crop(tuple(map(int, box))).tobytes() for picture in pictures)
            assert sum(a != b for a, b in zip(one, other, strict=True)) > len(one) * 0.02


def test_a_rulebook_without_a_manuscript_is_told_as_ever(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match="has no rulebook"):
        draft(a_project(tmp_path), part=Part.RULEBOOK)
