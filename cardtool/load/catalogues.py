"""What is chosen by name: sheets, cutters, stocks, sleeves, themes, print shops, and printers at home.

Printers at home are calibrated; they are kept in the user's settings folder, all else in `templates/`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cardtool.errors import ProjectError, UsageError
from cardtool.files import Unreadable
from cardtool.finding import Finding
from cardtool.geometry import Point, Size
from cardtool.load.file_rules import SCHEMA
from cardtool.load.game_files import walk_entries
from cardtool.load.schemas import Schemas, find_repeated, make_validator, project_formats, read_strict_file
from cardtool.load.yaml_files import Document, read_yaml
from cardtool.model import (
    COLOUR_THEME,
    Backs,
    Bounds,
    Certainty,
    ColourSpace,
    Cutter,
    Fill,
    Grid,
    HomePrinter,
    OrderFile,
    OutputKind,
    PageOrder,
    PixelSize,
    Registration,
    Shape,
    Sheet,
    Shop,
    ShopCard,
    ShopLimits,
    Source,
    Stock,
    Theme,
)
from cardtool.project import PLAIN_NAME, Project, did_you_mean, usable_names
from cardtool.unicode_text import escape_hidden
from cardtool.units import MM_PER_INCH, format_number, parse_length

_CUTTER_FOLDER = "templates/cutters"
_CUTTER_DEFAULTS = {"inset": "10mm", "arm": "5mm", "thickness": "1mm", "square": "5mm", "clear": "1.5mm"}
_SHEET_FOLDER = "templates/sheets"
_STOCK_FOLDER = "templates/stocks"
_THEME_FOLDER = "templates/themes"
_THEME_USES = ("theme.", "var(--")  # how a template or stylesheet asks for what a theme says


def _find_entry(project: Project, folder: str, name: str, what: str) -> Path:
    """Return the file of this name in a folder of templates; `what` is what it describes: `print sheet`.

    Raises: UsageError, with the names there are, when there is none.
    """
    names = sorted(project.names_in(folder, ".yaml"))
    path = project.find_file(folder, f"{name}.yaml") if name in names else None
    if path is None:
        near, several = did_you_mean(name, names), f"{what.rpartition(' ')[2]}s"
        listed = ", ".join(names) or "none"
        raise UsageError(f'no {what} "{escape_hidden(name)}" here{near}; the {several} are: {listed}')
    return path


def cutter_names(project: Project) -> tuple[str, ...]:
    """Return the names of all cutting machines, sorted."""
    return tuple(sorted(project.names_in(_CUTTER_FOLDER, ".yaml")))


def load_cutter(project: Project, name: str) -> Cutter:
    """Read what there is to know of one machine.

    Raises: UsageError when there is none of this name; ProjectError when its file cannot be used.
    """
    path = _find_entry(project, _CUTTER_FOLDER, name, "cutting machine")
    return _make_cutter(name, read_strict_file(project, path, "cutter.schema.json"))


def _make_cutter(name: str, document: Document) -> Cutter:
    data = document.data
    lengths = {key: parse_length(data.get(key, usual)) for key, usual in _CUTTER_DEFAULTS.items()}
    if lengths["thickness"] > lengths["arm"]:
        thick, arm = format_number(lengths["thickness"]), format_number(lengths["arm"])
        place = document.at(("thickness",))
        raise ProjectError(f"{place}: an angle {thick} mm thick cannot have arms of {arm} mm")
    return Cutter(
        name=name,
        title=data["title"],
        registration=Registration(data["registration"]),
        source=Source(document.name),
        **lengths,
    )


def sheet_names(project: Project) -> tuple[str, ...]:
    """Return the names of all print sheets, sorted."""
    return tuple(sorted(project.names_in(_SHEET_FOLDER, ".yaml")))


def load_sheet(project: Project, name: str) -> Sheet:
    """Read one print sheet.

    Raises: UsageError when there is none of this name; ProjectError, with a line for each
    fault, when it cannot be used.
    """
    path = _find_entry(project, _SHEET_FOLDER, name, "print sheet")
    document = read_strict_file(project, path, "sheet.schema.json")
    machine = document.data.get("cutter")
    return _make_sheet(name, document, load_cutter(project, machine) if machine else None)


def _make_sheet(name: str, document: Document, cutter: Cutter | None) -> Sheet:
    data: dict[str, Any] = document.data
    paper = data["paper"]
    marks = data.get("crop_marks") or {"length": "0mm", "gap": "0mm"}
    return Sheet(
        name=name,
        title=data["title"],
        paper=Size(parse_length(paper["width"]), parse_length(paper["height"])),
        paper_name=paper["name"],
        grid=_make_grid(data["grid"], parse_length(data.get("gap", "0mm"))),
        bleed=parse_length(data.get("bleed", "0mm")),
        margin=parse_length(data.get("margin", "8mm")),
        mark_length=parse_length(marks["length"]),
        mark_gap=parse_length(marks["gap"]),
        ruler=parse_length(data.get("ruler", "50mm") or "0mm"),
        backs=Backs(data.get("backs", Backs.LONG_EDGE)),
        fold_gap=parse_length(data.get("fold_gap", "0mm")),
        source=Source(document.name),
        cut_guides=data.get("cut_guides", False),
        cutter=cutter,
    )


def _make_grid(grid: Any, gap: float) -> Grid | Fill:
    if grid == "fill":
        return Fill(Size(gap, gap))
    across, down = (parse_length(grid.get(key, "0mm")) for key in ("column_gap", "row_gap"))
    return Grid(grid["columns"], grid["rows"], Size(across, down))


def load_stock(project: Project, name: str) -> Stock:
    """Return what cards are made of. Raises: UsageError when there is none of this name; ProjectError."""
    return _load_stock(project, "cards.yaml", name, "card stock")


def load_sleeves(project: Project, name: str) -> Stock:
    """Return what sleeves add to a card.

    Raises: UsageError when there are none of this name; ProjectError.
    """
    return _load_stock(project, "sleeves.yaml", name, "sort of sleeves")


def _load_stock(project: Project, file: str, name: str, what: str) -> Stock:
    path = project.find_file(_STOCK_FOLDER, file)
    if path is None:
        raise ProjectError(f"{_STOCK_FOLDER}/{file} is missing")
    known = read_strict_file(project, path, "stocks.schema.json").data
    if name not in known:
        listed = ", ".join(known)
        raise UsageError(f'no {what} "{name}" here{did_you_mean(name, known)}; there are: {listed}')
    entry = known[name]
    wider = parse_length(entry.get("wider", "0mm"))
    return Stock(name, entry["title"], parse_length(entry["thickness"]), wider)


def theme_names(project: Project, game: str) -> tuple[str, ...]:
    """Return the names of all themes a game can be printed in, sorted."""
    own = usable_names(_own_themes(project, game), ".yaml")
    return tuple(sorted({*project.names_in(_THEME_FOLDER, ".yaml"), *own}))


def load_theme(project: Project, game: str, name: str) -> Theme:
    """Read one theme, as it is for this game.

    Raises: UsageError when there is none of this name; ProjectError, with a line for each fault, when it
    cannot be used, and when the game's templates would not show it.
    """
    names = theme_names(project, game)
    if name not in names:
        raise UsageError(
            f'no theme "{name}" here{did_you_mean(name, names)}; the themes are: {", ".join(names)}'
        )
    if name != COLOUR_THEME and not _uses_themes(project, game):
        raise ProjectError(
            f"the templates of {game} ask for no theme, so {name} would print as {COLOUR_THEME} does\n"
            "let them take their inks from it; see docs/fit-and-themes.md"
        )
    return read_theme(project, game, name)


def read_theme(project: Project, game: str, name: str) -> Theme:
    """Return what a theme says, whether or not anybody asks.

    Raises: ProjectError, with a line for each fault.
    """
    theme: dict[str, Any] = {"inks": {}, "lines": {}, "fills": {}}
    for path in _theme_layers(project, game, name):
        data = read_strict_file(project, path, "theme.schema.json").data
        for group, inks in data.get("inks", {}).items():
            theme["inks"].setdefault(group, {}).update(inks)
        theme["lines"] |= {line: parse_length(width) for line, width in data.get("lines", {}).items()}
        theme["fills"] |= data.get("fills", {})
        theme |= {key: data[key] for key in ("title", "about") if key in data}
    return Theme(
        name=name,
        title=theme.get("title", name),
        about=theme.get("about", ""),
        inks=tuple(
            (group, ink, theme["inks"][group][ink]) for group in theme["inks"] for ink in theme["inks"][group]
        ),
        lines=tuple(theme["lines"].items()),
        fills=tuple(theme["fills"].items()),
    )


def theme_findings(project: Project, game: str) -> Iterator[Finding]:
    """Yield what is wrong with the game's own themes, be it printed in them now or not.

    Inks are reported that are nearly called as one of colour.

    Raises: ProjectError where colour cannot be used.
    """
    names = [name for name in usable_names(_own_themes(project, game), ".yaml") if name != COLOUR_THEME]
    if not names:
        return
    inks = read_theme(project, game, COLOUR_THEME).template_context()["inks"]
    validator = make_validator(Schemas(project), "theme.schema.json", project_formats(project))
    for name in sorted(names):
        document = read_yaml(project, _own_themes(project, game) / f"{name}.yaml")
        faults = [*document.findings, *(validator.findings(document) if document.complete else ())]
        yield from faults or _unknown_inks(document, inks)


def _unknown_inks(document: Document, known: Mapping[str, Mapping[str, str]]) -> Iterator[Finding]:
    for group, inks in document.data.get("inks", {}).items():
        if group not in known and (near := did_you_mean(group, known)):
            yield SCHEMA.found(document.at_key(("inks",), group), f"colour has no inks called {group}{near}")
        for ink in inks if group in known else ():
            if ink not in known[group] and (near := did_you_mean(ink, known[group])):
                place = document.at_key(("inks", group), ink)
                yield SCHEMA.found(place, f"colour has no {ink} among the inks of {group}{near}")


def _own_themes(project: Project, game: str) -> Path:
    return project.root / "templates" / game / "themes"


def _theme_layers(project: Project, game: str, name: str) -> Iterator[Path]:
    """Yield the files of a theme, from the lowest up."""
    for layer in dict.fromkeys((COLOUR_THEME, name)):
        folders = (*reversed(project.folders(_THEME_FOLDER)), _own_themes(project, game))
        yield from (path for folder in folders if (path := folder / f"{layer}.yaml").is_file())


def _uses_themes(project: Project, game: str) -> bool:
    """Return whether any template or stylesheet of the game's own asks for what a theme says."""
    folder = project.root / "templates" / game
    found = (Path(entry.path) for entry in walk_entries(folder, deep=True)) if folder.is_dir() else ()
    return any(_asks_for_theme(project, file) for file in found if file.suffix in (".html", ".css"))


def _asks_for_theme(project: Project, file: Path) -> bool:
    """Return whether a file asks for what a theme says, or might: what cannot be read is told of
    elsewhere.
    """
    try:
        text = project.read(file).decode("utf-8")
    except (Unreadable, UnicodeDecodeError):
        return True
    return not text.strip() or any(word in text for word in _THEME_USES)


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
    return _make_shop(name, _read_shop(project, _find_entry(project, _SHOP_FOLDER, name, "printer")))


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


def _make_offset(entry: dict[str, str] | None) -> Point | None:
    return None if entry is None else Point(parse_length(entry["right"]), parse_length(entry["down"]))
