"""QR codes as inline SVG: one path, in the colour of the text around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from cardtool.errors import TemplateError
from cardtool.units import format_number

_QUIET = 4  # modules of bare paper around a code: ISO/IEC 18004, 6.3.8
_LEAST_MODULE = 0.25  # mm; at 300 dpi three dots, fewer of which telephones do not read
_LONGEST = 500  # characters; a code of more is as large as a card
_LARGEST = 1000  # mm; as no card is larger
_LEVELS = ("l", "m", "q", "h")  # 7, 15, 25 and 30 of a hundred may be lost

Corner = tuple[int, int]


def qr_html(text: object, size: float, level: str = "m", cls: str = "") -> Markup:
    """Return a text as a QR code `size` mm wide, the bare paper around it included.

    `level` says how much of it may be lost: 7 (l), 15 (m), 25 (q) or 30 (h) of a hundred. It is called by its
    text where a page is read aloud.

    Raises: TemplateError where there is nothing to say, too much, or too little room.
    """
    rows = _modules(str(text), level)
    modules = len(rows) + 2 * _QUIET
    if not size <= _LARGEST:
        raise TemplateError(f"qr: a code is at most {_LARGEST} mm wide, not {size:g}")
    if size / modules < _LEAST_MODULE:
        least = format_number(modules * _LEAST_MODULE)
        raise TemplateError(
            f"qr: {len(str(text))} characters make {modules} modules across, too fine at {size:g} mm; "
            f"make it {least} mm, or the text shorter"
        )
    drawn = Markup(
        '<svg class="{}" viewBox="{} {} {} {}" style="width:{:g}mm;height:{:g}mm"><title>{}</title>'
        '<path fill="currentColor" fill-rule="evenodd" d="{}"/></svg>'
    )
    named = f"qr {cls}".strip()
    return drawn.format(named, -_QUIET, -_QUIET, modules, modules, size, size, text, _outline(rows))


def _modules(text: str, level: str) -> Sequence[Sequence[int]]:
    """Return the modules of a code, row by row: 1 is dark. Raises: TemplateError."""
    if level not in _LEVELS:
        raise TemplateError(f'qr: level="{level}" is none of {", ".join(_LEVELS)}')
    if not text or len(text) > _LONGEST:
        raise TemplateError(f"qr: a text of 1 to {_LONGEST} characters, not of {len(text)}")
    import segno

    rows: Sequence[Sequence[int]] = segno.make(text, error=level, micro=False).matrix
    return rows


def _outline(rows: Sequence[Sequence[int]]) -> str:
    """Return the outlines of the dark parts as path data: no seam shows between two modules."""
    edges: dict[Corner, list[Corner]] = {}
    for start, end in sorted(_edges(rows)):
        edges.setdefault(start, []).append(end)
    return "".join(_path(loop) for loop in _loops(edges))


def _edges(rows: Sequence[Sequence[int]]) -> Iterator[tuple[Corner, Corner]]:
    """Yield the sides between dark and light, each with the dark on its right."""
    light = bytes(len(rows) + 1)
    above = light
    for y, row in enumerate((*rows, light)):
        here = bytes(module == 1 for module in row[: len(rows)]) + b"\0"
        for x, (dark, over, left) in enumerate(zip(here, above, b"\0" + here, strict=False)):
            if dark != over:
                side = (x, y), (x + 1, y)
                yield side if dark else side[::-1]
            if dark != left:
                side = (x, y), (x, y + 1)
                yield side[::-1] if dark else side
        above = here


def _loops(edges: dict[Corner, list[Corner]]) -> Iterator[list[Corner]]:
    """Yield the closed lines that these edges make, each edge once."""
    for start in list(edges):
        while edges[start]:
            loop = [start, edges[start].pop()]
            while loop[-1] != start:
                loop.append(edges[loop[-1]].pop())
            yield loop


def _path(loop: Sequence[Corner]) -> str:
    """Return a closed line of level and upright strokes as path data, a corner where it turns."""
    (x, y), strokes = loop[0], []
    for before, here, after in zip(loop[:-1], loop[1:], (*loop[2:], loop[1]), strict=True):
        if (before[0] == here[0]) != (here[0] == after[0]):
            strokes.append(f"V{here[1]}" if before[0] == here[0] else f"H{here[0]}")
    return f"M{x} {y}{''.join(strokes)}Z"
