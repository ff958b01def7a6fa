"""Lays HTML out with WeasyPrint, the same way for faces and for books.

Requests go through the project's own fetcher, which refuses pictures in disguise. What WeasyPrint logs is
captured: it carries on without what it could not load or draw. It draws an `<svg>` in a page by its own
attributes alone: here what the stylesheet says of fills, strokes and `currentColor` is written into them,
so that both engines print the same colours. Rules inside `@media` are not looked at.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import cssselect2
import tinycss2
from PIL import ImageFile
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from cardtool.errors import TemplateError
from cardtool.render.fetcher import Fetcher, FetchRefused

_LOSS_BEGINNINGS = ("Font-face",)  # how warnings begin that leave something out
_NO_GLYPH = ".notdef"
_ABOUT_SVG = ("Ignored `fill", "Ignored `stroke", "Ignored `paint-order")  # which `inks` sees to


class LogCapture(logging.Handler):
    """What was said: errors, characters that no font had, and the rest."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.errors: list[str] = []
        self.missing: set[str] = set()
        self.warnings: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note one thing said."""
        text = record.getMessage()
        if text.startswith(_NO_GLYPH) and isinstance(record.args, tuple):
            self.missing.add(str(record.args[0]))
        elif record.levelno >= logging.ERROR or text.startswith(_LOSS_BEGINNINGS):
            self.errors.append(text)
        elif not text.startswith(_ABOUT_SVG):
            self.warnings.append(text)

    def fail(self, what: str) -> None:
        """Raises: TemplateError when something was left out of `what`."""
        if self.errors:
            raise TemplateError(f"{what} could not be drawn whole: {self.errors[0][:300]}")


@contextmanager
def capture_log() -> Iterator[LogCapture]:
    """Listen for as long as the block lasts."""
    heard, logger = LogCapture(), logging.getLogger("weasyprint")
    logger.addHandler(heard)
    try:
        yield heard
    finally:
        logger.removeHandler(heard)


_SVG_TAG = "{http://www.w3.org/2000/svg}svg"
_STROKES = ("dasharray", "dashoffset", "linecap", "linejoin", "miterlimit", "opacity", "width")
_COLOUR_PROPERTIES = frozenset(
    (
        "color",
        "fill",
        "fill-opacity",
        "fill-rule",
        "paint-order",
        "stroke",
        *(f"stroke-{s}" for s in _STROKES),
    )
)

Declarations = dict[str, str]


class SvgColours:
    """The declarations of a stylesheet that colour SVG."""

    def __init__(self, style: str) -> None:
        self._rules = cssselect2.Matcher()
        for rule in tinycss2.parse_stylesheet(style, skip_comments=True, skip_whitespace=True):
            if rule.type == "qualified-rule":
                self._add(rule)

    def _add(self, rule: Any) -> None:
        plain, pressing = _colour_declarations(tinycss2.parse_blocks_contents(rule.content))
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude) if plain or pressing else ()
        except cssselect2.SelectorError:  # the engine will overlook it, too
            return
        for selector in selectors:
            if selector.pseudo_element is None:
                self._rules.add_selector(selector, (plain, pressing))

    def spread(self, element: Any, inherited: Declarations | None = None) -> None:
        """Write into every `<svg>` at or below this element what it inherits and what is declared for it."""
        inks = {**(inherited or {}), **self._own(element)}
        if element.etree_element.tag != _SVG_TAG:
            for child in element.iter_children():
                self.spread(child, inks)
            return
        _write_style(element, inks)
        for part in element.iter_subtree():
            if part is not element:
                _write_style(part, self._own(part))

    def _own(self, element: Any) -> Declarations:
        """What is declared for an element: by rules, by its attribute, and by rules marked important."""
        plain: Declarations = {}
        pressing: Declarations = {}
        for _, _, _, (normal, important) in self._rules.match(element):
            plain |= normal
            pressing |= important
        attribute = element.etree_element.get("style", "")
        if any(ink in attribute for ink in ("color", "fill", "stroke")):
            normal, important = _colour_declarations(tinycss2.parse_blocks_contents(attribute))
            plain |= normal
            pressing |= important
        return plain | pressing


def _colour_declarations(declarations: Any) -> tuple[Declarations, Declarations]:
    """Return the inks among declarations: ordinary ones, and those marked important."""
    plain: Declarations = {}
    pressing: Declarations = {}
    for each in declarations:
        if each.type == "declaration" and each.lower_name in _COLOUR_PROPERTIES:
            value = tinycss2.serialize(each.value).strip()
            if value != "inherit":
                (pressing if each.important else plain)[each.lower_name] = value
    return plain, pressing


def _write_style(element: Any, inks: Declarations) -> None:
    if inks:
        before = element.etree_element.get("style", "")
        said = ";".join(f"{name}:{value}" for name, value in inks.items())
        element.etree_element.set("style", f"{before};{said}")


_LARGEST_DATA = 8 << 20  # characters of a data: address
_SIGNATURES = {
    "image/png": (b"\x89PNG\r\n\x1a\n",),
    "image/jpeg": (b"\xff\xd8\xff",),
    "image/webp": (b"RIFF",),
    "image/svg+xml": (b"<",),
}


class WeasyPrintFetcher(URLFetcher):  # type: ignore[misc]  # WeasyPrint has no types
    """Files through the project's fetcher; what a `data:` address holds, in itself; nothing else."""

    def __init__(self, fetcher: Fetcher) -> None:
        super().__init__(allowed_protocols=("data",), allow_redirects=False)
        self._fetcher = fetcher

    def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:
        """Return the answer to a request. Raises: FetchRefused, remembered by the project's fetcher."""
        if url[:5].lower() == "data:":
            response = super().fetch(url if len(url) <= _LARGEST_DATA else "data:,")
            content, mime = response.read(), response.content_type
        else:
            content, mime = self._fetcher.fetch(url)
        if not _is_what_it_says(content, mime):
            raise FetchRefused("not what its name says it is")  # which WeasyPrint reports as an error
        return URLFetcherResponse(url, content, {"Content-Type": mime})


