"""`cardtool build`: from cards to files that can be printed."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

import click

from cardtool.app import options
from cardtool.app.build import build_game
from cardtool.app.options import DEFAULT_STOCK
from cardtool.app.selection import Selection
from cardtool.cli.options import (
    LENGTH,
    OFFSET,
    all_option,
    folder_option,
    jobs_option,
    resolve_games,
    selection_options,
    theme_option,
)
from cardtool.cli.output import (
    for_each_game,
    print_error,
    print_findings,
    print_report,
    progress_bar,
)
from cardtool.errors import UsageError
from cardtool.geometry import Point
from cardtool.model import Backs, Engine, HomePrinter
from cardtool.project import Project, did_you_mean, settings_folder
from cardtool.report import format_fits_table, waived_sentence
from cardtool.wording import counted

_PARTS = tuple(map(str, options.Part))
_ON_SHEETS = (options.Part.SHEETS, options.Part.ALL)
_PIECES = (*_ON_SHEETS, options.Part.FACES, options.Part.MATS)
_GOES_WITH = {
    "--sheet": (*_ON_SHEETS, options.Part.BOX),  # a box goes on the paper of the sheet
    "--cutter": _ON_SHEETS,
    "--backs": _ON_SHEETS,
    "--back-offset": _ON_SHEETS,
    "--stock": (options.Part.BOX,),
    "--sleeves": (options.Part.BOX,),
    "--pack": _PIECES,
    "--kind, --deck, --set and --cards": _PIECES,
    "--draft": (*_PIECES, options.Part.RULEBOOK),
    "--split": (options.Part.SHEETS,),
    "--cluster": (*_PIECES, options.Part.RULEBOOK),
}


@click.command()
@click.argument("words", nargs=-1, metavar="[GAME] [sheets|faces|mats|rulebook|box|all]")
@all_option
@click.option(
    "--sheet",
    "sheets",
    multiple=True,
    metavar="NAME",
    help="Print sheet, or FORM=NAME, KIND=NAME; may be given more than once. See: cardtool list.",
)
@click.option(
    "--backs",
    type=click.Choice([str(way) for way in Backs]),
    help="How backs are printed. Default: as the sheet says.",
)
@click.option(
    "--back-offset",
    type=OFFSET,
    metavar="X,Y",
    help="Move backs to answer a printer that feeds askew, e.g. 0.5mm,-0.3mm (right, down).",
)
@click.option(
    "--my-printer",
    metavar="NAME",
    help="A printer you have calibrated: moves backs, and keeps off the edge it cannot print.",
)
@click.option(
    "--cutter",
    default="",
    metavar="NAME",
    help="A machine that cuts the sheets, such as silhouette: prints its marks, writes contours beside.",
)
@click.option(
    "--margin",
    type=LENGTH,
    metavar="LENGTH",
    help="The edge your printer cannot print, e.g. 6mm. Default: as the sheet says.",
)
@theme_option
@click.option(
    "--stock",
    metavar="NAME",
    help="With box: what the cards are made of, such as 300gsm or playing-card. Default: 300gsm.",
)
@click.option(
    "--sleeves",
    metavar="NAME",
    help="With box: what the cards are put in: thin, standard or thick.",
)
@click.option(
    "--pack",
    default="",
    metavar="NAME",
    help="Print what is in one pack of the game alone, such as a second deck for more players.",
)
@selection_options
@click.option(
    "--draft",
    is_flag=True,
    help="Print what can be drawn, whatever is wrong, stamped DRAFT, with a list of what was found.",
)
@click.option(
    "--split",
    type=click.IntRange(min=1),
    metavar="N",
    help="Several files of at most N sheets of paper each, and a list of what is in which.",
)
@click.option(
    "--cluster",
    default="",
    metavar="ADDRESS",
    help="Have faces drawn by a cluster: tcp://HOST:PORT, or local:N for N workers of this machine.",
)
@click.option(
    "--engine",
    type=click.Choice([str(engine) for engine in Engine]),
    help="What draws the faces. Default: as the game says, else the quicker one this machine has.",
)
@folder_option
@jobs_option
@click.pass_obj
def build(
    start: Path,
    words: tuple[str, ...],
    every: bool,
    sheets: tuple[str, ...],
    backs: str | None,
    back_offset: Point | None,
    my_printer: str | None,
    cutter: str,
    margin: float | None,
    stock: str | None,
    sleeves: str | None,
    pack: str,
    selection: Selection,
    draft: bool,
    split: int | None,
    cluster: str,
    engine: str | None,
    theme: str | None,
    out: Path | None,
    jobs: int | None,
) -> int:
    """Build a game's print-and-play files: sheets of cards, the faces alone, mats, the rulebook,
    the box, or all.

    Colours are those of a screen, for home printers; for a print shop see
    cardtool export press. No file has an output intent.

    Nothing is written when something is wrong, unless a --draft is asked for; the last good files stay.
    Without changes nothing is built again. With --all, a game that cannot be built does not keep the
    others from it.
    """
    game, what = _split_words(words)
    if margin is not None and margin < 0:
        raise UsageError("--margin is the edge the printer cannot print; it cannot be less than nothing")
    if every and out:
        raise UsageError("--out names one folder; --all builds several games")
    part = options.Part(what)
    given = (sheets, cutter, backs, back_offset, stock, sleeves, pack, selection, draft, split, cluster)
    _refuse_useless_options(part, dict(zip(_GOES_WITH, given, strict=True)))
    if cluster and draft:
        raise UsageError("--cluster does not go with --draft, which is drawn here")
    project, games = _games_to_build(start, game, every)
    options_ = options.BuildOptions(
        part=part,
        sheets=sheets,
        backs=Backs(backs) if backs else None,
        back_offset=back_offset,
        margin=margin,
        printer=_calibrated_printer(my_printer),
        cutter=cutter,
        stock=stock or DEFAULT_STOCK,
        sleeves=sleeves or "",
        pack=pack,
        selection=selection,
        draft=draft,
        split=split or 0,
        cluster=cluster,
        engine=Engine(engine) if engine else None,
        theme=theme,
    )
    return for_each_game(games, lambda id: _build_whole_game(project, id, options_, out, jobs))


def _games_to_build(start: Path, game: str | None, every: bool) -> tuple[Project, tuple[str, ...]]:
    """Return the project and the games to build. Raises: UsageError, also for a slip in what to build."""
    try:
        return resolve_games(start, game, every)
    except UsageError as error:
        near = did_you_mean(game or "", _PARTS)
        raise UsageError(f"{error}{near and f'; or what to build{near}'}") from None


def _refuse_useless_options(part: options.Part, options: Mapping[str, object]) -> None:
    """Raise UsageError for an option that would do nothing for this part."""
    for option, value in options.items():
        parts = _GOES_WITH[option]
        if value and part not in parts:
            raise UsageError(f"{option} goes with {', '.join(parts)}, not with {part}")


def _calibrated_printer(name: str | None) -> HomePrinter | None:
    if name is None:
        return None
    from cardtool.load import load_home_printer

    return load_home_printer(settings_folder(), name)


def _split_words(words: tuple[str, ...]) -> tuple[str | None, str]:
    names, whats = [w for w in words if w not in _PARTS], [w for w in words if w in _PARTS]
    if len(names) > 1 or len(whats) > 1:
        raise UsageError(f"one game and one of {', '.join(_PARTS)} at a time, not: {' '.join(words)}")
    return names[0] if names else None, whats[0] if whats else "sheets"


def _build_whole_game(
    project: Project, id: str, options_: options.BuildOptions, out: Path | None, jobs: int | None
) -> int:
    """Build what is asked for, and the box that goes with it, where one does."""
    code, box = _build_game(project, id, options_, out, jobs), options_.box_order
    if code or not box:
        return code
    from cardtool.app.tuck_boxes import NothingToBox

    try:
        return _build_game(project, id, box, out, jobs)
    except NothingToBox:
        return 0


def _build_game(
    project: Project, id: str, options_: options.BuildOptions, out: Path | None, jobs: int | None
) -> int:
    began = time.perf_counter()
    with progress_bar(f"drawing {id}") as progress:
        built = build_game(project, id, options_, out=out, jobs=jobs, progress=progress)
    code = print_findings(built.findings, id, project) if built.findings else 0
    for file in built.files:
        print_error(f"{'unchanged' if built.unchanged else 'wrote'} {project.name_of(file)}")
    print_report(format_fits_table(built.fits), to_stderr=True)
    if built.left_out:
        print_error(f"{id}: {built.left_out}; all of them: cardtool preflight FILE")
    if built.told_before:
        told = counted(built.told_before, "finding")
        print_error(f"{id}: {told} as before; to see them: cardtool check {id} --print")
    if built.waived:
        print_error(f"{id}: {waived_sentence(built.waived)}")
    if built.files:
        print_error(f"{id}: {time.perf_counter() - began:.1f} s")
    else:
        print_error(f"{id}: nothing was built; the earlier files are unchanged")
    return code if built.files else max(code, 1)
