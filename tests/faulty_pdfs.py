"""Small PDFs with one thing wrong, and what the preflight says of them."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

import pikepdf
from PIL import Image
from reportlab.lib.colors import Color
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from cardtool.finding import Finding
from cardtool.geometry import Box, Size
from cardtool.model import Source
from cardtool.preflight import ExpectedFile, Subject
from cardtool.preflight.examine import examine_file, examine_page, open_pages
from cardtool.project import TOOLKIT
from cardtool.units import to_pt

__all__ = [
    "BLEED",
    "SIZE",
    "a_picture",
    "a_subject",
    "both",
    "boxed",
    "codes",
    "filled",
    "found_in",
    "found_on",
    "paged",
    "written",
]

SIZE = Size(63.5, 88.9)
BLEED = 3.0
_FONTS = {"Sans": "AlegreyaSans-Regular", "Sans Bold": "AlegreyaSans-Bold"}
Draw = Callable[[Canvas], None]


def paged(*draws: Draw, size: Size = SIZE, bleed: float = BLEED) -> bytes:
    """A PDF with a page for each of these, as large as the card and its bleed."""
    for name, file in _FONTS.items():
        pdfmetrics.registerFont(TTFont(name, TOOLKIT / f"templates/fonts/{file}.ttf"))
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1, pagesize=tuple(map(to_pt, size.grown(bleed))), initialFontName="Sans")
    for draw in draws or (lambda canvas: None,):
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def filled(colour: str, box: Box | None = None, size: Size = SIZE, bleed: float = BLEED) -> Draw:
    """A ground in this colour, as large as the page or as this box of it."""
    page = size.grown(bleed)
    box = box or Box(0, 0, *page)

    def draw(canvas: Canvas) -> None:
        canvas.setFillColor(colour)
        below = page.height - box.bottom
        canvas.rect(*map(to_pt, (box.left, below, box.width, box.height)), stroke=0, fill=1)

    return draw


def written(
    text: str,
    colour: str | Color = "#000000",
    *,
    left: float = 12.0,
    top: float = 40.0,
    size: float = 9.0,
    font: str = "Sans",
    page: Size = SIZE.grown(BLEED),  # noqa: B008
) -> Draw:
    """A line of text that begins at this place of the page and stands on its line `top`."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont(font, size)
        canvas.setFillColor(colour)
        canvas.drawString(to_pt(left), to_pt(page.height - top), text)

    return draw


def a_picture(dots: Size, box: Box, page: Size = SIZE.grown(BLEED)) -> Draw:  # noqa: B008
    """A picture of so many dots, printed in this box."""
    image = Image.effect_noise((int(dots.width), int(dots.height)), 60).convert("RGB")

    def draw(canvas: Canvas) -> None:
        below = page.height - box.bottom
        canvas.drawImage(ImageReader(image), *map(to_pt, (box.left, below, box.width, box.height)))

    return draw


def both(*draws: Draw) -> Draw:
    """Several things on one page."""

    def draw(canvas: Canvas) -> None:
        for each in draws:
            each(canvas)

    return draw


def boxed(content: bytes, **boxes: Sequence[Any]) -> bytes:
    """The same PDF with these boxes on every page, such as TrimBox=(8, 8, 188, 260), in points."""
    pdf = pikepdf.open(io.BytesIO(content))
    for page in pdf.pages:
        for name, box in boxes.items():
            page.obj[f"/{name}"] = pikepdf.Array(list(box)) if name.endswith("Box") else box
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


def a_subject(**changes: Any) -> Subject:
    """A poker card with 3 mm of bleed called Goat."""
    fields: dict[str, Any] = {
        "title": '"Goat"',
        "source": Source("cards/farm/beasts.yaml", 2, 3),
        "trim": Box(BLEED, BLEED, *SIZE),
        "safe": 3.0,
    }
    return Subject(**{**fields, **changes})


def found_on(content: bytes, **changes: Any) -> list[Finding]:
    """What is wrong with the first page, as a face of this subject."""
    with open_pages(content, "face.pdf") as sights:
        _, sight = next(sights)
        return list(examine_page(sight, a_subject(**changes)))


def found_in(content: bytes, safe: float | None = 3.0, **expected: Any) -> list[Finding]:
    """What is wrong with a finished file."""
    return list(examine_file(content, ExpectedFile("farm.pdf", **expected), safe))


def codes(findings: Sequence[Finding]) -> list[str]:
    """The codes of these findings."""
    return [finding.rule.code for finding in findings]
