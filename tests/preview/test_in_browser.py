"""The page as a designer meets it, in Chromium: what an edit does to it, and what the keyboard does."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from git_repositories import a_repository, commit, git
from projects import BEAST, BEASTS, GAME, a_project, put
from served_preview import Served

pytest.importorskip("uvicorn", reason="the extra preview is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is missing: ./bootstrap.sh browser")

from playwright.sync_api import Browser, Locator, Page, expect

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for worker processes in /proc"),
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(a_project(tmp_path_factory.mktemp("farm")).root)
    a_repository(served.root)
    yield served
    served.end()


class Opened:
    """A page of the browser, and what went wrong in it."""

    def __init__(self, page: Page, served: Served, settled: str = "2 pieces, nothing wrong") -> None:
        self.page, self.root, self.settled = page, served.root, settled
        self.errors: list[str] = []
        self.asked: set[str] = set()
        page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.asked.add(request.url))
        page.goto(served.address)
        self.settle()

    def settle(self) -> None:
        """Wait until all is drawn and judged."""
        expect(self.page.locator("#status")).to_have_text(self.settled)

    def card(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    def picture(self, name: str) -> str:
        """Return the address of a card's picture, which is named by what it shows."""
        return str(self.card(name).locator("img").first.get_attribute("src"))

    def changed(self, name: str, before: str) -> None:
        """Wait until a card's picture is another one, and is there."""
        image = self.card(name).locator("img").first
        expect(image).not_to_have_attribute("src", before)
        assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0

    def edit(self, old: str, new: str, file: str = "cards/farm/beasts.yaml") -> None:
        whole = (self.root / file).read_text("utf-8")
        assert old in whole
        put(self.root, file, whole.replace(old, new))


@pytest.fixture
def opened(browser: Browser, served: Served) -> Iterator[Opened]:
    git(served.root, "checkout", "-q", "-f", "main")
    put(served.root, "cards/farm/beasts.yaml", BEASTS)
    put(served.root, "templates/farm/beast.html", BEAST)
    with ExitStack() as open_still:
        context = open_still.enter_context(browser.new_context())
        opened = Opened(open_still.enter_context(context.new_page()), served)
        opened.page.evaluate("window.stayed = true")
        yield opened
        assert opened.page.evaluate("window.stayed"), "the page was loaded again"
        assert opened.errors == []
        assert all(url.startswith((f"http://127.0.0.1:{served.port}/", "data:")) for url in opened.asked)


def test_an_edit_changes_its_picture_without_loading_the_page_again(opened: Opened) -> None:
    goat, hen = opened.picture("Goat"), opened.picture("Hen")
    opened.edit("Lays an egg.", "Lays two eggs.")
    opened.changed("Hen", hen)
    assert opened.picture("Goat") == goat
    opened.card("Hen").click()
    meter = opened.page.get_by_role("dialog").get_by_role("meter", name="text")
    short = float(meter.get_attribute("value") or 0)
    opened.edit("Lays two eggs.", "Lays two eggs. " * 12)
    expect(meter).not_to_have_attribute("value", f"{short:g}")
    assert float(meter.get_attribute("value") or 0) > 3 * short > 0


def test_broken_yaml_keeps_the_pictures_and_tells_its_line(opened: Opened) -> None:
    hen = opened.picture("Hen")
    opened.edit("copies: 2", "copies: [")
    finding = opened.page.locator("#findings .finding").first
    expect(finding).to_contain_text("cards/farm/beasts.yaml:")
    expect(finding.locator("a").first).to_have_attribute("href", re.compile(r"^rule/CT\d{3}$"))
    expect(opened.page.get_by_role("alert")).to_be_visible()
    assert opened.picture("Hen") == hen
    opened.edit("copies: [", "copies: 2")
    expect(opened.page.get_by_role("alert")).to_be_hidden()
    expect(opened.page.locator("#findings")).to_be_hidden()


def test_a_broken_template_keeps_the_pictures_and_tells_its_line(opened: Opened) -> None:
    hen = opened.picture("Hen")
    put(opened.root, "templates/farm/beast.html", BEAST + "{{ 1 / 0 }}")
    expect(opened.page.get_by_role("alert")).to_contain_text("templates/farm/beast.html:7")
    assert opened.picture("Hen") == hen
    put(opened.root, "templates/farm/beast.html", BEAST)
    expect(opened.page.get_by_role("alert")).to_be_hidden()


def test_a_killed_worker_is_replaced(opened: Opened, served: Served) -> None:
    hen = opened.picture("Hen")
    for worker in _children(served.process.pid):
        os.kill(worker, signal.SIGKILL)
    opened.edit("Lays an egg.", "Lays nine eggs.")
    opened.changed("Hen", hen)
    opened.settle()


