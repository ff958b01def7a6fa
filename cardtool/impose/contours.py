"""The lines along which a card is cut: closed paths of straight edges and round ones; as SVG and as DXF.

A contour runs clockwise as it is seen on the page. Each edge has a bulge, as in CAD: the tangent of a
quarter of the angle its arc spans, 0 for a straight one. So PDF, SVG and DXF can all describe it exactly.
No PDF is known here, and no page.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from cardtool.geometry import Box, Point, Size
from cardtool.model import ClosedPath, Outline, Shape, Vertex, circle_path, shape_corners

_SHORTEST_EDGE = 1e-9  # mm; edges shorter than this are none

_SVG_LINE_WIDTH = 0.1  # mm; to be seen, where a program shows it
_DXF_CUT, _DXF_FOLD = "CUT", "FOLD"  # layers
_DXF_COLOURS = {_DXF_CUT: 1, _DXF_FOLD: 5}  # AutoCAD's red and blue
_DXF_MILLIMETRES = 4  # $INSUNITS
_DXF_ORIGIN = ((10, 0.0), (20, 0.0), (30, 0.0))
_GroupPair = tuple[int, object]


@dataclass(frozen=True, slots=True)
class Contour:
    """A line through these corners; a closed one returns to the first."""

    vertices: ClosedPath
    closed: bool = True

    @property
    def edges(self) -> Iterator[tuple[Vertex, Point]]:
        """Each edge: the corner it leaves, and where it arrives."""
        arrivals = (*self.vertices[1:], *(self.vertices[:1] if self.closed else ()))
        for vertex, arrival in zip(self.vertices, arrivals, strict=False):
            yield vertex, arrival.point

    def moved(self, by: Point) -> Contour:
        """Return this path, `by.x` to the right and `by.y` down."""
        return Contour(tuple(Vertex(point.moved(by), bulge) for point, bulge in self.vertices), self.closed)


def contour(outline: Outline, trim: Box, grown: float = 0.0) -> Contour:
    """Return the cut around a card with this trim, or a line so far outside it.

    What is so far outside a path of its own is the box around it.
    """
    if outline.shape is Shape.CIRCLE:
        return Contour(circle_path(trim.centre, trim.width + 2 * grown))
    if outline.shape is Shape.PATH:
        if not grown:
            return Contour(outline.path).moved(trim.centre)
        return polygon(_corners(Shape.RECT, trim, grown))
    corner = outline.corner + grown if outline.corner else 0.0
    return polygon(_corners(outline.shape, trim, grown), corner)


def hole_contours(outline: Outline, trim: Box) -> tuple[Contour, ...]:
    """Return the cuts inside a card."""
    return tuple(Contour(hole).moved(trim.centre) for hole in outline.holes)


def fold_contours(outline: Outline, trim: Box) -> tuple[Contour, ...]:
    """Return the lines along which a card is folded."""
    folds = (Contour((Vertex(fold.start), Vertex(fold.end)), closed=False) for fold in outline.folds)
    return tuple(fold.moved(trim.centre) for fold in folds)


def corner_arcs(outline: Outline, trim: Box) -> tuple[Contour, ...]:
    """Return only the round corners of a card; none where they are sharp."""
    return tuple(
        Contour((vertex, Vertex(arrival)), closed=False)
        for vertex, arrival in contour(outline, trim).edges
        if vertex.bulge
    )


def polygon(corners: Sequence[Point], radius: float = 0.0) -> Contour:
    """Return the path through the corners of a convex polygon, given clockwise, each rounded by this radius.

    A radius for which its edges are too short becomes the largest that goes.
    """
    if radius <= 0:
        return Contour(tuple(map(Vertex, corners)))
    vertices: list[Vertex] = []
    turns = list(zip((corners[-1], *corners), corners, (*corners[1:], corners[0]), strict=False))
    radius = min(radius, *(_largest_radius(*turn) for turn in turns))
    for before, corner, after in turns:
        angle = _turning_angle(before, corner, after)
        length = radius * math.tan(angle / 2)
        start, end = _point_towards(corner, before, length), _point_towards(corner, after, length)
        if vertices and math.dist(vertices[-1].point, start) < _SHORTEST_EDGE:
            vertices.pop()
        vertices += [Vertex(start, math.tan(angle / 4)), Vertex(end)]
    if math.dist(vertices[-1].point, vertices[0].point) < _SHORTEST_EDGE:
        vertices.pop()
    return Contour(tuple(vertices))


def arc_radius(vertex: Vertex, arrival: Point) -> float:
    """Return the radius of a round edge."""
    return math.dist(vertex.point, arrival) * (1 + vertex.bulge**2) / (4 * vertex.bulge)


def control_points(vertex: Vertex, arrival: Point) -> tuple[Point, Point]:
    """Return the two control points of the Bézier curve that stands for a round edge.

    For a quarter of a circle the error is 0.03 % of the radius (Goldapp, CAGD 8, 1991).
    """
    start, half = vertex.point, 2 * math.atan(vertex.bulge)
    along = math.atan2(arrival.y - start.y, arrival.x - start.x)
    reach = 4 / 3 * vertex.bulge * arc_radius(vertex, arrival)
    out, into = along - half, along + half
    return (
        start.moved(Point(reach * math.cos(out), reach * math.sin(out))),
        arrival.moved(Point(-reach * math.cos(into), -reach * math.sin(into))),
    )


def _corners(shape: Shape, trim: Box, grown: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle or hexagon, clockwise, so far outside its trim."""
    size = trim.size.grown(grown)
    if shape is not Shape.RECT:
        across = (trim.height if shape is Shape.HEX_FLAT else trim.width) + 2 * grown
        size = shape.box(across)
    return tuple(trim.centre.moved(corner) for corner in shape_corners(shape, size))


