"""Finished PDFs made into others: booklets, documents joined, pictures put in, the word DRAFT over all.

Pages that leave their document lose their tags, since the tree these belong to stays behind.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, OutlineItem, Pdf, Stream

from cardtool.errors import SheetRefused
from cardtool.geometry import Point, Size
from cardtool.impose.pagination import plan_booklet
from cardtool.impose.write.pdf import (
    FaceForms,
    Form,
    FormCopier,
    PageFile,
    form_operators,
    line_operators,
    new_document,
    save_pdf,
)
from cardtool.model import Face, FacePages
from cardtool.units import to_mm, to_pt

_TAG_KEYS = ("/StructParents", "/StructParent", "/Tabs")
_MARK_POINTS, _MARK_BEGINNINGS, _MARK_END = ("MP", "DP"), ("BMC", "BDC"), "EMC"  # ISO 32000-2, 14.6
_SIZE_SLACK = 0.1  # mm; pages that differ by less are of one size


def write_booklet(
    book: bytes,
    paper: Size,
    *,
    title: str,
    back_cover: bool = False,
    language: str = "en",
) -> bytes:
    """Return a PDF of the sheets of a booklet, to be printed on both sides, folded and stapled.

    `book` is a PDF whose pages are of one size. `back_cover` is that of `plan_booklet`.
    Links and tags of the book are lost.

    Raises: SheetRefused when pages differ in size.
    """
    out = io.BytesIO()
    file = PageFile(out)
    with Pdf.open(io.BytesIO(book)) as source:
        plan = plan_booklet(len(source.pages), _common_size(source), paper, back_cover=back_cover)
        copier = FormCopier(file)
        forms = [_centred_form(copier, page) for page in source.pages]
    for side in plan.sides:
        placed = {f"/P{page.number}": (page, forms[page.number - 1]) for page in side.pages}
        drawn = [
            form_operators(
                name, form.middle, plan.paper, centre=page.trim.centre, shown=page.half, scale=plan.scale
            )
            for name, (page, form) in placed.items()
        ]
        lines = line_operators(side.lines, plan.paper)
        file.add_page(plan.paper, [*drawn, lines], {name: form for name, (_, form) in placed.items()})
    file.finish_document(new_document(title, language, duplex="DuplexFlipShortEdge"))
    return out.getvalue()


def _common_size(book: Pdf) -> Size:
    """Return the size of all pages. Raises: SheetRefused when they differ, or there are none."""
    boxes = ([float(edge) for edge in page.trimbox] for page in book.pages)
    sizes = [Size(to_mm(right - left), to_mm(top - bottom)) for left, bottom, right, top in boxes]
    if not sizes:
        raise SheetRefused("a book without pages makes no booklet")
    for number, size in enumerate(sizes, 1):
        if max(abs(size.width - sizes[0].width), abs(size.height - sizes[0].height)) > _SIZE_SLACK:
            raise SheetRefused(
                f"page {number} is {size} and page 1 is {sizes[0]}; a booklet needs equal pages"
            )
    return sizes[0]


def _centred_form(copier: FormCopier, page: pikepdf.Page) -> Form:
    """Return a page as a form whose middle is that of its trim, wherever its bleed is."""
    _strip_tags(page)
    left, bottom, right, top = (float(edge) for edge in page.trimbox)
    return copier.form(page)._replace(middle=Point((left + right) / 2, (bottom + top) / 2))


def concatenate(
    documents: Sequence[bytes], *, title: str, bookmarks: Sequence[str], language: str = "en"
) -> bytes:
    """Return finished PDFs one after another as one PDF, with a bookmark for each.

    Every document begins on a new sheet of paper: after an odd number of pages comes an empty one. What
    pages of one document share, they go on sharing. A document without pages gets no bookmark. Tags, and
    links to other pages, are lost; links to the web stay.

    Raises: ValueError when there are not as many bookmarks as documents.
    """
    pdf = new_document(title, language, duplex=None)
    sources = [Pdf.open(io.BytesIO(document)) for document in documents]  # kept open until it is saved
    first_pages: list[tuple[str, int]] = []
    for bookmark, source in zip(bookmarks, sources, strict=True):
        if source.pages:
            first_pages.append((bookmark, len(pdf.pages)))
        for page in source.pages:
            _detach_page(page)
            pdf.pages.append(page)
        if len(source.pages) % 2 and source is not sources[-1]:
            left, bottom, right, top = (float(edge) for edge in source.pages[-1].mediabox)
            pdf.add_blank_page(page_size=(right - left, top - bottom))
    with pdf.open_outline() as outline:
        outline.root.extend(OutlineItem(bookmark, page) for bookmark, page in first_pages)
    pdf.Root.PageMode = Name.UseOutlines
    # Pages are called after their document and counted within it: Rulebook 1, Rulebook 2.
    labels = [(page, Dictionary(S=Name.D, P=pikepdf.String(f"{title} "))) for title, page in first_pages]
    pdf.Root.PageLabels = Dictionary(Nums=Array([part for label in labels for part in label]))
    return save_pdf(pdf)


def _detach_page(page: pikepdf.Page) -> None:
    """Take off what points to the rest of its document: tags, and all annotations but web links."""
    _strip_tags(page)
    links = [
        note
        for note in page.obj.get("/Annots", Array())
        if note.get("/Subtype") == Name.Link and note.get("/A", Dictionary()).get("/S") == Name.URI
    ]
    for link in links:
        _forget_tags(link)
    if links:
        page.obj.Annots = Array(links)
    elif "/Annots" in page.obj:
        del page.obj.Annots


def insert_pictures(book: bytes, pictures: Mapping[str, Face], faces: FacePages) -> bytes:
    """Return a book with drawn faces in the places it keeps for them; its tags, links and bookmarks stay.

    `pictures` says which face belongs in which XObject of its pages, slash and all; each such XObject fills
    the unit square (`cardtool.render.books.pictures`).
    """
    drawn = io.BytesIO()
    file = PageFile(drawn)
    forms = FaceForms(file, faces, pictures.values())
    file.add_page(Size(1, 1), [], {name: forms.of(face) for name, face in pictures.items()})
    file.finish_document(new_document("", "en"))
    with Pdf.open(io.BytesIO(book)) as pdf, Pdf.open(drawn) as source:
        found = source.pages[0].resources.XObject
        for page in pdf.pages:
            xobjects = page.resources.get("/XObject", Dictionary())
            for name in sorted(set(xobjects.keys()) & set(pictures)):
                xobjects[name] = pdf.copy_foreign(found[name])
                left, bottom, right, top = (float(edge) for edge in xobjects[name].BBox)
                width, height = right - left, top - bottom
                xobjects[name].Matrix = Array([1 / width, 0, 0, 1 / height, -left / width, -bottom / height])
        return save_pdf(pdf)


def _strip_tags(page: pikepdf.Page) -> None:
    """Remove marked content, and every reference into the structure tree, from a page and its forms.

    Layers, which are marked content too, stay. A page that was never tagged is left as it is.
    """
    if "/StructParents" in page.obj:
        page.contents_coalesce()
        page.obj.Contents.write(_content_without_tags(page.obj.Contents))
        _forget_tags(page.obj)
        _strip_resources(page.resources)


def _strip_resources(resources: pikepdf.Object) -> None:
    for drawn in resources.get("/XObject", Dictionary()).as_dict().values():
        if drawn.get("/Subtype") == Name.Form and "/StructParents" in drawn:
            drawn.write(_content_without_tags(drawn))
            _strip_resources(drawn.get("/Resources", Dictionary()))
        _forget_tags(drawn)


def _forget_tags(tagged: pikepdf.Object) -> None:
    """Remove an object's own references into the structure tree: a page's, a link's, a picture's."""
    for key in _TAG_KEYS:
        if key in tagged:
            del tagged[key]


def _content_without_tags(content: pikepdf.Object) -> bytes:
    """Return the instructions that draw; what begins and ends a layer stays with them."""
    open_layers, drawing = list[bool](), list[Any]()
    for instruction in pikepdf.parse_content_stream(content):
        operator = str(instruction.operator)
        if operator in _MARK_BEGINNINGS:
            open_layers.append(instruction.operands[0] == Name.OC)
        of_mark = operator in (*_MARK_BEGINNINGS, _MARK_END) and open_layers
        if open_layers[-1] if of_mark else operator not in _MARK_POINTS:
            drawing.append(instruction)
        if operator == _MARK_END and open_layers:
            open_layers.pop()
    return pikepdf.unparse_content_stream(drawing)


# Strokes of letters 4 wide and 6 high, from the lower left.
_LETTERS = (
    (((0, 0), (0, 6), (2.5, 6), (4, 4.5), (4, 1.5), (2.5, 0), (0, 0)),),
    (((0, 0), (0, 6), (3, 6), (4, 5.2), (4, 3.8), (3, 3), (0, 3)), ((2, 3), (4, 0))),
    (((0, 0), (2, 6), (4, 0)), ((0.67, 2), (3.33, 2))),
    (((0, 0), (0, 6), (4, 6)), ((0, 3), (3, 3))),
    (((0, 6), (4, 6)), ((2, 6), (2, 0))),
)
_PITCH, _WIDTH, _HEIGHT = 5.6, 26.4, 6.0  # from letter to letter; of the word
_LINES = (("1 1 1", 1.7), ("0.80 0.05 0.15", 0.85))  # red on a white rim, which shows on dark art
_WORD = 22.0  # mm, the length of the word; a poker card is 63.5 wide
_ACROSS, _DOWN = 42.0, 31.0  # mm from word to word, and from row to row
_ANGLE = math.radians(30)
_OPACITY = 0.42
_STATE = "/DraftState"


def stamp_draft(content: bytes) -> bytes:
    """Return a finished PDF with the word on every page, over all that is there."""
    with Pdf.open(io.BytesIO(content)) as pdf:
        see_through = pdf.make_indirect(Dictionary(Type=Name.ExtGState, ca=_OPACITY, CA=_OPACITY))
        for page in pdf.pages:
            _stamp_page(pdf, page, see_through)
        return save_pdf(pdf)


def _stamp_page(pdf: Pdf, page: pikepdf.Page, see_through: pikepdf.Object) -> None:
    box = [float(edge) for edge in page.mediabox]
    size = Size(to_mm(box[2] - box[0]), to_mm(box[3] - box[1]))
    form = Stream(pdf, _words(size).encode())
    form.update(
        Dictionary(
            Type=Name.XObject,
            Subtype=Name.Form,
            BBox=Array([0, 0, box[2] - box[0], box[3] - box[1]]),
            Group=Dictionary(S=Name.Transparency, CS=Name.DeviceRGB, I=True),
        )
    )
    name = f"/Draft{box[2] - box[0]:.0f}x{box[3] - box[1]:.0f}"  # pages may share what they name
    page.add_resource(form, Name.XObject, Name(name), replace_existing=True)
    page.add_resource(see_through, Name.ExtGState, Name(_STATE), replace_existing=True)
    page.contents_add(b"q\n", prepend=True)
    shift = f"1 0 0 1 {box[0]:.3f} {box[1]:.3f} cm"
    page.contents_add(f"\nQ /Artifact BMC q {_STATE} gs {shift} {name} Do Q EMC\n".encode())


def _words(size: Size) -> str:
    """Return what draws the words all over a page, from the lower left.

    Their rows are staggered about the middle of the page.
    """
    scale, words = _WORD / _WIDTH, list[str]()
    down, across = math.ceil(size.height / 2 / _DOWN), math.ceil(size.width / 2 / _ACROSS)
    for row in range(-down, down + 1):
        for column in range(-across, across + 1):
            x = size.width / 2 + (column + (row % 2) / 2) * _ACROSS
            words += _word(Point(x, size.height / 2 + row * _DOWN), scale)
    styles = (f"{ink} RG {to_pt(width * scale):.3f} w 1 J 1 j" for ink, width in _LINES)
    return "\n".join(line for style in styles for line in (style, *words))


def _word(middle: Point, scale: float) -> Iterator[str]:
    """Yield what draws the strokes of one word."""
    for number, letter in enumerate(_LETTERS):
        for stroke in letter:
            points = (_turned(x + number * _PITCH, y, middle, scale) for x, y in stroke)
            first, *others = (f"{to_pt(each.x):.2f} {to_pt(each.y):.2f}" for each in points)
            yield " ".join((f"{first} m", *(f"{each} l" for each in others), "S"))


def _turned(x: float, y: float, middle: Point, scale: float) -> Point:
    across, up = (x - _WIDTH / 2) * scale, (y - _HEIGHT / 2) * scale
    turned = Point(
        across * math.cos(_ANGLE) - up * math.sin(_ANGLE), across * math.sin(_ANGLE) + up * math.cos(_ANGLE)
    )
    return middle.moved(turned)
