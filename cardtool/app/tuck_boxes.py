"""A tuck box for each deck: its size from the cards, its look from their back, its words from the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from cardtool import impose, load
from cardtool.app.check import load_and_lint
from cardtool.app.options import BuildContents, BuildOptions
from cardtool.app.plan_files import caption_font
from cardtool.errors import ProjectError
from cardtool.export.picture_colours import PLAIN_PALETTE, face_palette
from cardtool.finding import Finding
from cardtool.geometry import Point, Size
from cardtool.impose import BOX_BLEED, Pack, TiledFace, TuckBox
from cardtool.impose.write import sheets
from cardtool.model import CARD, Deck, Face, FacePages, Game, Kind, PageRef, Side
from cardtool.preflight import ExpectedFile, Subject, check_structure
from cardtool.preflight.preflight_worker import FaceExamination, PreflightPool
from cardtool.project import Project
from cardtool.render import FaceJob, Progress, RenderPool, card_faces, face_jobs, page_job
from cardtool.units import format_number
from cardtool.wording import wording

_TEMPLATE = "box.html"
_TILE_BORDER = 8.0  # mm around a box that is printed in tiles, for its lines and what is cut off


class NothingToBox(ProjectError):
    """A game none of whose pieces would go into a box."""


@dataclass(frozen=True, slots=True)
class _DeckBox:
    """A deck, its box, and the back that lends the box its colours, where its cards have one.

    `is_alone` says that all its cards have that back.
    """

    deck: Deck
    box: TuckBox
    back: tuple[Face, Kind] | None
    is_alone: bool

    @property
    def front(self) -> tuple[Face, Kind] | None:
        """The back, where it may stand on the front of the box: one of several shows only some cards."""
        return self.back if self.is_alone else None

    @property
    def art(self) -> Face:
        return Face("box", Side.FRONT, self.deck.id)


def _have_one_back(kinds: Sequence[Kind]) -> bool:
    backs = {kind.back for kind in kinds if kind.form is CARD and kind.back is not None}
    return len(backs) == 1 and not any(back.by or back.each_card or back.each_copy for back in backs)


def make_box_files(
    project: Project, id: str, options: BuildOptions, folder: Path, jobs: int | None, progress: Progress
) -> BuildContents:
    """Return a box for each deck of the game, to be written to this folder.

    Raises: UsageError, ProjectError, SheetRefused or TemplateError.
    """
    checked = load_and_lint(project, id, options.theme)
    if checked.game is None or checked.has_errors:
        return BuildContents(checked.found)
    game = checked.game
    sheet = load.load_sheet(project, (options.sheets_for_all or (game.outputs.sheet,))[0])
    boxes = _plan_boxes(project, game, options, sheet.paper)
    faces, found = _draw_boxes(project, game, options, boxes, jobs, progress)
    checked = checked.with_findings(found)
    if checked.has_errors:
        return BuildContents(checked.found)
    contents = dict(_write_boxes(project, game, options, boxes, faces, sheet.paper))
    checked = checked.with_findings(_examine_boxes(boxes, faces, contents, folder))
    return (
        BuildContents(checked.found) if checked.has_errors else BuildContents(checked.found, game, contents)
    )


def _examine_boxes(
    boxes: Sequence[_DeckBox], faces: FacePages, contents: Mapping[str, bytes], folder: Path
) -> Iterator[Finding]:
    from cardtool.preflight.pdf_structure import inspect_pdf

    arts = {each.art: Subject(f"the box of {each.deck.title}", each.deck.source, None, 0.0) for each in boxes}
    with (
        PreflightPool() as examiner,
        FaceExamination(arts, faces.pages, examiner.examine_faces) as examination,
    ):
        yield from examination.findings(faces.documents)
    for name, content in contents.items():
        plan = ExpectedFile(f"{folder.name}/{name}")
        yield from check_structure(inspect_pdf(content, plan.name), plan)


def _plan_boxes(project: Project, game: Game, options: BuildOptions, paper: Size) -> list[_DeckBox]:
    stock = load.load_stock(project, options.stock)
    sleeves = load.load_sleeves(project, options.sleeves) if options.sleeves else None
    thickness = stock.thickness + (sleeves.thickness if sleeves else 0.0)
    wider, room = sleeves.wider if sleeves else 0.0, paper.grown(-options.margin_of_box)
    boxes = []
    for deck in _decks_to_box(game):
        cuts = [cut for id in deck.kinds for cut in game.kind(id).by_cut if cut.sheet]
        kinds = [kind for kind in cuts if game.records_of(kind)]
        count = game.copies_of(*(kind.id for kind in kinds))
        if count:
            card = Size(*(max(sides) + wider for sides in zip(*(kind.size for kind in kinds), strict=True)))
            box = impose.plan_box(Pack(card, count, thickness), room)
            boxes.append(_DeckBox(deck, box, _back_of_most(game, kinds), _have_one_back(kinds)))
    if not boxes:
        raise NothingToBox(f"{game.id} has no cards, so there is nothing to make a box for")
    return boxes


def _decks_to_box(game: Game) -> tuple[Deck, ...]:
    """Return the decks with pieces in them, or all cards as one where no deck has any."""
    pieces = {kind.id for kind in game.sheet_kinds}
    decks = tuple(deck for deck in game.decks if game.copies_of(*pieces.intersection(deck.kinds)))
    cards = dict.fromkeys(kind.id for kind in game.sheet_kinds if kind.form is CARD)
    kinds = tuple(cards) or tuple(sorted(pieces))
    return decks or (Deck(game.id, game.title, kinds, game.copies_of(*kinds), game.source, game.source),)


def _back_of_most(game: Game, kinds: Sequence[Kind]) -> tuple[Face, Kind] | None:
    """Return the back that most of the largest cards have, if any has one."""
    counts: dict[tuple[Face, Kind], int] = {}
    for kind in (kind for kind in kinds if kind.form is CARD):  # the back of a sheet of notes shows no game
        for card in game.records_of(kind):
            for each in card_faces(kind, card):
                if each.back is not None:
                    counts[each.back, kind] = counts.get((each.back, kind), 0) + each.copies
    return max(
        counts, key=lambda pair: (_area(pair[1].size), counts[pair]), default=None
    )  # the first of equals


def _area(size: Size) -> float:
    return size.width * size.height


def _draw_boxes(
    project: Project,
    game: Game,
    options: BuildOptions,
    boxes: Sequence[_DeckBox],
    jobs: int | None,
    progress: Progress,
) -> tuple[FacePages, Sequence[Finding]]:
    of_cards = {each.back[0] for each in boxes if each.back is not None}
    wanted = [job for job in face_jobs(game, game.sheet_kinds) if job.face in of_cards]
    with RenderPool(project, jobs, options.engine) as pool:
        backs = pool.draw(game, wanted, progress)
        art = pool.draw(game, [_box_art_job(game, each, backs.pages) for each in boxes], progress)
    return _merge_pages(backs.pages, art.pages), (*backs.findings, *art.findings)


def _box_art_job(game: Game, boxed: _DeckBox, backs: FacePages) -> FaceJob:
    box = boxed.box.moved(Point(BOX_BLEED, BOX_BLEED))
    shades = face_palette(backs, boxed.back[0]) if boxed.back else PLAIN_PALETTE
    values = {
        "box": {
            "outline": impose.svg_path(box.cut),
            "panels": {panel.part.replace(" ", "_"): asdict(panel.box) for panel in box.panels},
            "pictured": boxed.front is not None,
            "for_whom": _for_whom(game),
            **shades._asdict(),
        },
        "deck": {
            **{"id": boxed.deck.id, "title": boxed.deck.title, "count": _count(game, boxed.deck)},
            "pieces": _pieces(game, boxed.deck),
            "is_one_of_several": len(_decks_to_box(game)) > 1,
        },
        "players": game.players.values,
    }
    return page_job(game, boxed.art, _TEMPLATE, box.size.grown(BOX_BLEED), values)


def _count(game: Game, deck: Deck) -> int:
    return game.copies_of(*deck.kinds)


def _pieces(game: Game, deck: Deck) -> str:
    """Return what several of what is in the box are called."""
    words = wording(game.language)
    are_cards = all(game.kind(id).form is CARD for id in deck.kinds)
    return words.rulebook.forms[CARD.id][1] if are_cards else words.box.pieces


def _for_whom(game: Game) -> list[str]:
    """Return how many can play, how long, and from which age, where the game says so."""
    words, players = wording(game.language).box, game.players.values
    least, most = players["least"], players["most"]
    said = {"minutes": words.minutes, "age": words.age}
    many = words.players.format(least if least == most else f"{least}–{most}")
    return [many, *(text.format(players[key]) for key, text in said.items() if key in players)]


def _merge_pages(first: FacePages, second: FacePages) -> FacePages:
    moved = {
        face: PageRef(ref.document + len(first.documents), ref.page) for face, ref in second.pages.items()
    }
    return FacePages((*first.documents, *second.documents), {**first.pages, **moved})


def _write_boxes(
    project: Project,
    game: Game,
    options: BuildOptions,
    boxes: Sequence[_DeckBox],
    faces: FacePages,
    paper: Size,
) -> Iterator[tuple[str, bytes]]:
    """Yield a file for each box, on one page where it goes on the paper, else in tiles."""
    font = caption_font(project)
    for each in boxes:
        ways = [
            way
            for way in (paper, paper.turned())
            if _fits_unturned(each.box.size, way, options.margin_of_box)
        ]
        page = ways[0] if ways else each.box.size.grown(_TILE_BORDER)
        holds = f"{_count(game, each.deck)} {_pieces(game, each.deck)}"
        content = sheets.write_box(
            each.box,
            page,
            faces,
            art=each.art,
            front=each.front,
            title=f"{game.title} {game.version}: {each.deck.title}, box",
            caption=f"{game.title} {game.version}: {wording(game.language).box.caption.format(holds)}",
            font=font,
            language=game.language,
        )
        yield f"box-{each.deck.id}.pdf", content
        if not ways:
            yield (
                f"box-{each.deck.id}-tiles.pdf",
                _write_box_tiles(game, options, each, content, page, paper, font),
            )


def _fits_unturned(flat: Size, paper: Size, margin: float) -> bool:
    room = paper.grown(-margin)
    return flat.width <= room.width and flat.height <= room.height


def _write_box_tiles(
    game: Game, options: BuildOptions, boxed: _DeckBox, content: bytes, page: Size, paper: Size, font: Path
) -> bytes:
    tiles = impose.plan_tiles(page, 0.0, paper, margin=options.margin_of_printer)
    pages = FacePages((content,), {boxed.art: PageRef(0, 0)})
    name = wording(game.language).box.in_tiles.format(boxed.deck.title)
    mat = TiledFace(boxed.art, name, tiles)
    what = f"box of {boxed.deck.title} in tiles, {format_number(page.width)} mm wide"
    return sheets.write_tiles(
        [mat], pages, title=game.title, version=game.version, what=what, font=font, language=game.language
    )
