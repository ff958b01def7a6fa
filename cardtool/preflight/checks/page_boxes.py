"""The boxes of a page lie inside each other: MediaBox, BleedBox, TrimBox.

The TrimBox is where the card is cut, the BleedBox how far its colour goes, the MediaBox the page. Print
shops cut by them, and a box that reaches out of the next makes them cut in the wrong place.

Bad:

    MediaBox 0 0 197 269, TrimBox 0 0 252 324

Good:

    MediaBox 0 0 197 269, BleedBox 0 0 197 269, TrimBox 8.5 8.5 188.5 260.5

ISO 32000-2 (14.11.2) tells what each is for. A box that a page does not declare is taken for the one
around it. A box that is no rectangle of four numbers, or that is empty, is an error too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from cardtool.finding import Finding
from cardtool.geometry import Box
from cardtool.judging import rule_of
from cardtool.preflight.subject import Expected

if TYPE_CHECKING:
    from cardtool.preflight.anatomy import Anatomy

__all__ = ["RULE", "check"]

RULE = rule_of(__name__, "CT713", "page-boxes")
_SLACK = 0.01  # mm
_LARGEST = 14_400 / 72 * 25.4  # mm; 14 400 points, ISO 32000-1, annex C
_AROUND = {
    "CropBox": ("MediaBox",),
    "BleedBox": ("MediaBox",),
    "TrimBox": ("BleedBox", "MediaBox"),
    "ArtBox": ("MediaBox",),
}


def check(anatomy: Anatomy, expected: Expected) -> Iterator[Finding]:
    """The first thing that is wrong with the boxes of each page."""
    for number, page in enumerate(anatomy.pages, 1):
        problem = next(_problems(page.boxes), None)
        if problem:
            advice = "export the file again; the boxes lie inside each other: Media, Bleed, Trim"
            yield RULE.found(expected.page(number), f"page {number}: {problem}", advice)


def _problems(boxes: Mapping[str, Box | None]) -> Iterator[str]:
    for name, box in boxes.items():
        if box is None:
            yield f"its {name} is not a rectangle"
        elif box.width < _SLACK or box.height < _SLACK:
            yield f"its {name} is empty"
        elif max(box.size) > _LARGEST:
            yield f"its {name} is {box.size}, more than a PDF can be"
    for name, around in _AROUND.items():
        inner = boxes.get(name)
        for outer_name in around:
            outer = boxes.get(outer_name)
            if inner and outer and not outer.contains(inner, _SLACK):
                yield f"its {name} reaches out of its {outer_name}"
