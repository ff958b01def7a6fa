"""Contours as SVG, in millimetres and of the size of the paper, for a cutting machine's program."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from cardtool.geometry import Point
from cardtool.impose.contours import Path, Vertex, radius
from cardtool.impose.cutting import CutSheet

__all__ = ["path_data", "write"]

HAIRLINE = 0.1  # mm; to be seen, where a program shows it


def write(sheet: CutSheet, title: str) -> bytes:
    """An SVG with one path a card. Nothing in it is filled, and there is nothing else in it."""
    width, height = map(_number, sheet.paper)
    paths = "".join(f'  <path d="{path_data(path)}"/>\n' for path in sheet.contours)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}">\n'
        f" <title>{escape(title)}</title>\n"
        f' <g id="cut" fill="none" stroke="#f00" stroke-width="{HAIRLINE}">\n{paths} </g>\n</svg>\n'
    ).encode()


def path_data(path: Path) -> str:
    """A path in the words of SVG, in millimetres."""
    return " ".join(_drawn(path))


def _drawn(path: Path) -> Iterator[str]:
    yield f"M{_at(path.vertices[0].point)}"
    for vertex, arrival in path.edges:
        yield _edge(vertex, arrival)
    if path.closed:
        yield "Z"


def _edge(vertex: Vertex, arrival: Point) -> str:
    if not vertex.bulge:
        return f"L{_at(arrival)}"
    round_ = _number(abs(radius(vertex, arrival)))
    return f"A{round_} {round_} 0 0 {int(vertex.bulge > 0)} {_at(arrival)}"


def _at(point: Point) -> str:
    return f"{_number(point.x)} {_number(point.y)}"


def _number(mm: float) -> str:
    text = f"{mm:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
