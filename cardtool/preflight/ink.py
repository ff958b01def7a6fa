"""How much ink drawn faces take. Judges nothing.

Coverage is that of print shops: 1 is a face under one full ink, 2.4 the 240 % some of them allow at most.
The inks are those of a plain reckoning, C = (1 − R − K) / (1 − K) with K = 1 − max(R, G, B); a printer's
driver mixes its own, so figures are for comparing themes rather than for buying cartridges by.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pypdfium2

__all__ = ["coverages", "covered"]

_DPI = 72  # coarser, and PDFium makes thin lines so much wider that line work looks like fills
_MOST_DOTS = 600_000  # of one face; a play mat is looked at more coarsely


def coverages(content: bytes, pages: Sequence[int]) -> list[float]:
    """The mean coverage of each of these pages of a document, counted from 0, bleed and all."""
    with pypdfium2.PdfDocument(content) as document:
        return [_page(document, page) for page in pages]


def covered(picture: Any) -> float:
    """The mean coverage of a Pillow picture."""
    dots = picture.width * picture.height
    colours = picture.convert("RGB").getcolors(dots)
    return sum(count * _coverage(colour) for count, colour in colours) / dots if dots else 0.0


def _page(document: Any, number: int) -> float:
    page = document[number]
    try:
        width, height = page.get_size()
        scale = min(_DPI / 72, (_MOST_DOTS / max(width * height, 1)) ** 0.5)
        return covered(page.render(scale=scale).to_pil())
    finally:
        page.close()


@lru_cache(maxsize=1 << 16)
def _coverage(colour: tuple[int, int, int]) -> float:
    """The four inks of a colour, added up."""
    bright = max(colour) / 255
    if bright == 0:
        return 1.0
    return 1 - bright + sum(1 - value / 255 / bright for value in colour)
