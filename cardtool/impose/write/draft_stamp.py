"""The word DRAFT over every page of a finished PDF, so often that each card on a sheet bears it.

Its letters are lines, and no font is needed.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream

from cardtool.geometry import Point, Size
from cardtool.impose.write.pdf import save_pdf
from cardtool.units import to_mm, to_pt

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
    scale = _WORD / _WIDTH
    words = "\n".join(_word(middle, scale) for middle in _middles(size))
    styles = (f"{ink} RG {to_pt(width * scale):.3f} w 1 J 1 j" for ink, width in _LINES)
    return "\n".join(f"{style}\n{words}" for style in styles)


def _middles(size: Size) -> Iterator[Point]:
    """Yield the middle of each word, from the lower left: rows staggered about the middle of the page."""
    down, across = math.ceil(size.height / 2 / _DOWN), math.ceil(size.width / 2 / _ACROSS)
    for row in range(-down, down + 1):
        for column in range(-across, across + 1):
            x = size.width / 2 + (column + (row % 2) / 2) * _ACROSS
            yield Point(x, size.height / 2 + row * _DOWN)


def _word(middle: Point, scale: float) -> str:
    return "\n".join(
        _stroke([_turned(x + number * _PITCH, y, middle, scale) for x, y in stroke])
        for number, letter in enumerate(_LETTERS)
        for stroke in letter
    )


def _turned(x: float, y: float, middle: Point, scale: float) -> Point:
    across, up = (x - _WIDTH / 2) * scale, (y - _HEIGHT / 2) * scale
    turned = Point(
        across * math.cos(_ANGLE) - up * math.sin(_ANGLE), across * math.sin(_ANGLE) + up * math.cos(_ANGLE)
    )
    return Point(middle.x + turned.x, middle.y + turned.y)


def _stroke(points: list[Point]) -> str:
    first, *others = (f"{to_pt(each.x):.2f} {to_pt(each.y):.2f}" for each in points)
    return " ".join((f"{first} m", *(f"{each} l" for each in others), "S"))