def test_a_file_may_go_and_come_again(opened: Opened) -> None:
    hen = opened.picture("Hen")
    (opened.root / "cards/farm/beasts.yaml").unlink()
    expect(opened.page.locator("#findings")).to_contain_text("beasts.yaml")
    assert opened.picture("Hen") == hen
    put(opened.root, "cards/farm/beasts.yaml", BEASTS)
    opened.settle()


def test_another_branch_shows_other_cards(opened: Opened) -> None:
    git(opened.root, "checkout", "-q", "-B", "ducks")
    opened.edit("name: Hen", "name: Duck")
    commit(opened.root, "Ducks")
    expect(opened.card("Duck")).to_be_visible()
    git(opened.root, "checkout", "-q", "main")
    expect(opened.card("Hen")).to_be_visible()
    opened.settle()


def test_the_keyboard_is_enough(opened: Opened) -> None:
    page, large = opened.page, opened.page.get_by_role("dialog")
    page.keyboard.press("j")
    expect(opened.card("Goat")).to_be_focused()
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(large.get_by_role("heading")).to_have_text("Hen")
    page.keyboard.press("k")
    expect(large.get_by_role("heading")).to_have_text("Goat")
    page.keyboard.press("Escape")
    expect(opened.card("Goat")).to_be_focused()
    page.keyboard.press("b")
    expect(page.get_by_role("img", name="Hen, back")).to_be_visible()
    page.keyboard.press("o")
    expect(page.locator("body")).to_have_class("safe")
    page.keyboard.press("/")
    page.keyboard.type("lays")
    expect(opened.card("Goat")).to_have_count(0)
    expect(opened.card("Hen")).to_be_visible()


def test_lines_and_numbers_lie_over_the_faces(opened: Opened) -> None:
    page, see = opened.page, opened.page.get_by_label("See")
    printed = opened.picture("Hen")
    see.select_option("bleed and cut line")
    expect(opened.card("Hen").locator("img").first).to_have_attribute(
        "src", printed.replace("picture", "bleed")
    )
    face = opened.card("Hen").locator(".face").first
    box = face.bounding_box()
    assert box["width"] / box["height"] == pytest.approx(69.5 / 94.9, rel=0.005)
    line = face.evaluate("face => parseFloat(getComputedStyle(face, '::before').left)")
    assert line == pytest.approx(box["width"] * 3 / 69.5, rel=0.02)
    see.select_option("contrast of words")
    expect(opened.card("Hen").locator("img").first).to_have_attribute("src", printed)
    expect(opened.card("Hen").locator(".reading")).to_have_count(2)
    opened.card("Hen").click()
    expect(page.get_by_role("dialog")).to_contain_text("Least contrast 21.0 : 1")
    page.keyboard.press("Escape")
    see.select_option("as printed")
    expect(page.locator(".reading")).to_have_count(0)


def test_a_bank_card_tells_the_true_size(opened: Opened) -> None:
    page = opened.page
    page.get_by_role("button", name="True size").click()
    page.get_by_label("Dots to a millimetre").fill("5")
    assert page.locator("#bank-card").bounding_box()["width"] == pytest.approx(85.6 * 5)
    page.get_by_role("button", name="Show true size").click()
    assert opened.card("Hen").locator("img").first.bounding_box()["width"] == pytest.approx(63.5 * 5, abs=0.5)
    page.reload()
    opened.settle()
    assert opened.card("Hen").locator("img").first.bounding_box()["width"] == pytest.approx(63.5 * 5, abs=0.5)
    page.evaluate("window.stayed = true")


def test_sheets_change_with_their_cards(opened: Opened) -> None:
    page = opened.page
    page.get_by_role("button", name="Sheets").click()
    first = page.get_by_role("button", name="Page 1")
    expect(first).to_be_visible()
    before = opened.picture("Page 1")
    opened.edit("Lays an egg.", "Lays eleven eggs.")
    opened.changed("Page 1", before)
    page.get_by_label("Search").fill("eleven eggs")
    expect(page.get_by_role("button", name="Page")).to_have_count(1)
    first.click()
    expect(page.get_by_role("dialog")).to_contain_text("Cards, 210 × 297 mm")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rulebook").click()
    expect(page.get_by_text("Nothing like that here.")).to_be_visible()
    page.get_by_label("Search").fill("")
    page.get_by_role("button", name="Cards").click()
    expect(opened.card("Hen")).to_be_visible()


