"""Finished files with one thing wrong, and the finding for each."""

from __future__ import annotations

import io
import random
from decimal import Decimal
from typing import Any

import pikepdf
import pytest
from faulty_pdfs import both, boxed, codes, filled, found_in, paged, written
from print_fixtures import A4, a_deck, a_sheet, printed
from reportlab.pdfgen.canvas import Canvas

from cardtool.errors import ProjectError
from cardtool.geometry import Box, Size
from cardtool.preflight import ExpectedFile
from cardtool.preflight.file_checks import check_structure
from cardtool.preflight.pdf_structure import inspect_pdf
from cardtool.units import to_pt

WIDTH, HEIGHT, INSET = to_pt(69.5), to_pt(94.9), to_pt(3)
TRIM = (INSET, INSET, WIDTH - INSET, HEIGHT - INSET)


def unembedded() -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1, pagesize=(WIDTH, HEIGHT))
    for _ in range(2):
        canvas.setFont("Helvetica", 9)
        canvas.drawString(60, 60, "Goat")
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def with_a_box_for(letter: str) -> bytes:
    """A page on which the file does not know which character a letter stands for, as engines write it."""
    pdf = pikepdf.open(io.BytesIO(paged(written(f"{letter}ki Ferry"))))
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and b"begincmap" in thing.read_bytes()[:400]:
            told = f"<{ord(letter):04X}>".encode()
            thing.write(thing.read_bytes().replace(told, b"<FFFD>"))
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


def as_written(*pages: str) -> bytes:
    """A PDF with these keys in its pages, letter for letter; objects 3 and 4 are at their service."""
    numbers = range(5, 5 + len(pages))
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count {len(pages)}/Kids[{' '.join(f'{number} 0 R' for number in numbers)}]>>",
        "3 0 R",
        "[4 0 R 4 0 R 4 0 R 4 0 R]",
        *(f"<</Type/Page/Parent 2 0 R/Resources<<>>{page}>>" for page in pages),
    ]
    body, places = "%PDF-1.7\n", []
    for number, thing in enumerate(objects, 1):
        places.append(f"{len(body):010d} 00000 n \n")
        body += f"{number} 0 obj\n{thing}\nendobj\n"
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{''.join(places)}"
    end = f"trailer<</Root 1 0 R/Size {len(objects) + 1}>>\nstartxref\n{len(body)}\n%%EOF\n"
    return (body + table + end).encode()


def test_a_file_that_is_right_has_no_findings() -> None:
    page = paged(both(filled("#f0e0c0"), written("Eats everything")))
    assert found_in(boxed(page, TrimBox=TRIM, BleedBox=(0, 0, WIDTH, HEIGHT))) == []


def test_a_page_whose_bleed_box_is_its_trim_has_no_bleed_to_fill() -> None:
    """A mat on paper as it comes: beyond the cut there is paper."""
    mat = paged(filled("#2040a0", Box(3, 3, 63.5, 88.9)))
    assert found_in(boxed(mat, TrimBox=TRIM, BleedBox=TRIM)) == []
    assert codes(found_in(boxed(mat, TrimBox=TRIM))) == ["CT708"]
    for unsound in ((-9e9, 0, 9e9, HEIGHT), (0, 0, "1e400", 5)):
        boxes = {"BleedBox": tuple(map(Decimal, map(str, unsound))), "TrimBox": TRIM}
        assert "CT708" in codes(found_in(boxed(mat, **boxes)))


def piece(**told: Any) -> bytes:
    """Colour up to the cut, and text 2 mm from it, on a page that says this of its piece."""
    page = paged(both(filled("#f0e0c0", Box(3, 3, 63.5, 88.9)), written("Eats everything", left=5.0)))
    return boxed(page, TrimBox=TRIM, **({"XXPiece": pikepdf.Dictionary(told)} if told else {}))


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ({}, ["CT705", "CT708"]),
        ({"/Safe": to_pt(1), "/Cut": pikepdf.Name.Straight}, ["CT708"]),
        ({"/Safe": to_pt(1), "/Cut": pikepdf.Name.Shaped}, []),
        ({"/Safe": pikepdf.Name.Shaped, "/Cut": 7}, ["CT705", "CT708"]),
    ],
)
def test_a_page_may_say_how_far_text_keeps_from_its_cut(told: dict[str, Any], found: list[str]) -> None:
    assert codes(found_in(piece(**told), safe=None)) == found
    assert "CT705" in codes(found_in(piece(**told), safe=3.0))


