"""A booklet: the pages of a book, two on each side of the paper."""

from __future__ import annotations

import io

import pikepdf
from pikepdf import Pdf

from cardtool.errors import SheetRefused
from cardtool.geometry import Point, Size
from cardtool.impose.binding import plan_booklet
from cardtool.impose.booklet import Booklet, BookletSide
from cardtool.impose.write.document import new_document, saved
from cardtool.impose.write.forms import Form, form_of
from cardtool.impose.write.paper import add_paper, put, ruled
from cardtool.impose.write.untag import untag
from cardtool.units import to_mm

__all__ = ["write"]

ALIKE = 0.1  # mm; pages that differ by less are of one size


def write(book: bytes, paper: Size, *, title: str, creep: float, back_cover: bool, language: str) -> bytes:
    """A PDF of the sheets, with the pages of `book` as they are, without their links and tags."""
    with Pdf.open(io.BytesIO(book)) as source:
        plan = plan_booklet(len(source.pages), _size(source), paper, creep=creep, back_cover=back_cover)
        pdf = new_document(title, language, duplex="DuplexFlipShortEdge")
        forms = [_form(pdf, page, number) for number, page in enumerate(source.pages, 1)]
        for side in plan.sides:
            _add_side(pdf, plan, side, forms)
        return saved(pdf)


def _size(book: Pdf) -> Size:
    """The size all pages of the book have. Raises: SheetRefused when they differ, or there are none."""
    sizes = [_trim_size(page) for page in book.pages]
    if not sizes:
        raise SheetRefused("a book without pages makes no booklet")
    for number, size in enumerate(sizes, 1):
        if max(abs(size.width - sizes[0].width), abs(size.height - sizes[0].height)) > ALIKE:
            raise SheetRefused(
                f"page {number} is {size} and page 1 is {sizes[0]}; a booklet needs equal pages"
            )
    return sizes[0]


def _trim_size(page: pikepdf.Page) -> Size:
    left, bottom, right, top = (float(edge) for edge in page.trimbox)
    return Size(to_mm(right - left), to_mm(top - bottom))


def _form(pdf: Pdf, page: pikepdf.Page, number: int) -> Form:
    """A page as a form whose middle is that of its trim, wherever its bleed is."""
    untag(page)
    left, bottom, right, top = (float(edge) for edge in page.trimbox)
    form = form_of(pdf, page, f"/P{number}")
    return form._replace(middle=Point((left + right) / 2, (bottom + top) / 2))


def _add_side(pdf: Pdf, plan: Booklet, side: BookletSide, forms: list[Form]) -> None:
    placed = [(page, forms[page.number - 1]) for page in side.pages]
    drawn = [
        put(form, plan.paper, centre=page.trim.centre, shown=page.half, scale=plan.scale)
        for page, form in placed
    ]
    add_paper(pdf, plan.paper, [*drawn, ruled(side.lines, plan.paper)], [form for _, form in placed])
