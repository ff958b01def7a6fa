"""Pictures have enough dots for the size they are printed at.

A picture that fills a screen has too few dots for paper: at less than 150 to the inch, held in the hand,
they can be counted.

Bad:

    art/goat.png, 200 dots wide, printed 70 mm wide: 72 dots an inch

Good:

    art/goat.png, 830 dots wide, printed as large: 301 dots an inch

Below 150 it is an error; below 300 the warning soft-picture. Overlooked on purpose: drawings (SVG), which
have no dots; pictures of four dots or fewer, which are plain grounds; whether a picture that has many
dots was blown up from a small one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding
from cardtool.judging import rule_of
from cardtool.preflight.subject import Subject
from cardtool.units import MM_PER_INCH

if TYPE_CHECKING:
    from cardtool.preflight.sight import Picture, Sight

__all__ = ["COARSE", "RULE", "check", "coarsest", "told"]

RULE = rule_of(__name__, "CT711", "coarse-picture")
COARSE = 150.0  # dpi: a dot of 0.17 mm, twice what an eye tells apart at 30 cm (one minute of arc)
_FINE = 300


def check(sight: Sight, subject: Subject) -> Iterator[Finding]:
    """The coarsest picture of the page, where one is too coarse."""
    worst = coarsest(sight)
    if worst is not None and worst.dpi < COARSE:
        yield RULE.found(subject.source, *told(subject, worst))


def coarsest(sight: Sight) -> Picture | None:
    """The picture of the page with the fewest dots to the inch."""
    return min(sight.pictures, key=lambda picture: picture.dpi, default=None)


def told(subject: Subject, picture: Picture) -> tuple[str, str]:
    """What is wrong with a picture, and what to do."""
    dots = round(picture.box.width / MM_PER_INCH * _FINE)
    sharp = f"{int(picture.dpi)} dots to the inch"
    message = f"{subject.title}: a picture printed {picture.box.size} large has {sharp}"
    return message, f"use one that is {dots} dots wide, or print it smaller"
