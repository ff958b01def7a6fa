"""Barbarity's rulebook and mats: one source of rules, and everything that is printed from it."""

from __future__ import annotations

import html
import io
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from barbarity_fixture import a_copy, printed
from made_once import Shared

from cardtool.app import build, options
from cardtool.load import load_game
from cardtool.markup import typographic_text
from cardtool.project import Project

pytestmark = pytest.mark.slow
REPOSITORY = Path(__file__).resolve().parents[1]
FILES = {
    "cards-a4-8up-bleed.pdf",
    "faces.pdf",
    "mats-full-size-a4.pdf",
    "mats-compact-a4.pdf",
    "mats-compact-letter.pdf",
    "mats-full-size-letter.pdf",
    "mats-whole.pdf",
    "print-and-play.pdf",
    "rulebook-booklet-a4.pdf",
    "rulebook-booklet-letter.pdf",
    "rulebook.html",
    "rulebook.pdf",
}


def replaced(project: Project, file: str, old: str, new: str) -> None:
    path = project.cards("barbarity") / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{file} has {old!r} once"
    path.write_text(text.replace(old, new), encoding="utf-8")


def shorten(project: Project, *chapters: str) -> None:
    """Leave only these chapters in the rulebook, each without its sections, pictures and notes."""
    path = project.cards("barbarity") / "rulebook.md"
    kept = []
    for chapter in re.split(r"^(?=# )", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
        title, _, text = chapter.partition("\n")
        if title.removeprefix("# ") in chapters:
            kept.append(f"{title}\n{re.split('^## ', text, flags=re.MULTILINE)[0]}")
    assert len(kept) == len(chapters)
    path.write_text(re.sub(r"^(\{\{ figure|> ).*\n", "", "".join(kept), flags=re.MULTILINE), encoding="utf-8")


def text_of(pdf: Path) -> str:
    return " ".join(texts_of(pdf))


def texts_of(pdf: Path) -> list[str]:
    """The text of each page, on one line, line-end hyphens mended."""
    pages = (page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf))
    return [re.sub(r"\s+", " ", re.sub(r"\x02|[\ufffe\u00ad-]\r?\n", "", text)) for text in pages]


@pytest.fixture(scope="module")
def built(shared: Shared) -> dict[str, Path]:
    """Every file of a whole build."""
    return printed(shared).files


@pytest.fixture(scope="module")
def book(built: dict[str, Path]) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(built["rulebook.pdf"]) as pdf:
        yield pdf


def test_everything_there_is_to_print_is_built(shared: Shared) -> None:
    """A build judges all that a check does, and the files it made."""
    made = printed(shared)
    assert set(made.files) == FILES
    assert made.findings == ()


def test_a_second_book_has_the_same_bytes(built: dict[str, Path], tmp_path: Path) -> None:
    project = a_copy(tmp_path)
    again = build.build_game(
        project, "barbarity", options.BuildOptions(part=options.Part.RULEBOOK), jobs=1
    ).files
    assert len(again) == 4
    assert [file.name for file in again if file.read_bytes() != built[file.name].read_bytes()] == []


def test_a_number_of_the_rules_is_followed_everywhere(tmp_path: Path) -> None:
    project = a_copy(tmp_path)
    shorten(project, "What is in the box", "Setting up")
    replaced(project, "rules.yaml", "opening_hand: {value: 5,", "opening_hand: {value: 6,")
    replaced(project, "rules.yaml", "actions: {value: 2,", "actions: {value: 3,")
    replaced(project, "prizes.yaml", "  copies: 4\n", "  copies: 5\n")
    game = project.cards("barbarity") / "game.yaml"
    declared = game.read_text(encoding="utf-8")
    game.write_text(
        declared.replace("count: 35", "count: 36").replace("count: 120", "count: 121"), encoding="utf-8"
    )
    book = build.build_game(project, "barbarity", options.BuildOptions(part=options.Part.RULEBOOK)).files
    text = text_of(book[0])
    assert "deal everybody six cards" in text
    assert re.search(r"\b36 Prizes", text)
    mats = build.build_game(project, "barbarity", options.BuildOptions(part=options.Part.MATS)).files
    assert "Take three actions" in text_of(mats[0])


def test_no_term_and_no_name_is_parted_at_the_end_of_a_line(built: dict[str, Path]) -> None:
    pages = pypdfium2.PdfDocument(built["rulebook.pdf"])
    said = "\n".join(page.get_textpage().get_text_range() for page in pages)
    parted = re.findall(r"(\w+)\ufffe(\w+)", said)  # so pdfium tells a hyphen at the end of a line
    assert parted, "other words are parted"
    game = load_game(Project(REPOSITORY), "barbarity").game
    assert game is not None
    names = [*(card.name for card in game.cards), *(term.term for term in game.glossary)]
    whole = {word.casefold() for name in names for word in re.findall(r"\w+", name)}
    assert [word for start, end in parted if (word := f"{start}{end}").casefold() in whole] == []


