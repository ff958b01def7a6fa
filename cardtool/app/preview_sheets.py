"""The sheets and the rulebook of a drawn game for the page beside the editor: pages as they would be printed.

They are made when somebody looks at them, and then once for each drawing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from threading import Lock

from cardtool.app.artifacts import BuildInputs
from cardtool.app.options import BuildOptions, Part
from cardtool.app.plan_files import plan_files
from cardtool.app.preview_pictures import NamedDrawing
from cardtool.app.preview_views import EditorLinks
from cardtool.app.print_books import bundle_sections, print_rulebook
from cardtool.errors import CardtoolError
from cardtool.export.face_pictures import document_pages, page_png
from cardtool.finding import has_errors
from cardtool.model import Game, Source
from cardtool.preview import CardView, PrintedPages
from cardtool.project import Project
from cardtool.render import BookWorker, RenderPool
from cardtool.wording import wording

SHEETS, RULEBOOK = "sheets", "rulebook"
_KEPT = 12  # files whose pages a browser may yet ask for


class SheetStore:
    """The printed pages of the last drawing that somebody looked at. Any thread may ask.

    Where pixels or letters are wanted, the `lock` of PDFium is held.
    """

    def __init__(self, project: Project, jobs: int | None, links: EditorLinks, lock: Lock) -> None:
        self._project, self._jobs, self._links = project, jobs, links
        self._files: dict[str, bytes] = {}
        self._known: dict[str, tuple[NamedDrawing, PrintedPages]] = {}
        self._making, self._pdfium = Lock(), lock

    def pages(self, what: str, drawn: NamedDrawing | None) -> PrintedPages:
        """Return the pages of the sheets, or of the rulebook, of a drawing, or why there are none."""
        with self._making:
            if drawn is None or what not in (SHEETS, RULEBOOK):
                return PrintedPages()
            known = self._known.get(what)
            if known is None or known[0] is not drawn:
                known = self._known[what] = drawn, self._made(what, drawn)
            return known[1]

    def picture(self, name: str, dpi: int) -> bytes | None:
        """Return a page as PNG; None where there is none of this name now."""
        file, _, number = name.rpartition("-")
        pdf = self._files.get(file)
        if pdf is None or not number.isdecimal():
            return None
        with self._pdfium:
            return page_png(pdf, int(number), dpi)

    def _made(self, what: str, drawn: NamedDrawing) -> PrintedPages:
        try:
            return PrintedPages(tuple(self._sheets(drawn) if what == SHEETS else self._rulebook(drawn.game)))
        except CardtoolError as error:
            return PrintedPages(trouble=str(error))

    def _sheets(self, drawn: NamedDrawing) -> Iterator[CardView]:
        artifacts = plan_files(self._project, drawn.game, BuildOptions(part=Part.ALL))
        files = {each.name: each for each in artifacts}
        for part in bundle_sections(drawn.game, artifacts, None):
            pdf = files[part.file].write(BuildInputs(drawn.game, drawn.pages, None))
            yield from self._views(part.file, part.title, pdf)

    def _rulebook(self, game: Game) -> Iterator[CardView]:
        text = game.rulebook
        if text is None or game.look.book is None:
            return
        with RenderPool(self._project, self._jobs) as pool, BookWorker(self._project) as worker:
            book = print_rulebook(self._project, game, pool, worker, with_web_page=False)
        if has_errors(book.findings):
            first = book.findings[0]
            raise CardtoolError(f"{first.source}: {first.message}")
        yield from self._views("rulebook.pdf", wording(game.language).bundle.rulebook, book.pdf, text.source)

    def _views(self, file: str, title: str, pdf: bytes, written: Source | None = None) -> Iterator[CardView]:
        """Yield the pages of a file with what they say, for the search; `written` is its source."""
        name = hashlib.sha256(pdf).hexdigest()[:32]
        self._files = dict([*self._files.items(), (name, pdf)][-_KEPT:])
        with self._pdfium:
            pages = tuple(document_pages(pdf))
        for number, page in enumerate(pages):
            yield CardView(
                key=f"{file}/{number + 1}",
                id=f"{file} {number + 1}",
                name=str(number + 1),
                kind=file,
                kind_title=title,
                copies=1,
                front=f"{name}-{number}",
                back="",
                was="",
                width=round(page.size.width, 1),
                height=round(page.size.height, 1),
                corner=0.0,
                safe=0.0,
                bleed=0.0,
                text=page.text,
                place=str(written or file),
                editor=self._links.address(written) if written else "",
            )
