"""Faces in printing inks: no colour of a screen is left; what cannot be told is refused."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pikepdf
import pytest
from faulty_pdfs import a_picture, both, filled, paged, written
from icc_fixture import a_press
from pikepdf import Array, Dictionary, Name, Pdf
from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

from cardtool.geometry import Box, Size
from cardtool.impose.write.press import PressPages, PressStandard, press_file, press_pages, with_pictures
from cardtool.impose.write.single_pages import write_faces
from cardtool.model import RECTANGLE, CmykFace, Face, FacePages, PageRef, Side

FACE = Face("beast", Side.FRONT, "goat")
SCREEN_OPERATORS = {"rg", "RG", "g", "G"}


class Swapped:
    """A press that prints red as cyan, green as magenta and blue as yellow; any grey as black."""

    def of(self, red: float, green: float, blue: float) -> tuple[float, float, float, float]:
        return (0.0, 0.0, 0.0, 1 - red) if red == green == blue else (red, green, blue, 0.0)

    def of_text(self, red: float, green: float, blue: float) -> tuple[float, float, float, float]:
        return (0.0, 0.0, 0.0, 1 - red) if max(red, green, blue) < 0.3 else self.of(red, green, blue)

    def picture(self, width: int, height: int, rgb: bytes) -> bytes:
        return b"".join(rgb[at : at + 3] + b"\0" for at in range(0, len(rgb), 3))


def inked(content: bytes, *, transparency: bool = False) -> PressPages:
    return press_pages(FacePages([content], {FACE: PageRef(0, 0)}), Swapped(), transparency=transparency)


def opened(made: PressPages) -> Pdf:
    return Pdf.open(io.BytesIO(made.pages.documents[0]))


def operators(pdf: Pdf) -> Iterator[tuple[str, list[float]]]:
    """Every operator with its numbers, of pages, forms and tiles."""
    streams: list[Any] = [*pdf.pages]
    streams += [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and is_drawn(each)]
    for stream in streams:
        for operands, operator in pikepdf.parse_content_stream(stream):
            yield str(operator), [float(part) for part in operands if isinstance(part, int | Decimal)]


def is_drawn(stream: pikepdf.Stream) -> bool:
    return stream.get("/Subtype") == Name.Form or "/PaintType" in stream


def edited(content: bytes, edit: Callable[[Pdf], None]) -> bytes:
    with Pdf.open(io.BytesIO(content)) as pdf:
        edit(pdf)
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue()


def drawn_by(pdf: Pdf, operators: bytes) -> None:
    pdf.pages[0].contents_add(pdf.make_stream(operators))


def test_fills_and_lines_and_greys_are_set_in_inks() -> None:
    made = inked(paged(both(filled("#ff0000"), written("Goat"))))
    said = list(operators(opened(made)))
    assert not SCREEN_OPERATORS & {name for name, _ in said}
    assert ("k", [1, 0, 0, 0]) in said
    assert ("k", [0, 0, 0, 1]) in said  # the letters
    assert made.refused == {}
    assert "Tj" in {name for name, _ in said}  # which are text still


def test_letters_are_set_in_inks_of_their_own_and_shapes_of_that_colour_are_not() -> None:
    brown = "#331a0d"  # all but black
    said = list(operators(opened(inked(paged(both(filled(brown), written("Goat", brown)))))))
    shape, letters = [numbers for name, numbers in said if name == "k"][-2:]
    assert shape == pytest.approx([0.2, 0.102, 0.051, 0], abs=0.001)
    assert letters == pytest.approx([0, 0, 0, 0.8], abs=0.001)


def test_a_colour_of_letters_and_shapes_alike_is_that_of_shapes() -> None:
    def edit(pdf: Pdf) -> None:
        drawn_by(pdf, b"q 0.2 0.1 0.05 rg 0 0 9 9 re f BT /F1 9 Tf (x) Tj ET Q BT 0.2 0.1 0.05 rg (y) Tj ET")

    said = list(operators(opened(inked(edited(paged(written("Goat")), edit)))))
    both_ways, alone = [numbers for name, numbers in said if name == "k"][-2:]
    assert both_ways == pytest.approx([0.2, 0.1, 0.05, 0])
    assert alone == pytest.approx([0, 0, 0, 0.8])


def test_colour_spaces_that_are_named_become_inks() -> None:
    def edit(pdf: Pdf) -> None:
        pdf.pages[0].Resources.ColorSpace = Dictionary(Screen=Array([Name.CalRGB, Dictionary()]))
        drawn_by(pdf, b"/Screen cs 0 1 0 sc /DeviceGray CS 0.25 SC 0 0 9 9 re B")

    said = list(operators(opened(inked(edited(paged(), edit)))))
    assert ("k", [0, 1, 0, 0]) in said
    assert ("K", [0, 0, 0, 0.75]) in said
    assert not {"sc", "SC"} & {name for name, _ in said}


def test_a_picture_is_turned_into_inks() -> None:
    made = inked(paged(a_picture(Size(20, 10), Box(10, 10, 20, 10))))
    pdf = opened(made)
    (image,) = [each for each in pdf.objects if is_image(each)]
    assert image.ColorSpace == Name.DeviceCMYK
    assert len(image.read_bytes()) == 4 * 20 * 10


def is_image(each: Any) -> bool:
    return isinstance(each, pikepdf.Stream) and each.get("/Subtype") == Name.Image


def test_a_gradient_runs_from_ink_to_ink() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.linearGradient(0, 0, 100, 0, (Color(1, 0, 0), Color(0, 1, 0), Color(0, 0, 1)), (0, 0.5, 1))

    pdf = opened(inked(paged(draw)))
    (shading,) = [each for each in pdf.objects if isinstance(each, Dictionary) and "/ShadingType" in each]
    assert shading.ColorSpace == Name.DeviceCMYK
    samples = shading.Function.read_bytes()
    inks = [int.from_bytes(samples[at : at + 2], "big") for at in range(0, len(samples), 2)]
    assert (inks[:4], inks[-4:]) == ([65535, 0, 0, 0], [0, 0, 65535, 0])
    middle = len(inks) // 8 * 4
    assert inks[middle : middle + 4] == [0, 65535, 0, 0]


def see_through(pdf: Pdf) -> None:
    pdf.pages[0].Resources.ExtGState = Dictionary(Half=Dictionary(ca=0.5))
    drawn_by(pdf, b"/Half gs 1 0 0 rg 0 0 9 9 re f")


def inline(pdf: Pdf) -> None:
    drawn_by(pdf, b"BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI")


def a_spot_colour(pdf: Pdf) -> None:
    gold = Array([Name.Separation, Name.Gold, Name.DeviceRGB, Dictionary()])
    pdf.pages[0].Resources.ColorSpace = Dictionary(Spot=gold)


def calculated(pdf: Pdf) -> None:
    shading = Dictionary(ShadingType=1, ColorSpace=Name.DeviceRGB)
    pdf.pages[0].Resources.Shading = Dictionary(S=shading)


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (see_through, "is partly transparent"),
        (inline, "has a picture inside its drawing"),
        (a_spot_colour, "has a colour of its own kind (Separation)"),
        (calculated, "has a shading that is no gradient along a line or a circle"),
    ],
)
def test_what_cannot_be_told_surely_is_refused(edit: Callable[[Pdf], None], says: str) -> None:
    assert inked(edited(paged(), edit)).refused == {FACE: (says,)}


def test_where_a_standard_allows_it_what_lets_through_stays() -> None:
    made = inked(edited(paged(), see_through), transparency=True)
    assert made.refused == {}
    pdf = opened(made)
    assert float(pdf.pages[0].Resources.ExtGState.Half.ca) == 0.5


def test_a_form_shared_by_two_faces_is_rewritten_once_and_refused_for_both() -> None:
    def edit(pdf: Pdf) -> None:
        resources = Dictionary(ExtGState=Dictionary(Half=Dictionary(ca=0.5)))
        form = pdf.make_stream(b"/Half gs 1 0 0 rg 0 0 9 9 re f", Subtype=Name.Form, Resources=resources)
        for page in pdf.pages:
            page.Resources.XObject = Dictionary(F=form)

    other = Face("beast", Side.BACK, None)
    faces = FacePages(
        [edited(paged(filled("#ff0000"), filled("#00ff00")), edit)],
        {FACE: PageRef(0, 0), other: PageRef(0, 1)},
    )
    assert press_pages(faces, Swapped(), transparency=False).refused.keys() == {FACE, other}


BLACK_DOT = CmykFace(1, 1, zlib.compress(bytes([0, 0, 0, 255])))


def a_file(standard: PressStandard) -> Pdf:
    made = inked(paged(filled("#ff0000")))
    faces = with_pictures(made.pages, {FACE: BLACK_DOT} if standard is PressStandard.X4 else {})
    kinds: Any = {FACE: type("Kind", (), {"bleed": 3.0, "safe": 3.0, "outline_on": lambda side: RECTANGLE})}
    content = write_faces(faces, kinds, title="Farm")
    first = press_file(content, standard, a_press(), "Press of the tests")
    assert first == press_file(content, standard, a_press(), "Press of the tests")
    return Pdf.open(io.BytesIO(first))


@pytest.mark.parametrize(("standard", "version"), [(PressStandard.X1A, "1.4"), (PressStandard.X4, "1.6")])
def test_a_file_says_what_it_is_and_for_which_press(standard: PressStandard, version: str) -> None:
    pdf = a_file(standard)
    assert pdf.pdf_version == version
    (intent,) = pdf.Root.OutputIntents
    assert (intent.S, str(intent.Info)) == (Name.GTS_PDFX, "Press of the tests")
    assert intent.DestOutputProfile.read_bytes() == a_press()
    assert str(pdf.docinfo["/GTS_PDFXVersion"]) == standard.called
    assert pdf.docinfo["/Trapped"] == Name("/False")
    assert "/ViewerPreferences" not in pdf.Root
    assert pdf.trailer.ID


def test_boxes_lie_inside_each_other() -> None:
    pdf = a_file(PressStandard.X4)
    page = pdf.pages[0].obj
    boxes = (page.MediaBox, page.BleedBox, page.TrimBox)
    media, bleed, trim = ([float(edge) for edge in box] for box in boxes)
    assert media == bleed
    assert bleed[0] < trim[0] < trim[2] < bleed[2]
    assert bleed[1] < trim[1] < trim[3] < bleed[3]