MOST_EMPTY = 0.25
TYPE_AREA = (20.0, 11.0)  # mm above it and below
GAP = 8.0  # mm; what is higher than this between two things is empty paper


def empty_share(page: pypdfium2.PdfPage) -> float:
    """How much of the height of the type area is empty, whatever stands beside."""
    picture = page.render(scale=0.5).to_pil().convert("L")
    scale = 0.5 * 72 / 25.4
    top, bottom = round(TYPE_AREA[0] * scale), round(picture.height - TYPE_AREA[1] * scale)
    rows = (picture.crop((0, y, picture.width, y + 1)).getextrema()[0] < 235 for y in range(top, bottom))
    bands = (sum(1 for _ in band) for is_inked, band in groupby(rows) if not is_inked)
    return sum(band for band in bands if band > GAP * scale) / (bottom - top)


def test_no_page_is_more_than_a_quarter_empty(built: dict[str, Path]) -> None:
    shares = [empty_share(page) for page in pypdfium2.PdfDocument(built["rulebook.pdf"])]
    print(", ".join(f"page {number}: {share:.0%}" for number, share in enumerate(shares, 1)))
    assert [number for number, share in enumerate(shares, 1) if share > MOST_EMPTY] == []


def test_the_index_lists_every_term_and_every_card_of_the_book(built: dict[str, Path]) -> None:
    game = load_game(Project(REPOSITORY), "barbarity").game
    assert game is not None
    assert game.rulebook is not None
    page = built["rulebook.html"].read_text(encoding="utf-8")
    lines = re.findall(r'<p class="entry">(.*?) <a ', page)
    listed = {html.unescape(re.sub("<[^>]*>", "", line)) for line in lines}
    spoken = re.findall(r"\[\[(.+?)\]\]", game.rulebook.text)
    cards = {str(typographic_text(name, game.language)) for name in spoken}
    assert {term.term for term in game.glossary} | cards == listed


def test_pages_in_the_index_are_those_on_which_the_words_stand(built: dict[str, Path]) -> None:
    texts = texts_of(built["rulebook.pdf"])
    index = next(text for text in texts if "Crom’s Knackers! 17" in text or "Crom's Knackers! 17" in text)
    named = re.findall(r"(Golden Idol|Wasteland Witch|Big Sister|Hair of the Dog) ((?:\d+, )*\d+)", index)
    assert len(named) >= 3
    for name, pages in named:
        assert [int(each) for each in pages.split(", ") if name not in texts[int(each) - 1]] == []


def test_the_back_cover_says_the_turn_in_brief(built: dict[str, Path], book: pikepdf.Pdf) -> None:
    game = load_game(Project(REPOSITORY), "barbarity").game
    assert game is not None
    back = texts_of(built["rulebook.pdf"])[-1]
    for id in ("turn", "actions", "adventure"):
        assert [step.title for step in game.rules.sequences[id].steps if step.title not in back] == []


def test_the_example_of_scoring_adds_up_with_prizes_that_there_are() -> None:
    game = load_game(Project(REPOSITORY), "barbarity").game
    assert game is not None
    assert game.rulebook is not None
    text = " ".join(game.rulebook.text.replace("\n> ", " ").split())
    hoards = re.search(
        r"five Prizes are worth (.+?): he has (\d+)\. Ingrid has only four, worth (.+?), and "
        r"\[\[Song About You\]\] beside them, which scores (\d): she has (\d+)\. "
        r"Snorri's three are worth (.+?), and he has (\d+) as well",
        text,
    )
    assert hoards is not None
    borg, of_borg, ingrid, song, of_ingrid, snorri, of_snorri = hoards.groups()
    worth = [[int(each) for each in re.findall(r"\d", hoard)] for hoard in (borg, ingrid, snorri)]
    assert [len(each) for each in worth] == [5, 4, 3]
    assert [sum(each) for each in worth] == [int(of_borg), int(of_ingrid) - int(song), int(of_snorri)]
    values = Counter[int]()
    for card in game.cards_of("prize"):
        values[int(str(card.value("victory_points")))] += card.copies
    assert Counter(value for each in worth for value in each) <= values
    song_card = next(card for card in game.cards if card.name == "Song About You")
    assert song_card.value("victory_points") == song


