"""Exporting a game for a print shop or an online table: read what it wants, judge, draw, make, write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardtool.errors import ProjectError
from cardtool.finding import Finding, has_errors, in_order
from cardtool.model import FacePages, Game, OutputKind, Shop
from cardtool.pipeline.drawing import card_faces, draw_cards, drawn_faces
from cardtool.pipeline.export_note import commit_export
from cardtool.pipeline.hand_out import Exported
from cardtool.pipeline.output import OutputFolder
from cardtool.pipeline.wishes import Wish, address_of, check_granted
from cardtool.project import Project, require_utf8

if TYPE_CHECKING:
    from cardtool.export.separation import Press

__all__ = ["export_for_shop"]

Progress = Callable[[int, int], None]
Files = Iterator[tuple[str, bytes]]


def export_for_shop(
    project: Project,
    id: str,
    printer: str,
    wish: Wish,
    *,
    out: Path | None = None,
    jobs: int | None = None,
    progress: Progress = lambda done, of: None,
) -> Exported:
    """The game as this shop or table wants it, in the folder `out` or else in the game's own.

    Nothing is written where a finding is an error.

    Raises: UsageError for a shop that is not there, or a wish it does not grant.
    """
    from cardtool import load
    from cardtool.export import clearance, suits

    shop = load.load_shop(project, printer)
    check_granted(wish, shop)
    press = _press(wish, shop)
    place = project.place_for_output(out, project.output(id) / shop.name)
    require_utf8(place.resolve())  # orders and decks say where their pictures are
    with OutputFolder.held(place) as folder:
        drawn = draw_cards(project, id, jobs, lambda game: _judged(game, shop, press is not None))
        game = drawn.usable()
        if game is None:
            return Exported((), drawn.findings, drawn.checked.waived)
        lots = suits.lots(game, shop)
        found = drawn.checked.also(clearance.near_the_cut(drawn.pages, game, shop, lots), ()).findings
        files = _made(game, shop, wish, drawn.pages, folder.path, press)
        exported = _written(folder, files, game, shop, found, progress, len(drawn.pages.pages))
        return replace(exported, waived=drawn.checked.waived)


def _judged(game: Game, shop: Shop, converted: bool) -> Iterator[Finding]:
    from cardtool.export import names, suits

    if not card_faces(game):
        raise ProjectError(f"{game.id} has no cards to send to {shop.title}")
    yield from names.twins(game, names.file_names(game, drawn_faces(game)))
    yield from suits.unsuited(game, shop, converted=converted)


def _written(
    folder: OutputFolder,
    files: Files,
    game: Game,
    shop: Shop,
    found: Iterable[Finding],
    progress: Progress,
    faces: int,
) -> Exported:
    """Write the files, all or none."""
    from cardtool.export.suits import too_large

    findings = list(found)
    for number, (name, content) in enumerate(files, start=1):
        findings += too_large(game, shop, name, len(content))
        folder.add(name, content)
        progress(min(number, faces), faces)
    written = () if has_errors(findings) else commit_export(folder)
    return Exported(written, tuple(in_order(findings)))


def _made(game: Game, shop: Shop, wish: Wish, pages: FacePages, folder: Path, press: Press | None) -> Files:
    """The files that this shop wants, one after another."""
    from cardtool.export import suits, tables, upload
    from cardtool.pipeline import bound

    cards, lots = card_faces(game), suits.lots(game, shop)
    dpi = wish.dpi or shop.dpi[0]
    if shop.makes is OutputKind.TABLETOP_SIMULATOR:
        address, reach = address_of(wish, folder)
        return tables.tabletop_simulator(game, shop, cards, pages, address, reach=reach)
    if shop.makes is OutputKind.GRIDS:
        return tables.grids(game, shop, cards, pages)
    if shop.makes is OutputKind.PDF:
        return bound.decks(game, shop, lots, cards, pages, dpi=dpi, press=press)
    trimmed = shop.trimmed if wish.trimmed is None else wish.trimmed
    here = str(folder.resolve())
    return upload.upload(game, shop, lots, cards, pages, dpi=dpi, trimmed=trimmed, folder=here)


def _press(wish: Wish, shop: Shop) -> Press | None:
    """The press of the colour profile that was given."""
    if wish.icc is None:
        return None
    from cardtool.export.separation import read_profile

    return read_profile(wish.icc, shop.limits.ink)
