"""Pages of other documents as form XObjects of a file that is being written: faces, and frames of sheets.

Nothing is kept of a face that is on no later page, nor of a document whose faces are all written.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import pikepdf
from pikepdf import Pdf

from cardtool.geometry import Point, Size
from cardtool.impose.write.copied_objects import CopiedObjects
from cardtool.impose.write.pdf import single_content
from cardtool.impose.write.pdf_file import PdfFile
from cardtool.model import Face, FacePages


class WrittenForm(NamedTuple):
    """A form XObject by its number, its name on any page, and its middle and size in its own points."""

    name: str
    number: int
    middle: Point
    size: Size


class _OpenFaces(NamedTuple):
    pdf: Pdf
    pages: list[pikepdf.Page]
    copied: CopiedObjects


class SheetForms:
    """Drawn faces as forms of one file, each written when it is first asked for.

    `printed` are the faces that will be asked for, as often as they will be.
    """

    def __init__(self, file: PdfFile, faces: FacePages, printed: Iterable[Face]) -> None:
        self._file, self._faces = file, faces
        self._times = Counter(printed)
        self._left = Counter(faces.pages[face].document for face in self._times)
        self._open: dict[int, _OpenFaces] = {}
        self._forms: dict[Face, WrittenForm] = {}
        self._count = 0

    def of(self, face: Face) -> WrittenForm:
        """Return the form of this face."""
        form = self._forms.pop(face, None) or self._written(face)
        self._times[face] -= 1
        if self._times[face]:
            self._forms[face] = form
        else:
            del self._times[face]
        return form

    def _written(self, face: Face) -> WrittenForm:
        ref = self._faces.pages[face]
        if ref.document not in self._open:
            pdf = Pdf.open(io.BytesIO(self._faces.documents[ref.document]))
            self._open[ref.document] = _OpenFaces(pdf, list(pdf.pages), CopiedObjects(self._file))
        here = self._open[ref.document]
        self._count += 1
        form = write_form(self._file, here.copied, here.pages[ref.page], f"/C{self._count}")
        self._left[ref.document] -= 1
        if not self._left[ref.document]:
            del self._open[ref.document]
        return form


def write_form(file: PdfFile, copied: CopiedObjects, page: pikepdf.Page, name: str) -> WrittenForm:
    """Write a whole page, bleed and all, as a form of this file, and what it needs of its document.

    The page's own content stream becomes the form's, still compressed.
    """
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    content = single_content(page)
    entries = [
        b"/Type/XObject/Subtype/Form/BBox ",
        copied.text(page.mediabox),
        b"/Resources %d 0 R" % copied.number(page.resources),
        copied.entries(content),
    ]
    if "/Group" in page.obj:
        entries.append(b"/Group " + copied.text(page.obj.Group))
    number = file.add_stream(b"".join(entries), content.read_raw_bytes())
    middle = Point((left + right) / 2, (bottom + top) / 2)
    return WrittenForm(name, number, middle, Size(right - left, top - bottom))
