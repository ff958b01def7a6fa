"""What the page shows of a game: pixels of what is printed, and the last good ones while a file is broken."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from git_repositories import a_repository
from PIL import Image
from projects import BEASTS, GAME, STYLE, a_project, put

from cardtool.app import export
from cardtool.app.build import build_game
from cardtool.app.options import BuildOptions, Part
from cardtool.app.preview import GamePreview
from cardtool.app.quick_drawing import NotRedrawn, QuickDrawing
from cardtool.errors import UsageError
from cardtool.export.face_pictures import face_pngs, page_png
from cardtool.preview import PrintedPages, Snapshot
from cardtool.project import Project

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kept")]


@pytest.fixture(scope="module")
def farm(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return a_project(tmp_path_factory.mktemp("preview"))


@pytest.fixture
def page(farm: Project) -> Iterator[GamePreview]:
    put(farm.root, "cards/farm/beasts.yaml", BEASTS)
    put(farm.root, "templates/farm/faces.css", STYLE)
    with GamePreview(farm, "farm", jobs=1) as page:
        assert settled(page).findings == ()
        yield page


def settled(page: GamePreview) -> Snapshot:
    shown: list[Snapshot] = []
    page.settle(shown.append)
    return shown[-1]


def refreshed(page: GamePreview, theme: str = "") -> Snapshot:
    shown: list[Snapshot] = []
    page.refresh(shown.append, theme)
    return shown[-1]


def pictures(snapshot: Snapshot) -> dict[str, str]:
    return {card.id: card.front for card in snapshot.cards}


def test_pictures_are_those_of_the_faces_that_are_printed(farm: Project, page: GamePreview) -> None:
    drawn = export.draw_cards(farm, "farm", 1)
    assert drawn.usable is not None
    printed = dict(face_pngs(drawn.pages, drawn.usable, dpi=160))
    names = {hashlib.sha256(png).hexdigest()[:32] for png in printed.values()}
    shown = settled(page)
    assert {card.front for card in shown.cards} | {card.back for card in shown.cards if card.back} == names
    assert all(page.picture(name) in printed.values() for name in names)


def test_one_changed_text_changes_one_picture_at_once_and_as_it_will_be_printed(
    farm: Project, page: GamePreview
) -> None:
    before = pictures(settled(page))
    put(farm.root, "cards/farm/beasts.yaml", BEASTS.replace("Lays an egg.", "Lays two eggs."))
    quick = pictures(refreshed(page))
    assert [id for id in before if quick[id] != before[id]] == ["hen"]
    assert pictures(settled(page)) == quick
    assert page.picture(before["hen"])  # which a browser may be about to ask for
    assert page.large_picture(before["hen"])


def test_what_is_not_drawn_at_once_says_why(farm: Project) -> None:
    quick = QuickDrawing(farm, "farm")
    assert quick.redrawn("colour") is NotRedrawn.NOT_READY
    quick.get_ready("colour")
    assert quick.redrawn("colour") is NotRedrawn.UNCHANGED
    put(farm.root, "templates/farm/another.html", "<p></p>")
    assert quick.redrawn("colour") is NotRedrawn.MORE_CHANGED
    (farm.root / "templates/farm/another.html").unlink()
    assert quick.redrawn("low-ink") is NotRedrawn.MORE_CHANGED
    quick.close()


def test_a_longer_text_fills_more_of_its_box(farm: Project, page: GamePreview) -> None:
    before = {card.id: card.fills for card in settled(page).cards}
    assert 0 < before["hen"]["text"] == before["goat"]["text"] < 0.3  # a line each, in a box 20 mm high
    put(farm.root, "cards/farm/beasts.yaml", BEASTS.replace("Lays an egg.", "Lays an egg. " * 12))
    after = {card.id: card.fills for card in refreshed(page).cards}
    assert after["hen"]["text"] > 3 * before["hen"]["text"]
    assert after["goat"] == before["goat"]
    assert {card.id: card.fills for card in settled(page).cards} == after


def test_what_is_broken_is_told_beside_the_last_good_pictures(farm: Project, page: GamePreview) -> None:
    good = pictures(settled(page))
    put(farm.root, "cards/farm/beasts.yaml", BEASTS.replace("copies:", "copies: [", 1))
    at_once, broken = refreshed(page), settled(page)
    assert (at_once.trouble, at_once.findings) == (broken.trouble, broken.findings)
    assert pictures(broken) == good
    assert broken.trouble.startswith("These are the last good pictures")
    assert broken.findings[0].place.startswith("cards/farm/beasts.yaml:")
    assert broken.findings[0].editor.startswith("vscode://file/")
    put(farm.root, "cards/farm/beasts.yaml", BEASTS)
    for mended in (refreshed(page), settled(page)):
        assert (mended.trouble, mended.findings, pictures(mended)) == ("", (), good)


def test_a_broken_template_is_told_too(farm: Project, page: GamePreview) -> None:
    whole = (farm.root / "templates/farm/beast.html").read_text(encoding="utf-8")
    put(farm.root, "templates/farm/beast.html", whole + "{{ 1 / 0 }}")
    broken = settled(page)
    put(farm.root, "templates/farm/beast.html", whole)
    assert "beast.html" in broken.trouble
    assert broken.cards


def test_what_was_wrong_before_is_not_told_beside_a_template_that_broke_since(
    farm: Project, page: GamePreview
) -> None:
    whole = (farm.root / "templates/farm/beast.html").read_text(encoding="utf-8")
    put(farm.root, "cards/farm/beasts.yaml", BEASTS.replace("copies: 2", "copies: two", 1))
    assert settled(page).findings
    put(farm.root, "cards/farm/beasts.yaml", BEASTS)
    put(farm.root, "templates/farm/beast.html", whole + "{{ 1 / 0 }}")
    broken = settled(page)
    put(farm.root, "templates/farm/beast.html", whole)
    assert (broken.findings, "beast.html" in broken.trouble) == ((), True)


def test_a_changed_style_draws_all_of_them_anew(farm: Project, page: GamePreview) -> None:
    before = pictures(settled(page))
    put(farm.root, "templates/farm/faces.css", STYLE.replace("14pt", "12pt"))
    assert pictures(refreshed(page)) == before  # a worker that knows the old style draws nothing
    after = pictures(settled(page))
    assert all(after[id] != before[id] for id in before)


def test_what_is_wrong_stands_with_its_card(farm: Project, page: GamePreview) -> None:
    put(farm.root, "cards/farm/beasts.yaml", BEASTS.replace("Lays an egg.", "Lays an egg. " * 60))
    shown = settled(page)
    (too_long,) = [each for each in shown.findings if each.code == "CT701"]
    assert too_long.card == next(card.key for card in shown.cards if card.id == "hen")


@pytest.mark.parametrize(
    "beasts",
    [
        BEASTS + "- id: cow\n  name: Cow\n  text: Moos.\n",  # a card more than game.yaml says
        BEASTS.replace("Lays an egg.", "Lays an egg. " * 60) + "- id: cow\n  name: Cow\n  text: Moos.\n",
    ],
)
def test_a_game_with_errors_is_drawn_all_the_same(beasts: str, farm: Project, page: GamePreview) -> None:
    before = pictures(settled(page))
    put(farm.root, "cards/farm/beasts.yaml", beasts)
    assert refreshed(page).trouble == ""
    shown = settled(page)
    assert (shown.trouble, len(pictures(shown))) == ("", 3)
    assert "CT201" in {each.code for each in shown.findings}
    put(farm.root, "templates/farm/faces.css", STYLE.replace("14pt", "12pt"))
    assert pictures(settled(page))["goat"] != before["goat"]


def test_a_large_picture_has_more_dots(page: GamePreview) -> None:
    name = settled(page).cards[0].front
    small, large = page.picture(name), page.large_picture(name)
    assert small is not None
    assert large is not None
    sizes = [Image.open(io.BytesIO(each)).size for each in (small, large)]
    assert sizes[1][0] > 2.5 * sizes[0][0]
    assert page.large_picture("absent") is None
    assert page.picture("../../etc/passwd") is None


def test_sheets_are_those_that_are_printed(farm: Project, page: GamePreview, tmp_path: Path) -> None:
    settled(page)
    front, back = page.printed_pages("sheets").pages
    assert (front.name, front.kind, front.kind_title) == ("1", "cards-a4-9up.pdf", "Cards")
    assert (front.width, front.height) == (210.0, 297.0)
    assert "Goat" in front.text
    assert "Goat" not in back.text
    build_game(farm, "farm", BuildOptions(part=Part.SHEETS), out=tmp_path, jobs=1)
    printed = (tmp_path / "cards-a4-9up.pdf").read_bytes()
    assert [page.page_picture(each.front) for each in (front, back)] == [
        page_png(printed, number, 110) for number in (0, 1)
    ]
    assert len(page.large_picture(front.front) or b"") > len(page.page_picture(front.front) or b"")


def test_sheets_are_made_anew_when_a_card_is(farm: Project, page: GamePreview) -> None:
    settled(page)
    before = page.printed_pages("sheets")
    assert page.printed_pages("sheets") is before
    put(farm.root, "cards/farm/beasts.yaml", BEASTS.replace("Lays an egg.", "Lays two eggs."))
    refreshed(page)
    assert "two eggs" in page.printed_pages("sheets").pages[0].text


@pytest.mark.parametrize("name", ["", "absent", "../../etc/passwd", "absent-0"])
def test_there_are_no_other_pages(page: GamePreview, name: str) -> None:
    settled(page)
    assert page.printed_pages(name) == page.printed_pages("rulebook") == PrintedPages()
    assert page.page_picture(name) is None
    file = page.printed_pages("sheets").pages[0].front.partition("-")[0]
    assert [page.page_picture(f"{file}-{number}") for number in ("2", "-1", "x", "")] == [None] * 4


def test_a_rulebook_is_shown_page_by_page(tmp_path: Path) -> None:
    book = "rulebook: {template: farm-book.html, style: book.css, width: 105mm, height: 148mm}\n"
    project = a_project(tmp_path, game=GAME + book)
    put(project.root, "cards/farm/rulebook.md", "# How to play\n\nFeed the goat.\n")
    put(
        project.root,
        "templates/farm/farm-book.html",
        "{% for chapter in chapters %}{{ chapter.html }}{% endfor %}",
    )
    put(project.root, "templates/farm/book.css", "@page{font-family:Alegreya}html{font-family:Alegreya}")
    with GamePreview(project, "farm", jobs=1) as page:
        assert settled(page).trouble == ""
        pages = page.printed_pages("rulebook")
        assert "Feed the goat." in " ".join(each.text for each in pages.pages), pages.trouble
        assert pages.pages[0].place.startswith("cards/farm/rulebook.md")
        assert pages.pages[0].editor.startswith("vscode://file/")
        assert (page.page_picture(pages.pages[0].front) or b"").startswith(b"\x89PNG")


def test_what_changed_since_a_revision_is_told_word_by_word(tmp_path: Path) -> None:
    farm = a_project(tmp_path)
    a_repository(farm.root)
    duck = "- {id: duck, name: Duck, text: Quacks.}\n"
    hens = BEASTS[BEASTS.index("- id: hen") :].replace("Lays an egg.", "Lays two large eggs.")
    put(farm.root, "cards/farm/beasts.yaml", hens + duck)
    put(farm.root, "cards/farm/game.yaml", GAME)
    with GamePreview(farm, "farm", since="HEAD", jobs=1) as page:
        shown = settled(page)
        cards = {card.id: card for card in shown.cards}
        assert list(cards) == ["hen", "duck", "goat"]
        assert [id for id, card in cards.items() if card.gone] == ["goat"]
        assert page.picture(cards["goat"].front)
        assert cards["duck"].was == ""
        assert cards["hen"].was not in ("", cards["hen"].front)
        assert page.picture(cards["hen"].was)
        (text,) = cards["hen"].changes
        assert text.label == "text"
        assert "".join(words for sort, words in text.parts if sort != "new") == "Lays an egg."
        assert "".join(words for sort, words in text.parts if sort != "gone") == "Lays two large eggs."
        assert ("same", "Lays ") in text.parts
        put(farm.root, "cards/farm/beasts.yaml", BEASTS)
        again = settled(page).cards
        assert all(card.was == card.front and not card.changes and not card.gone for card in again)
        assert all(card.was == card.front for card in themed(page, "low-ink").cards)


def themed(page: GamePreview, theme: str) -> Snapshot:
    refreshed(page, theme)
    return settled(page)


def test_a_face_is_shown_with_its_bleed(farm: Project, page: GamePreview) -> None:
    hen = settled(page).cards[1]
    picture = Image.open(io.BytesIO(page.bleed_picture(hen.front) or b""))
    assert hen.bleed == 3.0
    assert picture.width / picture.height == pytest.approx(69.5 / 94.9, rel=0.005)
    assert page.bleed_picture("absent") is None


def test_the_contrast_of_words_is_told_where_they_stand(farm: Project, page: GamePreview) -> None:
    put(farm.root, "templates/farm/faces.css", STYLE.replace("14pt", "14pt;color:#777"))
    hen = settled(page).cards[1]
    found = {each.words: each for each in page.contrasts(hen.front)}
    assert found["Hen"].contrast == pytest.approx(4.5, abs=0.1)  # of #777 on white
    assert found["Lays an egg."].contrast == 21.0
    assert found["Hen"].left == pytest.approx(8 - 3, abs=0.5)
    assert 33 - 3 < found["Hen"].top < found["Lays an egg."].top
    assert page.contrasts("absent") == ()


def test_a_theme_that_is_not_there_is_told(farm: Project, page: GamePreview) -> None:
    assert "absent" in refreshed(page, "absent").trouble
    with pytest.raises(UsageError, match="absent"):
        GamePreview(farm, "farm", theme="absent")


def test_it_begins_in_the_theme_of_the_game(tmp_path: Path) -> None:
    style = STYLE + ".title{--quiet:#123456;color:var(--quiet)}"
    game = GAME.replace("sheet: a4-9up", "sheet: a4-9up\n  theme: greyscale")
    grey = a_project(tmp_path, game=game, style=style)
    with GamePreview(grey, "farm", jobs=1) as page:
        assert settled(page).theme == "greyscale"
        put(grey.root, "cards/farm/game.yaml", game.replace("greyscale", "colour"))
        assert settled(page).theme == "colour"
        put(grey.root, "cards/farm/game.yaml", game)
        refreshed(page, "low-ink")
        assert settled(page).theme == "low-ink"


def test_an_editor_may_have_an_address_of_its_own(farm: Project) -> None:
    with GamePreview(farm, "farm", editor="my://{file}#{line}", jobs=1) as page:
        card = settled(page).cards[0]
    assert (
        card.editor == f"my://{(farm.root / 'cards/farm/beasts.yaml').as_posix()}#{card.place.split(':')[1]}"
    )
