"""Lays HTML out with WeasyPrint, the same way for faces and for books."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from PIL import ImageFile
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration

from cardtool.render.books.inks import Inks
from cardtool.render.books.resources import Resources
from cardtool.render.fetch import Fetcher

__all__ = ["lay_out", "undisturbed"]

ImageFile.LOAD_TRUNCATED_IMAGES = False  # WeasyPrint turns it on; half a picture is not a picture
gc.freeze()  # the library itself is not worth looking through for garbage


class _Style:
    """A stylesheet, read once for the many documents it is used in."""

    def __init__(self, text: str, fetcher: Fetcher) -> None:
        self.fonts, self.inks, self.resources = FontConfiguration(), Inks(text), Resources(fetcher)
        self.sheet = CSS(
            string=text, base_url=fetcher.base, url_fetcher=self.resources, font_config=self.fonts
        )


def lay_out(
    html: str, style: str, fetcher: Fetcher, before: str = "", after: str = "", **options: Any
) -> Any:
    """The HTML as a document of WeasyPrint's.

    `before` is style that the stylesheet overrules, `after` style that overrules the stylesheet;
    `options` are WeasyPrint's.
    """
    styled = _style(style, fetcher)
    if fetcher.refused:  # the next document shall meet the refusal again
        _style.cache_clear()
    document = HTML(string=html, base_url=fetcher.base, url_fetcher=styled.resources)
    styled.inks.spread(document.wrapper_element)
    sheets = [_sheet(before), styled.sheet, _sheet(after)]
    return document.render(font_config=styled.fonts, stylesheets=sheets, **options)


@contextmanager
def undisturbed() -> Iterator[None]:
    """No search for garbage while a document is made, and one after it: faster, and it stays small."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.collect()


@lru_cache(maxsize=8)
def _style(text: str, fetcher: Fetcher) -> _Style:
    return _Style(text, fetcher)


@lru_cache(maxsize=64)
def _sheet(text: str) -> CSS:
    return CSS(string=text)
