"""The boxes of a page lie inside each other: MediaBox, BleedBox, TrimBox.

The TrimBox is where the card is cut, the BleedBox how far its colour goes, the MediaBox the page. Print
shops cut by them, and a box that reaches out of the next makes them cut in the wrong place.

Bad:

    MediaBox 0 0 197 269, TrimBox 0 0 252 324

Good:

    MediaBox 0 0 197 269, BleedBox 0 0 197 269, TrimBox 8.5 8.5 188.5 260.5

ISO 32000-2 (14.11.2) tells what each is for. A box that a page does not declare is taken for the one
around it. A box that is no rectangle of four numbers, or that is empty, is an error too, and so is a
UserUnit, the measure of all of them, other than 1. What is on such a page is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding
from cardtool.geometry import Box
from cardtool.judging import rule_of
from cardtool.preflight.subject import Expected

if TYPE_CHECKING:
    from cardtool.preflight.anatomy import Anatomy, Leaf

__all__ = ["RULE", "can_be_looked_at", "check"]

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
    """The first thing that is wrong with the boxes of each page, and how many pages cannot be read."""
    if anatomy.lost or not anatomy.pages:
        told = f"{anatomy.lost} of its pages cannot be read" if anatomy.lost else "it has no page"
        yield RULE.found(expected.page(1), f"the file is damaged: {told}", "export it again")
    for number, page in enumerate(anatomy.pages, 1):
        problem = next(_problems(page), None)
        if problem:
            advice = "export the file again; the boxes lie inside each other: Media, Bleed, Trim"
            yield RULE.found(expected.page(number), f"page {number}: {problem}", advice)


def can_be_looked_at(page: Leaf) -> bool:
    """Whether it is known how large a page is shown."""
    shown = [page.boxes[name] for name in ("MediaBox", "CropBox") if name in page.boxes]
    return page.unit == 1 and not any(_unusable(box) for box in shown)


def _problems(page: Leaf) -> Iterator[str]:
    if page.unit is None:
        yield "its UserUnit is not a number above 0"
    elif page.unit != 1:
        yield f"its UserUnit is {page.unit:g}; programs that do not know it print the page in another size"
    for name, box in page.boxes.items():
        fault = _unusable(box)
        if fault:
            yield f"its {name} {fault}"
    for name, around in _AROUND.items():
        inner = page.boxes.get(name)
        for outer_name in around:
            outer = page.boxes.get(outer_name)
            if inner and outer and not outer.contains(inner, _SLACK):
                yield f"its {name} reaches out of its {outer_name}"


def _unusable(box: Box | None) -> str:
    """Why a box is none; empty where it is one."""
    if box is None:
        return "is not a rectangle"
    if box.width < _SLACK or box.height < _SLACK:
        return "is empty"
    return f"is {box.size}, more than a PDF can be" if max(box.size) > _LARGEST else ""
