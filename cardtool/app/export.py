"""Exporting a game: read, judge, draw, make, write. What there is to export as stands in `exporters`.

Pictures are drawn of a game without errors alone, in its files and on its faces; a list of cards only needs
all cards to be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from cardtool import load
from cardtool.app.artifacts import PrintedRulebook
from cardtool.app.check import Checked, load_and_lint
from cardtool.app.exporters import EXPORTERS, SHOP_EXPORTERS, Exporter, given_options, takers
from cardtool.app.idle_themes import idle_theme_findings
from cardtool.app.preflight import drawn_findings
from cardtool.app.selection import EVERYTHING, Selection, chosen_faces
from cardtool.app.written_lists import ensure_unchanged, note_list
from cardtool.errors import ProjectError, UsageError
from cardtool.export import ExportInputs, ExportOptions
from cardtool.finding import Finding, has_errors
from cardtool.model import COLOUR_THEME, CardFaces, Face, FacePages, Game, Kind, OutputKind, Shop
from cardtool.output import OutputFolder, commit_export
from cardtool.project import Project, require_utf8
from cardtool.render import BookWorker, Progress, RenderPool, no_progress, with_printed_texts, written_faults
from cardtool.render import card_faces as faces_of_card

_NO_PAGES = FacePages((), {})
GameCheck = Callable[[Game], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class ExportResult:
    """The files of an export, none where a finding forbids it."""

    files: tuple[Path, ...]
    findings: tuple[Finding, ...]
    waived: int = 0


@dataclass(frozen=True, slots=True)
class DrawnGame:
    """A game as it was checked, and its drawn cards; no faces where something stops them.

    `chosen` is the part of it that was to be drawn; None where there is no game. `rulebook` is a PDF, empty
    where none was asked for.
    """

    checked: Checked
    pages: FacePages
    chosen: Game | None
    rulebook: bytes = b""

    @property
    def usable(self) -> Game | None:
        """What was to be drawn of the game, if nothing that was found is an error."""
        return None if has_errors(self.checked.findings) else self.chosen


def export_game(
    project: Project,
    id: str,
    name: str,
    options: ExportOptions = ExportOptions(),  # noqa: B008
    *,
    out: Path | None = None,
    selection: Selection = EVERYTHING,
    jobs: int | None = None,
    progress: Progress = no_progress,
) -> ExportResult:
    """Export the game under one of the names in `EXPORTERS`, or as the shop of this name wants it.

    With a `selection` the chosen cards alone are exported.

    It goes to `out`, or else into the game's own folder; one file goes into a folder that `out` names under
    its usual name. Nothing is written where a finding is an error, but for card lists: these need all
    cards to be read.

    Raises: UsageError for a shop that is not there, or an option that means nothing to the output.
    """
    shop = None if name in EXPORTERS else load.load_shop(project, name)
    exporter = SHOP_EXPORTERS[shop.makes] if shop else EXPORTERS[name]
    _validate(options, exporter, shop)
    place = _place(project, id, exporter, shop, options, selection, out)
    if not exporter.draws:
        return _export_list(project, id, exporter, selection, place)
    with OutputFolder.open(place.parent if exporter.is_file else place) as folder:
        drawn = draw_cards(
            project,
            id,
            jobs,
            lambda game: _check(game, exporter, shop, options),
            options.theme,
            shop,
            selection,
            examined=True,
        )
        game = drawn.usable
        if game is None:
            return ExportResult((), drawn.checked.findings, drawn.checked.waived)
        dpi = options.dpi or (shop.dpi[0] if shop else exporter.dpi)
        cards = card_faces(game, _exported_kinds(game, shop))
        inputs = ExportInputs(
            game, folder.path, dpi, options, drawn.pages, cards, shop, rulebook=drawn.rulebook
        )
        return _write(folder, place, exporter, inputs, drawn.checked, progress)


def _export_list(
    project: Project, id: str, exporter: Exporter, selection: Selection, place: Path
) -> ExportResult:
    """Export what needs no drawing: all cards, whatever else is wrong with the game.

    Raises: UsageError where it would be written over a list that somebody has changed.
    """
    checked = load_and_lint(project, id)
    game = checked.game
    if game is None or any(kind.id in game.incomplete for kind in game.kinds):
        return ExportResult((), checked.findings, checked.waived)
    chosen = selection.of(with_printed_texts(game))
    ensure_unchanged(place, id)
    with OutputFolder.open(place.parent) as folder:
        inputs = ExportInputs(chosen, folder.path, written=selection.of(game))
        result = _write(folder, place, exporter, inputs, checked, no_progress)
    note_list(place)
    return result


def _place(
    project: Project,
    id: str,
    exporter: Exporter,
    shop: Shop | None,
    options: ExportOptions,
    selection: Selection,
    out: Path | None,
) -> Path:
    """Return the file or folder to write. Raises: as `place_for_output`."""
    suffix = selection.suffix + ("" if options.theme in (None, COLOUR_THEME) else f"-{options.theme}")
    name = Path(shop.name if shop else exporter.target)
    usual = project.output(id) / f"{name.stem}{suffix}{name.suffix}"
    if exporter.is_file and out is not None and out.is_dir():
        out = out / usual.name
    place = project.place_for_output(out, usual)
    if shop:
        require_utf8(place.resolve())  # orders and decks say where their pictures are
    return place


def _flag(option: str) -> str:
    return "--bleed or --trim" if option == "trimmed" else f"--{option.replace('_', '-')}"


def _validate(options: ExportOptions, exporter: Exporter, shop: Shop | None) -> None:
    """Raise UsageError for an option that means nothing to this output, or that the shop does not grant."""
    for option in given_options(options):
        if option not in exporter.options:
            name = shop.name if shop else exporter.name
            raise UsageError(f"{_flag(option)} is for {takers(option)}; not for {name}")
    if shop and options.dpi is not None and options.dpi not in shop.dpi:
        raise UsageError(f"{shop.name} wants {' or '.join(map(str, shop.dpi))} dpi, not {options.dpi}")
    if shop and shop.cards and options.trimmed is not None:
        raise UsageError(f"{shop.name} says itself how much bleed it wants; leave out --bleed and --trim")
    if options.base_url is not None and not _is_web_address(options.base_url):
        raise UsageError(
            f'"{options.base_url}" is not an address on the web, such as https://example.org/cards/'
        )
    if "icc" in exporter.options and (options.icc is not None or not shop):
        from cardtool.export.picture_colours import read_profile

        if options.icc is None:
            raise UsageError("say for which press: --icc FILE, the colour profile that the print shop names")
        read_profile(options.icc, 0)


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and not (parts.query or parts.fragment)


def _check(game: Game, exporter: Exporter, shop: Shop | None, options: ExportOptions) -> Iterator[Finding]:
    """Yield what keeps a game from being exported, before anything is drawn."""
    from cardtool.export.face_pictures import check_picture_names, picture_names
    from cardtool.export.shops import check_shop

    if shop and not game.cards:
        raise ProjectError(f"{game.id} has nothing to send to {shop.title}")
    if not exporter.is_file:
        cards = card_faces(game, _exported_kinds(game, shop))
        yield from check_picture_names(game, picture_names(game, distinct_faces(cards)))
    if shop:
        yield from check_shop(game, shop, converted=options.icc is not None)


def _write(
    folder: OutputFolder,
    place: Path,
    exporter: Exporter,
    inputs: ExportInputs,
    checked: Checked,
    progress: Progress,
) -> ExportResult:
    """Write the files, all or none."""
    from cardtool.export.shops import check_file_size, check_safe_zone, print_runs

    game, shop, faces = inputs.game, inputs.shop, len(inputs.pages.pages)
    found: list[Finding] = []
    if shop:
        found += check_safe_zone(inputs.pages, game, shop, print_runs(game, shop))
    for number, (name, content) in enumerate(exporter.files(inputs), start=1):
        if shop:
            found += check_file_size(game, shop, name, len(content))
        folder.add(place.name if exporter.is_file else name, content)
        progress(min(number, faces), faces)
    checked = checked.with_findings(found)
    if exporter.draws and has_errors(checked.findings):
        return ExportResult((), checked.findings, checked.waived)
    if exporter.is_file:
        folder.commit()
        return ExportResult((place,), checked.findings, checked.waived)
    return ExportResult(commit_export(folder), checked.findings, checked.waived)


def draw_cards(
    project: Project,
    id: str,
    jobs: int | None,
    check: GameCheck = lambda game: (),
    theme: str | None = None,
    shop: Shop | None = None,
    selection: Selection = EVERYTHING,
    *,
    examined: bool = False,
    despite_errors: bool = False,
) -> DrawnGame:
    """Draw the cards of a selection, and of these what the shop prints, in a theme or in the game's own.

    `check` says what is wrong beforehand with what is to be drawn; `examined` judges as a build does what is
    drawn, and with which stylesheets and templates; `despite_errors` draws all the same where every record
    was read. Raises: UsageError for a selection of what
    is not there; TemplateError, MissingLibrary.
    """
    with RenderPool(project, jobs) as pool:
        checked = load_and_lint(project, id, theme)
        game = checked.game
        if game is None or (has_errors(checked.findings) and (game.incomplete or not despite_errors)):
            return DrawnGame(checked, _NO_PAGES, game)
        game = with_printed_texts(game)
        chosen = selection.of(game)
        checked = checked.with_findings(
            (*check(chosen), *(written_faults(project, game) if examined else ()))
        )
        if has_errors(checked.findings) and not despite_errors:
            return DrawnGame(checked, _NO_PAGES, chosen)
        faces = chosen_faces(game, chosen, _exported_kinds(chosen, shop))
        if chosen is game:
            drawn = pool.draw(game, faces)
            idle = tuple(idle_theme_findings(project, game, faces, pool))
            book = _rulebook_for(shop, project, game, pool)
            checked = checked.with_findings((*drawn.findings, *idle, *(book.findings if book else ())))
        else:
            pool.measure(game)  # texts of few cards are as large as beside all others
            drawn, book = pool.begin(game, faces, as_measured=True).finished(), None
            checked = checked.with_findings(drawn.findings)
    if examined and not checked.has_errors:  # what does not fit also runs over the cut, and is told once
        checked = checked.with_findings(drawn_findings(game, faces, drawn.pages, jobs))
    return DrawnGame(checked, drawn.pages, chosen, book.pdf if book else b"")


def _rulebook_for(
    shop: Shop | None, project: Project, game: Game, pool: RenderPool
) -> PrintedRulebook | None:
    """Return the rulebook, for a table that shows one, if the game has one. Raises: TemplateError."""
    if shop is None or shop.makes is not OutputKind.TABLETOP_SIMULATOR or game.look.book is None:
        return None
    from cardtool.app.print_books import print_rulebook

    with BookWorker(project) as worker:
        return print_rulebook(project, game, pool, worker)


def _exported_kinds(game: Game, shop: Shop | None) -> tuple[Kind, ...]:
    """Return the kinds that are exported: those that the shop prints, or else all."""
    from cardtool.export.shops import ordered_kinds

    return ordered_kinds(game, shop) if shop else game.kinds


def distinct_faces(cards: Iterable[CardFaces]) -> tuple[Face, ...]:
    """Return every distinct face of these cards, in their order."""
    return tuple(dict.fromkeys(face for each in cards for face in each.faces))


def card_faces(game: Game, kinds: Iterable[Kind]) -> tuple[CardFaces, ...]:
    """Return every record of these kinds with its faces, in the game's order."""
    return tuple(
        each for kind in kinds for card in game.records_of(kind) for each in faces_of_card(kind, card)
    )
