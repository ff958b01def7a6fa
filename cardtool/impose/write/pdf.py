"""PDFs written object by object, as they come: pages, and drawn faces on them as form XObjects.

Each face is copied into a file once, however often it is printed. Objects that are no streams go into object
streams, a hundred together (ISO 32000-2, 7.5.7); the table of all of them is the last thing written (7.5.8).
What stays in memory is where each of them stands. Documents have no dates: same input, same bytes.
"""

from __future__ import annotations

import hashlib
import io
import zlib
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, BinaryIO, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream

from cardtool import __version__
from cardtool.geometry import Box, Point, Size
from cardtool.impose.contours import Contour, control_points, short_number
from cardtool.impose.page import Line
from cardtool.model import Face, FacePages, PageRef, Vertex
from cardtool.units import to_pt

_PRODUCER = f"cardtool {__version__}"
HAIRLINE = 0.25  # pt; thin, yet no printer drops it
DASHES = (3, 2)  # pt, on and off
_RIM, _FAINT = 0.9, 0.5  # pt; and of white
_HEADER = b"%PDF-1.7\n%\xbf\xf7\xa2\xfe\n"  # bytes over 127 say that the file is not text
_TOGETHER = 100  # objects in an object stream; readers unpack all of them to find one
_FREE, _IN_FILE, _IN_STREAM = 0, 1, 2
_OFFSET_BYTES = 8
_MOST_CONTENTS = 100  # that are known; those of pages that look alike follow each other


def new_document(title: str, language: str, *, duplex: str | None = "Simplex") -> Pdf:
    """Return an empty document that asks to be printed at its true size.

    `language` is a BCP 47 tag; `duplex` a value of ISO 32000-2, table 147, or None
    where some pages are to be printed on both sides and some are not.
    """
    pdf = Pdf.new()
    pdf.Root.Lang = pikepdf.String(language)
    pdf.Root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"), DisplayDocTitle=True)
    if duplex:
        pdf.Root.ViewerPreferences.Duplex = Name(f"/{duplex}")
    with pdf.open_metadata(set_pikepdf_as_editor=False) as meta:
        meta["dc:title"] = title
        meta["dc:language"] = {language}
        meta["pdf:Producer"] = _PRODUCER
    pdf.docinfo = pdf.make_indirect(Dictionary(Title=title, Producer=_PRODUCER))
    return pdf


def save_pdf(pdf: Pdf) -> bytes:
    """Return the document's bytes, small and the same on every run."""
    out = io.BytesIO()
    pdf.save(
        out,
        min_version="1.7",  # /Duplex
        compress_streams=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
        deterministic_id=True,
    )
    return out.getvalue()


def form_operators(
    name: str,
    middle: Point,
    paper: Size,
    *,
    centre: Point,
    shown: Box,
    scale: float = 1.0,
    turns: int = 0,
    cut: Contour | None = None,
) -> str:
    """Return what draws a form with its middle at `centre`, clipped to `shown` and the path `cut`.

    It is drawn `scale` times its size, after so many quarter `turns` clockwise.
    """
    clip = (to_pt(shown.left), to_pt(paper.height - shown.bottom), to_pt(shown.width), to_pt(shown.height))
    # Where the form's right side points; y grows upwards.
    a, b = ((1, 0), (0, -1), (-1, 0), (0, 1))[turns % 4]
    x = to_pt(centre.x) - scale * (a * middle.x - b * middle.y)
    y = to_pt(paper.height - centre.y) - scale * (b * middle.x + a * middle.y)
    rectangle = " ".join(map(short_number, clip))
    matrix = " ".join(map(short_number, (a * scale, b * scale, -b * scale, a * scale, x, y)))
    inside = f"\n{_path_operators(cut, paper)} W n" if cut else ""
    return f"q {rectangle} re W n{inside} {matrix} cm {name} Do Q"


def line_operators(lines: Iterable[Line], paper: Size) -> str:
    """Return the operators that rule these lines, in black."""
    dashes = " ".join(map(str, DASHES))
    drawn = (
        f"[{dashes if line.dashed else ''}] 0 d {_pdf_point(line.start, paper)} m "
        f"{_pdf_point(line.end, paper)} l S"
        for line in lines
    )
    return "\n".join([f"q 0 G {HAIRLINE} w", *drawn, "Q"])


def contour_operators(
    paths: Iterable[Contour], paper: Size, *, dashed: bool = False, grey: float = _FAINT, rim: float = _RIM
) -> str:
    """Return the operators that trace these contours finely: grey, with a white rim for dark grounds."""
    drawn = "\n".join(_path_operators(path, paper) for path in paths)
    dashes = f"[{' '.join(map(str, DASHES))}] 0 d " if dashed else ""
    below = f"1 G {rim} w\n{drawn} S\n" if rim else ""
    return f"q {below}{dashes}{grey} G {HAIRLINE} w\n{drawn} S Q" if drawn else ""


