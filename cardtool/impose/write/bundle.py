"""Several finished PDFs as one, with a bookmark at the beginning of each."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pikepdf
from pikepdf import Array, Dictionary, Name, OutlineItem, Pdf

from cardtool.impose.write.document import new_document, saved
from cardtool.impose.write.untag import forget_tags, untag

__all__ = ["write"]


def write(documents: Sequence[bytes], *, title: str, bookmarks: Sequence[str], language: str) -> bytes:
    """A PDF of all pages of all documents. What pages of one document share, they go on sharing.

    Every document begins on a new sheet of paper: after an odd number of pages comes an empty one.
    """
    pdf = new_document(title, language, duplex=None)
    sources = [Pdf.open(io.BytesIO(document)) for document in documents]  # kept open until it is saved
    first_pages: list[tuple[str, int]] = []
    for bookmark, source in zip(bookmarks, sources, strict=True):
        if source.pages:
            first_pages.append((bookmark, len(pdf.pages)))
        for page in source.pages:
            _detach(page)
            pdf.pages.append(page)
        if len(source.pages) % 2 and source is not sources[-1]:
            pdf.add_blank_page(page_size=_size(source.pages[-1]))
    _add_outline(pdf, first_pages)
    _add_labels(pdf, first_pages)
    return saved(pdf)


def _size(page: pikepdf.Page) -> tuple[float, float]:
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    return right - left, top - bottom


def _detach(page: pikepdf.Page) -> None:
    """Take off what points to the rest of its document: tags, and all annotations but web links."""
    untag(page)
    links = [note for note in page.obj.get("/Annots", Array()) if _goes_to_the_web(note)]
    for link in links:
        forget_tags(link)
    if links:
        page.obj.Annots = Array(links)
    elif "/Annots" in page.obj:
        del page.obj.Annots


def _goes_to_the_web(note: pikepdf.Object) -> bool:
    return note.get("/Subtype") == Name.Link and note.get("/A", Dictionary()).get("/S") == Name.URI


def _add_outline(pdf: Pdf, first_pages: Sequence[tuple[str, int]]) -> None:
    with pdf.open_outline() as outline:
        outline.root.extend(OutlineItem(bookmark, page) for bookmark, page in first_pages)
    pdf.Root.PageMode = Name.UseOutlines


def _add_labels(pdf: Pdf, first_pages: Sequence[tuple[str, int]]) -> None:
    """Pages are called after their document and counted within it: Rulebook 1, Rulebook 2."""
    ranges = [
        (page, Dictionary(S=Name.D, P=pikepdf.String(f"{bookmark} "))) for bookmark, page in first_pages
    ]
    pdf.Root.PageLabels = Dictionary(Nums=Array([part for entry in ranges for part in entry]))
