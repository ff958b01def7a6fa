"""A PDF written object by object, as they come: pages with drawn faces on them, each face once.

Objects that are no streams go into object streams, a hundred together (ISO 32000-2, 7.5.7); the table of all
of them is the last thing written (7.5.8). What stays in memory is where each of them stands. Same input, same
bytes.
"""

from __future__ import annotations

import hashlib
import io
import marshal
import zlib
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from decimal import Decimal
from functools import lru_cache
from tempfile import TemporaryFile
from typing import Any, BinaryIO, NamedTuple, cast

import pikepdf
from pikepdf import AccessMode, Array, Dictionary, Name, Pdf, Stream

from cardtool.geometry import Box, Point, Size
from cardtool.impose.write.pdf import box_edges, pdf_number, single_content
from cardtool.model import Face, FacePages, PageRef
from cardtool.signed_cache import SignedFolder, tool_digest

_HEADER = b"%PDF-1.7\n%\xbf\xf7\xa2\xfe\n"  # bytes over 127 say that the file is not text
_TOGETHER = 100  # objects in an object stream; readers unpack all of them to find one
_FREE, _IN_FILE, _IN_STREAM = 0, 1, 2
_OFFSET_BYTES = 8


class PdfFile:
    """The objects of one PDF on their way into a file. Numbers are those that references name."""

    def __init__(self, out: BinaryIO) -> None:
        self._out, self._length, self._digest = out, 0, hashlib.sha256()
        # By number: how an object is kept; where it begins, or in which stream it is; its place in there.
        self._kinds, self._places, self._indices = array("B", [_FREE]), array("Q", [0]), array("B", [0])
        self._waiting: list[tuple[int, bytes]] = []
        self._write(_HEADER)

    def reserve(self) -> int:
        """Return the number of an object that is added later."""
        self._kinds.append(_FREE)
        self._places.append(0)
        self._indices.append(0)
        return len(self._kinds) - 1

    def add(self, value: bytes, number: int | None = None) -> int:
        """Add an object that is no stream, as it is written in a PDF; return its number."""
        number = self.reserve() if number is None else number
        self._waiting.append((number, value))
        if len(self._waiting) == _TOGETHER:
            self._write_waiting()
        return number

    def add_stream(
        self, entries: bytes, content: bytes, number: int | None = None, *, packed: bool = True
    ) -> int:
        """Add a stream whose dictionary has these entries besides its length; return its number.

        Where they name no filter, the content is compressed, unless it is not to be `packed`: of a line,
        that saves little.
        """
        number = self.reserve() if number is None else number
        if packed and b"/Filter" not in entries:
            entries, content = entries + b"/Filter/FlateDecode", zlib.compress(content)
        self._kinds[number], self._places[number] = _IN_FILE, self._length
        self._write_stream(number, entries, content)
        return number

    def finish(self, root: int, info: int) -> None:
        """Write what waits, and the table of all objects. `root` and `info` are the numbers that it names."""
        self._write_waiting()
        number, start, identity = self.reserve(), self._length, self._digest.hexdigest()[:32].encode()
        self._kinds[number], self._places[number] = _IN_FILE, start
        trailer = b"/Type/XRef/Size %d/Root %d 0 R/Info %d 0 R/ID[<%b><%b>]/W[1 %d 1]" % (
            len(self._kinds),
            root,
            info,
            identity,
            identity,
            _OFFSET_BYTES,
        )
        self._write_stream(number, trailer + b"/Filter/FlateDecode", zlib.compress(self._table()))
        self._write(b"startxref\n%d\n%%%%EOF\n" % start)

    def _table(self) -> bytes:
        return b"".join(
            bytes((kind,)) + place.to_bytes(_OFFSET_BYTES) + bytes((index,))
            for kind, place, index in zip(self._kinds, self._places, self._indices, strict=True)
        )

    def _write_waiting(self) -> None:
        """Write the objects that wait as one stream."""
        if not self._waiting:
            return
        stream, begins, at = self.reserve(), [], 0
        for index, (number, value) in enumerate(self._waiting):
            self._kinds[number], self._places[number], self._indices[number] = _IN_STREAM, stream, index
            begins.append(b"%d %d" % (number, at))
            at += len(value) + 1
        head, values = b" ".join(begins) + b"\n", b"\n".join(value for _, value in self._waiting)
        entries = b"/Type/ObjStm/N %d/First %d" % (len(begins), len(head))
        self._waiting = []
        self.add_stream(entries, head + values, stream)

    def _write_stream(self, number: int, entries: bytes, content: bytes) -> None:
        said = b"%d 0 obj\n<<%b/Length %d>>" % (number, entries, len(content))
        self._write(b"%b\nstream\n%b\nendstream\nendobj\n" % (said, content))

    def _write(self, data: bytes) -> None:
        self._out.write(data)
        self._digest.update(data)
        self._length += len(data)