def test_what_changed_stands_first_and_is_marked(browser: Browser, tmp_path: Path) -> None:
    root = a_project(tmp_path).root
    a_repository(root)
    put(root, "cards/farm/beasts.yaml", BEASTS.replace("Lays an egg.", "Lays two eggs."))
    served = Served(root, "--since", "HEAD")
    with ExitStack() as open_still:
        open_still.callback(served.end)
        context = open_still.enter_context(browser.new_context())
        opened = Opened(open_still.enter_context(context.new_page()), served)
        page, large = opened.page, opened.page.get_by_role("dialog")
        expect(page.locator("#cards h2")).to_have_text(["Changed since HEAD · 2", "Beasts · 1"])
        expect(page.locator(".card").first).to_contain_text("Hen")
        page.get_by_label("Changed only").check()
        expect(page.locator(".card")).to_have_count(1)
        opened.card("Hen").click()
        expect(large.locator("del")).to_have_text(["an", "egg"])
        expect(large.locator("ins")).to_have_text(["two", "eggs"])
        large.get_by_label("Before or now").fill("40")
        was = large.get_by_role("img", name="Hen, as it was at HEAD")
        assert was.evaluate("image => image.style.clipPath") == "inset(0px 0px 0px 40%)"
        opened.edit("Lays two eggs.", "Lays an egg.")
        expect(large.get_by_role("link", name="Open in the editor")).to_be_visible()
        expect(large.locator("ins")).to_have_count(0)
        assert opened.errors == []


def test_a_thousand_cards_are_scrolled_searched_and_edited(browser: Browser, tmp_path: Path) -> None:
    beasts = "".join(
        f"- {{id: beast-{n}, name: Beast {n}, text: Eats {n} carrots.}}\n" for n in range(1, 1001)
    )
    game = GAME.replace("count: 3\n", "count: 1000\n").replace("count: 3}", "count: 1000}")
    served = Served(a_project(tmp_path, game=game, beasts=beasts).root)
    with ExitStack() as open_still:
        open_still.callback(served.end)
        served.until('"drawing":false')
        context = open_still.enter_context(browser.new_context())
        opened = Opened(open_still.enter_context(context.new_page()), served, "1000 pieces, nothing wrong")
        page = opened.page
        expect(page.locator(".card")).to_have_count(1000)
        last = opened.card("Beast 1000")
        last.scroll_into_view_if_needed()
        assert last.locator("img").first.evaluate("image => image.decode().then(() => image.naturalWidth)")
        place, before = page.evaluate("scrollY"), opened.picture("Beast 1000")
        opened.edit("Eats 1000 carrots.", "Eats a thousand carrots.")
        opened.changed("Beast 1000", before)
        assert page.evaluate("scrollY") == place > 0
        page.get_by_label("Search").fill("thousand")
        expect(page.locator(".card")).to_have_count(1)
        assert opened.errors == []


def test_a_telephone_shows_it_within_its_width(opened: Opened) -> None:
    opened.page.set_viewport_size({"width": 390, "height": 844})
    assert opened.page.evaluate("document.documentElement.scrollWidth") == 390
    opened.card("Hen").click()
    assert opened.page.get_by_role("dialog").bounding_box()["width"] <= 390
    expect(opened.page.get_by_role("button", name="Close")).to_be_visible()
    opened.page.get_by_role("button", name="Close").click()
    for part in ("Sheets", "Cards"):
        opened.page.get_by_role("button", name=part, exact=True).click()
        expect(opened.page.locator(".card").first).to_be_visible()
        assert opened.page.evaluate("document.documentElement.scrollWidth") == 390
    opened.page.get_by_role("button", name="True size").click()
    assert opened.page.get_by_role("dialog").bounding_box()["width"] <= 390


def test_another_theme_is_shown_at_once(opened: Opened) -> None:
    plain, theme = opened.picture("Hen"), opened.page.get_by_label("Theme")
    put(
        opened.root,
        "templates/farm/beast.html",
        BEAST + '<div class="place" style="top:70mm">{{ theme.name }}</div>',
    )
    opened.changed("Hen", plain)
    hen = opened.picture("Hen")
    theme.select_option("greyscale")
    opened.changed("Hen", hen)
    opened.settle()
    theme.select_option("colour")
    expect(opened.card("Hen").locator("img").first).to_have_attribute("src", hen)
    opened.settle()


def _children(pid: int) -> list[int]:
    """Return the processes that a process and its children started."""
    found = [pid]
    for each in found:
        for file in Path(f"/proc/{each}/task").glob("*/children"):
            found += map(int, file.read_text().split())
    return found[1:]
