"""What the templates of faces are told: of the face, and of the whole game."""

from __future__ import annotations

from collections.abc import Iterable

from cardtool.model import Game
from cardtool.project import Project
from cardtool.render import FaceJob, SharedValues

__all__ = ["with_all_values"]


def with_all_values(project: Project, game: Game, jobs: Iterable[FaceJob]) -> tuple[FaceJob, ...]:
    """These faces, each with all that its template is told."""
    shared = SharedValues(project, game)
    counted = shared.counted(jobs)
    of_game = shared.values_for(counted)
    return tuple(
        job._replace(variables={**of_game.get(job.template, {}), **job.variables}) for job in counted
    )
