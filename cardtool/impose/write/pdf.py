"""The parts of a PDF: a document without dates, faces as form XObjects, pages with forms on them.

Each face is copied into the document once, however often it is printed; same input, same bytes.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream

from cardtool import __version__
from cardtool.geometry import Box, Point, Size
from cardtool.impose.contours import Contour, control_points
from cardtool.impose.page import Line
from cardtool.model import Face, FacePages, Vertex
from cardtool.units import to_pt

_PRODUCER = f"cardtool {__version__}"
HAIRLINE = 0.25  # pt; thin, yet no printer drops it
DASHES = (3, 2)  # pt, on and off
_RIM, _FAINT = 0.9, 0.5  # pt; and of white


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


def pdf_number(points: float) -> str:
    """Return a number in a content stream: a ten-thousandth of a point is finer than any printer."""
    text = f"{points:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


class Form(NamedTuple):
    """A form XObject, its name on any page, and its middle and size in its own points."""

    name: str
    xobject: pikepdf.Object
    middle: Point
    size: Size


class _PlacedForm(Protocol):
    """What is known of a form where it is put on a page."""

    @property
    def name(self) -> str:
        """Return its name on any page."""

    @property
    def middle(self) -> Point:
        """Return its middle in its own points."""


FormParts = dict[tuple[str, bytes], pikepdf.Object]
"""Parts of forms by their keys and what they are in the document that they come from."""


class _OpenFaces(NamedTuple):
    """A document of faces, and what its forms have in common."""

    pdf: Pdf
    pages: list[pikepdf.Page]
    parts: FormParts


class FaceForms:
    """Drawn faces as form XObjects of one document, made when first asked for.

    A document of faces is open until each of them is a form: opened twice, its fonts would be embedded twice.
    """

    def __init__(self, pdf: Pdf, faces: FacePages) -> None:
        self._pdf, self._faces = pdf, faces
        self._open: dict[int, _OpenFaces] = {}
        self._left = Counter(ref.document for ref in faces.pages.values())
        self._forms: dict[Face, Form] = {}

    def page(self, face: Face) -> pikepdf.Page:
        """Return the page of a face that is no form yet."""
        ref = self._faces.pages[face]
        return self._opened(ref.document).pages[ref.page]

    def of(self, face: Face) -> Form:
        """Return the form of this face."""
        if face not in self._forms:
            number = self._faces.pages[face].document
            parts = self._opened(number).parts
            self._forms[face] = page_form(self._pdf, self.page(face), f"/C{len(self._forms) + 1}", parts)
            self._left[number] -= 1
            if not self._left[number]:
                del self._open[number]
        return self._forms[face]

    def _opened(self, number: int) -> _OpenFaces:
        if number not in self._open:
            pdf = Pdf.open(io.BytesIO(self._faces.documents[number]))
            self._open[number] = _OpenFaces(pdf, list(pdf.pages), {})  # to ask for one counts all of them
        return self._open[number]


def page_form(pdf: Pdf, page: pikepdf.Page, name: str, parts: FormParts | None = None) -> Form:
    """Return a whole page, bleed and all, as a form XObject of `pdf`.

    The page's own content stream becomes the form's, still compressed: pikepdf's `as_form_xobject`
    would decode it, and would cut it to its TrimBox. `parts` are those of forms of the same document: what
    is the same is kept once in memory, and written with each form.
    """
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    parts = {} if parts is None else parts
    content = single_content(page)
    content.Type = Name.XObject
    content.Subtype = Name.Form
    own = {"/BBox": Array([left, bottom, right, top]), "/Resources": page.resources}
    if "/Group" in page.obj:
        own["/Group"] = page.obj.Group
    known = {key: (key, part.unparse()) for key, part in own.items()}
    for key, part in own.items():
        if known[key] not in parts:
            content[key] = part
    form = pdf.copy_foreign(content)
    for key, which in known.items():
        if which in parts:
            form[key] = parts[which]
        else:
            parts[which] = form[key]
    middle = Point((left + right) / 2, (bottom + top) / 2)
    return Form(name, form, middle, Size(right - left, top - bottom))


def single_content(page: pikepdf.Page) -> pikepdf.Object:
    """Return the page's content as one stream that is not yet another page's form."""
    content = page.obj.get("/Contents", Array())
    if isinstance(content, Stream):
        if "/Subtype" not in content:
            return content
        page.obj.Contents = Array([content])
    page.contents_coalesce()
    return page.obj.Contents


def add_page(
    pdf: Pdf,
    paper: Size,
    operators: Sequence[str],
    forms: Iterable[Form],
    *,
    fonts: Mapping[str, pikepdf.Object] | None = None,
    trim: Box | None = None,
    bleed: Box | None = None,
) -> None:
    """Add a page of this size, drawn by these operators with these forms and fonts.

    Paper that is not cut to a page is its own trim: a TrimBox can name only one, and a sheet may have
    many, which its crop marks show. So no viewer or driver crops or scales it.

    `pdf.pages` must not have been asked for yet: to append there counts all pages.
    """
    resources = Dictionary(XObject=Dictionary({form.name: form.xobject for form in forms}))
    if fonts:
        resources.Font = Dictionary(dict(fonts))
    whole = Box(0, 0, *paper)
    all_pages = pdf.Root.Pages
    page = Dictionary(
        Type=Name.Page,
        Parent=all_pages,
        MediaBox=_pdf_box(whole, paper),
        BleedBox=_pdf_box(bleed or trim or whole, paper),
        TrimBox=_pdf_box(trim or whole, paper),
        Resources=resources,
        Contents=pdf.make_stream("\n".join(operators).encode("ascii")),
    )
    all_pages.Kids.append(pdf.make_indirect(page))
    all_pages.Count = int(all_pages.Count) + 1


def form_operators(
    form: _PlacedForm,
    paper: Size,
    *,
    centre: Point,
    shown: Box,
    scale: float = 1.0,
    turns: int = 0,
) -> str:
    """Return the operators that draw a form, placed as `placing_operators` says."""
    placing = placing_operators(form.middle, paper, centre=centre, shown=shown, scale=scale, turns=turns)
    return f"{placing} {form.name} Do Q"


def placing_operators(
    middle: Point,
    paper: Size,
    *,
    centre: Point,
    shown: Box,
    scale: float = 1.0,
    turns: int = 0,
    cut: Contour | None = None,
) -> str:
    """Return what goes before a form to put its middle at `centre`, clipped to `shown` and the path `cut`.

    It is drawn `scale` times its size, after so many quarter `turns` clockwise.
    """
    clip = (to_pt(shown.left), to_pt(paper.height - shown.bottom), to_pt(shown.width), to_pt(shown.height))
    # Where the form's right side points; y grows upwards.
    a, b = ((1, 0), (0, -1), (-1, 0), (0, 1))[turns % 4]
    x = to_pt(centre.x) - scale * (a * middle.x - b * middle.y)
    y = to_pt(paper.height - centre.y) - scale * (b * middle.x + a * middle.y)
    rectangle = " ".join(map(pdf_number, clip))
    matrix = " ".join(map(pdf_number, (a * scale, b * scale, -b * scale, a * scale, x, y)))
    inside = f"\n{_path_operators(cut, paper)} W n" if cut else ""
    return f"q {rectangle} re W n{inside} {matrix} cm"


def line_operators(lines: Iterable[Line], paper: Size) -> str:
    """Return the operators that rule these lines, in black."""
    drawn = (_line_operator(line, paper) for line in lines)
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
    return f"{pdf_number(to_pt(point.x))} {pdf_number(to_pt(paper.height - point.y))}"


def _line_operator(line: Line, paper: Size) -> str:
    dashes = " ".join(map(str, DASHES)) if line.dashed else ""
    return f"[{dashes}] 0 d {_pdf_point(line.start, paper)} m {_pdf_point(line.end, paper)} l S"


def _pdf_box(box: Box, paper: Size) -> Array:
    return Array([round(edge, 4) for edge in box_edges(box, paper)])


def box_edges(box: Box, paper: Size) -> tuple[float, float, float, float]:
    """Return where a box on this paper ends, in points: left, bottom, right, top."""
    edges = (box.left, paper.height - box.bottom, box.right, paper.height - box.top)
    left, bottom, right, top = map(to_pt, edges)
    return left, bottom, right, top
