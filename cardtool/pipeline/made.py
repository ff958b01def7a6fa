"""What a maker of files hands to the build, which writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from cardtool.finding import Finding
from cardtool.model import Fit, Game

__all__ = ["Made", "Progress"]

Progress = Callable[[int, int], None]
"""Hears how many of how many faces are done."""


@dataclass(frozen=True, slots=True)
class Made:
    """What is ready to be written: files by name, `reports` beside them, and the ink that files take.

    `waived` is how many findings the game lets stand.

    Where a finding is an error there is no game, and nothing to write.
    """

    findings: tuple[Finding, ...]
    game: Game | None = None
    contents: Mapping[str, bytes] = field(default_factory=dict)
    reports: Mapping[str, bytes] = field(default_factory=dict)
    ink: Mapping[str, float] = field(default_factory=dict)
    fits: tuple[Fit, ...] = ()
    left_out: str = ""
    waived: int = 0
