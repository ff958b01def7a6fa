"""`cardtool export`: a game's cards for spreadsheets, programs and pictures."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cardtool import pipeline
from cardtool.cli.shared import games_meant, jobs_option, progress_bar, show_findings
from cardtool.errors import UsageError
from cardtool.project import Project

__all__ = ["export"]

_FORMATS = (*pipeline.DATA_FORMATS, "png", "contact")


@click.command()
@click.argument("words", nargs=-1, required=True, metavar=f"[GAME] {'|'.join(_FORMATS)}")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="PATH", help="The file to write; for png, the folder."
)
@click.option(
    "--dpi", type=click.IntRange(36, 1200), help="Dots an inch. Default: 300 for png, 72 for contact."
)
@click.option(
    "--bleed/--trim",
    default=None,
    help="For png: with the bleed around the card, or cut to the trim (default).",
)
@jobs_option
@click.pass_obj
def export(
    start: Path,
    words: tuple[str, ...],
    out: Path | None,
    dpi: int | None,
    bleed: bool | None,
    jobs: int | None,
) -> int:
    """Export a game: xlsx, csv and json hold its card list, png its faces, contact all fronts at once.

    In a workbook every cell of text stays text, whatever it begins with.
    """
    game, format = _game_and_format(words)
    if (bleed is not None and format != "png") or (dpi is not None and format in pipeline.DATA_FORMATS):
        raise UsageError("--dpi goes with png and contact; --bleed and --trim go with png")
    project, (id,) = games_meant(start, game, every=False)
    if format == "png":
        with progress_bar(f"picturing {id}") as progress:
            exported = pipeline.export_pictures(
                project, id, dpi=dpi or 300, bleed=bool(bleed), out=out, jobs=jobs, progress=progress
            )
    elif format == "contact":
        exported = pipeline.export_contact_sheet(project, id, dpi=dpi or 72, out=out, jobs=jobs)
    else:
        exported = pipeline.export_data(project, id, format, out)
    code = show_findings(exported.findings, id, project, "text") if exported.findings else 0
    _tell(exported.files, project)
    return code


def _game_and_format(words: tuple[str, ...]) -> tuple[str | None, str]:
    *games, format = words
    if format not in _FORMATS or len(games) > 1:
        raise UsageError(f"say [GAME] and one of {', '.join(_FORMATS)}; not: {' '.join(words)}")
    return games[0] if games else None, format


def _tell(files: tuple[Path, ...], project: Project) -> None:
    if len(files) > 1:
        print(f"wrote {len(files)} files to {project.name_of(files[0].parent)}", file=sys.stderr)
    elif files:
        print(f"wrote {project.name_of(files[0])}", file=sys.stderr)