def _path_operators(path: Contour, paper: Size) -> str:
    start = path.vertices[0].point
    edges = (_edge_operators(vertex, arrival, paper) for vertex, arrival in path.edges)
    return " ".join((f"{_pdf_point(start, paper)} m", *edges, *(["h"] if path.closed else [])))


def _edge_operators(vertex: Vertex, arrival: Point, paper: Size) -> str:
    if not vertex.bulge:
        return f"{_pdf_point(arrival, paper)} l"
    near, far = control_points(vertex, arrival)
    return f"{_pdf_point(near, paper)} {_pdf_point(far, paper)} {_pdf_point(arrival, paper)} c"


def _pdf_point(point: Point, paper: Size) -> str:
    return f"{short_number(to_pt(point.x))} {short_number(to_pt(paper.height - point.y))}"


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
        table = b"".join(
            bytes((kind,)) + place.to_bytes(_OFFSET_BYTES) + bytes((index,))
            for kind, place, index in zip(self._kinds, self._places, self._indices, strict=True)
        )
        self._write_stream(number, trailer + b"/Filter/FlateDecode", zlib.compress(table))
        self._write(b"startxref\n%d\n%%%%EOF\n" % start)

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
        head = b"%d 0 obj\n<<%b/Length %d>>" % (number, entries, len(content))
        self._write(b"%b\nstream\n%b\nendstream\nendobj\n" % (head, content))

    def _write(self, data: bytes) -> None:
        self._out.write(data)
        self._digest.update(data)
        self._length += len(data)


class ObjectCopier:
    """Copies objects of one document into a file, each once; the document stays open meanwhile.

    What is the same in many places, such as the resources of a document's pages, is one object.
    """

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._numbers: dict[bytes, int] = {}
        self._texts: dict[bytes, bytes] = {}

    def number(self, value: pikepdf.Object) -> int:
        """Return the number that an object has in the file; what is written alike is the same object."""
        key = value.unparse(resolved=not isinstance(value, Stream))
        if key not in self._numbers:
            number = self._numbers[key] = self._file.reserve()  # one may refer to itself
            if isinstance(value, Stream):
                self._file.add_stream(self.entries(value), value.read_raw_bytes(), number)
            else:
                self._file.add(self._written_out(value), number)
        return self._numbers[key]

    def entries(self, value: pikepdf.Object) -> bytes:
        """Return the entries of a dictionary, or of a stream's without its length, as they are written."""
        return b"".join(
            b"%b %b" % (Name(key).unparse(), self.text(inner))
            for key, inner in value.items()
            if not (key == "/Length" and isinstance(value, Stream))
        )

    def text(self, value: Any) -> bytes:
        """Return a value as it is written; what has a number in its document is named by that in the file."""
        if not isinstance(value, pikepdf.Object):
            return _plain_text(value)
        if value.is_indirect:
            return b"%d 0 R" % self.number(value)
        key = value.unparse()
        if key not in self._texts:
            self._texts[key] = self._written_out(value)
        return self._texts[key]

    def _written_out(self, value: pikepdf.Object) -> bytes:
        if isinstance(value, Dictionary):
            return b"<<%b>>" % self.entries(value)
        if isinstance(value, Array):
            return b"[%b]" % b"".join(self.text(inner) + b" " for inner in value)
        return value.unparse(resolved=True)


def _plain_text(value: bool | int | Decimal | None) -> bytes:
    """Return what pikepdf gives as Python's own value as it is written in a PDF."""
    if value is None:
        return b"null"
    if isinstance(value, bool):
        return b"true" if value else b"false"
    return (str(value) if isinstance(value, int) else f"{value:f}").encode()


class Form(NamedTuple):
    """A form XObject by its number in a file; its middle and size in its own points."""

    number: int
    middle: Point
    size: Size


class FormCopier(ObjectCopier):
    """Copies whole pages of one document, bleed and all, as forms."""

    def form(self, page: pikepdf.Page) -> Form:
        """Return a page as a form. Its own content stream becomes the form's, still compressed.

        pikepdf's `as_form_xobject` would decode it, and would cut it to its TrimBox.
        """
        left, bottom, right, top = (float(edge) for edge in page.mediabox)
        content, number = _single_content(page), self._file.reserve()
        entries = b"/Type/XObject/Subtype/Form/BBox %b/Resources %d 0 R%b" % (
            self.text(page.mediabox),
            self.number(page.resources),
            self.entries(content),
        )
        if "/Group" in page.obj:
            entries += b"/Group %b" % self.text(page.obj.Group)
        self._file.add_stream(entries, content.read_raw_bytes(), number)
        return Form(number, Point((left + right) / 2, (bottom + top) / 2), Size(right - left, top - bottom))


def _single_content(page: pikepdf.Page) -> pikepdf.Object:
    content = page.obj.get("/Contents", Array())
    if not isinstance(content, Stream):
        page.contents_coalesce()
    return page.obj.Contents


class _Printed:
    """A face that is printed so many `times` more: where it was drawn, and its form when it is written."""

    __slots__ = ("form", "place", "times")

    def __init__(self, place: PageRef) -> None:
        self.place, self.times = place, 0
        self.form: Form | None = None


