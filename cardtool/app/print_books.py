"""What is bound: the rulebook, and everything to be printed at home in one file, behind a page that says
how.

A check learns from here whether both can be printed, without printing them.
"""

from __future__ import annotations

import math
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from cardtool import impose, load
from cardtool.app.artifacts import (
    PAPER_NAMES,
    PAPERS,
    Artifact,
    CardSheets,
    PrintedRulebook,
    RulebookBooklet,
    TiledCards,
    TiledMats,
    WholeMats,
)
from cardtool.app.options import BuildOptions, Part
from cardtool.app.plan_files import plan_files
from cardtool.errors import ProjectError
from cardtool.finding import Finding, has_errors
from cardtool.geometry import Size
from cardtool.model import CARD, Backs, BookDesign, Face, FacePages, FigureDesign, Game, Side, TemplateText
from cardtool.project import Project
from cardtool.render import (
    BookRequest,
    BookWorker,
    FaceJob,
    Fetcher,
    FetchRefused,
    ManuscriptRequest,
    MeasureCache,
    RenderPool,
    RulebookHtml,
    SharedValues,
    apply_theme,
    book_data,
    figure_jobs,
    page_job,
    read_stylesheet,
)
from cardtool.wording import FirstPageWording, Wording, counted, wording

_SCREEN_DPI = 160
_BACK_COVER = re.compile(r'\sclass="(?:[^"]*\s)?back-cover[\s"]')
_SMALL = 0.8  # of a page's size; on half of US Letter A5 is drawn at 0.94, on half of A4 A4 at 0.71


def print_rulebook(
    project: Project, game: Game, pool: RenderPool, worker: BookWorker, *, with_web_page: bool = True
) -> PrintedRulebook:
    """Return the game's rulebook, its page for a browser empty where none is wanted.

    Raises: ProjectError when it has none; TemplateError when it cannot be printed.
    """
    from cardtool.impose.write import finished_pdfs

    text, design = game.rulebook, game.look.book
    if text is None or design is None:
        raise ProjectError(
            f"{game.id} has no rulebook: it needs rulebook.md, and a part rulebook: in {game.source.file}"
        )
    book = worker.set(rulebook_order(project, game, text, design))
    faces, findings = _draw_figures(game, design, book, pool)
    if has_errors(findings):
        return PrintedRulebook(b"", b"", 0, design.page, findings)
    style = apply_theme(read_stylesheet(project, game.id, design.style), game.look.theme)
    sizes = {figure.id: figure_design(design, figure.sort, figure.shows).size for figure in book.figures}
    printed = worker.print(
        BookRequest(
            project,
            game.id,
            text.source.file,
            book.html,
            style,
            _rulebook_title(game),
            game.language,
            pictures=sizes,
            page=design.page,
            on_screen=True,
        )
    )
    drawn = {printed.pictures[figure.id]: _figure_face(figure.id) for figure in book.figures}
    pdf = finished_pdfs.insert_pictures(printed.pdf, drawn, faces)
    html = b""
    if with_web_page:
        html = _rulebook_web_page(project, game, book, f"{printed.font_faces}\n{style}", faces)
    findings += tuple(booklet_findings(game, design))
    return PrintedRulebook(pdf, html, printed.pages, design.page, findings, has_back_cover(book.html))


def has_back_cover(html: str) -> bool:
    """Return whether the template of a rulebook filled the last page with its back cover."""
    return _BACK_COVER.search(html) is not None


def booklet_findings(game: Game, design: BookDesign) -> Iterator[Finding]:
    """Yield whether booklets show the pages of the rulebook much smaller than they are."""
    scales = {
        PAPER_NAMES[id]: impose.plan_booklet(4, design.page, paper).scale for id, paper in PAPERS.items()
    }
    small = [
        f"{scale:.0%} on {paper}".replace("%", " %") for paper, scale in scales.items() if scale < _SMALL
    ]
    if small:
        advice = "print rulebook.pdf, or give its pages half the size of the paper, such as 148mm and 210mm"
        said = f"a booklet of the rulebook shows its pages at {' and '.join(small)}"
        yield impose.SMALL_BOOKLET.found(game.source, said, advice)


def rulebook_order(project: Project, game: Game, text: TemplateText, design: BookDesign) -> ManuscriptRequest:
    """Return what is asked of a worker that sets the rulebook of a game."""
    return ManuscriptRequest(
        project,
        game.id,
        text.source.file,
        text.text,
        design.template,
        book_data(replace(game, assets=replace(game.assets, credits=load.credits_in_use(project, game)))),
        tuple(design.figures),
        design.page,
        game.look.theme,
        SharedValues(project, game).records_told_to(design.template),
    )


def _draw_figures(
    game: Game, design: BookDesign, book: RulebookHtml, pool: RenderPool
) -> tuple[FacePages, tuple[Finding, ...]]:
    ordered = ((each.id, figure_design(design, each.sort, each.shows), each.shows) for each in book.figures)
    drawn = pool.draw(game, figure_jobs(game, ordered))
    return drawn.pages, tuple(drawn.findings)


