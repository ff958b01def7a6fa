"""A game as a folder for the web: it opens from a disk, and no text of a card is more than a text."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from barbarity_fixture import faces_of, printed_faces
from made_once import Shared

from cardtool import load
from cardtool.app.export import card_faces
from cardtool.app.gallery import gallery_files
from cardtool.export import ExportInputs
from cardtool.preview import Gallery, GalleryCard, gallery_page
from cardtool.project import TOOLKIT, Project

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NASTY = "</script><script>alert(1)</script><!-- <script> ]]> & \u2028 {{ style }}"
LARGEST = 6_000_000  # bytes of the gallery of a game of a hundred cards


def a_gallery(text: str) -> Gallery:
    card = GalleryCard(
        "b/hen", "hen", text, "b", text, "", 2, "hen.webp", "", 63.5, 88.9, text, ((text, text),)
    )
    return Gallery(text, "1.0", "en", (("s", text),), (f"{text}.pdf",), (card,))


def test_no_text_ends_the_script_it_stands_in() -> None:
    page = gallery_page(a_gallery(NASTY)).decode()
    assert page.count("<script") == page.count("</script>") == 2
    data = re.search(r'id="cards-data">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    assert json.loads(data[1])["cards"][0]["name"] == NASTY


def test_the_page_runs_its_own_script_and_asks_nobody_for_anything() -> None:
    page = gallery_page(a_gallery("Hen")).decode()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; img-src 'self' file: data:;")
    assert "unsafe" not in policy[1]
    for part in ("style", "script"):
        inside = re.search(rf"<{part}>(.*?)</{part}>", page, re.DOTALL)
        assert inside is not None
        assert base64.b64encode(hashlib.sha256(inside[1].encode()).digest()).decode() in policy[1]
    assert not re.search(r"\bfetch\(|import |https?://|type=\"module\"", page)


@pytest.fixture(scope="module")
def barbarity(shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gallery")
    (folder / "pictures").mkdir()
    (folder / "the rulebook.pdf").write_bytes(b"%PDF-1.7\n")
    game = load.load_game(Project(TOOLKIT), "barbarity").game
    assert game is not None
    pages = faces_of(printed_faces(shared))
    cards = tuple(each for each in card_faces(game, game.kinds) if each.front in pages.pages)
    inputs = ExportInputs(game, folder, 220, pages=pages, cards=cards)
    for name, content in gallery_files(inputs):
        (folder / name).write_bytes(content)
    return folder


@pytest.mark.slow
def test_the_gallery_of_barbarity_opens_from_a_disk(barbarity: Path, browser: Browser) -> None:
    from playwright.sync_api import expect

    assert sum(file.stat().st_size for file in barbarity.rglob("*.*")) < LARGEST
    wrong: list[str] = []
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.on("console", lambda said: wrong.append(said.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "request", lambda asked: None if asked.url.startswith(("file:", "data:")) else wrong.append(asked.url)
    )
    page.goto((barbarity / "index.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    expect(page.get_by_role("link", name="the rulebook.pdf")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("backwards leaving")
    expect(page.locator(".card")).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    large = page.get_by_role("dialog")
    expect(large.get_by_role("heading")).to_have_text("Pass Unseen")
    expect(large).to_contain_text("Remove the top guard")
    picture = large.get_by_role("img", name="Pass Unseen, front")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 550
    page.keyboard.press("Escape")
    expect(large).to_be_hidden()
    page.get_by_label("Kind").select_option(label="Heroes")
    expect(page.get_by_text("Nothing like that here.")).to_be_visible()
    assert wrong == []
    page.close()
