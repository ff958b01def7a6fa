"""A game of every shape, from its files to sheets, contours, tiles and a box."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from projects import BACK, BEASTS, GAME, SCHEMA, a_project, put
from shapes_game import PIECES, a_toybox

from cardtool.app import options
from cardtool.app.build import build_game
from cardtool.errors import SheetRefused, UsageError
from cardtool.project import Project
from cardtool.units import to_mm

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kept")]
SMALL = {kind: count for kind, count in PIECES.items() if kind != "board"}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def toybox(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return a_toybox(tmp_path_factory.mktemp("toybox"))


def build(project: Project, out: Path, **wishes: object) -> dict[str, Path]:
    order = options.BuildOptions(**wishes)  # type: ignore[arg-type]
    built = build_game(project, "toybox", order, out=out, jobs=1)
    assert built.findings == ()
    return {file.name: file for file in built.files}


def words(file: Path) -> list[str]:
    document = pypdfium2.PdfDocument(file)
    return [str(page.get_textpage().get_text_bounded()) for page in document]


@pytest.fixture(scope="module")
def filled(toybox: Project, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return build(toybox, tmp_path_factory.mktemp("filled"), sheets=("a4-fill", "a4-silhouette"))


def test_every_piece_of_every_shape_is_printed_once(filled: dict[str, Path]) -> None:
    for sheet in ("a4-fill", "a4-silhouette"):
        fronts = " ".join(words(filled[f"cards-{sheet}.pdf"])[::2]).split()
        named = [f"{kind} {number}" for kind, number in pairwise(fronts) if kind.lower() in PIECES]
        expected = [f"{kind.title()} {n}" for kind, count in SMALL.items() for n in range(1, count + 1)]
        assert sorted(named) == sorted(expected)


def test_what_is_left_over_of_several_sizes_shares_a_page(filled: dict[str, Path]) -> None:
    assert any(
        len({kind for kind in PIECES if f"{kind.title()} " in page}) > 2
        for page in words(filled["cards-a4-fill.pdf"])
    )


def test_a_cutter_gets_a_contour_for_each_piece(filled: dict[str, Path]) -> None:
    files = [file for name, file in filled.items() if name.endswith(".svg")]
    pieces = [path for file in files for path in ET.parse(file).iter(f"{SVG}path")]
    assert len(pieces) == sum(SMALL.values())
    assert {name.replace(".svg", ".dxf") for name in filled if name.endswith(".svg")} <= set(filled)


def test_what_is_larger_than_the_paper_comes_in_tiles(tmp_path: Path) -> None:
    project = a_toybox(tmp_path / "with-board", board=True)
    files = build(project, tmp_path / "out")
    assert set(files) == {"cards-a4-fill.pdf", "cards-a4-fill-tiles.pdf"}
    text = " ".join(words(files["cards-a4-fill-tiles.pdf"]))
    assert "Board 1, front" in text
    assert "Board 1, back" in text
    assert "Board 1" not in " ".join(words(files["cards-a4-fill.pdf"]))


def test_what_is_larger_than_the_paper_is_told_on_the_first_page(tmp_path: Path) -> None:
    project = a_toybox(tmp_path / "with-board", board=True)
    files = build(project, tmp_path / "out", part=options.Part.ALL, sheets=("letter-fill",))
    first = words(files["print-and-play-letter-fill.pdf"])[0]
    assert "Large pieces" in first
    assert "US Letter" in first


def test_a_sheet_with_a_grid_still_refuses_what_does_not_fit(toybox: Project, tmp_path: Path) -> None:
    with pytest.raises(SheetRefused, match=r"grid of 88.9 × 63.5 mm Views"):
        build(toybox, tmp_path, sheets=("a4-9up",))


def test_a_machine_can_be_named_for_any_sheet(toybox: Project, tmp_path: Path) -> None:
    files = build(toybox, tmp_path, sheets=("letter-fill",), cutter="plain")
    assert "cards-letter-fill-cut-1.dxf" in files
    with pytest.raises(UsageError, match='no cutting machine "plane"'):
        build(toybox, tmp_path, cutter="plane")


def test_a_form_or_a_kind_can_have_a_sheet_of_its_own_on_the_command_line(
    toybox: Project, tmp_path: Path
) -> None:
    files = build(toybox, tmp_path, sheets=("a4-fill", "fate=letter-fill"))
    assert set(files) == {"cards-a4-fill.pdf", "cards-letter-fill.pdf"}
    printed = {name: " ".join(words(file)) for name, file in files.items()}
    assert [name for name, text in printed.items() if "Fate 1" in text] == ["cards-letter-fill.pdf"]
    assert [name for name, text in printed.items() if "Coin 1" in text] == ["cards-a4-fill.pdf"]
    with pytest.raises(UsageError, match=r'there is no "crad" \(did you mean "card"\?\)'):
        build(toybox, tmp_path, sheets=("crad=letter-fill",))


def boxes(project: Project, game: str, out: Path, **wishes: object) -> dict[str, Path]:
    order = options.BuildOptions(part=options.Part.BOX, **wishes)  # type: ignore[arg-type]
    built = build_game(project, game, order, out=out, jobs=1)
    assert built.findings == ()
    return {file.name: file for file in built.files}


def test_a_deck_gets_a_box_with_its_title_its_count_and_its_back(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    files = boxes(project, "farm", tmp_path / "out")
    assert set(files) == {"box-farm.pdf"}
    (text,) = words(files["box-farm.pdf"])
    assert "box for 3 cards" in text
    assert "3 CARDS" in text
    assert text.count("Farm") >= 5  # both sides, lid, back, front
    with pikepdf.open(files["box-farm.pdf"]) as pdf:
        width, height = (to_mm(float(edge)) for edge in pdf.pages[0].mediabox[2:])
    assert (width, height) == (pytest.approx(210), pytest.approx(297)) or width == pytest.approx(297)


def test_a_deck_of_several_backs_has_none_of_them_on_its_box(tmp_path: Path) -> None:
    each_its_own = GAME.replace("    back: back.html\n", "    back: {template: back.html, per: card}\n", 1)
    files = boxes(a_project(tmp_path, game=each_its_own), "farm", tmp_path / "out")
    (text,) = words(files["box-farm.pdf"])
    assert text.count("3 CARDS") == 2  # on its back, and on its front in place of a picture


def test_of_kinds_with_different_backs_none_is_on_a_box_and_each_of_several_boxes_says_which(
    tmp_path: Path,
) -> None:
    declared = "title: Bird, plural: Birds, records: birds.yaml, count: 1, size: poker, front: beast.html"
    bird = f"  bird: {{{declared}, back: wing.html}}\n"
    decks = "  birds: {title: The aviary, kinds: [bird], count: 1}\n"
    game = GAME.replace("decks:\n", f"{bird}decks:\n").replace("outputs:", f"{decks}outputs:")
    game = game.replace("kinds: [beast], count: 3", "kinds: [beast, bird], count: 4")
    project = a_project(tmp_path, game=game)
    put(tmp_path, "cards/farm/birds.yaml", "- {id: owl, name: Owl, text: Hoots.}\n")
    put(tmp_path, "templates/farm/wing.html", BACK)
    put(tmp_path, "schemas/farm/bird.schema.json", json.dumps(SCHEMA))
    files = boxes(project, "farm", tmp_path / "out")
    (both,), (birds,) = words(files["box-farm.pdf"]), words(files["box-birds.pdf"])
    assert both.count("4 CARDS") == both.count("THE FARM DECK") == 2
    assert birds.count("1 CARDS") == birds.count("THE AVIARY") == 1


@pytest.mark.usefixtures("started_anew")
def test_the_same_box_is_made_once_and_byte_for_byte(tmp_path: Path) -> None:
    project, order = a_project(tmp_path), options.BuildOptions(part=options.Part.BOX)
    first = build_game(project, "farm", order, out=tmp_path / "a", jobs=1)
    again = build_game(project, "farm", order, out=tmp_path / "a", jobs=1)
    other = build_game(project, "farm", order, out=tmp_path / "b", jobs=2)
    assert (first.unchanged, again.unchanged) == (False, True)
    assert first.files[0].read_bytes() == other.files[0].read_bytes()


def test_sleeves_make_a_box_wider_and_deeper(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    plain = boxes(project, "farm", tmp_path / "a")["box-farm.pdf"].read_bytes()
    sleeved = boxes(project, "farm", tmp_path / "b", sleeves="thick")["box-farm.pdf"].read_bytes()
    assert plain != sleeved
    with pytest.raises(UsageError, match="no sort of sleeves"):
        boxes(project, "farm", tmp_path / "c", sleeves="warm")


def test_a_box_too_large_for_the_paper_comes_whole_and_in_tiles(tmp_path: Path) -> None:
    tall = GAME.replace("width: 63.5mm", "width: 80mm").replace("height: 88.9mm", "height: 150mm")
    beasts = "- {id: goat, name: Goat, copies: 200, text: Bleats.}\n"
    project = a_project(tmp_path, game=tall.replace("count: 3", "count: 200"), beasts=beasts)
    files = boxes(project, "farm", tmp_path / "out", sheets=("a4-fill",))
    assert set(files) == {"box-farm.pdf", "box-farm-tiles.pdf"}
    assert len(words(files["box-farm-tiles.pdf"])) > 1


def test_a_game_without_a_deck_has_a_box_for_all_its_cards(tmp_path: Path) -> None:
    game = GAME.replace("decks:\n  farm: {title: The farm deck, kinds: [beast], count: 3}\n", "decks: {}\n")
    files = boxes(a_project(tmp_path, game=game), "farm", tmp_path / "out")
    (text,) = words(files["box-farm.pdf"])
    assert "box for 3 cards" in text


def test_a_game_without_cards_has_a_box_for_its_pieces_and_shows_no_back_on_it(tmp_path: Path) -> None:
    game = GAME.replace("decks:\n  farm: {title: The farm deck, kinds: [beast], count: 3}\n", "decks: {}\n")
    game = game.replace("    count: 3\n", "    count: 3\n    form: tile\n", 1)
    files = boxes(a_project(tmp_path, game=game), "farm", tmp_path / "out")
    (text,) = words(files["box-farm.pdf"])
    assert "box for 3 pieces" in text
    assert text.count("3 PIECES") == 2  # on its back, and on its front in place of a picture


SKY, BLUE = "#f4214c", "#4146f1"  # on which white or pale letters are hard to read
TWO_COLOURS = """<svg style="position:absolute;left:0;top:0;width:{w}mm;height:{h}mm" viewBox="0 0 10 10"
 preserveAspectRatio="none"><path fill="{a}" d="M0 0H10V10H0Z"/><path fill="{b}" d="M0 0H10V5H0Z"/></svg>"""


@pytest.mark.parametrize(
    "title", ["Barn Dudes", "Iron Kings", "Settlers of the Far and Frozen Northern Isles"]
)
@pytest.mark.parametrize(("width", "height", "count"), [(25, 25, 6), (31.75, 44.45, 120), (88.9, 63.5, 40)])
def test_a_box_has_room_for_any_title_and_letters_that_can_be_read(
    tmp_path: Path, title: str, width: float, height: float, count: int
) -> None:
    game = GAME.replace("title: Farm\n", f"title: {title}\n", 1).replace("count: 3", f"count: {count}")
    game = game.replace("63.5mm", f"{width}mm").replace("88.9mm", f"{height}mm")
    back = TWO_COLOURS.format(w=width + 6, h=height + 6, a=SKY, b=BLUE)
    beasts = BEASTS.replace("copies: 2", f"copies: {count - 1}")
    files = boxes(a_project(tmp_path, game=game, back=back, beasts=beasts), "farm", tmp_path / "out")
    (text,) = words(files["box-farm.pdf"])
    assert title.rsplit(maxsplit=1)[-1] in text


def test_a_box_is_examined_before_it_is_written(tmp_path: Path) -> None:
    project = a_project(tmp_path)
    name = '<div style="position:absolute;left:60mm;top:60mm;color:#fafafa">{{ deck.title }}</div>'
    (tmp_path / "templates/farm/box.html").write_text(name)
    built = build_game(
        project, "farm", options.BuildOptions(part=options.Part.BOX), out=tmp_path / "out", jobs=1
    )
    assert built.files == ()
    assert [finding.rule.code for finding in built.findings] == ["CT706"]
    assert "the box of The farm deck" in built.findings[0].message