def test_a_font_that_is_not_in_the_file_is_found_once_at_its_first_page() -> None:
    (finding,) = found_in(unembedded())
    assert finding.rule.name == "loose-font"
    assert finding.message == "page 1: the font Helvetica is not in the file"
    assert str(finding.source) == "farm.pdf:1:1"


def test_a_font_inside_a_form_is_looked_for_too() -> None:
    pdf = pikepdf.open(io.BytesIO(unembedded()))
    form = pdf.pages[1].as_form_xobject()
    page = pikepdf.Dictionary(
        Type=pikepdf.Name.Page,
        MediaBox=pikepdf.Array([0, 0, 200, 300]),
        Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=form)),
        Contents=pdf.make_stream(b"/F Do"),
    )
    del pdf.pages[:]
    pdf.pages.append(pikepdf.Page(page))
    out = io.BytesIO()
    pdf.save(out)
    assert [(font.name, font.embedded) for font in inspect_pdf(out.getvalue(), "x").fonts] == [
        ("Helvetica", False)
    ]


@pytest.mark.parametrize(
    ("boxes", "problem"),
    [
        ({"TrimBox": (-9, 0, WIDTH, HEIGHT)}, "its TrimBox reaches out of its MediaBox"),
        (
            {"BleedBox": (20, 20, WIDTH, HEIGHT), "TrimBox": TRIM},
            "its TrimBox reaches out of its BleedBox",
        ),
        ({"BleedBox": (0, 0, WIDTH + 9, HEIGHT)}, "its BleedBox reaches out of its MediaBox"),
        ({"TrimBox": (50, 50, 50, 90)}, "its TrimBox is empty"),
        ({"TrimBox": (1, 2, 3)}, "its TrimBox is not a rectangle"),
        ({"MediaBox": (0, 0, 20000, 20000)}, "its MediaBox is 7055.56 × 7055.56 mm, more than a PDF can be"),
    ],
)
def test_boxes_that_do_not_lie_inside_each_other_are_found(
    boxes: dict[str, tuple[float, ...]], problem: str
) -> None:
    found = list(check_structure(inspect_pdf(boxed(paged(), **boxes), "farm.pdf"), ExpectedFile("farm.pdf")))
    assert [finding.message for finding in found] == [f"page 1: {problem}"]


NO_RECTANGLES = (
    "[0 0 inf nan]",
    "[0 0 1e400 5]",
    "[/a/b/c/d]",
    "[(0)(0)(9)(9)]",
    "[0 0 200]",
    "[0 0 200 300 400]",
    "[[0 0 9 9] 0 9 9]",
    "<</A 1>>",
    "(box)",
    "true",
    "3 0 R",
    "4 0 R",
)
GOOD = "/MediaBox[0 0 197 269]"


@pytest.mark.parametrize("value", NO_RECTANGLES)
@pytest.mark.parametrize("name", ["MediaBox", "CropBox", "BleedBox", "TrimBox"])
def test_a_box_that_is_none_is_a_finding_and_the_other_pages_are_looked_at(name: str, value: str) -> None:
    broken = f"{GOOD if name != 'MediaBox' else ''}/{name} {value}"
    empty = f"{GOOD}/TrimBox[9 9 9 99]"
    found = found_in(as_written(GOOD, broken, empty))
    assert [finding.message for finding in found] == [
        f"page 2: its {name} is not a rectangle",
        "page 3: its TrimBox is empty",
    ]


def test_a_page_without_a_box_has_no_size() -> None:
    (finding,) = found_in(as_written("", GOOD))
    assert finding.message == "page 1: its MediaBox is not a rectangle"