def _is_what_it_says(content: bytes, mime: str) -> bool:
    """Whether the content begins as it should. Pillow, behind WeasyPrint, opens whatever it is given."""
    if mime not in _SIGNATURES:
        return not mime.startswith("image/") and not content.startswith(b"%!")
    return content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(_SIGNATURES[mime])


ImageFile.LOAD_TRUNCATED_IMAGES = False  # WeasyPrint turns it on; half a picture is not a picture
gc.freeze()  # the library itself is not worth looking through for garbage


class _LoadedStyle:
    """A stylesheet, read once for the many documents it is used in."""

    def __init__(self, text: str, fetcher: Fetcher) -> None:
        self.fonts, self.inks, self.resources = (
            FontConfiguration(),
            SvgColours(text),
            WeasyPrintFetcher(fetcher),
        )
        self.sheet = CSS(
            string=text, base_url=fetcher.base, url_fetcher=self.resources, font_config=self.fonts
        )


def lay_out(
    html: str, style: str, fetcher: Fetcher, before: str = "", after: str = "", **options: Any
) -> Any:
    """Return the HTML as a document of WeasyPrint's.

    `before` is style that the stylesheet overrules, `after` style that overrules the stylesheet;
    `options` are WeasyPrint's.
    """
    styled = _load_style(style, fetcher)
    document = HTML(string=html, base_url=fetcher.base, url_fetcher=styled.resources)
    styled.inks.spread(document.wrapper_element)
    sheets = [_load_sheet(before), styled.sheet, _load_sheet(after)]
    return document.render(font_config=styled.fonts, stylesheets=sheets, **options)


@contextmanager
def without_gc() -> Iterator[None]:
    """No search for garbage while a document is made, and one after it: faster, and it stays small."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.collect()


@lru_cache(maxsize=8)
def _load_style(text: str, fetcher: Fetcher) -> _LoadedStyle:
    return _LoadedStyle(text, fetcher)


@lru_cache(maxsize=64)
def _load_sheet(text: str) -> CSS:
    return CSS(string=text)
