"""Barbarossa, Barn Dudes and Brutality as they are printed: every piece, every number, on sheets that fit."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from barbarity_fixture import printed
from made_once import Shared
from whole_games import built, loaded, pages, squeezed

from cardtool.app import build
from cardtool.app.artifacts import TiledMats
from cardtool.app.options import BuildOptions, Part
from cardtool.app.plan_files import plan_files
from cardtool.app.preflight import check_finished_file
from cardtool.finding import has_errors
from cardtool.model import Kind
from cardtool.preflight import DEFAULT_BUDGET
from cardtool.project import TOOLKIT, Project

pytestmark = pytest.mark.slow
GAMES = ("barbarossa", "barn-dudes", "brutality")


def listed(kind: Kind, text: str) -> int:
    """How many of a kind a list says there are, in parts or at once: 9 Heroes; 1 Die."""
    names = f"{squeezed(kind.plural)}|{squeezed(kind.title)}"
    return sum(map(int, re.findall(rf"(\d+) (?:{names})\b(?! tile| cover)", text)))


@pytest.mark.parametrize("name", GAMES)
def test_the_first_page_to_print_lists_every_piece(shared: Shared, name: str) -> None:
    first, game = pages(built(shared, name) / "print-and-play.pdf")[0], loaded(name)
    odd = [kind.id for kind in game.counted_kinds if listed(kind, first) != game.copies_of(kind.id)]
    assert odd == []


@pytest.mark.parametrize("name", ["barbarity", *GAMES])
def test_preflight_finds_nothing_wrong_with_what_a_build_makes(shared: Shared, name: str) -> None:
    made = printed(shared).files.values() if name == "barbarity" else built(shared, name).iterdir()
    files = sorted(file for file in made if file.suffix == ".pdf")
    usual = {"sheet": None, "safe": None, "budget": DEFAULT_BUDGET}
    found = [each for file in files for each in check_finished_file(Project(TOOLKIT), file, **usual)]
    assert files
    assert not has_errors(found), found


@pytest.mark.parametrize("part", [Part.FACES, Part.MATS])
@pytest.mark.parametrize("name", ["barbarity", *GAMES])
def test_nothing_is_near_the_cut_in_little_ink(name: str, part: Part, tmp_path: Path) -> None:
    order = BuildOptions(part=part, theme="low-ink")
    assert build.build_game(Project(TOOLKIT), name, order, out=tmp_path).findings == ()


@pytest.mark.parametrize("name", GAMES)
def test_the_rulebook_lists_every_piece(shared: Shared, name: str) -> None:
    book, game = " ".join(pages(built(shared, name) / "rulebook.pdf")), loaded(name)
    rows = ((game.copies_of(kind.id), kind) for kind in game.counted_kinds)
    said = [squeezed(f"{many} {kind.plural if many > 1 else kind.title}") for many, kind in rows]
    assert [row for row in said if row not in book] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_rulebook_fills_its_booklet(shared: Shared, name: str) -> None:
    assert len(pages(built(shared, name) / "rulebook.pdf")) % 4 == 0


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("name", ["barbarity", *GAMES])
def test_a_box_says_on_all_sides_what_is_in_it(tmp_path: Path, name: str) -> None:
    made = build.build_game(Project(TOOLKIT), name, BuildOptions(part=Part.BOX), out=tmp_path)
    assert made.findings == ()
    (flat,) = pages(made.files[0])
    assert (
        flat.count(squeezed(loaded(name).title)) >= 1 + 4
    )  # the file's own title; front, both sides and lid


# Barbarossa


def test_every_arrow_has_its_number_on_both_sides(shared: Shared) -> None:
    faces = [face for face in pages(built(shared, "barbarossa") / "faces.pdf") if face.isdigit()]
    arrows = [arrow.fields["number"] for arrow in loaded("barbarossa").cards_of("arrow")]
    assert sorted(map(int, faces)) == sorted(2 * arrows)


def test_the_board_prints_the_table_the_scale_and_the_track(shared: Shared) -> None:
    rules = loaded("barbarossa").rules
    (board,) = pages(built(shared, "barbarossa") / "mats-whole.pdf")
    numbers = {int(word) for word in re.findall(r"\b\d+\b", board)}
    assert numbers >= set(range(rules.numbers["most_jewels"].value + 1))
    assert numbers >= set(range(1, rules.numbers["steps_to_star"].value))
    assert all(row.range in board for row in rules.tables["scoring"].rows)


def test_no_seam_cuts_a_space_that_is_seen() -> None:
    game = loaded("barbarossa")
    seen = [space.box for space in game.layouts["board"].left_whole]
    files = plan_files(Project(TOOLKIT), game, BuildOptions(part=Part.MATS))
    tiled = [mat.tiles for file in files if isinstance(file, TiledMats) for mat in file.mats]
    assert len(tiled) == 2  # A4 and Letter
    for tiles in tiled:
        assert not [box for box in seen for x in tiles.seams_across if box.left < x < box.right]
        assert not [box for box in seen for y in tiles.seams_down if box.top < y < box.bottom]


def test_pads_and_references_share_their_sheets(shared: Shared) -> None:
    pad = squeezed(loaded("barbarossa").cards_of("pad")[0].name)
    on_pages = [page for page in pages(built(shared, "barbarossa") / "pieces-a4-fill.pdf") if "front" in page]
    assert max(page.count(pad) for page in on_pages) == 2


# Barn Dudes


def test_the_deck_and_the_reference_cards_fill_sixteen_sheets(shared: Shared) -> None:
    sheets = pages(built(shared, "barn-dudes") / "cards-a4-8up-bleed.pdf")
    assert len(sheets) == 2 * 16  # 120 and 6, eight to a sheet


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_barns_go_two_to_a_sheet_with_their_backs(shared: Shared, paper: str) -> None:
    names = [squeezed(barn.name) for barn in loaded("barn-dudes").cards_of("barn")]
    sides = pages(built(shared, "barn-dudes") / f"mats-{paper}-fill.pdf")
    on_them = [[name for name in names if name in side] for side in sides]
    assert on_them == [names[at : at + 2] for at in (0, 0, 2, 2, 4, 4)]


@pytest.mark.parametrize(("side", "fields"), [(0, ("when", "ability", "flavour")), (1, ("dead",))])
def test_barns_print_every_word_of_theirs(shared: Shared, side: int, fields: tuple[str, ...]) -> None:
    sides = pages(built(shared, "barn-dudes") / "mats-a4-fill.pdf")[side::2]
    for at, barn in enumerate(loaded("barn-dudes").cards_of("barn")):
        for field in fields:
            words = squeezed(re.sub(r"\{\{.*?\}\}|\*", " ", barn.fields[field])).split()
            assert [word for word in words if word not in sides[at // 2]] == []


# Brutality


def test_the_arena_is_glued_from_four_sheets_a_side(shared: Shared) -> None:
    assert len(pages(built(shared, "brutality") / "mats-whole.pdf")) == 2
    assert len(pages(built(shared, "brutality") / "mats-a4.pdf")) == 2 * 4


def test_a_hero_card_prints_all_numbers_of_its_hero(shared: Shared) -> None:
    faces = pages(built(shared, "brutality") / "faces.pdf")
    for hero in loaded("brutality").cards_of("hero"):
        attacks = hero.fields["attacks"]
        pushes = [attack.get("pull", attack["knockback"]) for attack in attacks]
        numbers = [hero.fields["hit_points"], hero.fields["speed"], *pushes]
        numbers += [attack[what] for attack in attacks for what in ("damage", "range")]
        names = [squeezed(attack["name"]) for attack in attacks]
        (face,) = [each for each in faces if all(name in each for name in names)]
        assert Counter(map(str, numbers)) <= Counter(re.findall(r"\d+", face)), hero.name
        assert ("pull" in face) == any("pull" in attack for attack in attacks)


def test_a_dial_shows_every_number_above_the_skull(shared: Shared) -> None:
    faces = [
        sorted(map(int, re.findall(r"\b\d+\b", face)))
        for face in pages(built(shared, "brutality") / "faces.pdf")
    ]
    for hero in loaded("brutality").cards_of("hero"):
        assert list(range(1, hero.fields["hit_points"] + 1)) in faces, hero.name


def test_the_back_of_an_artifact_counts_its_cooldown_down(shared: Shared) -> None:
    faces = [re.sub(r"\D", "", face) for face in pages(built(shared, "brutality") / "faces.pdf")]
    for artifact in loaded("brutality").cards_of("artifact"):
        spaces = "".join(map(str, range(artifact.fields["cooldown"], 0, -1)))
        assert any(face.startswith(spaces) for face in faces), artifact.name
