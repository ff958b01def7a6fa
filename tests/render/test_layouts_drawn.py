"""Boards, figures and texts that are drawn and written from layouts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from board_game import FIGURE, GAME, LAYOUT, RULEBOOK, a_board_game
from face_values import with_all_values
from PIL import Image

from cardtool.app import build, check, options
from cardtool.errors import TemplateError
from cardtool.load import load_game
from cardtool.model import Face, Game
from cardtool.project import Project
from cardtool.render import RenderPool, figure_jobs
from cardtool.render.template_values import face_jobs

pytestmark = pytest.mark.usefixtures("kept")

DPI = 72
RED, BLUE, PAPER, GOLD, BROWN = (138, 59, 42), (61, 90, 128), (239, 230, 210), (217, 180, 74), (107, 91, 75)


def the_game(project: Project) -> Game:
    loaded = load_game(project, "ramparts")
    assert loaded.findings == ()
    assert loaded.game is not None
    return loaded.game


def pixels(pdf: bytes, page: int = 0) -> Image.Image:
    image: Image.Image = pypdfium2.PdfDocument(pdf)[page].render(scale=DPI / 72).to_pil()
    return image.convert("RGB")


def drawn(project: Project, kind: str) -> Image.Image:
    """The first face of a kind, a point a pixel."""
    game = the_game(project)
    jobs = [job for job in face_jobs(game) if job.face.kind == kind][:1]
    with RenderPool(project) as pool:
        return pixels(pool.draw(game, jobs).pages.documents[0])


def drawn_figure(project: Project, **shows: object) -> Image.Image:
    game = the_game(project)
    assert game.look.book is not None
    jobs = list(figure_jobs(game, [("figure-1", game.look.book.figures["arena"], dict(shows))]))
    with RenderPool(project) as pool:
        return pixels(pool.draw(game, jobs).pages.documents[0])


def at(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    """The colour at a place in mm."""
    pixel = image.getpixel((int(x * DPI / 25.4), int(y * DPI / 25.4)))
    assert isinstance(pixel, tuple)
    return pixel


def near(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 12


def test_a_board_is_drawn_from_its_layout(tmp_path: Path) -> None:
    project = a_board_game(tmp_path)
    board, layout = drawn(project, "field"), the_game(project).layouts["arena"]
    inks = {"start": GOLD, "wall": BROWN, "floor": (251, 247, 236)}
    for space in layout.spaces:
        if space.sort in inks:
            assert near(at(board, space.centre.x + 3, space.centre.y + 3), inks[space.sort]), space.id
    assert near(at(board, 3 + 12 + 3.5 * 23, 3 + 14 + 3.5 * 23), PAPER), "no space in the middle"


def test_only_what_names_a_layout_is_told_it(tmp_path: Path) -> None:
    project = a_board_game(tmp_path)
    jobs = told_by_kind(project)
    assert "layout" not in jobs["hero"]
    assert "layouts" not in jobs["hero"]
    assert jobs["field"]["layout"]["counts"] == {
        "start": 4,
        "floor": 36,
        "wall": 6,
        "hour": 10,
        "night": 2,
        "life": 10,
    }
    assert jobs["field"]["layout"]["space"]["c1"]["x"] == 12 + 2 * 23 + 11
    assert "spaces" not in jobs["field"]
    field = tmp_path / "templates/ramparts/field.html"
    field.write_text(field.read_text("utf-8") + '{{ spaces["arena.wall"] }}', "utf-8")
    assert told_by_kind(project)["field"]["spaces"]["arena.wall"] == 6


def told_by_kind(project: Project) -> dict[str, Any]:
    """Return what the templates of each kind are told."""
    told = with_all_values(project, the_game(project), face_jobs(the_game(project)))
    return {job.face.kind: job.variables for job in told}


def test_texts_count_the_spaces(tmp_path: Path) -> None:
    project = a_board_game(tmp_path)
    built = build.build_game(project, "ramparts", options.BuildOptions(part=options.Part.RULEBOOK))
    assert built.findings == ()
    page = (tmp_path / "output/ramparts/rulebook.html").read_text(encoding="utf-8")
    assert "The Arena has 68 spaces, six of them walls." in page


def test_a_figure_places_pieces_on_spaces_at_their_own_size(tmp_path: Path) -> None:
    pieces = [{"card": "ogre-pawn", "space": "c1"}, {"card": "witch-pawn", "space": "hour-3"}]
    project = a_board_game(tmp_path)
    figure = drawn_figure(project, pieces=pieces, hero="ogre")
    spaces = {space.id: space.centre for space in the_game(project).layouts["arena"].spaces}
    x, y = (0.36 * length for length in spaces["c1"])
    assert near(at(figure, x + 2.5, y), RED)
    assert not near(at(figure, x + 3.2, y + 3.2), RED), "a round token has no corners"
    assert not near(at(figure, x + 4, y), RED), "a token of 20 mm is 7.2 mm wide here"
    x, y = (0.36 * length for length in spaces["hour-3"])
    assert near(at(figure, x + 2.5, y - 1.5), BLUE)


def test_a_card_that_lies_on_its_side_is_shown_whole(tmp_path: Path) -> None:
    project = a_board_game(
        tmp_path, figure='{% import "table.html" as t %}{{ t.card(figure.hero, "front", 5, 10, 100) }}'
    )
    figure = drawn_figure(project, hero="witch")
    high = 100 * 70 / 120.65
    for x in (8, 52, 102):
        assert near(at(figure, x, 12), BLUE), x
        assert near(at(figure, x, 10 + high - 2), BLUE), x
    assert near(at(figure, 5 + 28 * 100 / 120.65, 10 + high / 2), (255, 255, 255)), "its picture"
    assert at(figure, 52, 10 + high + 2) == at(figure, 52, 8) == (255, 255, 255)


@pytest.mark.parametrize("shape", ["hex-flat", "hex-pointed"])
def test_a_hexagon_is_shown_as_a_hexagon(tmp_path: Path, shape: str) -> None:
    across = f"shape: {shape}, across: 20mm"
    project = a_board_game(
        tmp_path,
        game=GAME.replace("size: token-20", across),
        figure='{% import "table.html" as t %}{{ t.card("ogre-pawn", "front", 20, 10, 40) }}',
    )
    figure = drawn_figure(project)
    wide, high = (40, 40 * 0.866) if shape == "hex-flat" else (40, 40 / 0.866)
    middle = 20 + wide / 2, 10 + high / 2
    ends = [(0.46, 0), (-0.46, 0)] if shape == "hex-flat" else [(0, 0.46), (0, -0.46)]
    for x, y in ends:
        assert near(at(figure, middle[0] + x * wide, middle[1] + y * high), RED)
    for x, y in ((0.46, 0.46), (-0.46, 0.46), (0.46, -0.46), (-0.46, -0.46)):
        assert at(figure, middle[0] + x * wide, middle[1] + y * high) == (255, 255, 255)


def test_a_misspelt_space_is_told_in_the_manuscript(tmp_path: Path) -> None:
    project = a_board_game(tmp_path, rulebook=RULEBOOK.replace('"c1"', '"c11"'))
    (finding,) = check.check_game(project, "ramparts", layout=False).findings
    assert str(finding.source) == "cards/ramparts/rulebook.md:5:57"
    assert finding.message == 'arena has no space "c11" (did you mean "c1"?)'


def test_a_picture_says_which_card_it_lacks(tmp_path: Path) -> None:
    project = a_board_game(tmp_path, figure=FIGURE.replace('"board-1"', '"borad-1"'))
    with pytest.raises(
        TemplateError, match=r'"borad-1" is not among the cards .* \(did you mean "board-1"\?\)'
    ):
        drawn_figure(project, pieces=[], hero="ogre")


SMALLER = " of Board (260 × 190 mm)"


def test_a_board_that_became_smaller_is_found(tmp_path: Path) -> None:
    project = a_board_game(tmp_path, game=GAME.replace("width: 280mm", "width: 260mm"))
    found = check.check_game(project, "ramparts", layout=False).findings
    assert [(str(each.source), each.message) for each in found] == [
        (
            "cards/ramparts/layouts/arena.yaml:16:5",
            f"the space hour-3 (and 4 more like it) reaches 17.5 mm beyond the right edge{SMALLER}",
        ),
        (
            "cards/ramparts/layouts/arena.yaml:26:5",
            f"the space life-0 (and 1 more like it) reaches 10 mm beyond the right edge{SMALLER}",
        ),
    ]


def test_a_pawn_that_grew_does_not_fit_the_floor(tmp_path: Path) -> None:
    project = a_board_game(tmp_path, game=GAME.replace("token-20", "token-25"))
    (finding,) = check.check_game(project, "ramparts", layout=False).findings
    assert finding.message == "Pawn, which is 25 × 25 mm, does not fit the space b1 of Arena (22 × 22 mm)"


def test_a_layout_changes_nothing_but_what_is_drawn_by_it(tmp_path: Path) -> None:
    def told(project: Project) -> dict[Face, dict[str, Any]]:
        game = the_game(project)
        return {job.face: job.variables for job in with_all_values(project, game, face_jobs(game))}

    before = told(a_board_game(tmp_path))
    after = told(a_board_game(tmp_path, layout=LAYOUT.replace("cell: 22mm", "cell: 22.5mm")))
    assert {face.kind for face in before if before[face] != after[face]} == {"field"}


def test_a_game_on_a_board_is_in_order_and_printed(tmp_path: Path) -> None:
    project = a_board_game(tmp_path)
    assert check.check_game(project, "ramparts").findings == ()
    built = build.build_game(project, "ramparts", options.BuildOptions(part=options.Part.ALL))
    assert built.findings == ()
    assert {"mats-whole.pdf", "rulebook.pdf"} <= {file.name for file in built.files}


def test_what_is_cut_along_a_path_is_shown_with_its_box(tmp_path: Path) -> None:
    cut = "width: 20mm, height: 10mm, path: M0 0H20V10H10Z"
    project = a_board_game(
        tmp_path,
        game=GAME.replace("size: token-20", cut),
        figure='{% import "table.html" as t %}{{ t.card("ogre-pawn", "front", 10, 10, 40) }}',
    )
    figure = drawn_figure(project)
    assert near(at(figure, 48, 28), RED)
    assert near(at(figure, 12, 12), RED)
    assert at(figure, 52, 20) == (255, 255, 255)
