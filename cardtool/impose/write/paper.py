"""A page of paper: forms put on it, clipped and scaled, and lines ruled across it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf

from cardtool.geometry import Box, Point, Size
from cardtool.impose.contours import Path, Vertex, control_points
from cardtool.impose.marks import Line
from cardtool.impose.pen import DASHES, HAIRLINE
from cardtool.impose.write.document import number
from cardtool.impose.write.forms import Form
from cardtool.units import to_pt

__all__ = ["add_paper", "put", "ruled", "traced"]

RIM, FAINT = 0.9, 0.5  # pt; and of white


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


def put(
    form: Form,
    paper: Size,
    *,
    centre: Point,
    shown: Box,
    scale: float = 1.0,
    turns: int = 0,
    cut: Path | None = None,
) -> str:
    """The operators that put a form's middle at `centre`, clipped to `shown`, and to the path `cut`.

    It is drawn `scale` times its size, after so many quarter `turns` clockwise.
    """
    return f"{_put(form.middle, paper, centre, shown, scale, turns % 4, cut)} {form.name} Do Q"


@lru_cache(maxsize=1024)  # sheet after sheet, faces are put in the same places
def _put(
    middle: Point, paper: Size, centre: Point, shown: Box, scale: float, turns: int, cut: Path | None
) -> str:
    clip = (to_pt(shown.left), to_pt(paper.height - shown.bottom), to_pt(shown.width), to_pt(shown.height))
    a, b = ((1, 0), (0, -1), (-1, 0), (0, 1))[turns]  # where the form's right side points; y grows upwards
    x = to_pt(centre.x) - scale * (a * middle.x - b * middle.y)
    y = to_pt(paper.height - centre.y) - scale * (b * middle.x + a * middle.y)
    rectangle = " ".join(map(number, clip))
    matrix = " ".join(map(number, (a * scale, b * scale, -b * scale, a * scale, x, y)))
    inside = f"\n{_outlined(cut, paper)} W n" if cut else ""
    return f"q {rectangle} re W n{inside} {matrix} cm"


def ruled(lines: Iterable[Line], paper: Size) -> str:
    """The operators that rule these lines, in black."""
    drawn = (_rule(line, paper) for line in lines)
    return "\n".join([f"q 0 G {HAIRLINE} w", *drawn, "Q"])


def traced(
    paths: Iterable[Path], paper: Size, *, dashed: bool = False, grey: float = FAINT, rim: float = RIM
) -> str:
    """The operators that trace these paths finely: grey, in a rim of white to be seen on any ground."""
    drawn = "\n".join(_outlined(path, paper) for path in paths)
    dashes = f"[{' '.join(map(str, DASHES))}] 0 d " if dashed else ""
    below = f"1 G {rim} w\n{drawn} S\n" if rim else ""
    return f"q {below}{dashes}{grey} G {HAIRLINE} w\n{drawn} S Q" if drawn else ""


def _outlined(path: Path, paper: Size) -> str:
    """The operators that describe a path."""
    start = path.vertices[0].point
    edges = (_edge(vertex, arrival, paper) for vertex, arrival in path.edges)
    return " ".join((f"{_at(start, paper)} m", *edges, *(["h"] if path.closed else [])))


def _edge(vertex: Vertex, arrival: Point, paper: Size) -> str:
    if not vertex.bulge:
        return f"{_at(arrival, paper)} l"
    near, far = control_points(vertex, arrival)
    return f"{_at(near, paper)} {_at(far, paper)} {_at(arrival, paper)} c"


def _at(point: Point, paper: Size) -> str:
    return f"{number(to_pt(point.x))} {number(to_pt(paper.height - point.y))}"


def _rule(line: Line, paper: Size) -> str:
    dashes = " ".join(map(str, DASHES)) if line.dashed else ""
    (x1, y1), (x2, y2) = (
        (number(to_pt(end.x)), number(to_pt(paper.height - end.y))) for end in (line.start, line.end)
    )
    return f"[{dashes}] 0 d {x1} {y1} m {x2} {y2} l S"


def _pdf_box(box: Box, paper: Size) -> Array:
    edges = (box.left, paper.height - box.bottom, box.right, paper.height - box.top)
    return Array([round(to_pt(edge), 4) for edge in edges])
