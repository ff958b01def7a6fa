"""Printing a rulebook: set the manuscript, draw its figures, print it, put the figures in."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass, replace
from html import escape

from cardtool import impose, load
from cardtool.errors import ProjectError
from cardtool.finding import Finding, has_errors, in_order
from cardtool.geometry import Size
from cardtool.model import BookDesign, Face, FacePages, Game, Manuscript, Side
from cardtool.project import Project
from cardtool.render import BookOrder, Crew, ManuscriptOrder, Press, SetBook, book_told, figure_jobs
from cardtool.render.fonts import font_files
from cardtool.render.theming import themed
from cardtool.render.webfonts import embedded

__all__ = ["Rulebook", "print_rulebook"]

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


def print_rulebook(project: Project, game: Game, crew: Crew, press: Press) -> Rulebook:
    """The game's rulebook. Raises: ProjectError when it has none; TemplateError when it cannot be printed."""
    text, design = game.rulebook, game.book
    if text is None or design is None:
        raise ProjectError(
            f"{game.id} has no rulebook: it needs rulebook.md, and a part rulebook: in {game.source.file}"
        )
    book = press.set(_manuscript(project, game, text, design))
    faces, findings = _figures(game, design, book, crew)
    if has_errors(findings):
        return Rulebook(b"", b"", 0, design.page, findings)
    style = themed(project.template_text(game.id, design.style), game.theme)
    sizes = {figure.id: design.figures[figure.sort].size for figure in book.figures}
    printed = press.print(
        BookOrder(
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
    pdf = impose.write_pictures(printed.pdf, drawn, faces)
    fonts = embedded(font_files(project), style)
    html = _page(game, book, f"{fonts}\n{style}", faces)
    return Rulebook(pdf, html, printed.pages, design.page, findings)


def _manuscript(project: Project, game: Game, text: Manuscript, design: BookDesign) -> ManuscriptOrder:
    return ManuscriptOrder(
        project,
        game.id,
        text.source.file,
        text.text,
        design.template,
        book_told(replace(game, credits=load.credits_in_use(project, game))),
        tuple(design.figures),
        game.theme,
    )


def _figures(
    game: Game, design: BookDesign, book: SetBook, crew: Crew
) -> tuple[FacePages, tuple[Finding, ...]]:
    ordered = ((figure.id, design.figures[figure.sort], figure.shows) for figure in book.figures)
    drawn = crew.draw(game, figure_jobs(game, ordered))
    return drawn.pages, tuple(in_order(drawn.findings))


def _face(figure: str) -> Face:
    return Face("figure", Side.FRONT, figure)


def _page(game: Game, book: SetBook, style: str, faces: FacePages) -> bytes:
    """The rulebook as one page for a browser, with everything it needs inside."""
    from cardtool.export.png import whole_pages

    html = book.html
    for face, picture in whole_pages(faces, dpi=_SCREEN_DPI):
        data = f"data:image/png;base64,{b64encode(picture).decode()}"
        html = html.replace(f'src="picture:{face.card}"', f'src="{data}"')
    head = (
        f'<!doctype html>\n<html lang="{_LANGUAGE}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(game.title)}: the rules</title>\n<style>{style}</style>\n</head>\n<body>\n"
    )
    return f"{head}{html}\n</body>\n</html>\n".encode()