Parts = list[bytes | int]
"""A value as it is written, cut where another object is named, by its place among those taken out."""


class CopiedObject(NamedTuple):
    """An object as it is written: `texts`, and between them the numbers that the `others` get in a file.

    They are given by their places. `content` is that of a stream, whose length is not among the entries.
    """

    texts: tuple[bytes, ...]
    others: tuple[int, ...]
    content: bytes | None = None


class ObjectReader:
    """Takes objects out of one document."""

    def __init__(self) -> None:
        self.objects: list[CopiedObject] = []
        self._places: dict[bytes, int] = {}
        self._parts: dict[bytes, Parts] = {}

    def place(self, value: pikepdf.Object) -> int:
        """Return the place of an object; what is written in the same way is the same object."""
        key = value.unparse(resolved=not isinstance(value, Stream))
        if key not in self._places:
            place = self._places[key] = len(self.objects)
            self.objects.append(_NONE)  # one may refer to itself
            if isinstance(value, Stream):
                self.objects[place] = copied_object(self.entries(value), value.read_raw_bytes())
            else:
                self.objects[place] = copied_object(self._written_out(value))
        return self._places[key]

    def add(self, made: CopiedObject) -> int:
        """Add an object that was put together here, and return its place."""
        self.objects.append(made)
        return len(self.objects) - 1

    def parts(self, value: Any) -> Parts:
        """Return a value as it is written; what has a number in its document is named by its place."""
        if not isinstance(value, pikepdf.Object):
            return [_plain_text(value)]
        if value.is_indirect:
            return [self.place(value), b" 0 R"]
        key = value.unparse()
        if key not in self._parts:
            self._parts[key] = list(self._written_out(value))
        return self._parts[key]

    def entries(self, value: pikepdf.Object) -> Iterator[bytes | int]:
        """Yield the entries of a dictionary, or of a stream's without its length."""
        for key, inner in value.items():
            if not (key == "/Length" and isinstance(value, Stream)):
                yield Name(key).unparse() + b" "
                yield from self.parts(inner)

    def _written_out(self, value: pikepdf.Object) -> Iterator[bytes | int]:
        if isinstance(value, Dictionary):
            yield b"<<"
            yield from self.entries(value)
            yield b">>"
        elif isinstance(value, Array):
            yield b"["
            for inner in value:
                yield from self.parts(inner)
                yield b" "
            yield b"]"
        else:
            yield value.unparse(resolved=True)


_NONE = CopiedObject((b"null",), ())


def copied_object(parts: Iterable[bytes | int], content: bytes | None = None) -> CopiedObject:
    """Return an object that is written in these parts; of a stream, they are its dictionary's entries."""
    texts: list[list[bytes]] = [[]]
    others: list[int] = []
    for part in parts:
        if isinstance(part, int):
            others.append(part)
            texts.append([])
        else:
            texts[-1].append(part)
    return CopiedObject(tuple(map(b"".join, texts)), tuple(others), content)


def _plain_text(value: bool | int | Decimal | None) -> bytes:
    """Return what pikepdf gives as Python's own value as it is written in a PDF."""
    if value is None:
        return b"null"
    if isinstance(value, bool):
        return b"true" if value else b"false"
    return (str(value) if isinstance(value, int) else f"{value:f}").encode()


class ObjectWriter:
    """Writes objects that were taken out of one document into a file, when they are first asked for."""

    def __init__(self, file: PdfFile, objects: Sequence[CopiedObject]) -> None:
        self._file, self._objects = file, objects
        self._numbers: dict[int, int] = {}

    def number(self, place: int) -> int:
        """Return the number that an object has in the file."""
        if place not in self._numbers:
            number = self._numbers[place] = self._file.reserve()
            each = self._objects[place]
            value = each.texts[0]
            for other, text in zip(each.others, each.texts[1:], strict=True):
                value += b"%d%b" % (self.number(other), text)
            if each.content is None:
                self._file.add(value, number)
            else:
                self._file.add_stream(value, each.content, number)
        return self._numbers[place]


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
