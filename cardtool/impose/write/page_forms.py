"""The pages of a document as form XObjects, taken out of it: what a file needs in order to show them.

To read them out of a document takes longer than all else that is done with them; they are kept in the cache
by its digest, where it is not very large.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable
from typing import NamedTuple

import pikepdf
from pikepdf import Pdf

from cardtool.impose.write.copied_objects import CopiedObject, ObjectReader
from cardtool.impose.write.pdf import single_content
from cardtool.sandbox.encoding import from_bytes, to_bytes
from cardtool.signed_cache import SignedFolder, tool_digest

_LARGEST_ENTRY = 16_000_000  # bytes; three hundred faces without pictures are half a million
_MOST_BYTES = 500_000_000  # of all that is kept


class PageForm(NamedTuple):
    """A page as a form: its place among the objects, and its MediaBox: left, bottom, right, top."""

    place: int
    box: tuple[float, float, float, float]


class PageForms(NamedTuple):
    """Pages of a document, by their number from 0, and all objects that they need."""

    pages: dict[int, PageForm]
    objects: tuple[CopiedObject, ...]


class FormStore:
    """The forms of documents that were asked for before."""

    def __init__(self) -> None:
        self._folder = SignedFolder("forms", _LARGEST_ENTRY)
        self._is_fuller = False

    def forms(self, document: bytes, pages: Iterable[int]) -> PageForms:
        """Return these pages of a document as forms, and perhaps others."""
        if len(document) > _LARGEST_ENTRY // 2:
            return read_forms(document, pages)
        entry = hashlib.sha256(tool_digest().encode() + document).hexdigest()
        content = self._folder.read(entry)
        forms = None if content is None else from_bytes(PageForms, content)
        if forms is None:
            forms = read_forms(document)
            self._folder.write(entry, to_bytes(forms))
            self._is_fuller = True
        else:
            self._folder.touch(entry)
        return forms

    def tidy(self) -> None:
        """Take what was not asked for the longest away, where there is too much."""
        if self._is_fuller:
            self._folder.keep_within(_MOST_BYTES)


def read_forms(document: bytes, pages: Iterable[int] | None = None) -> PageForms:
    """Return these pages of a document as forms, or all."""
    with Pdf.open(io.BytesIO(document)) as pdf:
        there, reader = list(pdf.pages), ObjectReader()
        numbers = range(len(there)) if pages is None else sorted(set(pages))
        forms = {number: read_form(reader, there[number]) for number in numbers}
        return PageForms(forms, tuple(reader.objects))


def read_form(reader: ObjectReader, page: pikepdf.Page) -> PageForm:
    """Return a whole page, bleed and all, as a form, which is added to what the reader has.

    The page's own content stream becomes the form's, still compressed.
    """
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    content = single_content(page)
    entries = [
        b"/Type/XObject/Subtype/Form/BBox ",
        *reader.parts(page.mediabox),
        b"/Resources ",
        reader.place(page.resources),
        b" 0 R",
        *reader.entries(content),
    ]
    if "/Group" in page.obj:
        entries += [b"/Group ", *reader.parts(page.obj.Group)]
    place = reader.add(entries, content.read_raw_bytes())
    return PageForm(place, (left, bottom, right, top))
