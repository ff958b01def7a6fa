"""Printing again only what changed: a game is drawn as it was and as it is, and what differs is imposed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cardtool import changes
from cardtool.app.build import make_print_files
from cardtool.app.diff import project_at
from cardtool.app.export import DrawnGame, draw_cards
from cardtool.app.face_changes import Exchange, compare_drawn
from cardtool.app.options import BuildOptions, Part
from cardtool.app.print_books import BUNDLE_NAME
from cardtool.app.selection import Selection, game_of
from cardtool.errors import ProjectError, UsageError
from cardtool.finding import Finding, sorted_findings
from cardtool.geometry import Size
from cardtool.impose.write import finished_pdfs
from cardtool.model import Face, Game, Side
from cardtool.output import OutputFolder
from cardtool.project import Project
from cardtool.render import Progress, RenderPool, no_progress, page_job
from cardtool.wording import counted

FILE_NAME = "reprint.pdf"
_COMPARED_DPI = 100  # a changed comma is several pixels
_A4 = Size(210, 297)
_ROWS_A_PAGE = 34
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
    waived: int = 0


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

    Raises: UsageError when git has no such revision, or no such game at it; ProjectError when the game as it
    was cannot be drawn; TemplateError, SheetRefused.
    """
    revision = changes.find_revision(project.root, since)
    now = draw_cards(project, id, jobs)
    if now.usable is None:
        return ReprintResult((), (), None, now.checked.findings, now.checked.waived)
    with project_at(project, id, revision) as earlier:
        before = draw_cards(earlier, id, jobs)
    _ensure_drawn(before, since)
    compared = compare_drawn(before, now)
    exchanges = compared.exchanges
    copies = tuple((each.card, each.put_in) for each in exchanges if each.put_in)
    if not exchanges:
        return ReprintResult((), compared.backs, None)
    with OutputFolder.open(project.place_for_output(out, project.output(id))) as folder:
        options = BuildOptions(part=Part.ALL, selection=_Copies(copies=copies))
        documents = [_list_pages(project, now.usable, revision, exchanges, compared.backs, jobs)]
        bookmarks = ["What to exchange"]
        findings: tuple[Finding, ...] = ()
        if copies:
            built = make_print_files(project, id, options, folder.path, jobs, progress)
            findings = sorted_findings(built.found)
            if built.game is None:
                return ReprintResult(exchanges, compared.backs, None, findings, built.waived)
            documents.append(built.files[BUNDLE_NAME])
            bookmarks.append("What to print")
        title = f"{now.usable.title} {now.usable.version}: what changed since {since}"
        file = folder.add(FILE_NAME, finished_pdfs.concatenate(documents, title=title, bookmarks=bookmarks))
        folder.commit()
    return ReprintResult(exchanges, compared.backs, file, findings)


def _ensure_drawn(before: DrawnGame, since: str) -> None:
    if before.usable is None:
        first = before.checked.findings[0]
        raise ProjectError(
            f"the game as it was at {since} cannot be drawn, so nothing can be compared with it\n"
            f"{first.source}: {first.message}"
        )


def _list_pages(
    project: Project,
    game: Game,
    revision: changes.Revision,
    exchanges: Sequence[Exchange],
    backs: Sequence[str],
    jobs: int | None,
) -> bytes:
    """Return the pages that say what to exchange."""
    rows = [each._asdict() for each in exchanges]
    chunks = [rows[at : at + _ROWS_A_PAGE] for at in range(0, len(rows), _ROWS_A_PAGE)]
    told = {
        "since": revision.name,
        "date": revision.date,
        "out": counted(sum(each.taken_out for each in exchanges), "piece"),
        "printed": counted(sum(each.put_in for each in exchanges), "piece"),
        "backs": list(backs),
    }
    pages = [
        page_job(
            game,
            Face("page", Side.FRONT, f"exchange-{number}"),
            _TEMPLATE,
            _A4,
            {**told, "rows": chunk, "page": number, "pages": len(chunks)},
        )
        for number, chunk in enumerate(chunks, 1)
    ]
    with RenderPool(project, jobs) as pool:
        drawn = pool.draw(game, pages)
    if drawn.findings:
        raise ProjectError(str(drawn.findings[0].message))
    title = f"{game.title}: what to exchange"
    documents = drawn.pages.documents
    return finished_pdfs.concatenate(documents, title=title, bookmarks=[title] * len(documents))


def ensure_revision(since: str | None) -> str:
    """Return the revision to compare with. Raises: UsageError where none is said."""
    if since is None:
        raise UsageError("say since when: --since REV, such as the tag of the version that was printed")
    return since
