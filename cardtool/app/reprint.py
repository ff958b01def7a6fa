"""Printing again only what changed: a game is drawn as it was and as it is, and what differs is imposed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from cardtool import changes
from cardtool.app import prints
from cardtool.app.artifacts import PAPER_NAMES, PAPERS
from cardtool.app.build import make_print_files
from cardtool.app.diff import project_at
from cardtool.app.export import DrawnGame, draw_cards
from cardtool.app.face_changes import Exchange, FaceChanges, compare_drawn
from cardtool.app.options import BuildOptions, Part
from cardtool.app.plan_files import plan_files
from cardtool.app.print_books import Section, bundle_paper, bundle_sections, pages_line
from cardtool.app.selection import Selection, game_of
from cardtool.errors import ProjectError
from cardtool.finding import Finding, Severity, sorted_findings
from cardtool.impose.write import finished_pdfs
from cardtool.model import Face, Game, Side
from cardtool.output import OutputFolder
from cardtool.project import Project
from cardtool.render import FaceJob, Progress, RenderPool, no_progress, page_job
from cardtool.wording import ReprintWording, wording

FILE_NAME = "reprint.pdf"
_ABOVE_ROWS, _ROW_HEIGHT, _BELOW_ROWS = 86.4, 5.6, 62.0  # mm
_TEMPLATE = "print-changes.html"


@dataclass(frozen=True, slots=True)
class ReprintResult:
    """What is to be exchanged; `file` is what to print, None where that is nothing, or an error forbids it.

    `backs` are the kinds whose common back looks otherwise; they are told, and not printed again.
    """

    exchanges: tuple[Exchange, ...]
    backs: tuple[str, ...]
    file: Path | None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class _Copies(Selection):
    """So many copies of some cards: `copies` are pairs of an id and a number."""

    copies: tuple[tuple[str, int], ...] = ()

    def __bool__(self) -> bool:
        return True

    @property
    def key(self) -> str | None:
        return "reprint"

    @property
    def suffix(self) -> str:
        return "-reprint"

    def of(self, game: Game) -> Game:
        wanted = dict(self.copies)
        chosen = (replace(card, copies=wanted[card.id]) for card in game.cards if card.id in wanted)
        return game_of(game, tuple(chosen))


def reprint_game(
    project: Project,
    id: str,
    since: str,
    *,
    out: Path | None = None,
    jobs: int | None = None,
    progress: Progress = no_progress,
) -> ReprintResult:
    """Print what looks otherwise than at a revision, behind a page that says what to exchange.

    `since` may be `printed`: the revision that was noted last by `note_print`.

    Raises: UsageError when git has no such revision, no such game at it, or no print was noted; ProjectError
    when the game as it was cannot be drawn; TemplateError, SheetRefused.
    """
    asked = prints.last_print(project, id) if since == prints.PRINTED else since
    revision = replace(changes.find_revision(project.root, asked), name=since)
    now = draw_cards(project, id, jobs)
    if now.usable is None:
        return ReprintResult((), (), None, now.checked.findings)
    with project_at(project, id, revision) as earlier:
        before = draw_cards(earlier, id, jobs)
    _ensure_drawn(before, since)
    compared = compare_drawn(before, now)
    exchanges = compared.exchanges
    copies = tuple((each.card, each.put_in) for each in exchanges if each.put_in)
    if not exchanges:
        return ReprintResult((), compared.backs, None)
    with OutputFolder.open(project.place_for_output(out, project.output(id))) as folder:
        selection = _Copies(copies=copies)
        options = BuildOptions(part=Part.ALL, selection=selection)
        built = make_print_files(project, id, options, folder.path, jobs, progress) if copies else None
        findings = sorted_findings(built.found) if built else ()
        if built and built.game is None:
            return ReprintResult(exchanges, compared.backs, None, findings)
        artifacts = plan_files(project, selection.of(now.usable), options) if copies else []
        parts = bundle_sections(now.usable, artifacts, None)
        listed = _List(now.usable, revision, compared, parts, bundle_paper(artifacts))
        documents = [
            listed.drawn(project, jobs),
            *(built.files[part.file] for part in parts if built),
        ]
        bookmarks = [listed.words.title, *(part.title for part in parts)]
        title = f"{now.usable.title} {now.usable.version}: what changed since {since}"
        file = folder.add(FILE_NAME, finished_pdfs.concatenate(documents, title=title, bookmarks=bookmarks))
        folder.commit()
    return ReprintResult(exchanges, compared.backs, file, findings)


def _ensure_drawn(before: DrawnGame, since: str) -> None:
    if before.usable is None:
        first = next(each for each in before.checked.findings if each.severity is Severity.ERROR)
        raise ProjectError(
            f"the game as it was at {since} cannot be drawn, so nothing can be compared with it\n"
            f"{first.source}: {first.message}"
        )


@dataclass(frozen=True, slots=True)
class _List:
    """The pages in front: what to exchange, and how to print what is behind them, on this paper."""

    game: Game
    revision: changes.Revision
    compared: FaceChanges
    parts: Sequence[Section]
    paper: str

    @property
    def words(self) -> ReprintWording:
        """What it is called, and says, in the language of the game."""
        return wording(self.game.language).reprint

    def drawn(self, project: Project, jobs: int | None) -> bytes:
        """Return the pages in front as a PDF. Raises: ProjectError where a name does not fit on them."""
        with RenderPool(project, jobs) as pool:
            drawn = pool.draw(self.game, self._pages())
        if drawn.findings:
            raise ProjectError(drawn.findings[0].message)
        documents = drawn.pages.documents
        return finished_pdfs.concatenate(documents, title=self.words.title, bookmarks=[""] * len(documents))

    def _pages(self) -> list[FaceJob]:
        size, rows = PAPERS[self.paper], [self._row(each) for each in self.compared.exchanges]
        a_page = int((size.height - _ABOVE_ROWS - _BELOW_ROWS) / _ROW_HEIGHT)
        chunks = [rows[at : at + a_page] for at in range(0, len(rows), a_page)]
        told = self._told(len(chunks))
        faces = [Face("page", Side.FRONT, f"exchange-{number}") for number in range(1, len(chunks) + 1)]
        return [
            page_job(
                self.game,
                face,
                _TEMPLATE,
                size,
                {
                    **told,
                    "rows": chunk,
                    "page": number,
                    "number": self.words.page.format(number, len(chunks)),
                },
            )
            for number, (face, chunk) in enumerate(zip(faces, chunks, strict=True), 1)
        ]

    def _row(self, each: Exchange) -> dict[str, Any]:
        return {**each._asdict(), "why": each.reason.said(self.words)}

    def _told(self, pages: int) -> dict[str, Any]:
        behind = pages + pages % 2 - 2  # the usual first page and its empty back are two
        parts = [
            {**asdict(moved), "pages": pages_line(moved, self.game.language)}
            for part in self.parts
            for moved in [replace(part, first=part.first + behind, last=part.last + behind)]
        ]
        return {
            "headline": self.words.head.format(self.game.version),
            "opening": self._opening(),
            "columns": self.words.columns,
            "parts": parts,
            "pages": pages,
            "above_rows": _ABOVE_ROWS,
            "row_height": _ROW_HEIGHT,
        }

    def _opening(self) -> list[str]:
        """Return the words in front, every second of which is bold."""
        words, exchanges, revision = self.words, self.compared.exchanges, self.revision
        values = {
            "since": words.since.format(revision.name, revision.date) if revision.date else revision.name,
            "out": self._pieces(sum(each.taken_out for each in exchanges)),
            "put": self._pieces(sum(each.put_in for each in exchanges)),
            "paper": PAPER_NAMES[self.paper],
        }
        *first, last = (each.format(**values) for each in words.opening)
        backs = words.backs.format(", ".join(self.compared.backs)) if self.compared.backs else ""
        return [*first, last + backs]

    def _pieces(self, count: int) -> str:
        return self.words.pieces[count != 1].format(count)
