"""Exporting a game for a print shop or an online table: read what it wants, judge, draw, make, write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from cardtool.app.export import ExportResult, card_faces, distinct_faces, draw_cards
from cardtool.app.options import ShopOptions, validate_shop_options
from cardtool.errors import ProjectError
from cardtool.export.checklist import (
    CHECKLIST_NAME,
    OrderPart,
    checklist_file,
    count_of,
    number_ranges,
    stretch_notes,
)
from cardtool.export.face_pictures import face_rasters, representative_faces
from cardtool.export.face_raster import face_frames
from cardtool.export.picture_colours import Press, Separation, separate_colours
from cardtool.export.shop_checks import PrintRun
from cardtool.finding import Finding, has_errors, sorted_findings
from cardtool.geometry import Size
from cardtool.impose.write import single_pages
from cardtool.model import CardFaces, Face, FacePages, Game, OutputKind, Shop
from cardtool.output import OutputFolder, commit_export
from cardtool.project import Project, require_utf8
from cardtool.render import Progress, no_progress
from cardtool.units import format_number

Files = Iterator[tuple[str, bytes]]


def export_for_shop(
    project: Project,
    id: str,
    printer: str,
    wish: ShopOptions,
    *,
    out: Path | None = None,
    jobs: int | None = None,
    progress: Progress = no_progress,
) -> ExportResult:
    """The game as this shop or table wants it, in the folder `out` or else in the game's own.

    Nothing is written where a finding is an error.

    Raises: UsageError for a shop that is not there, or a wish it does not grant.
    """
    from cardtool import load
    from cardtool.export import shop_checks

    shop = load.load_shop(project, printer)
    validate_shop_options(wish, shop)
    press = _read_press(wish, shop)
    place = project.place_for_output(out, project.output(id) / shop.name)
    require_utf8(place.resolve())  # orders and decks say where their pictures are
    with OutputFolder.held(place) as folder:
        drawn = draw_cards(project, id, jobs, lambda game: _check_for_shop(game, shop, press is not None))
        game = drawn.usable()
        if game is None:
            return ExportResult((), drawn.findings, drawn.checked.waived)
        lots = shop_checks.print_runs(game, shop)
        found = drawn.checked.with_findings(shop_checks.check_safe_zone(drawn.pages, game, shop, lots)).found
        files = _make_shop_files(game, shop, wish, drawn.pages, folder.path, press)
        exported = _write_shop_files(folder, files, game, shop, found, progress, len(drawn.pages.pages))
        return replace(exported, waived=drawn.checked.waived)


def _check_for_shop(game: Game, shop: Shop, converted: bool) -> Iterator[Finding]:
    from cardtool.export import face_pictures, shop_checks

    if not card_faces(game):
        raise ProjectError(f"{game.id} has no cards to send to {shop.title}")
    yield from face_pictures.check_picture_names(
        game, face_pictures.picture_names(game, distinct_faces(game))
    )
    yield from shop_checks.check_shop(game, shop, converted=converted)


def _write_shop_files(
    folder: OutputFolder,
    files: Files,
    game: Game,
    shop: Shop,
    found: Iterable[Finding],
    progress: Progress,
    faces: int,
) -> ExportResult:
    """Write the files, all or none."""
    from cardtool.export.shop_checks import check_file_size

    findings = list(found)
    for number, (name, content) in enumerate(files, start=1):
        findings += check_file_size(game, shop, name, len(content))
        folder.add(name, content)
        progress(min(number, faces), faces)
    written = () if has_errors(findings) else commit_export(folder)
    return ExportResult(written, sorted_findings(findings))


def _make_shop_files(
    game: Game, shop: Shop, wish: ShopOptions, pages: FacePages, folder: Path, press: Press | None
) -> Files:
    """The files that this shop wants, one after another."""
    from cardtool.export import shop_checks, shop_pictures, tabletop

    cards, lots = card_faces(game), shop_checks.print_runs(game, shop)
    dpi = wish.dpi or shop.dpi[0]
    if shop.makes is OutputKind.TABLETOP_SIMULATOR:
        address, reach = picture_address(wish, folder)
        return tabletop.tabletop_simulator_files(game, shop, cards, pages, address, reach=reach)
    if shop.makes is OutputKind.GRIDS:
        return tabletop.grid_files(game, shop, cards, pages)
    if shop.makes is OutputKind.PDF:
        return bind_decks(game, shop, lots, cards, pages, dpi=dpi, press=press)
    trimmed = shop.trimmed if wish.trimmed is None else wish.trimmed
    here = str(folder.resolve())
    return shop_pictures.shop_picture_files(
        game, shop, lots, cards, pages, dpi=dpi, trimmed=trimmed, folder=here
    )


def _read_press(wish: ShopOptions, shop: Shop) -> Press | None:
    """The press of the colour profile that was given."""
    if wish.icc is None:
        return None
    from cardtool.export.picture_colours import read_profile

    return read_profile(wish.icc, shop.limits.ink)


def picture_address(wish: ShopOptions, folder: Path) -> tuple[Callable[[str], str], str]:
    """Where a picture will be found by its name, and what to tell about it."""
    if wish.base_url is not None:
        base = wish.base_url.rstrip("/")
        return (
            lambda name: f"{base}/{quote(name)}",
            f"Put the folder images at {base}/images before you load a deck.",
        )
    here = folder.resolve().as_posix().lstrip("/")
    reach = (
        "Pictures are read from this folder on this computer: other players will not see them. For them, put "
        "the images on the web and export again with --base-url, or use the game's Cloud Manager."
    )
    return lambda name: f"file:///{here}/{name}", reach


def bind_decks(
    game: Game,
    shop: Shop,
    lots: Sequence[PrintRun],
    cards: Sequence[CardFaces],
    pages: FacePages,
    *,
    dpi: int,
    press: Press | None,
) -> Iterator[tuple[str, bytes]]:
    """A PDF for each lot, back before front, copy by copy, and a checklist.

    With a press the faces are pictures in its inks; else they stay as they were drawn, in RGB.
    """
    parts: list[OrderPart] = []
    doubts: list[str] = []
    for lot in lots:
        name = f"{game.id}-{lot.name}.pdf" if lot.name else f"{game.id}.pdf"
        here = lot.cards_of(cards)
        if press is None:
            yield name, _write_rgb_deck(game, lot, here, pages)
            doubts += _NOTES_RGB
        else:
            inked = _separate_faces(lot, here, shop, pages, dpi, press)
            yield name, _write_cmyk_deck(game, lot, here, inked, press)
            doubts += [_ink_sentence(inked, press), *_NOTES_CMYK, f"Letters are pictures too, at {dpi} dpi."]
        doubts += stretch_notes(lot, bleed=True, size=press is not None)
        parts.append(_checklist_part(lot, here, name, titled=len(lots) > 1))
    yield CHECKLIST_NAME, checklist_file(game, shop, parts, tuple(dict.fromkeys(doubts)))


_NOTES_RGB = (
    "This PDF is RGB, as the faces were drawn; the shop prints CMYK. Give its colour profile with --icc.",
    "It is not PDF/X. Fonts are embedded, nothing is transparent that the art does not make so.",
)
_NOTES_CMYK = (
    "The file names its colour profile as PDF/X does, and is not checked to be PDF/X.",
    "Black letters are made of all four inks, as the profile mixes them, and not of black alone.",
)


def _page_pairs(cards: Sequence[CardFaces]) -> Iterator[tuple[Face, Face]]:
    """Front and back of each card, copy by copy. A card without a back shows its front on both sides."""
    for each in cards:
        yield from [(each.front, each.back or each.front)] * each.card.copies


def _page_size(lot: PrintRun) -> tuple[Size, float]:
    """The trim and the bleed of the pages."""
    if lot.card is not None:
        return lot.card.size, lot.card.bleed
    return lot.kinds[0].size, lot.kinds[0].bleed


def _write_rgb_deck(game: Game, lot: PrintRun, cards: Sequence[CardFaces], pages: FacePages) -> bytes:
    return single_pages.write_deck(
        _page_pairs(cards), pages, *_page_size(lot), title=f"{game.title} {game.version}"
    )


def _separate_faces(
    lot: PrintRun, cards: Sequence[CardFaces], shop: Shop, pages: FacePages, dpi: int, press: Press
) -> dict[Face, Separation]:
    """Each face in the inks of the press; faces that look alike share theirs."""
    frames = face_frames(lot.kinds, cards, lot.card, dpi, shop.dpi[0], trimmed=False)
    standing = representative_faces(pages, frames)
    own = {face: frames[face] for face in dict.fromkeys(standing.values())}
    made = dict(separate_colours(face_rasters(pages, own), press))
    return {face: made[by] for face, by in standing.items()}


def _write_cmyk_deck(
    game: Game, lot: PrintRun, cards: Sequence[CardFaces], inked: Mapping[Face, Separation], press: Press
) -> bytes:
    pictures = {face: each.picture for face, each in inked.items()}
    title = f"{game.title} {game.version}"
    return single_pages.write_inked_deck(
        _page_pairs(cards), pictures, press.icc, *_page_size(lot), title=title, press=press.title
    )


def _ink_sentence(inked: Mapping[Face, Separation], press: Press) -> str:
    """How much ink is laid, and what was done to have no more."""
    wanted, laid = (max(getattr(each, what) for each in inked.values()) for what in ("wanted", "laid"))
    measured = f"Converted by {press.title}. The most ink in one place is {format_number(laid)} per cent"
    if wanted <= laid:
        return f"{measured}, measured after conversion."
    over = sum(each.wanted > press.ink for each in inked.values())
    return (
        f"{measured}. The profile asked for {format_number(wanted)}: on {count_of(over, 'face')} "
        "cyan, magenta and "
        f"yellow were held back in the darkest places, for the shop's limit of {press.ink}."
    )


def _checklist_part(lot: PrintRun, cards: Sequence[CardFaces], name: str, *, titled: bool) -> OrderPart:
    count, rows, first = 0, [], 1
    for each in cards:
        after = first + 2 * each.card.copies
        rows.append((each.card.name, each.card.copies, number_ranges(range(first, after))))
        first, count = after, count + each.card.copies
    size, bleed = _page_size(lot)
    facts = (
        f"{name}: {count_of(count, 'card')}, copies counted, on {2 * count} pages of {size.grown(bleed)}.",
        f"{lot.card.title + ': ' if lot.card else ''}{size}, {format_number(bleed)} mm of bleed on "
        "every side.",
        "Page 1 is the back of the first card, page 2 its front, and so on.",
    )
    return OrderPart(
        lot.card.title if lot.card and titled else "", facts, ("Card", "Copies", "Pages"), tuple(rows)
    )
