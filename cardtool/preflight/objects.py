"""What a page is made of, thing by thing, as PDFium tells it: texts, pictures, forms and what is in them."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

from pypdfium2 import raw

from cardtool.colour import RGB
from cardtool.preflight.matrix import Matrix

__all__ = ["address", "ink", "objects"]

_MOST_OBJECTS = 200_000  # on a page; a form that is printed in a form counts as often as it is printed
_DEEPEST = 20  # forms in forms


def address(object: Any) -> int | None:
    """By what an object of a page is known from the others."""
    return ctypes.cast(object, ctypes.c_void_p).value


def ink(object: Any) -> tuple[RGB | None, float]:
    """What an object is filled with, and how much of it covers; None for a pattern."""
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not raw.FPDFPageObj_GetFillColor(object, red, green, blue, alpha):
        return None, 1.0
    return (red.value, green.value, blue.value), alpha.value / 255


def objects(page: Any) -> Iterator[tuple[Any, Matrix]]:
    """Every object of a page, those in forms too, and the matrix it is drawn through.

    Raises: ValueError, with what is wrong with the page, when there are more than can be looked at.
    """
    count = 0
    stack = [(raw.FPDFPage_GetObject, page, raw.FPDFPage_CountObjects(page), Matrix.identity(), 0)]
    while stack:
        get, holder, number, matrix, depth = stack.pop()
        for place in range(number):
            object = get(holder, place)
            count += 1
            if count > _MOST_OBJECTS:
                raise ValueError(f"draws more than {_MOST_OBJECTS} things")
            if raw.FPDFPageObj_GetType(object) == raw.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
                own = raw.FS_MATRIX()
                raw.FPDFPageObj_GetMatrix(object, own)
                inner = raw.FPDFFormObj_CountObjects(object)
                through = Matrix.read(own).then(matrix)
                stack.append((raw.FPDFFormObj_GetObject, object, inner, through, depth + 1))
            yield object, matrix
