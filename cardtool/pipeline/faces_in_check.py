"""Has the faces of a game drawn and looked at for a check, as a build does before it prints them.

What was found in order is remembered by kind: after a change of one card, those of its kind are drawn again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardtool.finding import Finding
from cardtool.model import Face, Game
from cardtool.pipeline.preflight import subjects
from cardtool.preflight import Subject, Thumbnail
from cardtool.render import FaceJob, MeasureCache, RenderPool, face_jobs

__all__ = ["look_at_faces"]


def look_at_faces(game: Game, crew: RenderPool, remembered: MeasureCache) -> list[Finding]:
    """Return what is wrong with the faces of a game that has been measured, as they look.

    Raises: TemplateError, ProjectError.
    """
    from cardtool.preflight import find_colour_alone

    jobs = tuple(face_jobs(game))
    expected = subjects(game, jobs)
    kinds: dict[str, list[FaceJob]] = {}
    for job in jobs:
        if job.face in expected:
            kinds.setdefault(job.face.kind, []).append(job)
    keys = {kind: _key(game, crew, remembered, each, expected) for kind, each in kinds.items()}
    portraits = {kind: _known(remembered.recall_as(keys[kind]), len(each)) for kind, each in kinds.items()}
    unknown = {kind: each for kind, each in kinds.items() if not portraits[kind]}
    findings = _look(game, crew, unknown, expected, portraits)
    for kind in kinds:
        if kind not in unknown or not findings:
            remembered.keep_as(keys[kind], [[each.columns, each.cells] for each in portraits[kind]])
    seen = ((job, each) for kind in kinds for job, each in zip(kinds[kind], portraits[kind], strict=True))
    return [*findings, *find_colour_alone((expected[job.face], each) for job, each in seen)]


def _known(kept: Any, faces: int) -> list[Thumbnail]:
    """Return what so many faces, found in order, look like from afar; nothing where that is not known."""
    try:
        portraits = [
            Thumbnail(columns, tuple((red, green, blue) for red, green, blue in cells))
            for columns, cells in kept
        ]
    except (TypeError, ValueError):  # nothing was kept, or something of another shape
        return []
    return portraits if len(portraits) == faces and all(map(_is_sound, portraits)) else []


def _is_sound(each: Thumbnail) -> bool:
    is_grid = isinstance(each.columns, int) and each.columns > 0 and len(each.cells) % each.columns == 0
    return is_grid and all(type(part) is int and 0 <= part <= 255 for cell in each.cells for part in cell)


def _key(
    game: Game,
    crew: RenderPool,
    remembered: MeasureCache,
    jobs: Sequence[FaceJob],
    expected: Mapping[Face, Subject],
) -> str:
    """Return what stands for these faces, and for what they are to be."""
    outlines = [(each.trim, each.safe, each.outline) for each in (expected[job.face] for job in jobs)]
    return remembered.key_of(crew.batch_as_measured(game, jobs), outlines)


def _look(
    game: Game,
    crew: RenderPool,
    kinds: Mapping[str, Sequence[FaceJob]],
    expected: Mapping[Face, Subject],
    portraits: dict[str, list[Thumbnail]],
) -> list[Finding]:
    """Return what is wrong with the faces of these kinds, and note what they look like from afar."""
    if not kinds:
        return []
    from cardtool.preflight.preflight_worker import FaceExamination, PreflightWorker

    jobs = [job for each in kinds.values() for job in each]
    with PreflightWorker() as examiner:
        drawn = crew.begin(game, jobs, as_measured=True)
        here = {job.face: expected[job.face] for job in jobs}
        with FaceExamination(here, drawn.pages.pages, examiner.look) as examination:
            examination.begin(drawn.pages.documents)
            looks = examination.looks(drawn.finished().pages.documents)
    for kind, each in kinds.items():
        places = (drawn.pages.pages[job.face] for job in each)
        portraits[kind] = [looks[place.document].portraits[place.page] for place in places]
    return [finding for look in looks for finding in look.findings]
