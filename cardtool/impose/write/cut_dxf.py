"""Contours as DXF, for cutting machines and CAD: AutoCAD release 12 text, which everything reads.

Written by hand: closed polylines are all there is to it, and the libraries for DXF bring numpy. Group
codes are those of the DXF Reference (Autodesk); y grows upwards there, and a bulge below 0 is an arc
that runs clockwise.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.geometry import Size
from cardtool.impose.contours import Path
from cardtool.impose.cutting import CutSheet

__all__ = ["write"]

LAYER = "CUT"
RED = 1  # of AutoCAD's colours
MILLIMETRES = 4  # $INSUNITS

Pair = tuple[int, object]


def write(sheet: CutSheet, title: str) -> bytes:
    """A DXF with one polyline a card, on a layer of its own; its origin is the paper's lower left."""
    pairs = [(999, title.encode("ascii", "replace").decode()), *_header(sheet.paper), *_layers()]
    pairs += _section("ENTITIES", [pair for path in sheet.contours for pair in _polyline(path, sheet.paper)])
    pairs.append((0, "EOF"))
    return "".join(f"{code}\n{_text(value)}\n" for code, value in pairs).encode("ascii")


def _header(paper: Size) -> list[Pair]:
    return _section(
        "HEADER",
        [
            *((9, "$ACADVER"), (1, "AC1009")),
            *((9, "$INSUNITS"), (70, MILLIMETRES)),
            *((9, "$EXTMIN"), (10, 0.0), (20, 0.0), (30, 0.0)),
            *((9, "$EXTMAX"), (10, paper.width), (20, paper.height), (30, 0.0)),
        ],
    )


def _layers() -> list[Pair]:
    layer: list[Pair] = [(0, "LAYER"), (2, LAYER), (70, 0), (62, RED), (6, "CONTINUOUS")]
    return _section("TABLES", [(0, "TABLE"), (2, "LAYER"), (70, 1), *layer, (0, "ENDTAB")])


def _section(name: str, pairs: list[Pair]) -> list[Pair]:
    return [(0, "SECTION"), (2, name), *pairs, (0, "ENDSEC")]


def _polyline(path: Path, paper: Size) -> Iterator[Pair]:
    yield from ((0, "POLYLINE"), (8, LAYER), (66, 1), (10, 0.0), (20, 0.0), (30, 0.0), (70, int(path.closed)))
    for (x, y), bulge in path.vertices:
        yield from ((0, "VERTEX"), (8, LAYER), (10, x), (20, paper.height - y), (30, 0.0))
        if bulge:
            yield 42, -bulge
    yield from ((0, "SEQEND"), (8, LAYER))


def _text(value: object) -> str:
    return f"{value:.6f}" if isinstance(value, float) else str(value)