@pytest.mark.parametrize("value", ["0", "-1", "1e300", "(2)", "[1]", "/Two"])
def test_a_unit_that_is_none_is_found(value: str) -> None:
    (finding,) = found_in(as_written(f"{GOOD}/UserUnit {value}"))
    assert finding.message == "page 1: its UserUnit is not a number above 0"


def test_a_unit_that_not_every_program_knows_is_found() -> None:
    assert found_in(as_written(f"{GOOD}/UserUnit 1.0")) == []
    (finding,) = found_in(as_written(f"{GOOD}/UserUnit 2.5"))
    assert "its UserUnit is 2.5; programs that do not know it print the page in another" in finding.message


def test_pages_that_cannot_be_read_are_found() -> None:
    (finding,) = found_in(as_written(GOOD, f"/MediaBox[0 0 {'9' * 400} 200]", GOOD))
    assert finding.message == "the file is damaged: 1 of its pages cannot be read"
    (finding,) = found_in(as_written())
    assert finding.message == "the file is damaged: it has no page"


def test_the_trim_box_tells_where_a_page_is_cut() -> None:
    page = paged(written("Goat", left=4.0))
    assert found_in(page) == []
    assert codes(found_in(boxed(page, TrimBox=TRIM))) == ["CT705"]
    assert found_in(boxed(page, TrimBox=TRIM), safe=0.5) == []


def test_a_page_of_another_size_than_its_paper_is_found() -> None:
    book = paged(size=A4, bleed=0)
    assert found_in(book, paper=A4, sheet="A4") == []
    assert found_in(book, paper=A4.turned(), sheet="A4") == []
    (finding,) = found_in(book, paper=Size(215.9, 279.4), sheet="US Letter")
    assert finding.message == "page 1 is 210 × 297 mm; US Letter is 215.9 × 279.4 mm"


def test_a_file_over_its_budget_is_a_warning() -> None:
    page = paged()
    assert found_in(page, budget=len(page)) == []
    (finding,) = found_in(page, budget=len(page) - 1)
    assert (finding.rule.name, finding.severity) == ("heavy-file", "warning")


@pytest.mark.parametrize(
    ("filter", "advice"),
    [
        ("/FlateDecode", "pictures that keep each pixel, as PNG does; save photographs as JPEG"),
        ("/DCTDecode", "pictures; store them at no more than 300 dots to the inch"),
        ("", "no pictures but drawings and fonts"),
    ],
)
def test_a_heavy_file_is_told_what_it_is_heavy_with(filter: str, advice: str) -> None:
    with pikepdf.open(io.BytesIO(paged())) as pdf:
        stream = pikepdf.Stream(pdf, random.Random(1).randbytes(90_000))
        stream.Subtype = pikepdf.Name("/Image" if filter else "/Form")
        if filter:
            stream.Filter = pikepdf.Name(filter)
        pdf.pages[0].Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(P=stream))
        out = io.BytesIO()
        pdf.save(out)
    heavy = [each for each in found_in(out.getvalue(), budget=1000) if each.rule.name == "heavy-file"]
    assert [advice in str(each.fix) for each in heavy] == [True]


def test_a_letter_nobody_knows_is_an_empty_box() -> None:
    (finding,) = found_in(with_a_box_for("Q"))
    assert finding.rule.name == "empty-glyph"
    assert "an empty box where a font lacks a character" in finding.message


def test_each_page_is_found_by_its_number() -> None:
    bad = both(filled("#ffe800"), written("Goat", "#ffffff"))
    found = found_in(paged(written("Goat"), bad, written("Hen"), bad))
    assert [finding.source.line for finding in found] == [2, 4]
    assert found[0].message.startswith("page 2: “Goat”")


def test_texts_of_cards_on_a_sheet_are_seen() -> None:
    sheet = printed(a_deck(2), a_sheet())
    assert "CT710" in codes(found_in(sheet))  # the helper draws its cards in Helvetica
    assert not {"CT706", "CT707", "CT713"} & set(codes(found_in(sheet)))


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7\n", b"GIF89a", paged()[:900]])
def test_what_is_no_pdf_cannot_be_opened(content: bytes) -> None:
    with pytest.raises(ProjectError, match=r"farm\.pdf: (not a PDF|a PDF that is damaged)"):
        found_in(content)
