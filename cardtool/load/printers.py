"""Print shops and online tables: reads `templates/printers/<name>.yaml` as a Shop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardtool.errors import ProjectError, UsageError
from cardtool.geometry import Size
from cardtool.load.document import Document
from cardtool.load.once import each_once
from cardtool.load.settled import read_settled
from cardtool.model import (
    Colour,
    Goods,
    Limits,
    OrderFile,
    Pixels,
    Shop,
    ShopCard,
    Source,
    Span,
    Status,
)
from cardtool.project import Project, did_you_mean
from cardtool.units import MM_PER_INCH, parse_length, show

__all__ = ["load_shop", "shop_names"]

_FOLDER = "templates/printers"
_SLACK = 2.0  # pixels by which a picture may differ from its own trim and bleed: shops round their figures


def shop_names(project: Project) -> tuple[str, ...]:
    """The names of all shops and tables, sorted."""
    return tuple(sorted(project.names_in(_FOLDER, ".yaml")))


def load_shop(project: Project, name: str) -> Shop:
    """Read what one shop wants.

    Raises: UsageError when there is none of this name; ProjectError, with a line for each fault,
    when it cannot be used.
    """
    names = shop_names(project)
    path = project.find_file(_FOLDER, f"{name}.yaml") if name in names else None
    if path is None:
        listed = ", ".join(names) or "none"
        raise UsageError(f'no printer "{name}" here{did_you_mean(name, names)}; the printers are: {listed}')
    return _shop(name, _document(project, path))


def _document(project: Project, path: Path) -> Document:
    document = read_settled(project, path, "printer.schema.json")
    faults = list(_faults(document))
    if faults:
        raise ProjectError("\n".join(faults))
    return document


def _faults(document: Document) -> Iterator[str]:
    """What a schema cannot say: names used once, spans that rise, pixels that agree with lengths."""
    if "cards" in document.data:
        for found in each_once(document, ("cards",), "name", "a card"):
            yield f"{found.source}: {found.message}"
        for row, card in enumerate(document.data["cards"]):
            yield from _odd_pixels(document, row, _card(card), document.data["dpi"][0])
    for way in ("columns", "rows"):
        span = document.data.get("limits", {}).get(way)
        if span and span["least"] > span["most"]:
            place = document.at(("limits", way, "least"))
            yield f"{place}: the least cannot be more than the most, {span['most']}"


def _odd_pixels(document: Document, row: int, card: ShopCard, dpi: int) -> Iterator[str]:
    page = card.size.grown(card.bleed)
    for side, pixels, length in zip(("width", "height"), card.pixels, page, strict=True):
        wanted = length * dpi / MM_PER_INCH
        if abs(pixels - wanted) > _SLACK:
            place = document.at(("cards", row, "pixels", side))
            yield (
                f"{place}: {pixels} pixels at {dpi} dpi are {show(pixels * MM_PER_INCH / dpi)} mm, "
                f"but the {side} with its bleed is {show(length)} mm, or {wanted:.0f} pixels"
            )


def _shop(name: str, document: Document) -> Shop:
    data: dict[str, Any] = document.data
    return Shop(
        name=name,
        title=data["title"],
        makes=Goods(data["makes"]),
        seen=data["seen"],
        sources=tuple(data["sources"]),
        source=Source(document.name),
        dpi=tuple(data["dpi"]),
        colour=Colour(data.get("colour", Colour.RGB)),
        cards=tuple(map(_card, data.get("cards", ()))),
        trimmed=data.get("edge", "bleed") == "trim",
        needs_backs=data.get("backs", "optional") == "needed",
        order=OrderFile(data["order"]) if "order" in data else None,
        stock=data.get("stock", ""),
        limits=_limits(data.get("limits", {})),
        remember=tuple(data.get("remember", ())),
        about=data.get("about", ""),
    )


def _card(data: dict[str, Any]) -> ShopCard:
    return ShopCard(
        name=data["name"],
        title=data["title"],
        size=Size(parse_length(data["width"]), parse_length(data["height"])),
        bleed=parse_length(data["bleed"]),
        safe=parse_length(data["safe"]),
        pixels=Pixels(data["pixels"]["width"], data["pixels"]["height"]),
        status=Status(data["status"]),
    )


def _limits(data: dict[str, Any]) -> Limits:
    known: dict[str, Any] = {key: data[key] for key in ("cards", "side", "ink") if key in data}
    if "brackets" in data:
        known["brackets"] = tuple(sorted(data["brackets"]))
    if "file_size" in data:
        known["file_size"] = data["file_size"] * 1_000_000
    for way in ("columns", "rows"):
        if way in data:
            known[way] = Span(data[way]["least"], data[way]["most"])
    return Limits(**known)
