"""Print shops and online tables, from `templates/printers/<name>.yaml`, and calibrated printers at home, from
`printers/<name>.yaml` in the user's settings folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardtool.errors import ProjectError, UsageError
from cardtool.geometry import Point, Size
from cardtool.load.catalogues import find_entry
from cardtool.load.schemas import find_repeated, read_strict_file
from cardtool.load.yaml_files import Document
from cardtool.model import (
    Bounds,
    Certainty,
    ColourSpace,
    HomePrinter,
    OrderFile,
    OutputKind,
    PageOrder,
    PixelSize,
    Shape,
    Shop,
    ShopCard,
    ShopLimits,
    Source,
)
from cardtool.project import PLAIN_NAME, Project, did_you_mean
from cardtool.units import MM_PER_INCH, format_number, parse_length

_SHOP_FOLDER = "templates/printers"
_PIXEL_SLACK = (
    2.0  # pixels by which a picture may differ from its own trim and bleed: shops round their figures
)
_HOME_PRINTER_FOLDER = "printers"


def shop_names(project: Project) -> tuple[str, ...]:
    """Return the names of all shops and tables, sorted."""
    return tuple(sorted(project.names_in(_SHOP_FOLDER, ".yaml")))


def load_shop(project: Project, name: str) -> Shop:
    """Read what one shop wants.

    Raises: UsageError when there is none of this name; ProjectError, with a line for each fault,
    when it cannot be used.
    """
    return _make_shop(name, _read_shop(project, find_entry(project, _SHOP_FOLDER, name, "printer")))


def _read_shop(project: Project, path: Path) -> Document:
    document = read_strict_file(project, path, "printer.schema.json")
    faults = list(_shop_faults(document))
    if faults:
        raise ProjectError("\n".join(faults))
    return document


def _shop_faults(document: Document) -> Iterator[str]:
    """Yield what a schema cannot say: names used once, spans that rise, pixels that agree with lengths."""
    if "cards" in document.data:
        for found in find_repeated(document, ("cards",), "name", "a card"):
            yield f"{found.source}: {found.message}"
        for row, card in enumerate(document.data["cards"]):
            yield from _odd_pixels(document, row, _make_shop_card(card), document.data["dpi"][0])
    for way in ("columns", "rows"):
        span = document.data.get("limits", {}).get(way)
        if span and span["least"] > span["most"]:
            place = document.at(("limits", way, "least"))
            yield f"{place}: the least cannot be more than the most, {span['most']}"


def _odd_pixels(document: Document, row: int, card: ShopCard, dpi: int) -> Iterator[str]:
    page = card.size.grown(card.bleed)
    for side, pixels, length in zip(("width", "height"), card.pixels, page, strict=True):
        wanted = length * dpi / MM_PER_INCH
        if abs(pixels - wanted) > _PIXEL_SLACK:
            place = document.at(("cards", row, "pixels", side))
            yield (
                f"{place}: {pixels} pixels at {dpi} dpi are {format_number(pixels * MM_PER_INCH / dpi)} mm, "
                f"but the {side} with its bleed is {format_number(length)} mm, or {wanted:.0f} pixels"
            )


def _make_shop(name: str, document: Document) -> Shop:
    data: dict[str, Any] = document.data
    return Shop(
        name=name,
        title=data["title"],
        makes=OutputKind(data["makes"]),
        seen=data["seen"],
        sources=tuple(data["sources"]),
        source=Source(document.name),
        dpi=tuple(data["dpi"]),
        colour=ColourSpace(data.get("colour", ColourSpace.RGB)),
        cards=tuple(map(_make_shop_card, data.get("cards", ()))),
        trimmed=data.get("edge", "bleed") == "trim",
        needs_backs=data.get("backs", "optional") == "needed",
        order=OrderFile(data["order"]) if "order" in data else None,
        pages=PageOrder(data.get("pages", PageOrder.BACK_FRONT)),
        stock=data.get("stock", ""),
        limits=_make_limits(data.get("limits", {})),
        remember=tuple(data.get("remember", ())),
        about=data.get("about", ""),
    )


def _make_shop_card(data: dict[str, Any]) -> ShopCard:
    return ShopCard(
        name=data["name"],
        title=data["title"],
        size=Size(parse_length(data["width"]), parse_length(data["height"])),
        bleed=parse_length(data["bleed"]),
        safe=parse_length(data["safe"]),
        pixels=PixelSize(data["pixels"]["width"], data["pixels"]["height"]),
        status=Certainty(data["status"]),
        shape=Shape(data.get("shape", Shape.RECT)),
        forms=tuple(data.get("forms", ())),
    )


def _make_limits(data: dict[str, Any]) -> ShopLimits:
    known: dict[str, Any] = {key: data[key] for key in ("cards", "side", "ink") if key in data}
    if "brackets" in data:
        known["brackets"] = tuple(sorted(data["brackets"]))
    if "file_size" in data:
        known["file_size"] = data["file_size"] * 1_000_000
    for way in ("columns", "rows"):
        if way in data:
            known[way] = Bounds(data[way]["least"], data[way]["most"])
    return ShopLimits(**known)


def is_printer_name(name: str) -> bool:
    """Return whether a printer can be called so; its file is."""
    return PLAIN_NAME.fullmatch(name) is not None


def home_printer_names(settings: Path) -> tuple[str, ...]:
    """Return the names of all calibrated printers, sorted."""
    return tuple(
        sorted(
            path.stem
            for path in (settings / _HOME_PRINTER_FOLDER).glob("*.yaml")
            if is_printer_name(path.stem)
        )
    )


def load_home_printer(settings: Path, name: str) -> HomePrinter:
    """Read what was measured of a printer.

    Raises: UsageError when none of this name was calibrated; ProjectError, with a line for each fault,
    when its file cannot be used.
    """
    names = home_printer_names(settings)
    if name not in names:
        known = f"; there are: {', '.join(names)}" if names else ""
        raise UsageError(
            f'no printer "{name}" was calibrated{did_you_mean(name, names)}{known}\n'
            f"run: cardtool calibrate --name {name if is_printer_name(name) else 'NAME'}"
        )
    path = settings / _HOME_PRINTER_FOLDER / f"{name}.yaml"
    kept = Project(settings, sources=(_HOME_PRINTER_FOLDER,))
    return _make_home_printer(name, read_strict_file(kept, path, "home-printer.schema.json"))


def format_home_printer(printer: HomePrinter) -> tuple[str, bytes]:
    """Return the name of a printer's file in the settings folder, and what it holds."""
    lines = ["# Made by cardtool calibrate: how backs are moved to meet their fronts, as seen on them."]
    for way, offset in (("upright", printer.upright), ("sideways", printer.sideways)):
        if offset is not None:
            lines.append(f"{way}: {{right: {format_number(offset.x)}mm, down: {format_number(offset.y)}mm}}")
    if printer.margin is not None:
        lines.append(f"margin: {format_number(printer.margin)}mm")
    if len(lines) == 1:
        lines.append("{}")
    return f"{_HOME_PRINTER_FOLDER}/{printer.name}.yaml", "".join(f"{line}\n" for line in lines).encode()


def _make_home_printer(name: str, document: Document) -> HomePrinter:
    data: dict[str, Any] = document.data
    margin = data.get("margin")
    return HomePrinter(
        name=name,
        upright=_make_offset(data.get("upright")),
        sideways=_make_offset(data.get("sideways")),
        margin=None if margin is None else parse_length(margin),
    )


def _make_offset(said: dict[str, str] | None) -> Point | None:
    return None if said is None else Point(parse_length(said["right"]), parse_length(said["down"]))
