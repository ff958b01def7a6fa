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
    from cardtool.export.picture_colours import Press

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
    from cardtool.export import shop_checks

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
        lots = shop_checks.print_runs(game, shop)
        found = drawn.checked.also(shop_checks.check_safe_zone(drawn.pages, game, shop, lots), ()).findings
        files = _made(game, shop, wish, drawn.pages, folder.path, press)
        exported = _written(folder, files, game, shop, found, progress, len(drawn.pages.pages))
        return replace(exported, waived=drawn.checked.waived)


def _judged(game: Game, shop: Shop, converted: bool) -> Iterator[Finding]:
    from cardtool.export import face_pictures, shop_checks

    if not card_faces(game):
        raise ProjectError(f"{game.id} has no cards to send to {shop.title}")
    yield from face_pictures.check_picture_names(game, face_pictures.picture_names(game, drawn_faces(game)))
    yield from shop_checks.check_shop(game, shop, converted=converted)


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
    from cardtool.export.shop_checks import check_file_size

    findings = list(found)
    for number, (name, content) in enumerate(files, start=1):
        findings += check_file_size(game, shop, name, len(content))
        folder.add(name, content)
        progress(min(number, faces), faces)
    written = () if has_errors(findings) else commit_export(folder)
    return Exported(written, tuple(in_order(findings)))


def _made(game: Game, shop: Shop, wish: Wish, pages: FacePages, folder: Path, press: Press | None) -> Files:
    """The files that this shop wants, one after another."""
    from cardtool.export import shop_checks, shop_pictures, tabletop
    from cardtool.pipeline import bound

    cards, lots = card_faces(game), shop_checks.print_runs(game, shop)
    dpi = wish.dpi or shop.dpi[0]
    if shop.makes is OutputKind.TABLETOP_SIMULATOR:
        address, reach = address_of(wish, folder)
        return tabletop.tabletop_simulator_files(game, shop, cards, pages, address, reach=reach)
    if shop.makes is OutputKind.GRIDS:
        return tabletop.grid_files(game, shop, cards, pages)
    if shop.makes is OutputKind.PDF:
        return bound.decks(game, shop, lots, cards, pages, dpi=dpi, press=press)
    trimmed = shop.trimmed if wish.trimmed is None else wish.trimmed
    here = str(folder.resolve())
    return shop_pictures.shop_picture_files(
        game, shop, lots, cards, pages, dpi=dpi, trimmed=trimmed, folder=here
    )


def _press(wish: Wish, shop: Shop) -> Press | None:
    """The press of the colour profile that was given."""
    if wish.icc is None:
        return None
    from cardtool.export.picture_colours import read_profile

    return read_profile(wish.icc, shop.limits.ink)
