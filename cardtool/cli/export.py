"""`cardtool export`: a game's cards for spreadsheets, programs, pictures, print shops and online tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from cardtool import load
from cardtool.app.export import export_game
from cardtool.app.exporters import EXPORTERS, SHOP_EXPORTERS, takers, usual_dpi
from cardtool.app.selection import Selection
from cardtool.cli.options import all_option, jobs_option, resolve_games, selection_options, theme_option
from cardtool.cli.output import for_each_game, print_error, print_findings, progress_bar
from cardtool.errors import UsageError
from cardtool.export import ExportOptions
from cardtool.project import Project, did_you_mean
from cardtool.report import waived_sentence

_HELP = f"""Export a game for spreadsheets, programs and people, or as a print shop wants it.

\b
{chr(10).join(f"{each.name:8} {each.title}" for each in EXPORTERS.values())}

With the name of a print shop or an online table, the files it wants, with a checklist beside them.
A card list is written as soon as all cards can be read, with whatever else is wrong told as by check
(exit code 1); all that is drawn needs a game without errors. In a workbook every cell of text stays
text, whatever it begins with.
"""


@click.command(help=_HELP)
@click.argument("words", nargs=-1, metavar=f"[GAME] {'|'.join(EXPORTERS)}|PRINTER")
@all_option
@click.option(
    "--printer",
    metavar="NAME",
    help="A print shop or online table: makeplayingcards, thegamecrafter, drivethrucards, longpack, tts, … "
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
    help=f"Dots an inch. Default: {usual_dpi()}, else as the printer says.",
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
    help=f"For {takers('icc')}: the colour profile they recommend.",
)
@click.option(
    "--standard",
    type=click.Choice(["x-1a", "x-4"]),
    help="For press: PDF/X-1a:2003, in which nothing is transparent (the usual one), or PDF/X-4.",
)
@click.option(
    "--ink",
    type=click.IntRange(100, 400),
    metavar="PERCENT",
    help="For press: the most ink in one place. Default: 300.",
)
@click.option(
    "--base-url",
    metavar="URL",
    help=f"For {takers('base_url')}: where on the web you will put the pictures.",
)
@theme_option
@selection_options
@jobs_option
@click.pass_obj
def export(
    start: Path,
    words: tuple[str, ...],
    every: bool,
    printer: str | None,
    out: Path | None,
    dpi: int | None,
    bleed: bool | None,
    icc: Path | None,
    standard: str | None,
    ink: int | None,
    base_url: str | None,
    theme: str | None,
    selection: Selection,
    jobs: int | None,
) -> int:
    project = Project.find(start)
    game, name = _split_words(project, words, printer)
    if out is not None and str(out) == "-":
        raise UsageError("--out names a file or folder; nothing is written to standard output")
    if every and out is not None:
        raise UsageError("--out names one file or folder; --all exports several games")
    project, games = resolve_games(start, game, every)
    options = ExportOptions(dpi, None if bleed is None else not bleed, theme, icc, base_url, standard, ink)
    return for_each_game(games, lambda id: _export_game(project, id, name, options, selection, out, jobs))


def _export_game(
    project: Project,
    id: str,
    name: str,
    options: ExportOptions,
    selection: Selection,
    out: Path | None,
    jobs: int | None,
) -> int:
    with progress_bar(f"picturing {id}") as progress:
        result = export_game(
            project, id, name, options, out=out, selection=selection, jobs=jobs, progress=progress
        )
    code = print_findings(result.findings, id, project) if result.findings else 0
    _print_written(result.files, project)
    if result.waived:
        print_error(f"{id}: {waived_sentence(result.waived)}")
    if not result.files:
        print_error(f"{id}: nothing was exported; the earlier files are unchanged")
    return code if result.files else max(code, 1)


def _split_words(project: Project, words: tuple[str, ...], printer: str | None) -> tuple[str | None, str]:
    """Return the game, and the name of the output or the shop. Raises: UsageError."""
    shops = load.shop_names(project)
    if printer is not None:
        words = (*_without_format(project, words, printer), printer)
    *games, name = words or ("",)
    known = shops if printer is not None else (*EXPORTERS, *shops)
    if name not in known or len(games) > 1:
        listed = f"{', '.join(EXPORTERS)}, or a printer: {', '.join(shops)}"
        near = did_you_mean(name, (*EXPORTERS, *shops))
        raise UsageError(f"say [GAME] and one of {listed}; not: {' '.join(words) or 'nothing'}{near}")
    return (games[0] if games else None), name


def _without_format(project: Project, words: Sequence[str], printer: str) -> Sequence[str]:
    """Return the words but for the format at their end. Raises: UsageError when it is not the printer's."""
    makes = SHOP_EXPORTERS[load.load_shop(project, printer).makes]
    if not words or words[-1] not in {each.name for each in SHOP_EXPORTERS.values()}:
        return words
    if words[-1] != makes.name:
        raise UsageError(f"{printer} takes {makes.title}, not {words[-1]}")
    return words[:-1]


def _print_written(files: tuple[Path, ...], project: Project) -> None:
    lists = [file for file in files if file.name == "checklist.md"]
    if len(files) > 1:
        folder = lists[0].parent if lists else files[0].parent
        print_error(f"wrote {len(files)} files to {project.name_of(folder)}")
    elif files:
        print_error(f"wrote {project.name_of(files[0])}")
    for file in lists:
        print_error(f"what goes where, and what to think of: {project.name_of(file)}")
