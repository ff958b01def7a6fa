"""Chromium, for tests of what is shown in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 30_000  # ms


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; where there is none, or nothing that drives it, the test is left out and says so."""
    drives = pytest.importorskip(
        "playwright.sync_api", reason="playwright is missing: ./bootstrap.sh browser"
    )
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip(f"there is no Chromium here: none of {', '.join(NAMES)}")
    drives.expect.set_options(timeout=PATIENCE)
    with drives.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()
