"""Pages taken out of a tagged document, where the tree their tags belong to stays behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pikepdf
from pikepdf import Dictionary, Name

__all__ = ["forget_tags", "untag"]

_PARENTS = ("/StructParents", "/StructParent", "/Tabs")
_POINTS, _BEGINNINGS, _END = ("MP", "DP"), ("BMC", "BDC"), "EMC"  # ISO 32000-2, 14.6


def untag(page: pikepdf.Page) -> None:
    """Remove marked content, and every reference into the structure tree, from a page and its forms.

    Layers, which are marked content too, stay. A page that was never tagged is left as it is.
    """
    if "/StructParents" in page.obj:
        page.contents_coalesce()
        page.obj.Contents.write(_untagged(page.obj.Contents))
        forget_tags(page.obj)
        _untag_resources(page.resources)


def _untag_resources(resources: pikepdf.Object) -> None:
    for drawn in resources.get("/XObject", Dictionary()).as_dict().values():
        if drawn.get("/Subtype") == Name.Form and "/StructParents" in drawn:
            drawn.write(_untagged(drawn))
            _untag_resources(drawn.get("/Resources", Dictionary()))
        forget_tags(drawn)


def forget_tags(tagged: pikepdf.Object) -> None:
    """Remove an object's own references into the structure tree: a page's, a link's, a picture's."""
    for key in _PARENTS:
        if key in tagged:
            del tagged[key]


def _untagged(content: pikepdf.Object) -> bytes:
    drawing = _without_tags(pikepdf.parse_content_stream(content))
    return pikepdf.unparse_content_stream(tuple(drawing))


def _without_tags(instructions: Iterable[Any]) -> Iterator[Any]:
    """The instructions that draw; what begins and ends a layer stays with them."""
    open_layers: list[bool] = []
    for instruction in instructions:
        operator = str(instruction.operator)
        if operator in _BEGINNINGS:
            open_layers.append(instruction.operands[0] == Name.OC)
        kept = (
            open_layers[-1] if operator in (*_BEGINNINGS, _END) and open_layers else operator not in _POINTS
        )
        if operator == _END and open_layers:
            open_layers.pop()
        if kept:
            yield instruction
