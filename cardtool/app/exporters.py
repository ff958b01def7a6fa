"""What a game can be exported as: a row an output, with the options it takes and the function that makes it.

A new output is a function of a module in `export`, from `ExportInputs` to files, and a row here: the command
line and its help, `cardtool list` and the export itself go by these tables. Functions are named and not
imported, since some bring a library that takes a third of a second.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from importlib import import_module

from cardtool.export import ExportInputs, ExportOptions, Files
from cardtool.model import OutputKind
from cardtool.wording import wording


@dataclass(frozen=True, slots=True)
class Exporter:
    """An output.

    `target` is the usual name of its one file, or, without an ending, of its folder; `options` are the fields
    of `ExportOptions` it takes, and `dpi` the usual resolution of its pictures. Only what `draws` needs
    templates, and a game without errors.
    """

    name: str
    title: str
    function: str
    target: str = ""
    options: tuple[str, ...] = ()
    dpi: int = 0
    draws: bool = True

    @property
    def is_file(self) -> bool:
        """Whether the output is one file, and no folder."""
        return "." in self.target

    def files(self, inputs: ExportInputs) -> Files:
        """Yield the name and the content of each file that the output is made of."""
        module, _, function = self.function.partition(":")
        files: Files = getattr(import_module(module), function)(inputs)
        return files


EXPORTERS = {
    each.name: each
    for each in (
        Exporter(
            "xlsx",
            "the card list as a workbook",
            "cardtool.export.workbook:workbook_files",
            "cards.xlsx",
            draws=False,
        ),
        Exporter(
            "csv",
            "the card list for spreadsheets and other card tools",
            "cardtool.export.csv_json:csv_files",
            "cards.csv",
            draws=False,
        ),
        Exporter(
            "json",
            "the cards as programs read them",
            "cardtool.export.csv_json:json_files",
            "cards.json",
            draws=False,
        ),
        Exporter(
            "png",
            "a picture of every face",
            "cardtool.export.face_pictures:face_files",
            "faces",
            ("dpi", "trimmed", "theme"),
            dpi=300,
        ),
        Exporter(
            "contact",
            "all fronts on one picture",
            "cardtool.export.face_pictures:contact_files",
            "contact.png",
            ("dpi", "theme"),
            dpi=72,
        ),
        Exporter(
            "gallery",
            "a folder for the web: pictures and texts with search",
            "cardtool.app.gallery:gallery_files",
            "gallery",
            ("dpi", "theme"),
            dpi=220,
        ),
        Exporter(
            "press",
            "PDFs in printing inks, a page a face, for --icc",
            "cardtool.app.press_files:press_files",
            "press",
            ("dpi", "icc", "standard", "ink", "theme"),
            dpi=600,
        ),
    )
}

# What the files of print shops and online tables ask for under `makes`
SHOP_EXPORTERS = {
    OutputKind.PICTURES: Exporter(
        "png",
        "pictures",
        "cardtool.export.shop_pictures:shop_picture_files",
        options=("dpi", "trimmed"),
    ),
    OutputKind.PDF: Exporter("pdf", "a PDF", "cardtool.app.press_files:deck_files", options=("dpi", "icc")),
    OutputKind.TABLETOP_SIMULATOR: Exporter(
        "tts",
        "sheets and decks for Tabletop Simulator",
        "cardtool.export.tabletop:tabletop_simulator_files",
        options=("dpi", "base_url"),
    ),
    OutputKind.VIRTUAL_TABLETOP: Exporter(
        "vtt",
        "a room for VirtualTabletop.io",
        "cardtool.export.virtual_tabletop:virtual_tabletop_files",
        options=("dpi",),
    ),
    OutputKind.GRIDS: Exporter("grids", "grids", "cardtool.export.tabletop:grid_files", options=("dpi",)),
}


def takers(option: str) -> str:
    """Return which outputs take an option, in words: `png, contact and printers that take pictures`."""
    named = [each.name for each in EXPORTERS.values() if option in each.options]
    shops = [each.title for each in SHOP_EXPORTERS.values() if option in each.options]
    if len(shops) == len(SHOP_EXPORTERS):
        named.append("printers")
    elif shops:
        named.append(f"printers that take {' or '.join(shops)}")
    return wording().listed(named)


def usual_dpi() -> str:
    """Return the usual resolutions in words: `300 for png, 72 for contact`."""
    return ", ".join(f"{each.dpi} for {each.name}" for each in EXPORTERS.values() if each.dpi)


def given_options(options: ExportOptions) -> list[str]:
    """Return the names of the options that were given."""
    return [each.name for each in fields(options) if getattr(options, each.name) is not None]
