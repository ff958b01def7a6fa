"""Makes the pictures of docs/preview.md from what a browser shows: `make pictures`.

They need Chromium and Playwright (`./bootstrap.sh browser`); without them the pictures stay as they are.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image

from cardtool.cli import main as run_cardtool

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
GAME = "barbarity"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SIZE = {"width": 1280, "height": 820}
PATIENCE = 120_000  # ms
COLOURS = 256
SETTLE = 1500  # ms, for pictures that are fetched as they come into sight


def main() -> None:
    """Take the pictures."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        program = None
    if program is None:
        print(
            "no Chromium, or no Playwright: the pictures of docs/preview.md stay as they are", file=sys.stderr
        )
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        page.set_default_timeout(PATIENCE)
        with served() as address:
            take_preview(page, address)
        with tempfile.TemporaryDirectory() as folder:
            run_cardtool(["--project", str(ROOT), "export", GAME, "gallery", "--out", folder])
            page.goto((Path(folder) / "index.html").as_uri())
            page.locator(".card img").first.wait_for()
            save(page, "gallery")
        browser.close()


@contextmanager
def served() -> Iterator[str]:
    """Serve the preview of the game; give its address."""
    command = [sys.executable, "-m", "cardtool", "--project", str(ROOT), "preview", GAME]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        told = re.search(r"http://\S+", process.stderr.readline())
        assert told, "no address was told"
        yield told[0]
    finally:
        process.terminate()
        process.wait()


def take_preview(page: Any, address: str) -> None:
    """Take the cards, a card large with its contrast, and the sheets."""
    page.goto(address)
    page.locator(".card.is-full").first.wait_for()  # which is known last of all
    save(page, "preview")
    page.get_by_label("See").select_option("contrast of words")
    page.locator(".card").nth(3).click()
    page.locator("#large-contrast").wait_for()
    save(page, "preview-large")
    page.keyboard.press("Escape")
    page.get_by_label("See").select_option("as printed")
    page.get_by_role("button", name="Sheets").click()
    page.locator("body.is-pages .card").first.wait_for()
    save(page, "preview-sheets")


def save(page: Any, name: str) -> None:
    """Write what the page shows as a picture, in few colours."""
    page.wait_for_timeout(SETTLE)
    page.evaluate("document.activeElement && document.activeElement.blur()")
    picture = (
        Image.open(io.BytesIO(page.screenshot()))
        .convert("RGB")
        .quantize(COLOURS, kmeans=1, dither=Image.Dither.NONE)
    )
    picture.save(IMAGES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
