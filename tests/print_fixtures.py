"""Sheets, cards, books and drawn faces for tests of printing, and pages read back as letters."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import pikepdf
import pypdfium2
from pikepdf import Array, Dictionary, Name
from reportlab.pdfgen.canvas import Canvas

from cardtool import impose
from cardtool.geometry import Size
from cardtool.impose import Card, Page
from cardtool.impose.write import sheets
from cardtool.load import load_sheet
from cardtool.model import Backs, Face, FacePages, Grid, PageRef, Sheet, Side, Source
from cardtool.project import TOOLKIT, Project
from cardtool.units import to_mm, to_pt

__all__ = [
    "A4",
    "A5",
    "FONT",
    "LETTER",
    "POKER",
    "SHIPPED",
    "a_book",
    "a_deck",
    "a_sheet",
    "both",
    "drawn",
    "how_many",
    "is_a",
    "letters",
    "opened",
    "plan_pages",
    "printed",
    "quartered",
    "sizes",
    "tagged",
    "texts",
]

A4 = Size(210, 297)
A5 = Size(148, 210)
LETTER = Size(215.9, 279.4)
POKER = Size(63.5, 88.9)
FONT = TOOLKIT / "templates/fonts/AlegreyaSans-Regular.ttf"
_NAMES = (
    *("a4-8up-bleed", "a4-9up", "a4-fill", "a4-gutterfold", "a4-silhouette"),
    *("letter-8up", "letter-9up", "letter-fill", "letter-gutterfold", "letter-silhouette"),
)
SHIPPED = {name: load_sheet(Project(TOOLKIT), name) for name in _NAMES}

_INK = {
    "R": (1.0, 0.0, 0.0),
    "G": (0.0, 1.0, 0.0),
    "B": (0.0, 0.0, 1.0),
    "C": (0.0, 1.0, 1.0),
    "M": (1.0, 0.0, 1.0),
    "Y": (1.0, 1.0, 0.0),
    "K": (0.0, 0.0, 0.0),
    "_": (1.0, 1.0, 1.0),
}


def a_sheet(columns: int = 3, rows: int = 3, gap: Size = Size(0, 0), **changes: Any) -> Sheet:  # noqa: B008
    """A sheet of A4 with crop marks and ruler, unless changed."""
    sheet = Sheet(
        name="a4-test",
        title="A4, for tests",
        paper=A4,
        paper_name="A4",
        grid=Grid(columns, rows, gap),
        bleed=1.5,
        margin=8,
        mark_length=3.5,
        mark_gap=0.5,
        ruler=50,
        backs=Backs.LONG_EDGE,
        fold_gap=0,
        source=Source("templates/sheets/a4-test.yaml"),
    )
    return replace(sheet, **changes)


def a_deck(count: int, size: Size = POKER, bleed: float = 3, *, kind: str = "beast") -> list[Card]:
    """Cards numbered from 1, each with a back of its own."""
    return [
        Card(Face(kind, Side.FRONT, f"{kind}-{n}"), Face(kind, Side.BACK, f"{kind}-{n}"), size, bleed)
        for n in range(1, count + 1)
    ]


def drawn(cards: Iterable[Card], *, batch: int = 50) -> FacePages:
    """Every face of these cards drawn with its name as text, at most `batch` in a document."""
    faces = {face: card for card in cards for face in (card.front, card.back) if face}
    todo, documents, pages = list(faces.items()), [], {}
    for start in range(0, len(todo), batch):
        out = io.BytesIO()
        canvas = Canvas(out, invariant=1)
        for place, (face, card) in enumerate(todo[start : start + batch]):
            canvas.setPageSize(tuple(map(to_pt, card.trim.grown(card.bleed))))
            canvas.drawString(to_pt(card.bleed), to_pt(card.bleed + card.trim.height / 2), face.name)
            canvas.showPage()
            pages[face] = PageRef(len(documents), place)
        canvas.save()
        documents.append(out.getvalue())
    return FacePages(tuple(documents), pages)


def quartered(face: Face, card: Card, inks: str) -> FacePages:
    """A face whose trim is four fields, by rows, and whose bleed is one: `RGBMY` ends in the bleed."""
    pdf, bleed = pikepdf.new(), to_pt(card.bleed)
    width, height = to_pt(card.trim.width) / 2, to_pt(card.trim.height) / 2
    fields = [(0, 1), (1, 1), (0, 0), (1, 0)]
    ops = [_filled(inks[4], -1, -1, 9999, 9999)]
    for ink, (right, up) in zip(inks, fields, strict=False):
        ops.append(_filled(ink, bleed + right * width, bleed + up * height, width, height))
    page = Dictionary(
        Type=Name.Page,
        MediaBox=Array([0, 0, 2 * (width + bleed), 2 * (height + bleed)]),
        TrimBox=Array([bleed, bleed, bleed + 2 * width, bleed + 2 * height]),
        Contents=pdf.make_stream("\n".join(ops).encode()),
    )
    pdf.pages.append(pikepdf.Page(page))
    out = io.BytesIO()
    pdf.save(out)
    return FacePages((out.getvalue(),), {face: PageRef(0, 0)})


def both(first: FacePages, second: FacePages) -> FacePages:
    """Two sets of drawn faces as one."""
    moved = {
        face: PageRef(ref.document + len(first.documents), ref.page) for face, ref in second.pages.items()
    }
    return FacePages(first.documents + second.documents, {**first.pages, **moved})


def plan_pages(cards: Sequence[Card], sheet: Sheet, **plan: Any) -> tuple[Page, ...]:
    """The pages of all runs, one behind another."""
    return tuple(page for run in impose.plan_print_runs(cards, sheet, **plan) for page in run)


def printed(cards: list[Card], sheet: Sheet, faces: FacePages | None = None, **plan: Any) -> bytes:
    """The PDF of these cards on this sheet, in a game called Farm."""
    pages = plan_pages(cards, sheet, **plan)
    return sheets_pdf(pages, faces or drawn(cards), sheet)


def sheets_pdf(pages: Sequence[Page], faces: FacePages, sheet: Sheet, title: str = "Farm") -> bytes:
    """The PDF of these pages."""
    out = io.BytesIO()
    sheets.write_sheets(out, pages, faces, title=title, version="1.0", sheet=sheet, font=FONT)
    return out.getvalue()


def a_book(pages: int, size: Size = A5) -> bytes:
    """A book whose pages say their number."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1, pagesize=tuple(map(to_pt, size)))
    for number in range(1, pages + 1):
        canvas.drawString(to_pt(size.width / 2), to_pt(size.height / 2), f"leaf {number}")
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def tagged(book: bytes) -> bytes:
    """The book with a structure tree, a layer, and on each page a link to the web and one to page 1."""
    pdf = opened(book)
    for number, page in enumerate(pdf.pages):
        drawing = (
            b"/P <</MCID 0>> BDC\n/OC /Layer BDC\n" + page.Contents.read_bytes() + b"\nEMC\nEMC\n/P MP\n"
        )
        page.Contents = pdf.make_stream(drawing)
        page.Resources.Properties = Dictionary(Layer=pdf.make_indirect(Dictionary(Type=Name.OCG)))
        web = Dictionary(S=Name.URI, URI="https://example.org/")
        link = {"Type": Name.Annot, "Subtype": Name.Link, "Rect": Array([0, 0, 9, 9]), "StructParent": 99}
        page.obj.Annots = Array([Dictionary(A=web, **link), Dictionary(Dest=pikepdf.String("one"), **link)])
        page.obj.StructParents = number
        page.obj.Tabs = Name.S
    pdf.Root.StructTreeRoot = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    pdf.Root.MarkInfo = Dictionary(Marked=True)
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


