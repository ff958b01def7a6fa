"""The `rulebook` part of game.yaml: how the book is printed."""

from __future__ import annotations

from collections.abc import Mapping

from cardtool.geometry import Size
from cardtool.load.document import Document
from cardtool.model import BookDesign, FigureDesign
from cardtool.units import parse_length

__all__ = ["book_design"]


def book_design(document: Document) -> BookDesign | None:
    """The design of the rulebook; None where game.yaml has none."""
    book = document.data.get("rulebook")
    if book is None:
        return None
    figures = {
        sort: FigureDesign(each["template"], _size(each)) for sort, each in book.get("figures", {}).items()
    }
    return BookDesign(book["template"], book["style"], _size(book), figures)


def _size(declared: Mapping[str, str]) -> Size:
    return Size(parse_length(declared["width"]), parse_length(declared["height"]))
