"""Barbarity on every sheet, in every theme: nothing near the cut, every back behind its front, little ink."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf
import pypdfium2
import pytest
from barbarity_fixture import NARROW, SHEETS, Made, in_theme
from made_once import Shared

from cardtool import load
from cardtool.app import build
from cardtool.app.options import BuildOptions
from cardtool.geometry import Point, Size
from cardtool.model import Backs, Game
from cardtool.project import TOOLKIT, Project
from cardtool.units import to_pt

pytestmark = pytest.mark.slow

REPOSITORY = Project(TOOLKIT)
THEMES = ("colour", "greyscale", "low-ink")
PLACED = re.compile(rb"(-?1) 0 0 -?1 (\S+) (\S+) cm /(\S+) Do")
SLACK = 0.1  # mm
NEAR = 0.3  # pt
PAGES_LOOKED_AT = 4  # for their ink, of each file

Placed = dict[
    Point, str
]  # what lies where on a page: its form, by the middle of it, in pt from the lower left


class Printed(NamedTuple):
    """What the builds in a theme made, by names without the theme, and what they found."""

    files: dict[str, Path]
    findings: tuple[str, ...]


@pytest.fixture(scope="module")
def prints(shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Printed]:
    made = {theme: _printed(in_theme(shared, theme)) for theme in THEMES}
    usual, narrow = made[THEMES[0]], _printed(_narrow(tmp_path_factory.mktemp("narrow")))
    both = Printed(usual.files | narrow.files, usual.findings + narrow.findings)
    return {**made, THEMES[0]: both}


def _narrow(out: Path) -> Made:
    """Barbarity on the sheet for printers that reach further than most."""
    order = BuildOptions(sheets=(NARROW,), margin=6, theme=THEMES[0])
    built = build.build_game(REPOSITORY, "barbarity", order, out=out)
    return Made({file.name: file for file in built.files}, tuple(each.message for each in built.findings))


@pytest.fixture(params=THEMES)
def printed(request: pytest.FixtureRequest, prints: dict[str, Printed]) -> Printed:
    return prints[request.param]


@pytest.fixture(scope="module")
def game() -> Game:
    loaded = load.load_game(REPOSITORY, "barbarity")
    assert loaded.game is not None
    return loaded.game


def _printed(made: Made) -> Printed:
    return Printed({_plain(name): file for name, file in made.files.items()}, made.findings)


def _plain(name: str) -> str:
    return re.sub(r"-(low-ink|greyscale)(?=\.)", "", name)


@pytest.mark.parametrize("theme", THEMES)
def test_every_sheet_is_built_and_nothing_is_found(prints: dict[str, Printed], theme: str) -> None:
    printed = prints[theme]
    assert {f"cards-{name}.pdf" for name in SHEETS[theme]} < printed.files.keys()
    assert printed.findings == ()


def test_no_letter_stands_outside_the_safe_zone(printed: Printed, game: Game) -> None:
    kept = {to_pt(kind.bleed + kind.safe - SLACK) for kind in game.sheet_kinds}
    assert len(kept) == 1
    edge, letters = kept.pop(), 0
    pages = pypdfium2.PdfDocument(printed.files["faces.pdf"])
    for page in pages:
        width, height = page.get_size()
        for left, bottom, right, top in _letters(page):
            letters += 1
            assert min(left, bottom, width - right, height - top) >= edge
    assert letters > 40 * len(pages)


def _letters(page: pypdfium2.PdfPage) -> Iterator[tuple[float, float, float, float]]:
    text = page.get_textpage()
    boxes = (text.get_charbox(number) for number in range(text.count_chars()))
    return (box for box in boxes if box[0] < box[2] and box[1] < box[3])  # a space has none


@pytest.mark.parametrize(
    ("theme", "name"), [*((theme, name) for theme in THEMES for name in SHEETS[theme]), (THEMES[0], NARROW)]
)
def test_every_back_lies_behind_its_front(
    prints: dict[str, Printed], game: Game, theme: str, name: str
) -> None:
    pairs: Counter[tuple[str, str]] = Counter()
    with pikepdf.open(prints[theme].files[f"cards-{name}.pdf"]) as pdf:
        for fronts, behind, through in _papers(pdf, load.load_sheet(REPOSITORY, name).backs):
            assert len(fronts) == len(behind)
            for place, front in fronts.items():
                (back,) = (face for at, face in behind.items() if _near(at, through(place)))
                pairs[front, back] += 1
    cards = [card for kind in game.sheet_kinds for card in game.cards_of(kind.id)]
    assert sorted(pairs.values()) == sorted(card.copies for card in cards)
    of_backs: Counter[str] = Counter()
    for (_, back), count in pairs.items():
        of_backs[back] += count
    assert sorted(of_backs.values()) == sorted(game.copies_of(kind.id) for kind in game.sheet_kinds)


class Through(NamedTuple):
    """Where one comes out who goes through the paper, once it was turned over or folded."""

    paper: Size
    level: bool

    def __call__(self, place: Point) -> Point:
        if self.level:
            return Point(self.paper.width - place.x, place.y)
        return Point(place.x, self.paper.height - place.y)


def _papers(pdf: pikepdf.Pdf, backs: Backs) -> Iterator[tuple[Placed, Placed, Through]]:
    """The fronts on each sheet of paper, the backs, and the way from the ones to the others."""
    pages = [(_placed(page), Size(*map(float, list(page.mediabox)[2:]))) for page in pdf.pages]
    if backs is Backs.FOLD:
        for placed, paper in pages:
            upper = {at: face for at, face in placed.items() if at.y > paper.height / 2}
            lower = {at: face for at, face in placed.items() if at not in upper}
            yield upper, lower, Through(paper, level=False)
    else:
        for (fronts, paper), (behind, _) in zip(pages[::2], pages[1::2], strict=True):
            yield fronts, behind, Through(paper, level=paper.height > paper.width)


def _placed(page: pikepdf.Page) -> Placed:
    placed = {}
    page.contents_coalesce()  # what pages share, and what is a page's own
    for way, x, y, name in PLACED.findall(page.Contents.read_bytes()):
        form = page.Resources.XObject[f"/{name.decode()}"]
        width, height = (float(length) for length in list(form.BBox)[2:])
        middle = Point(float(x) + int(way) * width / 2, float(y) + int(way) * height / 2)
        placed[middle] = str(form.objgen)
    return placed


def _near(one: Point, other: Point) -> bool:
    return abs(one.x - other.x) < NEAR and abs(one.y - other.y) < NEAR


def test_low_ink_takes_under_a_third_of_the_ink_of_sheets_and_mats(prints: dict[str, Printed]) -> None:
    full, little, grey = (_inks(prints[theme]) for theme in ("colour", "low-ink", "greyscale"))
    assert little["cards-a4-9up.pdf"] < grey["cards-a4-9up.pdf"] < full["cards-a4-9up.pdf"]
    mats = {name for name in full if name.startswith("mats")}
    assert little.keys() == mats | {f"cards-{name}.pdf" for name in SHEETS["low-ink"]}
    assert [name for name in little if not 0.02 < little[name] < full[name] / 3] == []


def _inks(printed: Printed) -> dict[str, float]:
    """The ink of each file of sheets: 1 is a page under one full ink. Some of its pages stand for all."""
    sheets = {name: file for name, file in printed.files.items() if re.match("(cards|mats).*pdf$", name)}
    return {name: _ink_of(file) for name, file in sheets.items()}


def _ink_of(file: Path) -> float:
    with pypdfium2.PdfDocument(file) as document:
        step = max(1, len(document) // PAGES_LOOKED_AT) | 1  # odd: fronts and backs alternate
        shares = [_picture_ink(page.render().to_pil()) for page in list(document)[::step]]
    return sum(shares) / len(shares)


def _picture_ink(picture: Any) -> float:
    dots = picture.convert("RGB").getcolors(picture.width * picture.height)
    return sum(count * _colour_ink(colour) for count, colour in dots) / (picture.width * picture.height)


@cache
def _colour_ink(colour: tuple[int, int, int]) -> float:
    """The plain reckoning: C = (1 - R - K) / (1 - K) with K = 1 - max(R, G, B)."""
    bright = max(colour) / 255
    return 1 - bright + sum(1 - part / 255 / bright for part in colour) if bright else 1.0