def opened(pdf: bytes) -> pikepdf.Pdf:
    """A PDF to look into."""
    return pikepdf.open(io.BytesIO(pdf))


def how_many(pdf: bytes, kind: str) -> int:
    """How many objects of this type, such as `/Font`, a PDF holds."""
    document = opened(pdf)
    return sum(is_a(obj, kind) for obj in document.objects)


def is_a(obj: Any, kind: str) -> bool:
    """Whether a PDF's object is a dictionary or stream of this type."""
    return isinstance(obj, Dictionary | pikepdf.Stream) and obj.get("/Type") == kind


def sizes(pdf: bytes, box: str = "/MediaBox") -> list[tuple[float, ...]]:
    """A box of each page: left, bottom, right and top, to a hundredth of a millimetre."""
    return [tuple(round(to_mm(float(edge)), 2) for edge in page.obj[box]) for page in opened(pdf).pages]


def texts(pdf: bytes) -> list[str]:
    """The text of each page, as a reader copies it."""
    document = pypdfium2.PdfDocument(pdf)
    return [document[number].get_textpage().get_text_range() for number in range(len(document))]


def letters(pdf: bytes, page: int = 0, *, cell: float = 2) -> str:
    """A page as letters, one for each cell of so many millimetres: the ink in the cell's middle.

    R, G, B, C, M, Y, K are inks and `_` is bare paper; `.` is bare paper with a thin line in the cell.
    """
    fine = 10  # pixels to a cell
    image = pypdfium2.PdfDocument(pdf)[page].render(scale=fine / to_pt(cell)).to_pil().convert("RGB")
    rows = []
    for top in range(0, image.height - fine // 2, fine):
        cells = [
            image.crop((left, top, left + fine, top + fine))
            for left in range(0, image.width - fine // 2, fine)
        ]
        rows.append("".join(map(_letter, cells)))
    return "\n".join(rows)


def _letter(cell: Any) -> str:
    middle = cell.getpixel((cell.width // 2, cell.height // 2))
    letter = min(
        _INK, key=lambda ink: sum((a - 255 * b) ** 2 for a, b in zip(middle, _INK[ink], strict=True))
    )
    has_line = any(max(pixel) < 215 for pixel in cell.get_flattened_data())
    return "." if letter == "_" and has_line else letter


def _filled(ink: str, x: float, y: float, width: float, height: float) -> str:
    red, green, blue = _INK[ink]
    return f"{red} {green} {blue} rg {x:.4f} {y:.4f} {width:.4f} {height:.4f} re f"
