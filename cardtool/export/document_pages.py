"""Pages of a finished PDF, such as sheets and rulebooks: their sizes, what they say and what they look like.

PDFium reads for one thread at a time; who has several holds a lock.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2

from cardtool.export.face_pictures import png_file
from cardtool.export.face_raster import page_box, rasterise, size_in_pixels
from cardtool.geometry import Size


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """A page of a document; its size is in mm, its text all that it says, in no particular order."""

    size: Size
    text: str


def document_pages(pdf: bytes) -> Iterator[DocumentPage]:
    """Yield every page of a document."""
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            letters = page.get_textpage()
            text = letters.get_text_bounded()
            letters.close()
            yield DocumentPage(page_box(page).size, text)
            page.close()


def page_png(pdf: bytes, number: int, dpi: int) -> bytes | None:
    """Return a page, counted from 0, as a PNG file, the same bytes every time; None where there is none."""
    with pypdfium2.PdfDocument(pdf) as document:
        if not 0 <= number < len(document):
            return None
        page = document[number]
        try:
            box = page_box(page)
            return png_file(rasterise(page, box, size_in_pixels(box.size, dpi)), dpi)
        finally:
            page.close()
