"""What is asked of a worker that sets a rulebook, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardtool.model import Theme
from cardtool.project import Project
from cardtool.render.rulebook.figures import Figure
from cardtool.render.rulebook.told import BookTold

__all__ = ["ManuscriptOrder", "SetBook"]


@dataclass(frozen=True, slots=True)
class ManuscriptOrder:
    """A rulebook to be set. `name` is what messages call its text; `sorts` are the figures there can be."""

    project: Project
    game: str
    name: str
    text: str
    template: str
    told: BookTold
    sorts: tuple[str, ...]
    theme: Theme = field(default_factory=Theme)

    @property
    def allowance(self) -> float:
        """Seconds of CPU it may take beside those that any question may."""
        return 3.0


@dataclass(frozen=True, slots=True)
class SetBook:
    """A rulebook as the inside of a `<body>`. Where a figure goes stands `src="picture:figure-1"`."""

    html: str
    figures: tuple[Figure, ...]
