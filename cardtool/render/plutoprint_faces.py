"""Draws faces with PlutoPrint, one to a page, and measures texts. The only module that knows PlutoPrint.

Runs in a worker process, whose environment names the fonts (FONTCONFIG_FILE) before this module is
imported. Bytes repeat except for the dates in `/Info`, which `impose.write` leaves behind.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

import plutoprint

from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.render.batch import RESET_CSS, page_css
from cardtool.render.fetcher import Fetcher, FetchRefused
from cardtool.units import PX_PER_MM
from cardtool.wording import counted

_MM = plutoprint.UNITS_MM
_TALL = 2000.0  # mm; higher than any text box
_PT_PER_PX = 0.75
_CHUNK = 20  # faces laid out together: for each page the engine goes through all it has laid out

_NOTHING = b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


class _PlutoPrintFetcher(plutoprint.ResourceFetcher):
    """Passes the engine's requests on to the project's own fetcher."""

    def __init__(self, fetcher: Fetcher) -> None:
        super().__init__()
        self._fetcher = fetcher

    def fetch_url(self, url: str) -> plutoprint.ResourceData:
        try:
            content, mime = self._fetcher.fetch(url)
        except FetchRefused:  # which the fetcher remembers, so that the caller tells it
            content, mime = _NOTHING, "image/svg+xml"
        return plutoprint.ResourceData(content, mime)


def _load_book(
    html: str, style: str, page: Size, media: plutoprint.MediaType, fetcher: Fetcher
) -> plutoprint.Book:
    book = plutoprint.Book(_page_size(page), plutoprint.PageMargins(0), media)
    book.custom_resource_fetcher = _PlutoPrintFetcher(fetcher)
    book.load_html(f"<style>{RESET_CSS}{style}</style>{html}", base_url=fetcher.base)
    return book


def measure(html: str, width: float, style: str, fetcher: Fetcher) -> Size:
    """Return how much room the HTML takes, in mm, where `width` mm are there for it."""
    book = _load_book(html, style, Size(width, _TALL), plutoprint.MEDIA_TYPE_SCREEN, fetcher)
    return Size(book.get_document_width() / PX_PER_MM, book.get_document_height() / PX_PER_MM)


def draw(pages: Sequence[str], page: Size, style: str, fetcher: Fetcher) -> bytes:
    """Return a PDF document with one page of this size for each piece of HTML.

    Raises: TemplateError when the pages do not come out one for one.
    """
    out = io.BytesIO()
    canvas = plutoprint.PDFCanvas.create_for_stream(out, _page_size(page))
    canvas.scale(_PT_PER_PX, _PT_PER_PX)
    for first in range(0, len(pages), _CHUNK):
        _draw_chunk(canvas, pages[first : first + _CHUNK], page, style, fetcher)
    canvas.finish()
    return out.getvalue()


def _draw_chunk(
    canvas: plutoprint.PDFCanvas, pages: Sequence[str], page: Size, style: str, fetcher: Fetcher
) -> None:
    book = _load_book("".join(pages), page_css(page) + style, page, plutoprint.MEDIA_TYPE_PRINT, fetcher)
    count = book.get_page_count()
    if count != len(pages):
        raise TemplateError(
            f"{counted(len(pages), 'face')} of {page} came out as {counted(count, 'page')}: "
            "does the stylesheet change @page, .face, or where a page ends?"
        )
    for number in range(len(pages)):
        book.render_page(canvas, number)
        canvas.show_page()


def _page_size(page: Size) -> plutoprint.PageSize:
    return plutoprint.PageSize(page.width * _MM, page.height * _MM)
