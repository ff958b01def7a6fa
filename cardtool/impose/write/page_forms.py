"""The pages of a document as form XObjects, taken out of it: what a file needs in order to show them.

To read them out of a document takes longer than all else that is done with them; they are kept in the cache
by its digest, where it is not very large.
"""

from __future__ import annotations

import hashlib
import io
import marshal
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from tempfile import TemporaryFile
from typing import BinaryIO, NamedTuple, cast

import pikepdf
from pikepdf import AccessMode, Pdf

from cardtool.impose.write.copied_objects import CopiedObject, ObjectReader, copied_object
from cardtool.impose.write.pdf import single_content
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
        """Return the pages of a document with these numbers, from 0, as forms, and perhaps others."""
        if len(document) > _LARGEST_ENTRY // 2:
            return read_forms(document, pages)
        entry = hashlib.sha256(tool_digest().encode() + document).hexdigest()
        content = self._folder.read(entry)
        forms = None if content is None else _unpacked(content)
        if forms is None:
            forms = read_forms(document)
            self._folder.write(entry, _packed(forms))
            self._is_fuller = True
        else:
            self._folder.touch(entry)
        return forms

    def tidy(self) -> None:
        """Take what was not asked for the longest away, where there is too much."""
        if self._is_fuller:
            self._folder.keep_within(_MOST_BYTES)


def _packed(forms: PageForms) -> bytes:
    """Return forms as bytes: those of a large deck come back in a tenth of the time that JSON takes."""
    pages = [(number, *form) for number, form in forms.pages.items()]
    return marshal.dumps((pages, list(map(tuple, forms.objects))))


def _unpacked(content: bytes) -> PageForms | None:
    """Return the forms that these bytes, which this user wrote, stand for; None where they stand for none."""
    try:
        pages, objects = marshal.loads(content)
        forms = {number: PageForm(place, box) for number, place, box in pages}
        return PageForms(forms, tuple(map(CopiedObject._make, objects)))
    except (ValueError, EOFError, TypeError):
        return None


def read_forms(document: bytes, pages: Iterable[int] | None = None) -> PageForms:
    """Return the pages of a document with these numbers, from 0, as forms; without numbers, all."""
    with _opened(document) as pdf:
        there, reader = list(pdf.pages), FormReader()
        numbers = range(len(there)) if pages is None else sorted(set(pages))
        forms = {number: reader.form(there[number]) for number in numbers}
        return PageForms(forms, tuple(reader.objects))


@contextmanager
def _opened(document: bytes) -> Iterator[Pdf]:
    with _as_file(document) as file, Pdf.open(file, access_mode=AccessMode.mmap) as pdf:
        yield pdf


def _as_file(document: bytes) -> BinaryIO:
    """Return a document in a file that has no name, where the disk takes it: it is read in half the time."""
    with ExitStack() as opened, suppress(OSError):
        file = cast(BinaryIO, opened.enter_context(TemporaryFile(buffering=0)))
        if file.write(document) == len(document):
            opened.pop_all()  # it is closed by who reads
            return file
    return io.BytesIO(document)


class _Look(NamedTuple):
    """What many pages of a document have in common: their form but for its content, and their MediaBox."""

    form: CopiedObject
    box: tuple[float, float, float, float]


class FormReader(ObjectReader):
    """Takes whole pages out of one document, bleed and all, as forms."""

    def __init__(self) -> None:
        super().__init__()
        self._looks: dict[tuple[object, ...], _Look] = {}

    def form(self, page: pikepdf.Page) -> PageForm:
        """Return a page as a form. The page's own content stream becomes the form's, still compressed."""
        content, resources, group = single_content(page), self.place(page.resources), page.obj.get("/Group")
        entries = tuple(self.entries(content))
        known = (resources, entries, page.mediabox.unparse(), group and group.unparse())
        if known not in self._looks:
            self._looks[known] = self._look(page, resources, entries)
        look = self._looks[known]
        return PageForm(self.add(look.form._replace(content=content.read_raw_bytes())), look.box)

    def _look(self, page: pikepdf.Page, resources: int, entries: Iterable[bytes | int]) -> _Look:
        left, bottom, right, top = (float(edge) for edge in page.mediabox)
        parts = [
            b"/Type/XObject/Subtype/Form/BBox ",
            *self.parts(page.mediabox),
            b"/Resources ",
            resources,
            b" 0 R",
            *entries,
        ]
        if "/Group" in page.obj:
            parts += [b"/Group ", *self.parts(page.obj.Group)]
        return _Look(copied_object(parts), (left, bottom, right, top))
