"""A page of paper: forms put on it, clipped and scaled, and lines ruled across it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf

from cardtool.geometry import Box, Point, Size
from cardtool.impose.marks import Line
from cardtool.impose.pen import DASHES, HAIRLINE
from cardtool.impose.write.document import number
from cardtool.impose.write.forms import Form
from cardtool.units import to_pt

__all__ = ["add_paper", "put", "ruled"]


def add_paper(
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
    """
    resources = Dictionary(XObject=Dictionary({form.name: form.xobject for form in forms}))
    if fonts:
        resources.Font = Dictionary(dict(fonts))
    whole = Box(0, 0, *paper)
    pdf.pages.append(
        pikepdf.Page(
            Dictionary(
                Type=Name.Page,
                MediaBox=_pdf_box(whole, paper),
                BleedBox=_pdf_box(bleed or trim or whole, paper),
                TrimBox=_pdf_box(trim or whole, paper),
                Resources=resources,
                Contents=pdf.make_stream("\n".join(operators).encode("ascii")),
            )
        )
    )


def put(form: Form, paper: Size, *, centre: Point, shown: Box, scale: float = 1.0) -> str:
    """The operators that put a form's middle at `centre`, clipped to `shown`.

    A `scale` of -1 turns it half a turn round.
    """
    return f"{_put(form.middle, paper, centre, shown, scale)} {form.name} Do Q"


@lru_cache(maxsize=1024)  # sheet after sheet, faces are put in the same places
def _put(middle: Point, paper: Size, centre: Point, shown: Box, scale: float) -> str:
    clip = (to_pt(shown.left), to_pt(paper.height - shown.bottom), to_pt(shown.width), to_pt(shown.height))
    x = to_pt(centre.x) - scale * middle.x
    y = to_pt(paper.height - centre.y) - scale * middle.y
    rectangle, size = " ".join(map(number, clip)), number(scale)
    return f"q {rectangle} re W n {size} 0 0 {size} {number(x)} {number(y)} cm"


def ruled(lines: Iterable[Line], paper: Size) -> str:
    """The operators that rule these lines, in black."""
    drawn = (_rule(line, paper) for line in lines)
    return "\n".join([f"q 0 G {HAIRLINE} w", *drawn, "Q"])


def _rule(line: Line, paper: Size) -> str:
    dashes = " ".join(map(str, DASHES)) if line.dashed else ""
    (x1, y1), (x2, y2) = (
        (number(to_pt(end.x)), number(to_pt(paper.height - end.y))) for end in (line.start, line.end)
    )
    return f"[{dashes}] 0 d {x1} {y1} m {x2} {y2} l S"


def _pdf_box(box: Box, paper: Size) -> Array:
    edges = (box.left, paper.height - box.bottom, box.right, paper.height - box.top)
    return Array([round(to_pt(edge), 4) for edge in edges])
