"""Faces, and frames of sheets, as form XObjects of a file that is being written.

Nothing is kept of a face that is on no later page, nor of a document whose faces are all written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from cardtool.geometry import Point
from cardtool.impose.write.copied_objects import ObjectWriter
from cardtool.impose.write.page_forms import FormStore, PageForm
from cardtool.impose.write.pdf_file import PdfFile
from cardtool.model import Face, FacePages, PageRef


class WrittenForm(NamedTuple):
    """A form XObject by its number, and its middle in its own points."""

    number: int
    middle: Point


def written_form(writer: ObjectWriter, form: PageForm) -> WrittenForm:
    """Return a form that is written into a file, if it was not."""
    left, bottom, right, top = form.box
    middle = Point((left + right) / 2, (bottom + top) / 2)
    return WrittenForm(writer.number(form.place), middle)


class _OpenFaces(NamedTuple):
    pages: dict[int, PageForm]
    writer: ObjectWriter


class _Printed:
    """A face that is printed so many `times` more: where it was drawn, and its form when it is written."""

    __slots__ = ("form", "place", "times")

    def __init__(self, place: PageRef) -> None:
        self.place, self.times = place, 0
        self.form: WrittenForm | None = None


class SheetForms:
    """Drawn faces as forms of one file, each written when it is first asked for.

    `printed` are the faces that will be asked for, as often as they will be.
    """

    def __init__(self, file: PdfFile, faces: FacePages, printed: Iterable[Face]) -> None:
        self._file, self._faces, self._store = file, faces, FormStore()
        self._printed: dict[Face, _Printed] = {}
        self._pages = defaultdict[int, list[int]](list)  # that are printed, by document
        for face in printed:
            if face not in self._printed:
                place = faces.pages[face]
                self._printed[face] = _Printed(place)
                self._pages[place.document].append(place.page)
            self._printed[face].times += 1
        self._left = {document: len(pages) for document, pages in self._pages.items()}
        self._open: dict[int, _OpenFaces] = {}

    def of(self, face: Face) -> WrittenForm:
        """Return the form of this face."""
        printed = self._printed[face]
        form = printed.form or self._written(printed.place)
        printed.times -= 1
        printed.form = form if printed.times else None
        return form

    def finish(self) -> None:
        """Leave, when all faces are written."""
        self._store.tidy()

    def _written(self, place: PageRef) -> WrittenForm:
        document, page = place
        if document not in self._open:
            forms = self._store.forms(self._faces.documents[document], self._pages.pop(document))
            self._open[document] = _OpenFaces(forms.pages, ObjectWriter(self._file, forms.objects))
        here = self._open[document]
        form = written_form(here.writer, here.pages[page])
        self._left[document] -= 1
        if not self._left[document]:
            del self._open[document]
        return form