def _turning_angle(before: Point, corner: Point, after: Point) -> float:
    """Return by how much the path turns at a corner, in radians."""
    into = math.atan2(corner.y - before.y, corner.x - before.x)
    out = math.atan2(after.y - corner.y, after.x - corner.x)
    return (out - into) % (2 * math.pi)


def _largest_radius(before: Point, corner: Point, after: Point) -> float:
    """Return the largest radius this corner can have when its neighbours get as much."""
    shorter = min(math.dist(before, corner), math.dist(corner, after))
    return shorter / 2 / math.tan(_turning_angle(before, corner, after) / 2)


def _point_towards(start: Point, end: Point, length: float) -> Point:
    share = length / math.dist(start, end)
    return Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))


@dataclass(frozen=True, slots=True)
class CutSheet:
    """The contours of some pages, and the lines to be folded; `pages` are the numbers of those, all alike."""

    paper: Size
    contours: tuple[Contour, ...]
    pages: tuple[int, ...]
    folds: tuple[Contour, ...] = ()


def cut_file(sheet: CutSheet, *, title: str, format: str) -> bytes:
    """Return the contours of a page of cards for a cutting machine, as `svg` or as `dxf`."""
    return _cut_svg(sheet, title) if format == "svg" else _cut_dxf(sheet, title)


def _cut_svg(sheet: CutSheet, title: str) -> bytes:
    """Return an SVG with a path for each cut and each fold, and nothing that is filled."""
    width, height = map(short_number, sheet.paper)
    groups = _svg_group("cut", "#f00", sheet.contours) + _svg_group("fold", "#00f", sheet.folds)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}">\n'
        f" <title>{escape(title)}</title>\n"
        f"{groups}</svg>\n"
    ).encode()


def _svg_group(id: str, colour: str, lines: Sequence[Contour]) -> str:
    if not lines:
        return ""
    paths = "".join(f'  <path d="{svg_path(path)}"/>\n' for path in lines)
    return f' <g id="{id}" fill="none" stroke="{colour}" stroke-width="{_SVG_LINE_WIDTH}">\n{paths} </g>\n'


def svg_path(path: Contour) -> str:
    """Return a contour in the words of SVG, in millimetres."""
    start = f"M{_svg_point(path.vertices[0].point)}"
    return " ".join((start, *(_svg_edge(*edge) for edge in path.edges), *(["Z"] if path.closed else [])))


def _svg_edge(vertex: Vertex, arrival: Point) -> str:
    if not vertex.bulge:
        return f"L{_svg_point(arrival)}"
    radius = short_number(abs(arc_radius(vertex, arrival)))
    return f"A{radius} {radius} 0 0 {int(vertex.bulge > 0)} {_svg_point(arrival)}"


def _svg_point(point: Point) -> str:
    return f"{short_number(point.x)} {short_number(point.y)}"


def short_number(length: float) -> str:
    """Return a number as it is written in an SVG or a PDF: a ten-thousandth is finer than any printer."""
    text = f"{length:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _cut_dxf(sheet: CutSheet, title: str) -> bytes:
    """Return a DXF with a polyline for each cut, and on another layer for each fold; y from the foot.

    It is AutoCAD release 12 text, which everything reads, written by hand: closed polylines are all there is
    to it, and the libraries for DXF bring numpy. Group codes are those of the DXF Reference (Autodesk); y
    grows upwards there, and a bulge below 0 is an arc that runs clockwise.
    """
    layers = {_DXF_CUT: sheet.contours, _DXF_FOLD: sheet.folds}
    used = [layer for layer, lines in layers.items() if lines]
    header: list[_GroupPair] = [
        *((9, "$ACADVER"), (1, "AC1009")),
        *((9, "$INSUNITS"), (70, _DXF_MILLIMETRES)),
        *((9, "$EXTMIN"), *_DXF_ORIGIN),
        *((9, "$EXTMAX"), (10, sheet.paper.width), (20, sheet.paper.height), (30, 0.0)),
    ]
    comment = (999, title.encode("ascii", "replace").decode())
    pairs = [comment, *_dxf_section("HEADER", header), *_dxf_layers(used)]
    lines = [
        pair for layer in used for line in layers[layer] for pair in _dxf_polyline(line, sheet.paper, layer)
    ]
    pairs += _dxf_section("ENTITIES", lines)
    pairs.append((0, "EOF"))
    texts = ((code, f"{value:.6f}" if isinstance(value, float) else value) for code, value in pairs)
    return "".join(f"{code}\n{text}\n" for code, text in texts).encode("ascii")


def _dxf_layers(names: Sequence[str]) -> list[_GroupPair]:
    rows: list[_GroupPair] = []
    for name in names:
        rows += [(0, "LAYER"), (2, name), (70, 0), (62, _DXF_COLOURS[name]), (6, "CONTINUOUS")]
    return _dxf_section("TABLES", [(0, "TABLE"), (2, "LAYER"), (70, len(names)), *rows, (0, "ENDTAB")])


def _dxf_section(name: str, pairs: list[_GroupPair]) -> list[_GroupPair]:
    return [(0, "SECTION"), (2, name), *pairs, (0, "ENDSEC")]


def _dxf_polyline(path: Contour, paper: Size, layer: str) -> Iterator[_GroupPair]:
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), *_DXF_ORIGIN, (70, int(path.closed)))
    for (x, y), bulge in path.vertices:
        yield from ((0, "VERTEX"), (8, layer), (10, x), (20, paper.height - y), (30, 0.0))
        if bulge:
            yield 42, -bulge
    yield from ((0, "SEQEND"), (8, layer))
