"""What faces and files are meant to be, so that the preflight can hold them against it; and has it done.

What was found in order is remembered by kind: after a change of one card, those of its kind are drawn
again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cardtool import load
from cardtool.app.artifacts import (
    PAPER_NAMES,
    PAPERS,
    Artifact,
    BuildInputs,
    CardSheets,
    RulebookBooklet,
    TiledCards,
    TiledMats,
    WholeMats,
)
from cardtool.app.print_books import BUNDLE_STEM
from cardtool.finding import Finding
from cardtool.geometry import Box
from cardtool.model import Component, Face, FacePages, Game, Kind, Sheet, Side, Source
from cardtool.preflight import CardGroup, ExpectedFile, Subject, Thumbnail, check_structure, find_colour_alone
from cardtool.preflight.preflight_worker import FaceExamination, PreflightPool, examine_external_file
from cardtool.project import Project
from cardtool.render import FaceJob, MeasureCache, RenderPool, face_jobs

if TYPE_CHECKING:
    from cardtool.preflight.pdf_structure import PdfStructure

T = TypeVar("T")

_MAX_FACES = 500  # that a build looks at: of a larger deck some of each sort, evenly spread
_MAX_PAGES = 500  # of sheets that a build looks into; of more it looks at some, for all are alike
_SAMPLED_PAGES = 20
_MIN_FACES = 20  # of a sort that are always looked at


def face_subjects(game: Game, jobs: Sequence[FaceJob]) -> dict[Face, Subject]:
    """Return what each of these faces is meant to be; of very many, some of each kind and side."""
    cards = {card.id: card for card in game.cards}
    return {
        job.face: _face_subject(game.kind_of(job.face), cards.get(job.face.card or ""), job)
        for job in _faces_to_examine(jobs)
    }


def unexamined_faces(jobs: Sequence[FaceJob]) -> str:
    """Return a sentence on how many of these faces a build did not look at; empty where it looked at all."""
    seen = len(_faces_to_examine(jobs))
    return "" if seen == len(jobs) else f"looked at {seen:,} of {len(jobs):,} faces, evenly spread"


def _faces_to_examine(jobs: Sequence[FaceJob]) -> Sequence[FaceJob]:
    if len(jobs) <= _MAX_FACES:
        return jobs
    sorts: dict[tuple[str, Side], list[FaceJob]] = {}
    for job in jobs:
        sorts.setdefault((job.face.kind, job.face.side), []).append(job)
    wanted = {sort: max(len(each) * _MAX_FACES // len(jobs), _MIN_FACES) for sort, each in sorts.items()}
    return [job for sort, each in sorts.items() for job in _evenly_spread(each, wanted[sort])]


def _evenly_spread(items: Sequence[T], count: int) -> list[T]:
    """Return so many of them, from the whole length; all where there are no more."""
    count = min(len(items), count)
    return [items[(2 * step + 1) * len(items) // (2 * count)] for step in range(count)]


def _face_subject(kind: Kind, card: Component | None, job: FaceJob) -> Subject:
    trim = Box(kind.bleed, kind.bleed, kind.size.width, kind.size.height)
    sorts, is_front = tuple(_face_sorts(kind, card, job.face)), job.face.side is Side.FRONT
    outline = kind.outline_on(job.face.side)
    return Subject(job.title, job.source, trim, kind.safe, sorts, outline, is_front)


def _face_sorts(kind: Kind, card: Component | None, face: Face) -> Iterator[CardGroup]:
    """Yield what the face must be told by: the kind of its card, and its group, such as its suit."""
    yield CardGroup(f"the {face.side}s of kinds", kind.plural, kind.source)
    field = kind.group_by
    for group, place in _card_groups(card, field) if card else ():
        yield CardGroup(f"the {face.side}s of {kind.id}", f"{kind.plural} of {field} {group}", place)


def _card_groups(card: Component, field: str) -> Iterator[tuple[str, Source]]:
    """Yield each group that a field puts a card in, and where it says so."""
    said = card.values(field) if field else ()
    yield from ((each, card.at(*path)) for path, each in said if isinstance(each, str))


def check_files(
    artifacts: Iterable[Artifact], contents: Mapping[str, bytes], inputs: BuildInputs, folder: Path
) -> Iterator[Finding]:
    """Yield what is wrong with the PDF files of a build, before they are written to this folder."""
    planned = {each.name: each for each in artifacts}
    for name, content in contents.items():
        if name.endswith(".pdf"):
            file = planned.get(name)
            plan = expected_file(file, f"{folder.name}/{name}")
            yield from check_structure(_structure_of(file, content, inputs, plan.name), plan)


def _structure_of(file: Artifact | None, content: bytes, inputs: BuildInputs, name: str) -> PdfStructure:
    """Return how a file is built; of very many sheets, how some of them are, written by themselves.

    Whoever reads a file keeps what it says of each of its objects in memory.
    """
    from cardtool.preflight.pdf_structure import inspect_pdf

    if not isinstance(file, CardSheets) or len(file.pages) <= _MAX_PAGES:
        return inspect_pdf(content, name)
    some = _evenly_spread(file.pages, _SAMPLED_PAGES)
    sample = inspect_pdf(replace(file, pages=tuple(some)).write(inputs), name)
    share = len(content) / sample.length
    return sample._replace(
        pages=tuple(each._replace(number=some[each.number - 1].number) for each in sample.pages),
        fonts=tuple(each._replace(page=some[each.page - 1].number) for each in sample.fonts),
        length=len(content),
        lossless=round(sample.lossless * share),
        jpegs=round(sample.jpegs * share),
    )


def expected_file(file: Artifact | None, name: str) -> ExpectedFile:
    """Return what a file is to be, called `name` in messages; its paper is known where it goes on paper."""
    if isinstance(file, CardSheets | TiledCards):
        return ExpectedFile(name, file.sheet.paper, f"the sheet {file.sheet.name}")
    paper = file.paper if isinstance(file, TiledMats | WholeMats | RulebookBooklet) else ""
    return ExpectedFile(name, PAPERS[paper], PAPER_NAMES[paper]) if paper else ExpectedFile(name)


def check_finished_file(
    project: Project | None, file: Path, *, sheet: str | None, safe: float | None, budget: int
) -> tuple[Finding, ...]:
    """Return what is wrong with a finished PDF, whoever made it.

    Its paper is that of `sheet`, or of the project's sheet that its name tells; text keeps `safe` mm from
    the cut, or as much as each page says, and `budget` is its largest size in bytes.

    Raises: UsageError when there is no such sheet; ProjectError when the file cannot be opened.
    """
    name = project.name_of(file.resolve()) if project else str(file)
    paper = _load_sheet(project, sheet or _sheet_in_name(project, file.stem)) if project else None
    known = ExpectedFile(name, paper.paper, f"the sheet {paper.name}", budget) if paper else None
    return examine_external_file(file, known or ExpectedFile(name, budget=budget), safe)


def _load_sheet(project: Project, sheet: str) -> Sheet | None:
    return load.load_sheet(project, sheet) if sheet else None


def _sheet_in_name(project: Project, stem: str) -> str:
    """Return the sheet of a file called as a build calls it: `cards-a4-9up`, `tokens-a4-fill-cut-1`.

    What holds all that is printed may be on more than one paper.
    """
    if stem.startswith(BUNDLE_STEM):
        return ""
    names = [name for name in load.sheet_names(project) if f"-{name}-" in f"{stem}-"]
    return max(names, key=len, default="")


def drawn_findings(game: Game, faces: Sequence[FaceJob], pages: FacePages, jobs: int | None) -> list[Finding]:
    """Return what is wrong with these faces, as they look. Raises: ProjectError."""
    with PreflightPool(jobs=jobs) as examiner:
        subjects = face_subjects(game, faces)
        with FaceExamination(subjects, pages.pages, examiner.examine_faces, examiner.jobs) as examination:
            return examination.findings(pages.documents)


def examine_faces(game: Game, pool: RenderPool, cache: MeasureCache) -> list[Finding]:
    """Return what is wrong with the faces of a game that has been measured, as they look.

    Raises: TemplateError, ProjectError.
    """
    jobs = tuple(face_jobs(game))
    expected = face_subjects(game, jobs)
    kinds: dict[str, list[FaceJob]] = {}
    for job in jobs:
        if job.face in expected:
            kinds.setdefault(job.face.kind, []).append(job)
    keys = {kind: _portraits_key(game, pool, cache, each, expected) for kind, each in kinds.items()}
    portraits = {
        kind: _remembered_portraits(cache.recall_as(keys[kind]), len(each)) for kind, each in kinds.items()
    }
    unknown = {kind: each for kind, each in kinds.items() if not portraits[kind]}
    findings = _examine_unknown(game, pool, unknown, expected, portraits)
    for kind in kinds:
        if kind not in unknown or not findings:
            cache.keep_as(keys[kind], [[each.columns, each.pixels.hex()] for each in portraits[kind]])
    seen = ((job, each) for kind in kinds for job, each in zip(kinds[kind], portraits[kind], strict=True))
    return [*findings, *find_colour_alone((expected[job.face], each) for job, each in seen)]


def _remembered_portraits(remembered: Any, faces: int) -> list[Thumbnail]:
    """Return what so many faces, found in order, look like from afar; nothing where that is not known."""
    try:
        portraits = [Thumbnail(columns, bytes.fromhex(pixels)) for columns, pixels in remembered]
    except (TypeError, ValueError):  # nothing was kept, or something of another shape
        return []
    return portraits if len(portraits) == faces and all(map(_is_sound_portrait, portraits)) else []


def _is_sound_portrait(each: Thumbnail) -> bool:
    return isinstance(each.columns, int) and each.columns > 0 and len(each.pixels) % (3 * each.columns) == 0


def _portraits_key(
    game: Game,
    pool: RenderPool,
    cache: MeasureCache,
    jobs: Sequence[FaceJob],
    expected: Mapping[Face, Subject],
) -> str:
    """Return what stands for these faces, and for what they are to be."""
    outlines = [(each.trim, each.safe, each.outline) for each in (expected[job.face] for job in jobs)]
    return cache.key_of(pool.batch_as_measured(game, jobs), outlines)


def _examine_unknown(
    game: Game,
    pool: RenderPool,
    kinds: Mapping[str, Sequence[FaceJob]],
    expected: Mapping[Face, Subject],
    portraits: dict[str, list[Thumbnail]],
) -> list[Finding]:
    """Return what is wrong with the faces of these kinds, and note what they look like from afar."""
    if not kinds:
        return []
    jobs = [job for each in kinds.values() for job in each]
    with PreflightPool() as examiner:
        drawn = pool.begin(game, jobs, as_measured=True)
        here = {job.face: expected[job.face] for job in jobs}
        with FaceExamination(here, drawn.pages.pages, examiner.examine_faces, examiner.jobs) as examination:
            examination.begin(drawn.pages.documents)
            rendered = drawn.finished()
            looks = examination.results(rendered.pages.documents)
    for kind, each in kinds.items():
        places = (drawn.pages.pages[job.face] for job in each)
        portraits[kind] = [looks[place.document].thumbnails[place.page] for place in places]
    return [*rendered.findings, *(finding for look in looks for finding in look.findings)]
