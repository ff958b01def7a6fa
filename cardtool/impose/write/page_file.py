"""A PDF whose pages are written as they come, with forms on them; what the document is stands at its end."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import BinaryIO

from pikepdf import Pdf

from cardtool.geometry import Box, Size
from cardtool.impose.write.copied_objects import ObjectReader, ObjectWriter, copied_object
from cardtool.impose.write.pdf import box_edges, pdf_number
from cardtool.impose.write.pdf_file import PdfFile
from cardtool.impose.write.sheet_forms import WrittenForm


class PageFile:
    """The pages of a file, all of them sheets of paper that are not cut to the page."""

    def __init__(self, out: BinaryIO) -> None:
        self.objects = PdfFile(out)
        self._tree, self._pages = self.objects.reserve(), array("Q")

    def add_page(
        self, paper: Size, operators: Sequence[str], forms: Iterable[WrittenForm], fonts: Mapping[str, int]
    ) -> None:
        """Write a page of this size, drawn by these operators with these forms and numbered fonts."""
        content = self.objects.add_stream(b"", "\n".join(operators).encode("ascii"))
        named = b"/XObject" + _references({form.name: form.number for form in forms})
        if fonts:
            named += b"/Font" + _references(fonts)
        edges = " ".join(map(pdf_number, box_edges(Box(0, 0, *paper), paper))).encode()
        boxes = b"".join(b"/%b[%b]" % (box, edges) for box in (b"MediaBox", b"BleedBox", b"TrimBox"))
        page = b"<</Type/Page/Parent %d 0 R%b/Resources<<%b>>/Contents %d 0 R>>"
        self._pages.append(self.objects.add(page % (self._tree, boxes, named, content)))

    def finish(self, document: Pdf) -> None:
        """Write what these pages are together: what the root of an empty document, and its notes, say."""
        pages = b" ".join(b"%d 0 R" % number for number in self._pages)
        self.objects.add(b"<</Type/Pages/Count %d/Kids[%b]>>" % (len(self._pages), pages), self._tree)
        del document.Root["/Pages"]
        reader = ObjectReader()
        own = b"/Pages %d 0 R>>" % self._tree
        root = reader.add(copied_object([b"<<", *reader.entries(document.Root), own]))
        info = reader.place(document.docinfo)
        writer = ObjectWriter(self.objects, reader.objects)
        self.objects.finish(writer.number(root), writer.number(info))


def _references(numbers: Mapping[str, int]) -> bytes:
    return b"<<%b>>" % b"".join(b"%b %d 0 R" % (name.encode(), number) for name, number in numbers.items())