class _OpenFaces(NamedTuple):
    pdf: Pdf
    pages: list[pikepdf.Page]
    copier: FormCopier


class FaceForms:
    """Drawn faces as forms of one file, each written when it is first asked for.

    `printed` are the faces that will be asked for, as often as they will be. Nothing is kept of a face that
    is on no later page; a document is open until its faces are written, or its fonts would be written twice.
    """

    def __init__(self, file: PdfFile, faces: FacePages, printed: Iterable[Face]) -> None:
        self._file, self._documents = file, faces.documents
        self._printed: dict[Face, _Printed] = {}
        for face in printed:
            if face not in self._printed:
                self._printed[face] = _Printed(faces.pages[face])
            self._printed[face].times += 1
        self._left = Counter(each.place.document for each in self._printed.values())
        self._open: dict[int, _OpenFaces] = {}

    def of(self, face: Face) -> Form:
        """Return the form of this face."""
        printed = self._printed[face]
        form = printed.form or self._written(printed.place)
        printed.times -= 1
        printed.form = form if printed.times else None
        return form

    def _written(self, place: PageRef) -> Form:
        document, page = place
        if document not in self._open:
            pdf = Pdf.open(io.BytesIO(self._documents[document]))
            pages = list(pdf.pages)  # to ask for one counts all of them
            self._open[document] = _OpenFaces(pdf, pages, FormCopier(self._file))
        here = self._open[document]
        form = here.copier.form(here.pages[page])
        self._left[document] -= 1
        if not self._left[document]:
            del self._open[document]
        return form


class PageFile(PdfFile):
    """The pages of a file. Those that are drawn by the same operators share a content stream."""

    def __init__(self, out: BinaryIO) -> None:
        super().__init__(out)
        self._tree, self._pages = self.reserve(), array("Q")
        self._contents: dict[str, int] = {}

    def add_page(
        self,
        paper: Size,
        operators: Sequence[str],
        forms: Mapping[str, Form],
        *,
        fonts: Mapping[str, int] | None = None,
        own: str = "",
        trim: Box | None = None,
        bleed: Box | None = None,
        notes: bytes = b"",
    ) -> None:
        """Write a page of this size, drawn by these operators with these forms and numbered fonts.

        `own` are operators that come after the others, and that no other page has; `notes` are entries of the
        page. Paper that is not cut to a page is its own trim: a TrimBox can name only one, and a sheet may
        have many, which its crop marks show. So no viewer or driver crops or scales it.
        """
        drawn = "\n".join(operators)
        if drawn not in self._contents:
            if len(self._contents) == _MOST_CONTENTS:
                self._contents.clear()
            self._contents[drawn] = self.add_stream(b"", drawn.encode("ascii"))
        content = self._contents[drawn]
        contents = b"%d 0 R" % content
        if own:
            alone = self.add_stream(b"", own.encode("ascii"), packed=False)
            contents = b"[%d 0 R %d 0 R]" % (content, alone)
        named = b"/XObject" + _references({name: form.number for name, form in forms.items()})
        if fonts:
            named += b"/Font" + _references(fonts)
        page = b"<</Type/Page/Parent %d 0 R%b/Resources<<%b>>/Contents %b%b>>"
        boxes = _page_boxes(paper, trim, bleed)
        self._pages.append(self.add(page % (self._tree, boxes, named, contents, notes)))

    def forms_of(self, document: bytes) -> list[Form]:
        """Write each page of a document as a form, and return them."""
        copier = FormCopier(self)
        with Pdf.open(io.BytesIO(document)) as pdf:
            return [copier.form(page) for page in pdf.pages]

    def finish_document(self, document: Pdf) -> None:
        """Write what these pages are together: what the root of an empty document, and its notes, say."""
        pages = b" ".join(b"%d 0 R" % number for number in self._pages)
        self.add(b"<</Type/Pages/Count %d/Kids[%b]>>" % (len(self._pages), pages), self._tree)
        del document.Root["/Pages"]
        copier, root = ObjectCopier(self), self.reserve()
        self.add(b"<<%b/Pages %d 0 R>>" % (copier.entries(document.Root), self._tree), root)
        self.finish(root, copier.number(document.docinfo))


@lru_cache(maxsize=8)
def _page_boxes(paper: Size, trim: Box | None, bleed: Box | None) -> bytes:
    whole = Box(0, 0, *paper)
    boxes = {"MediaBox": whole, "BleedBox": bleed or trim or whole, "TrimBox": trim or whole}
    entries = list[str]()
    for name, box in boxes.items():
        edges = (box.left, paper.height - box.bottom, box.right, paper.height - box.top)
        entries.append(f"/{name}[{' '.join(short_number(to_pt(edge)) for edge in edges)}]")
    return "".join(entries).encode()


def _references(numbers: Mapping[str, int]) -> bytes:
    return b"<<%b>>" % b"".join(b"%b %d 0 R" % (name.encode(), number) for name, number in numbers.items())
