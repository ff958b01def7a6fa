"""Which files a build comes to. A sheet that does not suit is refused here, before anything is drawn."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cardtool import impose, load
from cardtool.app.artifacts import (
    PAPERS,
    Artifact,
    BuildInputs,
    CardSheets,
    CutFile,
    FacesFile,
    RulebookBooklet,
    RulebookFile,
    TiledCards,
    TiledMats,
    WholeMats,
)
from cardtool.app.board_seams import parts_left_whole
from cardtool.app.options import DEFAULT_MARGIN, BuildOptions, Part
from cardtool.errors import ProjectError, SheetRefused, UsageError
from cardtool.geometry import Point, Size
from cardtool.impose import Card, Page, TiledFace, Tiles
from cardtool.model import Backs, Face, Fill, Game, Kind, Sheet, Side
from cardtool.project import Project, did_you_mean
from cardtool.render import card_faces
from cardtool.wording import wording

_HEADINGS = ("file", "sheets", "first page", "last page", "first card", "last card")


@dataclass(frozen=True, slots=True)
class FileList:
    """Which sheets and cards are in which of the files that one was split into, as a table."""

    whole: CardSheets
    files: tuple[CardSheets, ...]

    @property
    def name(self) -> str:
        return self.whole.name.removesuffix(".pdf") + "-files.csv"

    def write(self, inputs: BuildInputs) -> bytes:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(_HEADINGS)
        writer.writerows(map(_row, self.files))
        return text.getvalue().encode()


def split_files(artifacts: Iterable[Artifact], sheets: int) -> Iterator[Artifact]:
    """Yield these files, those of more than so many sheets of paper in parts, and a list of the parts."""
    for each in artifacts:
        papers = _papers(each.pages) if isinstance(each, CardSheets) else []
        if not isinstance(each, CardSheets) or len(papers) <= sheets:
            yield each
            continue
        parts = [papers[first : first + sheets] for first in range(0, len(papers), sheets)]
        files = tuple(
            replace(each, pages=tuple(page for paper in part for page in paper), part=number)
            for number, part in enumerate(parts, 1)
        )
        yield from files
        yield FileList(each, files)


def _papers(pages: Sequence[Page]) -> list[list[Page]]:
    """Return the pages of each sheet of paper: a back is on the sheet of the page before it."""
    papers: list[list[Page]] = []
    for page in pages:
        if page.frame.side is Side.BACK and papers:
            papers[-1].append(page)
        else:
            papers.append([page])
    return papers


def _row(file: CardSheets) -> tuple[str | int, ...]:
    fronts = [place.face for page in file.pages for place in page.places if place.face.side is Side.FRONT]
    first, last = file.pages[0].number, file.pages[-1].number
    return file.name, len(_papers(file.pages)), first, last, _label(fronts[0]), _label(fronts[-1])


def _label(face: Face) -> str:
    """Return the id of a face's card, and the number of the copy where copies are told apart."""
    return " ".join(filter(None, (face.card or face.kind, str(face.copy or ""))))


def plan_files(project: Project, game: Game, options: BuildOptions) -> list[Artifact]:
    """Return the files to make, in the order in which they are written.

    Raises: UsageError, ProjectError or SheetRefused when something of it cannot be.
    """
    artifacts: list[Artifact] = []
    if options.includes(Part.FACES) and _kinds_by_sheet(game, options):
        artifacts.append(FacesFile())
    if options.includes(Part.SHEETS):
        sheets = plan_sheets(project, game, options)
        artifacts += split_files(sheets, options.split) if options.split else sheets
    if options.includes(Part.MATS):
        artifacts += _plan_mats(project, game, options)
    if options.includes(Part.RULEBOOK) and (game.look.book or options.part is Part.RULEBOOK):
        artifacts += [
            RulebookFile("rulebook.pdf"),
            RulebookFile("rulebook.html"),
            *map(RulebookBooklet, PAPERS),
        ]
    return artifacts


def refusal_of_kind(project: Project, game: Game, kind: Kind, options: BuildOptions) -> SheetRefused | None:
    """Return why a kind by itself does not go on its sheet; None where it does, or goes on none."""
    try:
        plan_files(project, replace(game, kinds=(kind,)), options)
    except SheetRefused as refused:
        return refused
    except ProjectError:
        pass
    return None


