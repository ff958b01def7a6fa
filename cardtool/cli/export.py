"""`cardtool export`: a game's cards for spreadsheets, programs, pictures, print shops and online tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from cardtool.app import export_shops, options
from cardtool.app.export import DATA_FORMATS, ExportResult, export_contact_sheet, export_data, export_pictures
from cardtool.cli.options import jobs_option, resolve_games, theme_option
from cardtool.cli.output import print_error, print_findings, progress_bar
from cardtool.errors import UsageError
from cardtool.model import OutputKind
from cardtool.project import Project, did_you_mean
from cardtool.report import waived_sentence

_GOODS_BY_WORD = {"png": OutputKind.PICTURES, "pdf": OutputKind.PDF}
_FORMATS = (*DATA_FORMATS, "png", "contact")


@click.command(short_help="Write card lists and pictures, or what a print shop wants.")
@click.argument("words", nargs=-1, metavar=f"[GAME] {'|'.join(_FORMATS)}|PRINTER")
@click.option(
    "--printer",
    metavar="NAME",
    help="A print shop or online table: makeplayingcards, thegamecrafter, drivethrucards, tts, … "
    "Its name alone, instead of a format, does the same. See: cardtool list.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="The file to write, or a folder there is; for pictures and printers, the folder.",
)
@click.option(
    "--dpi",
    type=click.IntRange(36, 1200),
    help="Dots an inch. Default: 300 for png, 72 for contact, else as the printer says.",
)
@click.option(
    "--bleed/--trim",
    default=None,
    help="For png and printers that take any size: with the bleed around the card, or cut to the trim.",
)
@click.option(
    "--icc",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="For printers that want CMYK: the colour profile they recommend.",
)
@click.option("--base-url", metavar="URL", help="For tts: where on the web you will put the pictures.")
@theme_option
@jobs_option
@click.pass_obj
def export(
    start: Path,
    words: tuple[str, ...],
    printer: str | None,
    out: Path | None,
    dpi: int | None,
    bleed: bool | None,
    icc: Path | None,
    base_url: str | None,
    theme: str | None,
    jobs: int | None,
) -> int:
    """Export a game: xlsx, csv and json hold its card list, png its faces, contact all fronts at once.

    With the name of a print shop or an online table, the files it wants, with a checklist beside them.
    A card list is written as soon as all cards can be read, with whatever else is wrong told as by check
    (exit code 1); all that is drawn needs a game without errors. In a workbook every cell of text stays
    text, whatever it begins with.
    """
    project = Project.find(start)
    game, what, shop = _split_words(words, printer, _shop_names(project))
    if out is not None and str(out) == "-":
        raise UsageError("--out names a file or folder; nothing is written to standard output")
    project, (id,) = resolve_games(start, game, every=False)
    trimmed = None if bleed is None else not bleed
    if shop:
        if theme is not None:
            raise UsageError("--theme goes with png and contact; shops and tables are sent a game's own inks")
        wish = options.ShopOptions(_GOODS_BY_WORD.get(what), dpi, trimmed, icc, base_url)
        with progress_bar(f"picturing {id}") as progress:
            exported = export_shops.export_for_shop(
                project, id, shop, wish, out=out, jobs=jobs, progress=progress
            )
    else:
        _refuse_printer_options(icc, base_url)
        exported = _export_without_printer(project, id, what, out, dpi, bleed, theme, jobs)
    code = print_findings(exported.findings, id, project, "text") if exported.findings else 0
    _print_written(exported.files, project)
    if exported.waived:
        print_error(f"{id}: {waived_sentence(exported.waived)}")
    if not exported.files:
        print_error(f"{id}: nothing was exported; the earlier files are unchanged")
    return code if exported.files else max(code, 1)


def _shop_names(project: Project) -> Sequence[str]:
    from cardtool import load

    return load.shop_names(project)


def _split_words(
    words: tuple[str, ...], printer: str | None, shops: Sequence[str]
) -> tuple[str | None, str, str]:
    """The game, the format and the shop that were asked for. Raises: UsageError."""
    known = (*_GOODS_BY_WORD, "") if printer else (*_FORMATS, *shops)
    *games, what = words if words and (words[-1] in known or not printer) else (*words, "")
    if what not in known or len(games) > 1:
        near = did_you_mean(what, (*_FORMATS, *shops))
        listed = f"{', '.join(_FORMATS)}, or a printer: {', '.join(shops)}"
        raise UsageError(f"say [GAME] and one of {listed}; not: {' '.join(words) or 'nothing'}{near}")
    game = games[0] if games else None
    return game, what, printer or (what if what in shops and what not in _FORMATS else "")


def _refuse_printer_options(icc: Path | None, base_url: str | None) -> None:
    if icc is not None or base_url is not None:
        raise UsageError("--icc and --base-url go with a printer")


def _export_without_printer(
    project: Project,
    id: str,
    what: str,
    out: Path | None,
    dpi: int | None,
    bleed: bool | None,
    theme: str | None,
    jobs: int | None,
) -> ExportResult:
    """What no printer is needed for: card lists, faces, the contact sheet."""
    if (bleed is not None and what != "png") or (dpi is not None and what in DATA_FORMATS):
        raise UsageError("--dpi goes with png and contact; --bleed and --trim go with png")
    if theme is not None and what in DATA_FORMATS:
        raise UsageError("--theme goes with png and contact; a card list has no inks")
    if what in DATA_FORMATS:
        return export_data(project, id, what, out)
    if what == "contact":
        return export_contact_sheet(project, id, dpi=dpi or 72, out=out, jobs=jobs, theme=theme)
    with progress_bar(f"picturing {id}") as progress:
        return export_pictures(
            project,
            id,
            dpi=dpi or 300,
            bleed=bool(bleed),
            out=out,
            jobs=jobs,
            theme=theme,
            progress=progress,
        )


def _print_written(files: tuple[Path, ...], project: Project) -> None:
    lists = [file for file in files if file.name == "checklist.md"]
    if len(files) > 1:
        folder = lists[0].parent if lists else files[0].parent
        print_error(f"wrote {len(files)} files to {project.name_of(folder)}")
    elif files:
        print_error(f"wrote {project.name_of(files[0])}")
    for file in lists:
        print_error(f"what goes where, and what to think of: {project.name_of(file)}")
