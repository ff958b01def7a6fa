"""Barbarity, the game this repository holds, from its files to what is printed."""

from __future__ import annotations

import io
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pikepdf
import pypdfium2
import pytest
from barbarity_fixture import a_copy, printed_cards
from made_once import Shared

from cardtool.app import build, check, export, options
from cardtool.app.artifacts import TiledMats
from cardtool.app.plan_files import plan_files
from cardtool.load import load_game
from cardtool.markup import typographic_text
from cardtool.model import Component, Game, Kind
from cardtool.project import Project
from cardtool.render import card_faces

REPOSITORY = Path(__file__).resolve().parents[1]
COUNTS = {"hero": 5, "prize": 35, "special": 30, "battle": 50}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy of the project, to which tests may add their output."""
    return a_copy(tmp_path_factory.mktemp("barbarity"))


@pytest.fixture(scope="module")
def game(project: Project) -> Game:
    loaded = load_game(project, "barbarity")
    assert loaded.game is not None
    return loaded.game


@pytest.fixture(scope="module")
def files(shared: Shared) -> dict[str, Path]:
    """Every file but the book, which is not to be changed."""
    return printed_cards(shared).files


@pytest.fixture(scope="module")
def sheets(files: dict[str, Path]) -> Path:
    return files["cards-a4-8up-bleed.pdf"]


@pytest.fixture(scope="module")
def faces(files: dict[str, Path]) -> list[str]:
    """The text of each face of the face book, in order."""
    document = pypdfium2.PdfDocument(files["faces.pdf"])
    return [squeezed(page.get_textpage().get_text_bounded()) for page in document]


def squeezed(text: str) -> str:
    """Text less its spaces, line ends and the hyphens of line ends, which a printed line may add."""
    return re.sub(r"[\s\ufffe\u00ad-]+", "", text)


def test_nothing_is_wrong_with_it(shared: Shared) -> None:
    """A build judges all that a check does, and the files it made."""
    assert printed_cards(shared).findings == ()


def test_it_has_the_cards_its_rules_speak_of(game: Game) -> None:
    assert {kind: game.copies_of(kind) for kind in COUNTS} == COUNTS
    assert game.copies_of(*COUNTS) == game.decks[0].count == 120


@pytest.mark.parametrize(
    ("name", "kind", "field", "value"),
    [
        ("Cormac the Slayer", "hero", None, None),
        ("Valkyria", "hero", None, None),
        ("Wasteland Witch", "prize", None, None),
        ('"Chainmail"', "prize", None, None),
        ("Dune Stalker", "prize", None, None),
        ("Shady Merchant", "prize", None, None),
        ("Map of the Land", "prize", None, None),
        ("Pass Unseen", "special", None, None),
        ("Lawless Times", "special", None, None),
        ("Crom's Knackers!", "special", "play", "trap"),
        ("Pigsticker", "battle", "value", 3),
        ("Hop It", "battle", "value", 2),
        ("Cimmerian Ankle Warmers", "battle", "value", 3),
        ("Stitch That", "battle", None, None),
    ],
)
def test_the_named_cards_are_there(
    game: Game, name: str, kind: str, field: str | None, value: object
) -> None:
    (card,) = [card for card in game.cards if card.name == name and card.kind == kind]
    assert card.fields["origin"] == "rulebook"
    assert field is None or card.fields[field] == value


def test_no_flavour_and_no_figure_comes_twice(game: Game) -> None:
    cards = game.cards_of(*COUNTS)
    for told in (
        [card.fields["flavour"] for card in cards if "flavour" in card.fields],
        [card.fields["art"]["figure"] for card in cards],
    ):
        assert [text for text, times in Counter(told).items() if times > 1] == []


def test_eight_to_a_sheet_gives_fifteen_sheets_of_fronts_and_backs(sheets: Path) -> None:
    with pikepdf.open(sheets) as pdf:
        assert len(pdf.pages) == 30
        sizes = {tuple(round(float(edge) / 72 * 25.4, 1) for edge in page.MediaBox) for page in pdf.pages}
        assert sizes == {(0.0, 0.0, 297.0, 210.0)}
        assert str(pdf.Root.ViewerPreferences.PrintScaling) == "/None"
        assert pdf.check_pdf_syntax() == []


def test_fronts_and_backs_take_turns(sheets: Path) -> None:
    sides = [
        "Front" if "Front, page" in page.get_textpage().get_text_bounded() else "Back"
        for page in pypdfium2.PdfDocument(sheets)
    ]
    assert sides == ["Front", "Back"] * 15


def printed_texts(game: Game) -> Iterator[tuple[Component, str]]:
    """Every text of every card that is printed on it."""
    titles = {kind.id: kind.title for kind in game.kinds}
    number = Counter[str]()
    for card in game.cards_of(*COUNTS):
        number[card.kind] += 1
        foot = f"{titles[card.kind][0]}{number[card.kind]} · {game.version}"
        ability = card.fields.get("ability", {})
        texts = [card.name, card.fields.get("flavour"), card.fields.get("text"), ability.get("text"), foot]
        for text in filter(None, texts):
            yield card, text


def test_every_text_of_every_card_can_be_searched(game: Game, faces: list[str]) -> None:
    places = {kind.id: kind for kind in game.kinds}
    order = [face for card in game.cards_of(*COUNTS) for face in card_faces(places[card.kind], card)[0].faces]
    page_of = {face: number for number, face in enumerate(dict.fromkeys(order))}
    lost = [
        (card.id, text)
        for card, text in printed_texts(game)
        for piece in re.split(r"\{[a-z]+\}|\*+", typographic_text(text))
        if squeezed(piece) not in faces[page_of[card_faces(places[card.kind], card)[0].front]]
    ]
    assert lost == []


def test_fonts_are_embedded_and_nothing_is_a_bitmap(sheets: Path) -> None:
    with pikepdf.open(sheets) as pdf:
        fonts = [
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/FontDescriptor"
        ]
        assert fonts
        assert all(any(f"/FontFile{n}" in font for n in ("", "2", "3")) for font in fonts)
        images = [
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
        ]
        assert images == []


@pytest.mark.slow
def test_a_changed_card_is_printed_like_in_a_fresh_build(sheets: Path, tmp_path: Path) -> None:
    copy = a_copy(tmp_path / "copy")
    file = copy.cards("barbarity") / "battle-cards.yaml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("name: Pigsticker", "name: Pigtickler"), encoding="utf-8"
    )
    for text in ("rulebook.md", "rules.yaml", "glossary.yaml"):
        told = copy.cards("barbarity") / text
        told.write_text(
            told.read_text(encoding="utf-8").replace("Pigsticker", "Pigtickler"), encoding="utf-8"
        )
    shutil.copytree(sheets.parent, copy.output("barbarity"))
    incremental = build.build_game(copy, "barbarity", options.BuildOptions()).files[0].read_bytes()
    fresh = (
        build.build_game(copy, "barbarity", options.BuildOptions(), out=tmp_path / "fresh")
        .files[0]
        .read_bytes()
    )
    assert incremental == fresh != sheets.read_bytes()
    assert any(
        "Pigtickler" in page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(fresh)
    )


def test_the_workbook_adds_up(project: Project) -> None:
    (file,) = export.export_game(project, "barbarity", "xlsx").files
    summary = openpyxl.load_workbook(io.BytesIO(file.read_bytes()))["Summary"]
    numbers = [cell for row in summary.iter_rows(values_only=True) for cell in row if isinstance(cell, int)]
    for count in (*COUNTS.values(), 120):
        assert numbers.count(count) >= 2, f"{count} is declared and counted"


def drawn_slots(file: Path) -> Counter[tuple[float, float]]:
    """The sizes, in mm, of the rectangles drawn on the pages of a PDF."""
    sizes: Counter[tuple[float, float]] = Counter()
    for page in pypdfium2.PdfDocument(file):
        for part in page.get_objects(max_depth=5):
            left, bottom, right, top = part.get_bounds()
            sizes[round((right - left) / 72 * 25.4, 1), round((top - bottom) / 72 * 25.4, 1)] += 1
    return sizes


def test_slots_on_the_mats_are_as_large_as_cards(files: dict[str, Path], game: Game) -> None:
    kinds: dict[str, Kind] = {kind.id: kind for kind in game.own_paper_kinds}
    whole = drawn_slots(files["mats-whole.pdf"])
    slots = 1 + 3 + 5  # the hero, the Adventure Area, the Hoard
    at_card_size = sum(
        times for (width, height), times in whole.items() if 63.4 <= width <= 65.6 and 88.8 <= height <= 91.0
    )
    assert at_card_size >= slots * kinds["player-mat"].count


def test_a_play_mat_has_the_places_that_the_rules_speak_of(game: Game) -> None:
    places, numbers = game.layouts["player-mat"].counts, game.rules.numbers
    assert places["adventure"] == numbers["adventure_limit"].value
    assert places["hoard"] == numbers["hoard_slots"].value
    assert places["hero"] == 1


def test_play_mats_are_glued_between_places_for_cards(project: Project, game: Game) -> None:
    ordered = options.BuildOptions(part=options.Part.MATS)
    tiled = [each for each in plan_files(project, game, ordered) if isinstance(each, TiledMats)]
    assert {each.paper for each in tiled} == {"a4", "letter"}
    assert [mat.tiles.cuts for each in tiled for mat in each.mats] == [0] * 10


def test_a_card_the_rulebook_misspells_is_found_at_its_letter(tmp_path: Path) -> None:
    project = a_copy(tmp_path)
    path = project.cards("barbarity") / "rulebook.md"
    path.write_text(path.read_text(encoding="utf-8") + "\nBring [[Pigstiker]].\n", encoding="utf-8")
    lines = len(path.read_text(encoding="utf-8").splitlines())
    (finding,) = check.check_game(project, "barbarity", layout=False).findings
    assert finding.rule.code == "CT401"
    assert (finding.source.file, finding.source.line, finding.source.column) == (
        "cards/barbarity/rulebook.md",
        lines,
        9,
    )
    assert 'did you mean "Pigsticker"' in finding.message


def test_a_text_much_too_long_names_card_box_and_millimetres(tmp_path: Path) -> None:
    copy = a_copy(tmp_path)
    lengthen(copy, "prizes.yaml", "text: Your Adventure Area holds one more Prize.", times=12)
    lengthen(copy, "battle-cards.yaml", "name: Flying Tankard", times=4)
    findings = check.check_game(copy, "barbarity").findings
    overflows = [finding.message for finding in findings if finding.rule.code == "CT701"]
    floor = r"even at [\d.]+ pt with a leading of [\d.]+"
    for box in ("ability", "name"):
        said = rf"the {box} does not fit its box, {floor}; it is [\d.]+ mm too"
        assert any(re.search(said, message) for message in overflows), box


def lengthen(project: Project, file: str, old: str, times: int) -> None:
    """Repeat the text of a field, which stands once in this file."""
    path = project.cards("barbarity") / file
    key, _, text = old.partition(": ")
    assert path.read_text(encoding="utf-8").count(old) == 1
    longer = f'{key}: "{" ".join([text] * times)}"'
    path.write_text(path.read_text(encoding="utf-8").replace(old, longer), encoding="utf-8")


@pytest.mark.slow
def test_a_prize_a_third_longer_is_set_smaller_and_told(tmp_path: Path) -> None:
    copy = a_copy(tmp_path)
    path, text = copy.cards("barbarity") / "prizes.yaml", "to another player's Prize."
    prizes = path.read_text(encoding="utf-8")
    assert prizes.count(f"Move the top guard from a Prize in your Adventure Area {text}") == 1
    path.write_text(prizes.replace(text, f"{text} And then they carry on."), encoding="utf-8")
    checked = check.check_game(copy, "barbarity")
    assert not [finding for finding in checked.findings if finding.rule.code == "CT701"]
    told = {(fit.face.card, fit.box) for fit in checked.fits}
    assert ("trojan-pony", "ability") in told
    assert all(7 <= fit.used.size < 8.5 for fit in checked.fits)
