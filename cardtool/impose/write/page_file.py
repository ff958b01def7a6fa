"""A PDF whose pages are written as they come, with forms on them; what the document is stands at its end."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import BinaryIO

from pikepdf import Pdf

from cardtool.geometry import Box, Size
from cardtool.impose.write.copied_objects import ObjectReader, ObjectWriter, copied_object
from cardtool.impose.write.pdf import box_edges, pdf_number
from cardtool.impose.write.pdf_file import PdfFile
from cardtool.impose.write.sheet_forms import WrittenForm

_MOST_CONTENTS = 100  # that are known; those of pages that look alike follow each other


class PageFile:
    """The pages of a file, all of them sheets of paper that are not cut to the page.

    Pages that are drawn by the same operators share a content stream.
    """

    def __init__(self, out: BinaryIO) -> None:
        self.objects = PdfFile(out)
        self._tree, self._pages = self.objects.reserve(), array("Q")
        self._contents: dict[str, int] = {}

    def add_page(
        self,
        paper: Size,
        operators: Sequence[str],
        forms: Mapping[str, WrittenForm],
        fonts: Mapping[str, int],
        own: str = "",
    ) -> None:
        """Write a page of this size, drawn by these operators with these forms and numbered fonts.

        `own` are operators that come after the others, and that no other page has.
        """
        content = self._content("\n".join(operators))
        contents = b"%d 0 R" % content
        if own:
            alone = self.objects.add_stream(b"", own.encode("ascii"), packed=False)
            contents = b"[%d 0 R %d 0 R]" % (content, alone)
        named = b"/XObject" + _references({name: form.number for name, form in forms.items()})
        if fonts:
            named += b"/Font" + _references(fonts)
        page = b"<</Type/Page/Parent %d 0 R%b/Resources<<%b>>/Contents %b>>"
        self._pages.append(self.objects.add(page % (self._tree, _boxes(paper), named, contents)))

    def _content(self, operators: str) -> int:
        """Return the number of the stream of these operators, which is written if it was not."""
        if operators not in self._contents:
            if len(self._contents) == _MOST_CONTENTS:
                self._contents.clear()
            self._contents[operators] = self.objects.add_stream(b"", operators.encode("ascii"))
        return self._contents[operators]

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


@lru_cache(maxsize=8)
def _boxes(paper: Size) -> bytes:
    """Return the boxes of a page of this size."""
    edges = " ".join(map(pdf_number, box_edges(Box(0, 0, *paper), paper))).encode()
    return b"".join(b"/%b[%b]" % (box, edges) for box in (b"MediaBox", b"BleedBox", b"TrimBox"))


def _references(numbers: Mapping[str, int]) -> bytes:
    return b"<<%b>>" % b"".join(b"%b %d 0 R" % (name.encode(), number) for name, number in numbers.items())
