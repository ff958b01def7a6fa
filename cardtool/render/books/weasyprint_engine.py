"""Draws faces, one to a page, measures texts, and prints books as tagged PDF (PDF/UA-1), with WeasyPrint.

For faces it is the second engine, as `render.plutoprint_faces`. A tagged book is read aloud, searched and
reflowed as well as seen. Runs in a worker process, whose environment names the fonts (FONTCONFIG_FILE)
before this module is imported. Bytes repeat: neither dates nor identifiers are made up.

Requests go through the project's own fetcher, which refuses pictures in disguise. What WeasyPrint logs is
captured: it carries on without what it could not load or draw. It draws an `<svg>` in a page by its own
attributes alone: here what the stylesheet says of fills, strokes and `currentColor` is written into them,
so that both engines print the same colours. Rules inside `@media` are not looked at.

Pictures that are drawn elsewhere keep their places, and whoever assembles the book puts them in. A kept
place is an empty form of its own (ISO 32000-2, 8.10) in the tagged figure. It fills the unit square, as an
image does: put in its stead a form whose Matrix is [1/w 0 0 1/h 0 0], w and h being those of its BBox.
"""

from __future__ import annotations

import gc
import html as html_entities
import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from html import escape
from typing import Any
from urllib.parse import urlsplit

import cssselect2
import pydyf
import tinycss2
from PIL import ImageFile
from weasyprint import CSS, HTML
from weasyprint.formatting_structure.boxes import BlockLevelBox, TextBox
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.project import did_you_mean
from cardtool.render.batch import RESET_CSS, page_css
from cardtool.render.books.index_and_notes import note_numbers, with_each_page_once, with_notes_at_calls
from cardtool.render.books.requests import Book, BookRequest
from cardtool.render.fetcher import Fetcher, FetchRefused
from cardtool.render.fonts import font_families, font_files
from cardtool.render.safe_html import LINK_SCHEMES
from cardtool.units import PX_PER_MM, format_number
from cardtool.wording import counted

ImageFile.LOAD_TRUNCATED_IMAGES = False  # WeasyPrint turns it on; half a picture is not a picture
gc.freeze()  # the library itself is not worth looking through for garbage

_LOSS_BEGINNINGS = ("Font-face",)  # how warnings begin that leave something out
_NO_GLYPH = ".notdef"
_ABOUT_SVG = ("Ignored `fill", "Ignored `stroke", "Ignored `paint-order")  # which `SvgColours` sees to


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
    log, logger = LogCapture(), logging.getLogger("weasyprint")
    logger.addHandler(log)
    try:
        yield log
    finally:
        logger.removeHandler(log)


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
        colours = {**(inherited or {}), **self._own(element)}
        if element.etree_element.tag != _SVG_TAG:
            for child in element.iter_children():
                self.spread(child, colours)
            return
        _write_style(element, colours)
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
        if any(word in attribute for word in ("color", "fill", "stroke")):
            normal, important = _colour_declarations(tinycss2.parse_blocks_contents(attribute))
            plain |= normal
            pressing |= important
        return plain | pressing


def _colour_declarations(declarations: Any) -> tuple[Declarations, Declarations]:
    """Return the colours among declarations: ordinary ones, and those marked important."""
    plain: Declarations = {}
    pressing: Declarations = {}
    for each in declarations:
        if each.type == "declaration" and each.lower_name in _COLOUR_PROPERTIES:
            value = tinycss2.serialize(each.value).strip()
            if value != "inherit":
                (pressing if each.important else plain)[each.lower_name] = value
    return plain, pressing


def _write_style(element: Any, colours: Declarations) -> None:
    if colours:
        before = element.etree_element.get("style", "")
        added = ";".join(f"{name}:{value}" for name, value in colours.items())
        element.etree_element.set("style", f"{before};{added}")


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


class _LoadedStyle:
    """A stylesheet, read once for the many documents it is used in."""

    def __init__(self, text: str, fetcher: Fetcher) -> None:
        self.fonts, self.colours = FontConfiguration(), SvgColours(text)
        self.resources = WeasyPrintFetcher(fetcher)
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
    styled.colours.spread(document.wrapper_element)
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


_TALL = 2000.0  # mm; higher than any text box
_TOLERANCE = 0.1  # mm, by which a page may differ from the one asked for


def measure(html: str, width: float, style: str, fetcher: Fetcher) -> Size:
    """Return how much room the HTML takes, in mm, where `width` mm are there for it."""
    page = f"@page{{size:{width:.4f}mm {_TALL}mm;margin:0}}"
    pages = lay_out(html, style, fetcher, before=RESET_CSS, after=page).pages
    across, down = _extent(pages[-1]._page_box.children[0])
    return Size(max(width, across / PX_PER_MM), down / PX_PER_MM + _TALL * (len(pages) - 1))


