"""In a theme of greys, nothing is drawn in three colours that black ink can draw."""

from __future__ import annotations

import io

import pikepdf
import pytest
from pikepdf import Dictionary, Name, Pdf

from cardtool.model import Theme
from cardtool.render.grey_colours import in_grey


def a_document(drawing: bytes, **resources: object) -> bytes:
    pdf = Pdf.new()
    group = Dictionary(Type=Name.Group, S=Name.Transparency, CS=Name.DeviceRGB)
    page = pdf.make_indirect(Dictionary(Type=Name.Page, MediaBox=[0, 0, 99, 99], Group=group))
    page.Contents = pdf.make_stream(drawing)
    page.Resources = Dictionary(
        {
            f"/{key}": Dictionary({"/X": make(pdf) if callable(make) else make})
            for key, make in resources.items()
        }
    )
    pdf.pages.append(pikepdf.Page(page))
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


def a_form(drawing: bytes):
    return lambda pdf: pdf.make_stream(drawing, Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9])


def a_photograph(pdf: Pdf) -> pikepdf.Object:
    about = {"Subtype": Name.Image, "Width": 1, "Height": 1, "ColorSpace": Name.DeviceRGB}
    return pdf.make_stream(b"\x20\x80\xc0", BitsPerComponent=8, Type=Name.XObject, **about)


def drawn(document: bytes) -> tuple[bytes, str]:
    with Pdf.open(io.BytesIO(document)) as pdf:
        page = pdf.pages[0].obj
        return page.Contents.read_bytes(), str(page.Group.CS)


def test_greys_of_three_colours_become_black_ink() -> None:
    before = a_document(b"q .2 .2 .2 rg 0 0 0 RG 0 0 9 9 re B (1 1 1 rg) Tj Q")
    assert drawn(in_grey(before)) == (b"q\n0.2 g\n0 G\n0 0 9 9 re\nB\n(1 1 1 rg) Tj\nQ", "/DeviceGray")
    assert in_grey(before) == in_grey(before)


def test_forms_are_drawn_in_grey_too() -> None:
    after = in_grey(a_document(b"/X Do", XObject=a_form(b"1 1 1 rg 0 0 9 9 re f")))
    with Pdf.open(io.BytesIO(after)) as pdf:
        form = pdf.pages[0].resources.XObject["/X"]
        assert form.read_bytes() == b"1 g\n0 0 9 9 re\nf"


@pytest.mark.parametrize(
    "drawing",
    [
        pytest.param(a_document(b".2 .2 .2 rg .9 0 0 RG 0 0 9 9 re B"), id="a red line"),
        pytest.param(a_document(b".2 .2 .2 rg /X Do", XObject=a_photograph), id="a photograph"),
    ],
)
def test_what_has_colours_keeps_them_and_is_blended_in_them(drawing: bytes) -> None:
    operators, blended_in = drawn(in_grey(drawing))
    assert operators.startswith(b"0.2 g\n")
    assert blended_in == "/DeviceRGB"


@pytest.mark.parametrize(
    ("inks", "is_grey"),
    [
        ((), False),
        ((("page", "paper", "#ffffff"), ("hero", "deep", "#3c3c3c")), True),
        ((("page", "paper", "#ffffff"), ("hero", "deep", "#3c3c3d")), False),
    ],
)
def test_a_theme_is_grey_when_all_its_inks_are(inks: tuple[tuple[str, str, str], ...], is_grey: bool) -> None:
    assert Theme("t", inks=inks).is_grey is is_grey
