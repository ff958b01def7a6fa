"""Printing a rulebook: set the manuscript, draw its figures, print it, put the figures in."""

from __future__ import annotations

from base64 import b64encode
from contextlib import suppress
from dataclasses import dataclass, replace

from cardtool import load
from cardtool.errors import ProjectError
from cardtool.finding import Finding, has_errors, in_order
from cardtool.geometry import Size
from cardtool.impose.write import finished_pdfs
from cardtool.model import BookDesign, Face, FacePages, Game, Side, TemplateText
from cardtool.project import Project
from cardtool.render import (
    BookRequest,
    BookWorker,
    Fetcher,
    FetchRefused,
    ManuscriptRequest,
    RenderPool,
    RulebookHtml,
    apply_theme,
    book_data,
    figure_jobs,
    font_face_rules,
    font_files,
)

__all__ = ["Rulebook", "manuscript_of", "print_rulebook"]

_LANGUAGE = "en-GB"
_SCREEN_DPI = 160


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A printed rulebook: tagged PDF, one page of HTML, and what was found while its figures were drawn.

    `pages` says how many pages the PDF has, `page` how large they are.
    """

    pdf: bytes
    html: bytes
    pages: int
    page: Size
    findings: tuple[Finding, ...]


def print_rulebook(project: Project, game: Game, crew: RenderPool, press: BookWorker) -> Rulebook:
    """The game's rulebook. Raises: ProjectError when it has none; TemplateError when it cannot be printed."""
    text, design = game.rulebook, game.book
    if text is None or design is None:
        raise ProjectError(
            f"{game.id} has no rulebook: it needs rulebook.md, and a part rulebook: in {game.source.file}"
        )
    book = press.set(manuscript_of(project, game, text, design))
    faces, findings = _figures(game, design, book, crew)
    if has_errors(findings):
        return Rulebook(b"", b"", 0, design.page, findings)
    style = apply_theme(project.template_text(game.id, design.style), game.theme)
    sizes = {figure.id: design.figures[figure.sort].size for figure in book.figures}
    printed = press.print(
        BookRequest(
            project,
            game.id,
            text.source.file,
            book.html,
            style,
            f"{game.title}: the rules",
            _LANGUAGE,
            pictures=sizes,
        )
    )
    drawn = {printed.pictures[figure.id]: _face(figure.id) for figure in book.figures}
    pdf = finished_pdfs.insert_pictures(printed.pdf, drawn, faces)
    html = _page(project, game, book, style, faces)
    return Rulebook(pdf, html, printed.pages, design.page, findings)


def manuscript_of(project: Project, game: Game, text: TemplateText, design: BookDesign) -> ManuscriptRequest:
    """Return what is asked of a worker that sets the rulebook of a game."""
    return ManuscriptRequest(
        project,
        game.id,
        text.source.file,
        text.text,
        design.template,
        book_data(replace(game, credits=load.credits_in_use(project, game))),
        tuple(design.figures),
        game.theme,
    )


def _figures(
    game: Game, design: BookDesign, book: RulebookHtml, crew: RenderPool
) -> tuple[FacePages, tuple[Finding, ...]]:
    ordered = ((figure.id, design.figures[figure.sort], figure.shows) for figure in book.figures)
    drawn = crew.draw(game, figure_jobs(game, ordered))
    return drawn.pages, tuple(in_order(drawn.findings))


def _face(figure: str) -> Face:
    return Face("figure", Side.FRONT, figure)


def _page(project: Project, game: Game, book: RulebookHtml, style: str, faces: FacePages) -> bytes:
    """The rulebook as one page for a browser, with everything it needs inside."""
    from cardtool.export.face_pictures import page_pngs
    from cardtool.render import web_page

    drawn = page_pngs(faces, dpi=_SCREEN_DPI)
    figures = {f"picture:{face.card}": _as_data(picture) for face, picture in drawn}
    fetcher = Fetcher(project, game.id)

    def held(address: str) -> str:
        """The picture itself; an address that is only a word of the text stays what it is."""
        with suppress(FetchRefused, ValueError):
            return figures.get(address) or fetcher.as_data(address)
        return address

    fonts = font_face_rules(font_files(project), style)
    return web_page(
        book.html,
        style=f"{fonts}\n{style}",
        title=f"{game.title}: the rules",
        language=_LANGUAGE,
        embedded=held,
    )


def _as_data(picture: bytes) -> str:
    return f"data:image/png;base64,{b64encode(picture).decode()}"