def draw(pages: Sequence[str], page: Size, style: str, fetcher: Fetcher) -> bytes:
    """Return a PDF document with one page of this size for each piece of HTML.

    Raises: TemplateError when the pages do not come out one for one, or something is left out.
    """
    html = "".join(pages)
    with without_gc(), capture_log() as log:
        document = lay_out(html, style, fetcher, before=RESET_CSS + page_css(page))
        _check_face_pages(document.pages, len(pages), page)
        pdf: bytes = document.write_pdf()
    if not fetcher.refused:  # the caller will say what, and where
        log.fail("a face")
        _fail_on_missing_glyphs(log.missing, html)
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


def _check_face_pages(pages: Sequence[Any], count: int, size: Size) -> None:
    odd = [
        page
        for page in pages
        if abs(page.width / PX_PER_MM - size.width) + abs(page.height / PX_PER_MM - size.height) > _TOLERANCE
    ]
    if len(pages) != count or odd:
        came = [counted(len(pages), "page")]
        came += [
            f"{format_number(each.width / PX_PER_MM)} × {format_number(each.height / PX_PER_MM)} mm"
            for each in odd[:1]
        ]
        cause = "does the stylesheet change @page, .face, or where a page ends?"
        if len(pages) > count:  # what is higher than its face goes on to another page here
            cause = f"is something, such as a picture, higher than the face? {cause}"
        raise TemplateError(f"{counted(count, 'face')} of {size} came out as {' of '.join(came)}: {cause}")


def _fail_on_missing_glyphs(missing: set[str], html: str) -> None:
    """Characters of texts are looked for in the fonts before; here are those that the style adds."""
    added = sorted(missing - set(html_entities.unescape(html))) if missing else []
    if added:
        raise TemplateError(f"no font has the character {added[0]!r}, which the stylesheet adds")


def picture_address(name: str) -> str:
    """Return what an `<img>` has as its src, to be this picture."""
    return f"picture:{name}"


def xobject_name(name: str) -> str:
    """Return the name among a page's XObjects of the form that keeps the picture's place, slash and all."""
    return f"/i{name}0"  # as WeasyPrint names an image that is not interpolated


class PicturePlaceholder:
    """A picture that is not there yet, as WeasyPrint expects its images."""

    def __init__(self, name: str, size: Size) -> None:
        self.id, self._size = name, size

    def get_intrinsic_size(self, resolution: float, font_size: float) -> tuple[float, float, float]:
        """Width and height in pixels, and their ratio."""
        width, height = self._size.width * PX_PER_MM, self._size.height * PX_PER_MM
        return width, height, width / height

    def draw(self, stream: Any, width: float, height: float, style: Any) -> None:
        """Draw the empty form where the picture will be."""
        stream.transform(width, 0, 0, -height, 0, height)
        stream.draw_x_object(stream.add_image(self, False, 1))

    def get_x_object(self, interpolate: bool, ratio: float) -> Any:
        """Return the empty form."""
        return pydyf.Stream([], {"Type": "/XObject", "Subtype": "/Form", "BBox": pydyf.Array([0, 0, 1, 1])})


def anchor_pages(pages: Sequence[Any]) -> dict[str, int]:
    """Return the page, from 1, on which the element with each id begins."""
    found: dict[str, int] = {}
    for number, page in enumerate(pages, 1):
        for id in page.anchors:
            found.setdefault(id, number)
    return found


def all_boxes(pages: Sequence[Any]) -> Iterator[Any]:
    """Yield every box of every page, those taken out of the flow among them."""
    for page in pages:
        yield from page._page_box.descendants(placeholders=True)


_SVG_NAMESPACE = "{http://www.w3.org/2000/svg}"
_SMALLEST_PAGE, _LARGEST_PAGE = 10.0, 5080.0  # mm; ISO 32000-2, annex C: 14,400 points are the most


def print_book(request: BookRequest) -> Book:
    """Return the book that was ordered.

    Raises: TemplateError, which begins with the order's name, when the book loads, links to or is set in
    what it may not, or when a picture has nothing to be read aloud.
    """
    try:
        return _print_document(request)
    except TemplateError as error:
        raise TemplateError(f"{request.name}: {error}") from None


def _print_document(request: BookRequest) -> Book:
    fetcher = Fetcher(request.project, request.game)
    placeholders = {
        picture_address(name): PicturePlaceholder(name, size) for name, size in request.pictures.items()
    }
    with without_gc(), capture_log() as log:
        document = _lay_out_book(request, fetcher, placeholders)
        _check_page_sizes(document.pages, request.page)
        pdf = document.write_pdf(pdf_variant="pdf/ua-1", pdf_tags=True)
    _check_omissions(fetcher, log)
    _check_links(document.pages, document.metadata.attachments)
    _check_pictures(document.pages)
    _check_fonts(document, font_families(font_files(request.project)))
    return Book(
        pdf,
        len(document.pages),
        anchor_pages(document.pages),
        {name: xobject_name(name) for name in request.pictures},
        tuple(log.warnings),
    )