def _figure_face(figure: str) -> Face:
    return Face("figure", Side.FRONT, figure)


def _rulebook_web_page(
    project: Project, game: Game, book: RulebookHtml, style: str, faces: FacePages
) -> bytes:
    from cardtool.export.face_pictures import page_pngs
    from cardtool.render import web_page

    drawn = page_pngs(faces, dpi=_SCREEN_DPI)
    figures = {f"picture:{face.card}": _data_url(picture) for face, picture in drawn}
    fetcher = Fetcher(project, game.id)

    def embedded(address: str) -> str:
        """Return the picture itself; an address that is only a word of the text stays what it is."""
        with suppress(FetchRefused, ValueError):
            return figures.get(address) or fetcher.as_data(address)
        return address

    return web_page(
        book.html,
        style=style,
        title=_rulebook_title(game),
        language=game.language,
        embedded=embedded,
    )


def _rulebook_title(game: Game) -> str:
    return wording(game.language).rulebook.title.format(game=game.title)


def _data_url(picture: bytes) -> str:
    return f"data:image/png;base64,{b64encode(picture).decode()}"


BUNDLE_STEM = "print-and-play"
_FIRST_FACE = Face("page", Side.FRONT, "first-page")
_FIRST_TEMPLATE = "print-first.html"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the file that is printed in one go; `holds` says which components are in it.

    Pages count from 1, the first page included.
    """

    file: str
    title: str
    first: int
    last: int
    sheets: int
    sides: str
    how: str
    holds: str
    is_mats: bool = False


def bundle_name(game: Game, options: BuildOptions) -> str:
    """Return what the bundle is called: after its sheets, where they are not those that the game names."""
    own = {kind.sheet for kind in game.sheet_kinds}
    is_as_usual = len(own) == 1 and own == set(options.sheets)
    return f"{'-'.join((BUNDLE_STEM, *(() if is_as_usual else options.sheets)))}.pdf".replace("=", "-")


def bundle_paper(artifacts: Sequence[Artifact]) -> str:
    """Return the paper the bundle is for: that of its sheet of cards."""
    papers = [each.sheet.paper for each in artifacts if isinstance(each, CardSheets) and not each.paper]
    return "letter" if any(_is_letter(paper) for paper in papers) else "a4"


def _is_letter(paper: Size) -> bool:
    """Return whether this is US Letter, upright or sideways; inches leave a rounding error."""
    return math.dist(sorted(paper), sorted(PAPERS["letter"])) < 0.1


def bundle_sections(game: Game, artifacts: Sequence[Artifact], book: PrintedRulebook | None) -> list[Section]:
    """Return the parts of the bundle in the order in which they are best printed."""
    paper, words = bundle_paper(artifacts), wording(game.language)
    parts: list[Section] = []
    at = 3  # behind the first page and its empty back
    for each in artifacts:
        section = _section_of(each, paper, book, words)
        if section is not None:
            title, pages, sides, how = section
            sheets = -(-pages // 2) if sides == words.bundle.both_sides else pages
            is_mats = isinstance(each, WholeMats)
            holds = _contents_of(game, each)
            parts.append(Section(each.name, title, at, at + pages - 1, sheets, sides, how, holds, is_mats))
            at += pages + pages % 2
    return parts


def _section_of(
    each: Artifact, paper: str, book: PrintedRulebook | None, language: Wording
) -> tuple[str, int, str, str] | None:
    """Return what the first page says of a file: title, pages, sides, and how; None for files left out."""
    words = language.bundle
    if isinstance(each, CardSheets) and each.paper in ("", paper):
        sides = words.both_sides if each.backs in (Backs.LONG_EDGE, Backs.SHORT_EDGE) else words.one_side
        folds = f" {words.fold}" if any(page.folds for page in each.pages) else ""
        is_bare = each.backs is Backs.NONE and CARD.id not in each.forms
        paper_and_flip = words.print_mats if is_bare else words.print_cards[each.backs]
        how = f"{paper_and_flip} {words.cut}{folds}"
        return _title_of_forms(each.forms, language), len(each.pages), sides, how
    if isinstance(each, TiledCards) or (
        isinstance(each, TiledMats) and each.in_bundle and each.paper == paper
    ):
        pages = sum(mat.tiles.count for mat in each.mats)
        return words.large_pieces, pages, words.one_side, words.print_large_pieces
    if isinstance(each, WholeMats) and each.paper == paper:
        sides = words.both_sides if each.both_sides else words.one_side
        how = words.print_mats_on_both if each.both_sides else words.print_mats
        return words.mats, len(each.mats), sides, how
    if isinstance(each, RulebookBooklet) and each.paper == paper and book is not None:
        pages = 2 * impose.plan_booklet(book.pages, book.page, PAPERS[paper]).sheets
        return words.rulebook, pages, words.both_sides, words.print_rulebook
    return None


def _contents_of(game: Game, each: Artifact) -> str:
    """Return how many of which kind are in a file: 5 Heroes, 35 Prizes."""
    counts = Counter(face.kind for face in _fronts_in(each))
    kinds = ((game.kind(id), count) for id, count in counts.items())
    return ", ".join(counted(count, kind.title, kind.plural) for kind, count in kinds)


def _fronts_in(each: Artifact) -> Iterator[Face]:
    """Yield the front of every component in a file."""
    faces: Iterable[Face] = ()
    if isinstance(each, CardSheets):
        faces = (place.face for page in each.pages for place in page.places)
    elif isinstance(each, TiledCards | TiledMats):
        faces = (tiled.face for tiled in each.mats)
    elif isinstance(each, WholeMats):
        faces = (face for face, _ in each.mats)
    yield from (face for face in faces if face.side is Side.FRONT)


_MOST_NAMED_FORMS = 3  # in a title


def _title_of_forms(forms: Sequence[str], language: Wording) -> str:
    if len(forms) > _MOST_NAMED_FORMS:
        return language.bundle.pieces
    title = language.listed(language.rulebook.forms[form][1] for form in forms)
    return f"{title[:1].upper()}{title[1:]}"


def first_page_job(game: Game, parts: Sequence[Section], paper: str) -> FaceJob:
    """Return the page in front, as a face to be drawn."""
    words = wording(game.language).bundle.page
    values = {
        "sections": [
            {**asdict(part), "pages": f"{pages_line(part, game.language)} · {_sheets(part, words)}"}
            for part in parts
        ],
        "headline": words.head.format(game.version),
        "opening": [each.format(PAPER_NAMES[paper]) for each in words.opening],
        "ruler": words.ruler,
    }
    return page_job(game, _FIRST_FACE, _FIRST_TEMPLATE, PAPERS[paper], values)


def pages_line(part: Section, language: str) -> str:
    """Return on which pages a part is, and on which sides of the paper, in a language."""
    words = wording(language).bundle.page
    return words.pages.format(first=part.first, last=part.last, sides=part.sides)


def _sheets(part: Section, words: FirstPageWording) -> str:
    return words.sheets[part.sheets != 1].format(part.sheets)


def bind_bundle(game: Game, parts: Sequence[Section], first: FacePages, files: Mapping[str, bytes]) -> bytes:
    """Return one PDF of the first page and all parts, with a bookmark for each."""
    from cardtool.impose.write import finished_pdfs

    documents = [*first.documents, *(files[part.file] for part in parts)]
    words = wording(game.language).bundle
    bookmarks = [words.first_page, *(part.title for part in parts)]
    title = words.title.format(game=game.title, version=game.version)
    return finished_pdfs.concatenate(documents, title=title, bookmarks=bookmarks, language=game.language)


OrderedFigures = list[tuple[str, FigureDesign, dict[str, Any]]]


def book_findings(project: Project, game: Game, pool: RenderPool, cache: MeasureCache) -> Iterator[Finding]:
    """Yield what is wrong with the rulebook, its figures, and the page in front of all that is printed.

    Raises: TemplateError with the place of what cannot be set; ProjectError when a file of it is missing.
    """
    text, design = game.rulebook, game.look.book
    if text is not None and design is not None:
        read_stylesheet(project, game.id, design.style)
        yield from booklet_findings(game, design)
        ordered = _ordered_figures(rulebook_order(project, game, text, design), design, pool, cache)
        if ordered:
            yield from pool.measure(game, figure_jobs(game, ordered)).findings
    yield from _first_page_findings(project, game, pool)


def _ordered_figures(
    request: ManuscriptRequest, design: BookDesign, pool: RenderPool, cache: MeasureCache
) -> OrderedFigures:
    """Return the figures of a rulebook, which is set for it if it changed since the last time."""
    key = cache.key_of_data(request)
    known = cache.recall_as(key)
    if not _are_figures(known, design):
        known = [[figure.id, figure.sort, figure.shows] for figure in pool.set_book(request).figures]
    cache.keep_as(key, known)
    return [(id, figure_design(design, sort, shows), shows) for id, sort, shows in known]


def figure_design(design: BookDesign, sort: str, shows: Mapping[str, Any]) -> FigureDesign:
    """Return how a figure is drawn: as its sort is, or less high where the manuscript says so."""
    usual = design.figures[sort]
    height = min(shows.get("height", usual.size.height), usual.size.height)
    return replace(usual, size=Size(usual.size.width, height))


def _are_figures(known: Any, design: BookDesign) -> bool:
    return isinstance(known, list) and all(
        isinstance(each, list)
        and len(each) == 3
        and isinstance(each[0], str)
        and each[1] in design.figures
        and isinstance(each[2], dict)
        for each in known
    )


def _first_page_findings(project: Project, game: Game, pool: RenderPool) -> Iterator[Finding]:
    try:
        artifacts = plan_files(project, game, BuildOptions(part=Part.ALL))
    except ProjectError:
        return  # cards that do not go on their sheet are told of elsewhere
    book = (
        PrintedRulebook(b"", b"", 4, game.look.book.page, ()) if game.look.book else None
    )  # of some number of pages
    page = first_page_job(game, bundle_sections(game, artifacts, book), bundle_paper(artifacts))
    yield from pool.measure(game, [page]).findings
