"""Prints a book as tagged PDF (PDF/UA-1): read aloud, searched and reflowed as well as seen.

Runs in a worker process, whose environment names the fonts (FONTCONFIG_FILE) before this module is
imported. Bytes repeat: neither dates nor identifiers are made up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any
from urllib.parse import urlsplit

from weasyprint.formatting_structure.boxes import TextBox

from cardtool.errors import TemplateError
from cardtool.project import did_you_mean
from cardtool.render.books.hearing import Heard, hearing
from cardtool.render.books.layout import lay_out, undisturbed
from cardtool.render.books.order import Book, BookOrder
from cardtool.render.books.pictures import KeptPlace, address, resource
from cardtool.render.books.places import anchors, boxes
from cardtool.render.fetch import Fetcher
from cardtool.render.fonts import families, font_files
from cardtool.render.frame import RESET
from cardtool.units import PX_PER_MM, show

__all__ = ["print_order"]

_SVG = "{http://www.w3.org/2000/svg}"
_SMALLEST, _LARGEST = 10.0, 5080.0  # mm; ISO 32000-2, annex C: 14,400 points are the most
_SCHEMES = ("http", "https", "mailto")


def print_order(order: BookOrder) -> Book:
    """The book that was ordered.

    Raises: TemplateError, which begins with the order's name, when the book loads, links to or is set in
    what it may not, or when a picture has nothing to be read aloud.
    """
    try:
        return _print(order)
    except TemplateError as error:
        raise TemplateError(f"{order.name}: {error}") from None


def _print(order: BookOrder) -> Book:
    fetcher = Fetcher(order.project, order.game)
    kept = {address(name): KeptPlace(name, size) for name, size in order.pictures.items()}
    with undisturbed(), hearing() as heard:
        document = lay_out(_whole(order), order.style, fetcher, before=RESET, cache=kept)
        _judge_sizes(document.pages)
        pdf = document.write_pdf(pdf_variant="pdf/ua-1", pdf_tags=True)
    _judge_what_was_left_out(fetcher, heard)
    _judge_links(document.pages, document.metadata.attachments)
    _judge_pictures(document.pages)
    _judge_fonts(document, families(font_files(order.project)))
    return Book(
        pdf,
        len(document.pages),
        anchors(document.pages),
        {name: resource(name) for name in order.pictures},
        tuple(heard.warnings),
    )


def _whole(order: BookOrder) -> str:
    return (
        f'<!doctype html><html lang="{escape(order.language)}"><head><meta charset="utf-8">'
        f"<title>{escape(order.title)}</title>{_meta('author', order.author)}"
        f"{_meta('description', order.subject)}</head><body>{order.html}</body></html>"
    )


def _meta(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{escape(content)}">' if content else ""


def _judge_what_was_left_out(fetcher: Fetcher, heard: Heard) -> None:
    if fetcher.refused:
        raise TemplateError(fetcher.told(fetcher.refused[0]))
    heard.fail("the book")
    for character in sorted(heard.missing):
        raise TemplateError(f"no font has the character {character!r} (U+{ord(character):04X})")


def _judge_sizes(pages: Sequence[Any]) -> None:
    """A page that is no page, or has no room, is a slip in the stylesheet's @page."""
    for number, page in enumerate(pages, 1):
        sides = (page.width / PX_PER_MM, page.height / PX_PER_MM)
        if not all(_SMALLEST <= side <= _LARGEST for side in sides):
            came = " × ".join(map(show, sides))
            raise TemplateError(f"page {number} is {came} mm; which size has @page in the stylesheet?")
        if min(page._page_box.width, page._page_box.height) <= 0:
            raise TemplateError(f"page {number} has no room; are the margins of @page as large as the page?")


def _judge_links(pages: Sequence[Any], attachments: Sequence[Any]) -> None:
    links = [(kind, target) for page in pages for kind, target, *_ in page.links]
    if attachments or any(kind == "attachment" for kind, _ in links):
        raise TemplateError("a book carries no attachments")
    for kind, target in links:
        if kind == "external" and urlsplit(target).scheme.lower() not in _SCHEMES:
            raise TemplateError(f"may not link to {target[:200]}; only to {', '.join(_SCHEMES)}")


def _judge_pictures(pages: Sequence[Any]) -> None:
    """An `<img>` without alt is an error of the engine's own; about an `<svg>` it says nothing."""
    for box in boxes(pages):
        if box.element is not None and box.element.tag == f"{_SVG}svg":
            name = box.element.find(f"{_SVG}title")
            if name is None or not (name.text or "").strip():
                raise TemplateError(
                    "an <svg> has no <title>, which is read aloud in its place; "
                    "pictures that only decorate are backgrounds in the stylesheet"
                )


def _judge_fonts(document: Any, fonts: frozenset[str]) -> None:
    """An engine without the font asked for takes another one and says nothing."""
    asked = {box.style["font_family"][0] for box in boxes(document.pages) if isinstance(box, TextBox)}
    _expect_fonts(asked, fonts)
    _expect_fonts({font.family for font in document.fonts.values()}, fonts)


def _expect_fonts(used: Iterable[str], fonts: frozenset[str]) -> None:
    for family in sorted(used):
        if family.casefold() not in {font.casefold() for font in fonts}:
            hint = did_you_mean(family, fonts) or "; does the stylesheet name a font on html and on @page?"
            raise TemplateError(f'there is no font "{family}" in templates/fonts{hint}')