def _plan_mats(project: Project, game: Game, options: BuildOptions) -> list[Artifact]:
    kinds = options.printed_of(game, game.own_paper_kinds)
    if not kinds:
        if options.part is Part.MATS:
            raise ProjectError(
                f"{game.id} has no mats: no kind in {game.source.file} says form: mat or form: board"
            )
        return []
    font, margin = caption_font(project), options.margin_of_printer
    fitting = [
        kind for kind in kinds if all(fits_paper(kind.size, paper, margin) for paper in PAPERS.values())
    ]
    small = [
        kind for kind in fitting if all(_goes_twice(kind.size, paper, margin) for paper in PAPERS.values())
    ]
    compact = [kind for kind in fitting if kind not in small]
    large = [kind for kind in kinds if kind not in fitting]
    replaced = {kind.instead_of for kind in fitting}
    artifacts: list[Artifact] = []
    if large:
        artifacts.append(WholeMats(mats_of(game, large)))
        artifacts += _plan_mat_tiles(game, large, replaced, font, margin)
    for both_sides in (False, True):
        mats = mats_of(game, [kind for kind in compact if (kind.back is not None) is both_sides])
        artifacts += [WholeMats(mats, paper, both_sides) for paper in PAPERS if mats]
    for paper in PAPERS if small else ():
        artifacts += _plan_small_mats(project, game, options, small, paper, font)
    return artifacts


def _plan_mat_tiles(
    game: Game, large: Sequence[Kind], replaced: Collection[str], font: Path, margin: float
) -> Iterator[Artifact]:
    """Yield files of tiles for each paper: of what goes into the bundle, and of what is replaced there."""
    for in_bundle in (True, False):
        kinds = [kind for kind in large if in_bundle is not (kind.id in replaced or bool(kind.instead_of))]
        for paper in PAPERS if kinds else ():
            yield tile_mats(mats_of(game, kinds), game, paper, font, margin, in_bundle=in_bundle)


def _plan_small_mats(
    project: Project, game: Game, options: BuildOptions, kinds: Sequence[Kind], paper: str, font: Path
) -> Iterator[Artifact]:
    """Yield sheets with several of these mats to a page."""
    sheet = load.load_sheet(project, f"{paper}-fill")
    for each in _plan_sheet(game, sheet, kinds, options, font, ()):
        yield replace(each, paper=paper) if isinstance(each, CardSheets) else each


def _goes_twice(size: Size, paper: Size, margin: float) -> bool:
    """Return whether two of this size go on the paper, beside or above each other."""
    room = paper.grown(-margin)
    gap = _MAT_GAP
    pairs = (Size(2 * size.width + gap, size.height), Size(size.width, 2 * size.height + gap))
    return any(pair.goes_into(room) for pair in pairs)


_MAT_GAP = 3.0  # mm, as between neighbours on the sheets that are filled
_NO_OFFSET = Point(0.0, 0.0)
_CUT_FORMATS = ("svg", "dxf")


def plan_sheets(project: Project, game: Game, options: BuildOptions) -> list[Artifact]:
    """Return the files of each sheet that is asked for, or of the game's own.

    Raises: UsageError, ProjectError or SheetRefused.
    """
    font = caption_font(project)
    artifacts: list[Artifact] = []
    for name, kinds in _kinds_by_sheet(game, options):
        sheet = load.load_sheet(project, name)
        if options.cutter:
            sheet = replace(sheet, cutter=load.load_cutter(project, options.cutter))
        artifacts += _plan_sheet(game, sheet, kinds, options, font, _all_sheets(project))
    return artifacts


