"""What a page or a file is meant to be, which it is held against. Lengths are millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cardtool.geometry import Box, Size
from cardtool.model import RECTANGLE, Outline, Source

__all__ = ["BUDGET", "Expected", "Sort", "Subject"]

BUDGET = 25_000_000  # bytes; what the large mail services take, with some room for their own lines


class Sort(NamedTuple):
    """Cards that players must tell from others: those of one kind, or of one suit of a kind.

    Sorts of one `family` are compared with each other. `name` is how messages call it.
    """

    family: str
    name: str
    source: Source


@dataclass(frozen=True, slots=True)
class Subject:
    """What a page shows: how messages call it, where it comes from, and where it will be cut.

    `trim` is None where nothing says that the page is cut; `outline` is the shape that is cut out of it.
    Text keeps `safe` mm away from the cut. `shows_something` says that it may not be blank.
    """

    title: str
    source: Source
    trim: Box | None
    safe: float
    sorts: tuple[Sort, ...] = ()
    outline: Outline = RECTANGLE
    shows_something: bool = False


@dataclass(frozen=True, slots=True)
class Expected:
    """What a finished file is to be: its name in messages, its paper if that is known, its largest size.

    `sheet` is how messages call the paper; `budget` is in bytes.
    """

    name: str
    paper: Size | None = None
    sheet: str = ""
    budget: int = BUDGET

    def page(self, number: int) -> Source:
        """A page of the file as a place; pages count from 1."""
        return Source(self.name, number)
