"""Draws faces with WeasyPrint, one to a page, and measures texts: the second engine, as `render.faces`.

Runs in a worker process, whose environment names the fonts (FONTCONFIG_FILE) before this module is
imported.
"""

from __future__ import annotations

import html as html_entities
from collections.abc import Sequence
from typing import Any

from weasyprint.formatting_structure.boxes import BlockLevelBox

from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.render.books.hearing import hearing
from cardtool.render.books.layout import lay_out, undisturbed
from cardtool.render.fetch import Fetcher
from cardtool.render.frame import RESET, frame
from cardtool.units import PX_PER_MM, show

__all__ = ["draw", "measure"]

_TALL = 2000.0  # mm; higher than any text box
_CLOSE = 0.1  # mm, by which a page may differ from the one asked for


def measure(html: str, width: float, style: str, fetcher: Fetcher) -> Size:
    """How much room the HTML takes, in mm, where `width` mm are there for it."""
    page = f"@page{{size:{width:.4f}mm {_TALL}mm;margin:0}}"
    pages = lay_out(html, style, fetcher, before=RESET, after=page).pages
    across, down = _extent(pages[-1]._page_box.children[0])
    return Size(max(width, across / PX_PER_MM), down / PX_PER_MM + _TALL * (len(pages) - 1))


def draw(pages: Sequence[str], page: Size, style: str, fetcher: Fetcher) -> bytes:
    """A PDF document with one page of this size for each piece of HTML.

    Raises: TemplateError when the pages do not come out one for one, or something is left out.
    """
    html = "".join(pages)
    with undisturbed(), hearing() as heard:
        document = lay_out(html, style, fetcher, before=RESET + frame(page))
        _expect(document.pages, len(pages), page)
        pdf: bytes = document.write_pdf()
    if not fetcher.refused:  # the caller will say what, and where
        heard.fail("a face")
        _fail_on_tofu(heard.missing, html)
    return pdf


def _extent(box: Any) -> tuple[float, float]:
    """How far right and down a box and what shows of its content reach, in pixels from the page's corner."""
    across = box.border_box_x() + box.border_width()
    in_flow = isinstance(box, BlockLevelBox) and box.is_in_normal_flow()
    down = box.position_y + box.margin_height() if in_flow else 0.0
    if box.style["overflow"] == "visible":
        for child in box.all_children():
            right, bottom = _extent(child)
            across, down = max(across, right), max(down, bottom)
    return across, down


def _expect(pages: Sequence[Any], count: int, size: Size) -> None:
    odd = [
        page
        for page in pages
        if abs(page.width / PX_PER_MM - size.width) + abs(page.height / PX_PER_MM - size.height) > _CLOSE
    ]
    if len(pages) != count or odd:
        came = [_counted(len(pages), "page")]
        came += [f"{show(each.width / PX_PER_MM)} × {show(each.height / PX_PER_MM)} mm" for each in odd[:1]]
        raise TemplateError(
            f"{_counted(count, 'face')} of {size} came out as {' of '.join(came)}: {_cause(pages, count)}"
        )


def _cause(pages: Sequence[Any], count: int) -> str:
    """Something in the flow that is higher than its face goes on to another page here."""
    asked = "does the stylesheet change @page, .face, or where a page ends?"
    return f"is something, such as a picture, higher than the face? {asked}" if len(pages) > count else asked


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _fail_on_tofu(missing: set[str], html: str) -> None:
    """Characters of texts are looked for in the fonts before; here are those that the style adds."""
    added = sorted(missing - set(html_entities.unescape(html))) if missing else []
    if added:
        raise TemplateError(f"no font has the character {added[0]!r}, which the stylesheet adds")