def _kinds_by_sheet(game: Game, options: BuildOptions) -> list[tuple[str, Sequence[Kind]]]:
    """Return each sheet with the kinds that go on it: all, where the order names sheets for no form alone.

    Raises: ProjectError when there is nothing for sheets, and nothing else was asked for; UsageError for a
    form or a kind that is not there.
    """
    kinds = options.printed_of(game, game.sheet_kinds)
    if not kinds:
        if options.part in (Part.SHEETS, Part.FACES):
            raise ProjectError(
                f"{game.id} has nothing that goes on sheets\nto print its mats: cardtool build mats"
            )
        return []
    own = _own_sheets(options.own_sheets, kinds)
    found = {name: [kind for kind in kinds if kind.key not in own] for name in options.sheets_for_all}
    for kind in kinds:
        if kind.key in own or not options.sheets_for_all:
            found.setdefault(own.get(kind.key, kind.sheet), []).append(kind)
    return [(name, those) for name, those in found.items() if those]


def _own_sheets(asked: Mapping[str, str], kinds: Iterable[Kind]) -> dict[tuple[str, str], str]:
    """Return the sheets that were asked for a form, or for a kind, which wins. Raises: UsageError."""
    known = dict.fromkeys(word for kind in kinds for word in (kind.form.id, kind.id))
    for word in asked:
        if word not in known:
            listed = f"what goes on sheets here: {', '.join(known)}"
            raise UsageError(f'--sheet {word}=…: there is no "{word}"{did_you_mean(word, known)}; {listed}')
    sheets = {kind.key: asked.get(kind.id, asked.get(kind.form.id, "")) for kind in kinds}
    return {key: sheet for key, sheet in sheets.items() if sheet}


def _all_sheets(project: Project) -> Iterator[Sheet]:
    """Return every sheet there is, read when somebody asks: to recommend one."""
    return (load.load_sheet(project, name) for name in load.sheet_names(project))


def _plan_sheet(
    game: Game,
    sheet: Sheet,
    kinds: Sequence[Kind],
    options: BuildOptions,
    font: Path,
    others: Iterable[Sheet],
) -> Iterator[Artifact]:
    cards = cards_to_print(game, kinds)
    margin, margin_of = options.unprintable_margin
    small, large = _split_by_room(sheet if margin is None else replace(sheet, margin=margin), cards)
    if small or not large:
        runs = impose.plan_print_runs(
            small,
            sheet,
            backs=options.backs,
            margin=margin,
            margin_of=margin_of,
            back_offset=_back_offset(sheet, options),
            others=others,
        )
        for number, pages in enumerate(runs):
            yield from _sheet_files(game, sheet, pages, font, on_one_side=number > 0)
    if large:
        forms = _forms_of(game, (card.front for card in large))
        yield TiledCards(sheet, tuple(_plan_card_tiles(game, sheet, large, margin)), font, forms)


def _sheet_files(
    game: Game, sheet: Sheet, pages: tuple[Page, ...], font: Path, *, on_one_side: bool
) -> Iterator[Artifact]:
    """Yield the file of these pages, and what a machine cuts of them."""
    forms = _forms_of(game, (place.face for page in pages for place in page.places))
    yield CardSheets(sheet, pages, font, forms, on_one_side=on_one_side)
    if sheet.cutter is not None:
        for part, contours in enumerate(impose.cut_sheets(pages), 1):
            yield from (CutFile(sheet, contours, part, each, forms, on_one_side) for each in _CUT_FORMATS)


def _forms_of(game: Game, faces: Iterable[Face]) -> tuple[str, ...]:
    """Return the forms of these faces, in the game's order."""
    kinds = {face.kind for face in faces}
    return tuple(dict.fromkeys(kind.form.id for kind in game.kinds if kind.id in kinds))


def _split_by_room(sheet: Sheet, cards: Sequence[Card]) -> tuple[list[Card], list[Card]]:
    """Return the cards that go on the sheet, and those that are larger than its paper.

    A sheet with a grid is made for cards of some size, and refuses others.
    """
    if not isinstance(sheet.grid, Fill):
        return list(cards), []
    sorts = {(card.trim, card.outline) for card in cards}
    fitting = {sort for sort in sorts if impose.has_room(sheet, *sort)}
    small = [card for card in cards if (card.trim, card.outline) in fitting]
    return small, [card for card in cards if (card.trim, card.outline) not in fitting]


