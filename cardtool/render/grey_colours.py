"""Greys as grey: what a drawing engine writes as as much red as green and blue becomes black ink alone.

A printer mixes its three colours for such a grey, and the grey has a tint. Text stays text and lines stay
lines: only operators that set a colour change (ISO 32000-2, 8.6.8), and the colours in which groups are
blended (11.6.6). A drawing that has other colours as well, such as a photograph, keeps those.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any, cast

import pikepdf
from pikepdf import Dictionary, Name, Operator, Pdf, Stream

_GREY_OF = {"rg": Operator("g"), "RG": Operator("G")}
_OTHER_COLOURS = frozenset({"rg", "RG", "k", "K", "sc", "scn", "SC", "SCN", "sh", "INLINE IMAGE"})


def in_grey(document: bytes) -> bytes:
    """Return a document with its greys as grey; the same every time."""
    with Pdf.open(io.BytesIO(document)) as pdf:
        for page in pdf.pages:
            page.contents_coalesce()
        drawn = list(_drawn(pdf))
        is_all_grey = [_rewrite(stream) for stream in drawn]
        if all(is_all_grey) and not any(map(_is_picture, pdf.objects)):
            for each in (*(page.obj for page in pdf.pages), *drawn):
                if "/Group" in each and "/CS" in each.Group:
                    each.Group.CS = Name.DeviceGray
        out = io.BytesIO()
        pdf.save(out, deterministic_id=True)
    return out.getvalue()


def _drawn(pdf: Pdf) -> Iterator[Stream]:
    """Yield everything that has operators: pages, forms, and the tiles of patterns."""
    for page in pdf.pages:
        if isinstance(page.obj.get("/Contents"), Stream):
            yield cast(Stream, page.obj.Contents)
    for each in pdf.objects:
        if isinstance(each, Stream) and (each.get("/Subtype") == Name.Form or each.get("/PatternType") == 1):
            yield each


def _rewrite(stream: Stream) -> bool:
    """Write a stream's greys as grey, and return whether it has no other colour."""
    operators = [_in_grey(operands, operator) for operands, operator in _operators(stream)]
    stream.write(pikepdf.unparse_content_stream(operators))
    return _OTHER_COLOURS.isdisjoint(str(operator) for _, operator in operators)


def _operators(stream: Stream) -> Sequence[tuple[Any, Operator]]:
    return [(each.operands, each.operator) for each in pikepdf.parse_content_stream(stream)]


def _in_grey(operands: Any, operator: Operator) -> tuple[Any, Operator]:
    grey = _GREY_OF.get(str(operator))
    if grey is not None and len(operands) == 3 and operands[0] == operands[1] == operands[2]:
        return [operands[0]], grey
    return operands, operator


def _is_picture(each: Any) -> bool:
    """Return whether this is a picture in colour, or shades of colours."""
    if not isinstance(each, Stream | Dictionary):
        return False
    has_colours = each.get("/Subtype") == Name.Image or "/ShadingType" in each
    return has_colours and each.get("/ColorSpace") not in (Name.DeviceGray, None)
