"""How much ink a picture takes, by the plain reckoning."""

from __future__ import annotations

import pytest
from PIL import Image

from cardtool.preflight.pdfium_page import picture_coverage


@pytest.mark.parametrize(
    ("colour", "inks"),
    [
        ((255, 255, 255), 0),
        ((0, 0, 0), 1),  # black alone
        ((255, 0, 0), 2),  # magenta and yellow
        ((0, 255, 255), 1),  # cyan
        ((51, 51, 51), 0.8),  # grey is black, not three inks
        ((128, 0, 0), 2 + 1 - 128 / 255),
    ],
)
def test_a_plain_colour_takes_its_inks(colour: tuple[int, int, int], inks: float) -> None:
    assert picture_coverage(Image.new("RGB", (7, 5), colour)) == pytest.approx(inks)


def test_half_a_page_takes_half_the_ink() -> None:
    page = Image.new("RGB", (10, 10), "white")
    page.paste((0, 0, 0), (0, 0, 10, 5))
    assert picture_coverage(page) == pytest.approx(0.5)