def _plan_card_tiles(
    game: Game, sheet: Sheet, cards: Sequence[Card], margin: float | None
) -> Iterator[TiledFace]:
    names = {component.id: component.name for component in game.cards}
    edge = sheet.margin if margin is None else margin
    for card in cards:
        name = names[card.front.card or ""]
        for face in (card.front, card.back):
            if face is not None:
                tiles = _tile_face(game, face, sheet.paper, edge)
                yield TiledFace(face, _with_side(game, name, face) if card.back else name, tiles)


def _tile_face(game: Game, face: Face, paper: Size, margin: float) -> Tiles:
    kind = game.kind_of(face)
    whole = parts_left_whole(game, face)
    return impose.plan_tiles(kind.size, kind.bleed, paper, margin=margin, whole=whole, seams=kind.seams)


def _back_offset(sheet: Sheet, options: BuildOptions) -> Point:
    """Return how far backs are moved on this sheet: as the order says, or as its printer was measured."""
    if options.back_offset is not None:
        return options.back_offset
    backs = options.backs or sheet.backs
    if options.printer is None or backs in (Backs.NONE, Backs.FOLD):
        return _NO_OFFSET
    if backs is Backs.SHORT_EDGE:
        raise UsageError(
            f"{options.printer.name} was calibrated for sheets turned about the long edge; "
            "for the short edge, give --back-offset instead of --my-printer"
        )
    sideways = sheet.paper.width > sheet.paper.height
    measured = options.printer.sideways if sideways else options.printer.upright
    if measured is None:
        lies, others = ("sideways", "upright") if sideways else ("upright", "sideways")
        raise UsageError(
            f"the paper of {sheet.name} lies {lies}, and {options.printer.name} was only calibrated for "
            f"paper that lies {others}\nrun: cardtool calibrate --name {options.printer.name}"
        )
    return measured


_CAPTION_FONT = "AlegreyaSans-Regular.ttf"


def cards_to_print(game: Game, kinds: Iterable[Kind]) -> list[Card]:
    """Return every card of these kinds, copy by copy, in the game's order."""
    cards: list[Card] = []
    for kind in kinds:
        for component in game.records_of(kind):
            for each in card_faces(kind, component):
                card = Card(each.front, each.back, kind.size, kind.bleed, kind.outline, kind.plural)
                cards += [card] * each.copies
    return cards


def mats_of(game: Game, kinds: Iterable[Kind]) -> tuple[tuple[Face, Kind], ...]:
    """Return every face of the mats of these kinds, copy by copy, each back after its front."""
    return tuple(
        (face, kind)
        for kind in kinds
        for component in game.records_of(kind)
        for each in card_faces(kind, component)
        for face in each.faces * each.copies
    )


def tile_mats(
    mats: Sequence[tuple[Face, Kind]],
    game: Game,
    paper: str,
    font: Path,
    margin: float = DEFAULT_MARGIN,
    *,
    in_bundle: bool = True,
) -> TiledMats:
    """Return these mats in tiles on this paper. Raises: SheetRefused when the paper is too small for any."""
    planned = (
        TiledFace(face, _tile_title(game, face, kind), _tile_face(game, face, PAPERS[paper], margin))
        for face, kind in mats
    )
    return TiledMats(paper, tuple(planned), font, in_bundle)


def _tile_title(game: Game, face: Face, kind: Kind) -> str:
    """Return what a large piece is called on its tiles."""
    names = {component.id: component.name for component in game.cards_of(kind.id)}
    name = kind.title if face.card is None else names[face.card]
    return _with_side(game, name, face) if kind.back else name


def _with_side(game: Game, name: str, face: Face) -> str:
    return f"{name}, {wording(game.language).sheet.sides[face.side]}"


def fits_paper(size: Size, paper: Size, margin: float = DEFAULT_MARGIN) -> bool:
    """Return whether something goes whole on this paper, one way or the other."""
    return size.goes_into(paper.grown(-margin))


def caption_font(project: Project) -> Path:
    """Return the font sheets are captioned in. Raises: ProjectError when the toolkit has lost it."""
    font = project.find_file("templates/fonts", _CAPTION_FONT)
    if font is None:
        raise ProjectError(f"templates/fonts/{_CAPTION_FONT} is missing; sheets are captioned in it")
    return font
