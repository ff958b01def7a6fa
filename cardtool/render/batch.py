"""What goes to a worker and what comes back: batches of faces, and the trouble with them."""

from __future__ import annotations

from dataclasses import dataclass

from cardtool.geometry import Size
from cardtool.model import Engine
from cardtool.project import Project
from cardtool.render.context import FaceJob
from cardtool.render.engines import seconds_a_face

__all__ = ["AT", "AT_SIZE", "Batch", "Drawn", "Overflow", "Trouble"]

AT = "at"  # the file in which a worker notes the place of the face it is filling in, for when it dies
AT_SIZE = 8  # bytes, a signed number


@dataclass(frozen=True, slots=True)
class Batch:
    """Faces of one size of one game, and what is to draw them. `draw` off only measures."""

    project: Project
    game: str
    style: str
    page: Size
    jobs: tuple[FaceJob, ...]
    draw: bool
    engine: Engine

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.project.template_name(self.game, self.jobs[0].template)

    @property
    def allowance(self) -> float:
        """Seconds of CPU these faces may take beside those that any question may."""
        return seconds_a_face(self.engine) * len(self.jobs)


@dataclass(frozen=True, slots=True)
class Overflow:
    """A text larger than its box, by so many millimetres down and across."""

    box: str
    down: float
    across: float


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with one face: texts that do not fit, and characters no font has."""

    overflows: tuple[Overflow, ...]
    missing: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """The faces of a batch as PDF, a page each, and the trouble there is, by place in the batch."""

    pdf: bytes
    troubles: dict[int, Trouble]
