"""What faces and files are meant to be, so that the preflight can hold them against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from cardtool import load
from cardtool.finding import Finding
from cardtool.geometry import Box
from cardtool.model import Component, Face, Game, Kind, Sheet, Side
from cardtool.pipeline.prints import PAPER_NAMES, PAPERS, Booklet, Print, SheetBook, TiledMats, WholeMats
from cardtool.pipeline.sheets import TiledCards
from cardtool.preflight import CardGroup, ExpectedFile, Subject
from cardtool.project import Project
from cardtool.render import FaceJob

__all__ = ["expected", "file_checked", "files_checked", "passed_over", "subjects"]

_MOST_FACES = 500  # that a build looks at: of a larger deck some of each sort, evenly spread
_FEW_FACES = 20  # of a sort that are always looked at
_SUIT = "suit"  # the field of a card that names its suit, in games that have suits


def subjects(game: Game, jobs: Sequence[FaceJob]) -> dict[Face, Subject]:
    """What each of these faces is meant to be; of very many, some of each kind and side."""
    cards = {card.id: card for card in game.cards}
    return {
        job.face: _subject(game.kind(job.face.kind), cards.get(job.face.card or ""), job)
        for job in _looked_at(jobs)
    }


def passed_over(jobs: Sequence[FaceJob]) -> str:
    """A sentence on how many of these faces a build did not look at; empty where it looked at all."""
    seen = len(_looked_at(jobs))
    return "" if seen == len(jobs) else f"looked at {seen:,} of {len(jobs):,} faces, evenly spread"


def _looked_at(jobs: Sequence[FaceJob]) -> Sequence[FaceJob]:
    if len(jobs) <= _MOST_FACES:
        return jobs
    sorts: dict[tuple[str, Side], list[FaceJob]] = {}
    for job in jobs:
        sorts.setdefault((job.face.kind, job.face.side), []).append(job)
    return [job for each in sorts.values() for job in _spread(each, len(each) * _MOST_FACES // len(jobs))]


def _spread(jobs: Sequence[FaceJob], count: int) -> Iterator[FaceJob]:
    """So many of them, or a few at least, evenly spread."""
    count = min(len(jobs), max(count, _FEW_FACES))
    return (jobs[(2 * step + 1) * len(jobs) // (2 * count)] for step in range(count))


def _subject(kind: Kind, card: Component | None, job: FaceJob) -> Subject:
    trim = Box(kind.bleed, kind.bleed, kind.size.width, kind.size.height)
    sorts, is_front = tuple(_sorts(kind, card, job.face)), job.face.side is Side.FRONT
    return Subject(job.title, job.source, trim, kind.safe, sorts, kind.outline, is_front)


def _sorts(kind: Kind, card: Component | None, face: Face) -> Iterator[CardGroup]:
    """What the face must be told by: the kind of its card, and the suit where it has one."""
    yield CardGroup(f"the {face.side}s of kinds", kind.plural, kind.source)
    suit = card.fields.get(_SUIT) if card else None
    if card and isinstance(suit, str):
        yield CardGroup(f"the {face.side}s of {kind.id}", f"{kind.plural} of suit {suit}", card.at(_SUIT))


def files_checked(prints: Iterable[Print], contents: Mapping[str, bytes], folder: Path) -> Iterator[Finding]:
    """What is wrong with the PDF files of a build, before they are written to this folder."""
    from cardtool.preflight.file_checks import examine_structure

    planned = {each.name: each for each in prints}
    for name, content in contents.items():
        if name.endswith(".pdf"):
            yield from examine_structure(content, expected(planned.get(name), f"{folder.name}/{name}"))


def expected(file: Print | None, name: str) -> ExpectedFile:
    """What a file is to be, called `name` in messages; its paper is known where it goes on paper."""
    if isinstance(file, SheetBook | TiledCards):
        return ExpectedFile(name, file.sheet.paper, f"the sheet {file.sheet.name}")
    paper = file.paper if isinstance(file, TiledMats | WholeMats | Booklet) else ""
    return ExpectedFile(name, PAPERS[paper], PAPER_NAMES[paper]) if paper else ExpectedFile(name)


def file_checked(
    project: Project | None, file: Path, *, sheet: str | None, safe: float, budget: int
) -> tuple[Finding, ...]:
    """What is wrong with a finished PDF, whoever made it.

    Its paper is that of `sheet`, or of the project's sheet that its name tells; text keeps `safe` mm from
    the cut, and `budget` is its largest size in bytes.

    Raises: UsageError when there is no such sheet; ProjectError when the file cannot be opened.
    """
    from cardtool.preflight.preflight_worker import examine_external_file

    name = project.name_of(file.resolve()) if project else str(file)
    paper = _paper(project, sheet or _told_by(project, file.stem)) if project else None
    known = ExpectedFile(name, paper.paper, f"the sheet {paper.name}", budget) if paper else None
    return examine_external_file(file, known or ExpectedFile(name, budget=budget), safe)


def _paper(project: Project, sheet: str) -> Sheet | None:
    return load.load_sheet(project, sheet) if sheet else None


def _told_by(project: Project, stem: str) -> str:
    """The sheet of a file called as a build calls it: `cards-a4-9up`, perhaps with more behind."""
    names = [name for name in load.sheet_names(project) if f"{stem}-".startswith(f"cards-{name}-")]
    return max(names, key=len, default="")