def test_the_rulebook_can_be_read_aloud(book: pikepdf.Pdf) -> None:
    assert bool(book.Root.MarkInfo.Marked)
    assert str(book.Root.Lang) == "en-GB"
    assert bool(book.Root.ViewerPreferences.DisplayDocTitle)
    with book.open_metadata() as about:
        assert about["dc:title"] == "Barbarity: the rules"
        assert about["pdfuaid:part"] == "1"
    figures = [tag for tag in tags(book) if tag.get("/S") == "/Figure"]
    assert len(figures) >= 7
    assert all(str(figure.get("/Alt", "")).strip() for figure in figures)


def tags(pdf: pikepdf.Pdf) -> list[Any]:
    return [
        each
        for each in pdf.objects
        if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/StructElem"
    ]


def test_every_chapter_has_a_bookmark(book: pikepdf.Pdf) -> None:
    manuscript = (REPOSITORY / "cards/barbarity/rulebook.md").read_text(encoding="utf-8")
    with book.open_outline() as outline:
        titles = [item.title for item in outline.root]
    for chapter in re.findall(r"^# (.+)$", manuscript, re.MULTILINE):
        assert chapter in titles


def test_links_lead_to_places_in_the_book(book: pikepdf.Pdf) -> None:
    names = book.Root.Names.Dests
    known = {str(name) for name in pikepdf.NameTree(names)}
    links = [
        note for page in book.pages for note in page.obj.get("/Annots", []) if note.get("/Subtype") == "/Link"
    ]
    inside = [str(link.Dest) for link in links if "/Dest" in link]
    assert len(inside) > 20
    assert set(inside) <= known


def test_the_glossary_names_the_page_that_explains_each_term(built: dict[str, Path]) -> None:
    game = load_game(Project.find(REPOSITORY), "barbarity").game
    assert game is not None
    pages = texts_of(built["rulebook.pdf"])
    first = next(number for number, text in enumerate(pages) if "Glossary" in text and number > 2)
    glossary = " ".join(pages[first : first + 2])
    named = 0
    for term in game.glossary:
        match = re.search(rf"{re.escape(term.term)} (\d+) ", glossary)
        if match:
            named += 1
            told = pages[int(match[1]) - 1].lower()
            assert term.term.lower() in told or (term.plural and term.plural.lower() in told), term.term
    assert named >= 8


def test_the_rulebook_reads_in_order(built: dict[str, Path]) -> None:
    text = " ".join(texts_of(built["rulebook.pdf"])[:-1])  # the back cover says the turn once more
    places = [
        text.rindex(words)
        for words in ("Ready your cards", "Place a Prize", "How the", "Changelog")
        if words in text
    ]
    assert places == sorted(places)


def test_the_page_for_browsers_is_whole_by_itself(built: dict[str, Path]) -> None:
    html = built["rulebook.html"].read_text(encoding="utf-8")
    assert html.startswith('<!doctype html>\n<html lang="en-GB">')
    assert "picture:" not in html
    assert html.count("src:url(data:font/woff2;base64,") == html.count("@font-face{") >= 4
    assert len(html) < 2_500_000
    assert not re.search(r'(?:src|href)="(?!#|data:|https://)', html)
    assert all(re.search(r'alt="[^"]+"', image) for image in re.findall(r"<img [^>]+>", html))


def test_the_booklet_is_a_multiple_of_four_pages(built: dict[str, Path]) -> None:
    with (
        pikepdf.open(built["rulebook.pdf"]) as book,
        pikepdf.open(built["rulebook-booklet-a4.pdf"]) as booklet,
    ):
        assert len(booklet.pages) == 2 * -(-len(book.pages) // 4)


def test_the_first_page_names_the_pages_of_each_part(built: dict[str, Path]) -> None:
    document = pypdfium2.PdfDocument(built["print-and-play.pdf"])
    first = re.sub(r"\s+", " ", document[0].get_textpage().get_text_bounded())
    ranges = [(int(a), int(b)) for a, b in re.findall(r"Pages (\d+)–(\d+)", first)]
    assert len(ranges) == 3
    with pikepdf.open(built["print-and-play.pdf"]) as pdf, pdf.open_outline() as outline:
        begins = [pdf.pages.index(item.destination[0]) + 1 for item in outline.root]
        assert begins[1:] == [first for first, _ in ranges]
        assert ranges[-1][1] == len(pdf.pages)


def test_an_unchanged_build_of_everything_ends_at_once(built: dict[str, Path], tmp_path: Path) -> None:
    project = a_copy(tmp_path)
    shutil.copytree(built["rulebook.pdf"].parent, project.output("barbarity"))
    assert build.build_game(project, "barbarity", options.BuildOptions(part=options.Part.ALL)).unchanged


def test_the_bundle_has_no_faults(built: dict[str, Path]) -> None:
    for name, file in built.items():
        if name.endswith(".pdf"):
            with pikepdf.open(io.BytesIO(file.read_bytes())) as pdf:
                assert pdf.check_pdf_syntax() == [], name