_MOST_LAYOUTS = 6  # of a book whose index, by growing shorter, moves what it names


def _lay_out_book(request: BookRequest, fetcher: Fetcher, pictures: dict[str, PicturePlaceholder]) -> Any:
    """Return the document, laid out anew where its index named a page twice from one entry.

    So it is where the engine lost a footnote on its way to another page: that one stays at the end of its
    chapter, and all do if others are lost then.
    """
    html, staying, page = request.html, frozenset[str](), request.page
    declared = f"@page{{size:{page.width}mm {page.height}mm}}" if page else ""
    for _ in range(_MOST_LAYOUTS):
        document = lay_out(
            _document_html(request, with_notes_at_calls(html, staying)),
            request.style,
            fetcher,
            before=RESET_CSS + declared,
            cache=pictures,
        )
        pages, notes = anchor_pages(document.pages), note_numbers(html)
        before, html = html, with_each_page_once(request.html, pages)
        lost = frozenset(number for number in notes if f"footnote-{number}" not in pages)
        if html == before and not lost:
            return document
        staying = notes if lost and staying else lost or staying
    raise TemplateError("what the index names moves whenever it is set; let the index be the last chapter")


def _document_html(request: BookRequest, html: str) -> str:
    return (
        f'<!doctype html><html lang="{escape(request.language)}"><head><meta charset="utf-8">'
        f"<title>{escape(request.title)}</title>{_meta_html('author', request.author)}"
        f"{_meta_html('description', request.subject)}</head><body>{html}</body></html>"
    )


def _meta_html(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{escape(content)}">' if content else ""


def _check_omissions(fetcher: Fetcher, log: LogCapture) -> None:
    if fetcher.refused:
        raise TemplateError(fetcher.refused[0].text)
    log.fail("the book")
    for character in sorted(log.missing):
        raise TemplateError(f"no font has the character {character!r} (U+{ord(character):04X})")


def _check_page_sizes(pages: Sequence[Any], declared: Size | None) -> None:
    """A page that is no page, has no room, or another size than declared, is a slip in the sheet's @page."""
    for number, page in enumerate(pages, 1):
        sides = (page.width / PX_PER_MM, page.height / PX_PER_MM)
        if not all(_SMALLEST_PAGE <= side <= _LARGEST_PAGE for side in sides):
            came = " × ".join(map(format_number, sides))
            raise TemplateError(f"page {number} is {came} mm; which size has @page in the stylesheet?")
        if min(page._page_box.width, page._page_box.height) <= 0:
            raise TemplateError(f"page {number} has no room; are the margins of @page as large as the page?")
        if declared and max(abs(a - b) for a, b in zip(sides, declared, strict=True)) > _TOLERANCE:
            raise TemplateError(
                f"page {number} is {Size(*sides)}, and width and height of the rulebook in game.yaml say "
                f"{declared}\nleave size out of @page in the stylesheet: pages are as large as game.yaml says"
            )


def _check_links(pages: Sequence[Any], attachments: Sequence[Any]) -> None:
    links = [(kind, target) for page in pages for kind, target, *_ in page.links]
    if attachments or any(kind == "attachment" for kind, _ in links):
        raise TemplateError("a book carries no attachments")
    for kind, target in links:
        if kind == "external" and urlsplit(target).scheme.lower() not in LINK_SCHEMES:
            raise TemplateError(f"may not link to {target[:200]}; only to {', '.join(LINK_SCHEMES)}")


def _check_pictures(pages: Sequence[Any]) -> None:
    """An `<img>` without alt is an error of the engine's own; about an `<svg>` it says nothing."""
    for box in all_boxes(pages):
        if box.element is not None and box.element.tag == f"{_SVG_NAMESPACE}svg":
            name = box.element.find(f"{_SVG_NAMESPACE}title")
            if name is None or not (name.text or "").strip():
                raise TemplateError(
                    "an <svg> has no <title>, which is read aloud in its place; "
                    "pictures that only decorate are backgrounds in the stylesheet"
                )


def _check_fonts(document: Any, fonts: frozenset[str]) -> None:
    """An engine without the font asked for takes another one and says nothing."""
    asked = {box.style["font_family"][0] for box in all_boxes(document.pages) if isinstance(box, TextBox)}
    _require_fonts(asked, fonts)
    _require_fonts({font.family for font in document.fonts.values()}, fonts)


def _require_fonts(used: Iterable[str], fonts: frozenset[str]) -> None:
    for family in sorted(used):
        if family.casefold() not in {font.casefold() for font in fonts}:
            hint = did_you_mean(family, fonts) or "; does the stylesheet name a font on html and on @page?"
            raise TemplateError(f'there is no font "{family}" in templates/fonts{hint}')
