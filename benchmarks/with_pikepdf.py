"""Imposition and nothing else: pages of one face each, laid 9-up by a bare pikepdf loop.

No marks, rulers, captions or metadata: what cardtool adds beside the cards costs it extra.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

import pikepdf
from pikepdf import Dictionary, Name, Pdf

__all__ = ["impose"]

Place = tuple[int, int]  # a page: the number of its document, and its own there, from 0

_POINT = 72 / 25.4
_TRIM = (63.5 * _POINT, 88.9 * _POINT)
_BLEED = 3 * _POINT


def impose(documents: Sequence[bytes], fronts: Sequence[Place], back: Place) -> bytes:
    """Nine fronts to an A4 page, each page followed by its backs."""
    out = Pdf.new()
    sources = [Pdf.open(io.BytesIO(document)) for document in documents]
    forms = [[_form(out, page) for page in source.pages] for source in sources]
    for first in range(0, len(fronts), 9):
        nine = fronts[first : first + 9]
        _sheet(out, [(n % 3, n // 3, forms[document][page]) for n, (document, page) in enumerate(nine)])
        _sheet(out, [(2 - n % 3, n // 3, forms[back[0]][back[1]]) for n in range(len(nine))])
    return _saved(out)


def _form(out: Pdf, page: pikepdf.Page) -> pikepdf.Object:
    page.trimbox = page.mediabox
    return out.copy_foreign(page.as_form_xobject())


def _sheet(out: Pdf, places: list[tuple[int, int, pikepdf.Object]]) -> None:
    page = out.add_blank_page(page_size=(210 * _POINT, 297 * _POINT))
    forms = {f"/F{number}": form for number, (_, _, form) in enumerate(places)}
    page.obj.Resources = Dictionary(XObject=Dictionary(forms))
    drawing = []
    for number, (column, row, _) in enumerate(places):
        left = 9.75 * _POINT + column * _TRIM[0]
        bottom = (297 - 15.15) * _POINT - (row + 1) * _TRIM[1]
        drawing.append(
            f"q {left:.3f} {bottom:.3f} {_TRIM[0]:.3f} {_TRIM[1]:.3f} re W n "
            f"1 0 0 1 {left - _BLEED:.3f} {bottom - _BLEED:.3f} cm /F{number} Do Q"
        )
    page.obj[Name.Contents] = out.make_stream("\n".join(drawing).encode())


def _saved(out: Pdf) -> bytes:
    file = io.BytesIO()
    out.save(file, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
    return file.getvalue()
