"""Kinds of components, the records of each, and the decks they make. Lengths are millimetres."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from cardtool.geometry import Size
from cardtool.model.outlines import RECTANGLE, Outline
from cardtool.model.places import Marks, Source

__all__ = ["Component", "Credit", "Deck", "Design", "Kind", "Outputs", "Players", "Prints"]


@dataclass(frozen=True, slots=True)
class Design:
    """How one side of a kind is drawn: a template, filled in for each card or once for the kind."""

    template: str
    each_card: bool


class Prints(StrEnum):
    """How the components of a kind get onto paper: many to a sheet, or each on paper of its own."""

    SHEETS = "sheets"
    MATS = "mats"


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of component: heroes, prizes, tiles.

    `count` is the number of copies the designer declares, which the data must come to.
    `title` is what the cards say they are; `plural` heads lists and workbook sheets.
    `per_player` is how many copies each player takes, 0 where players do not each take one.
    """

    id: str
    title: str
    plural: str
    records: str
    size: Size
    bleed: float
    safe: float
    front: Design
    back: Design | None
    count: int
    source: Source
    count_source: Source
    per_player: int = 0
    prints: Prints = Prints.SHEETS
    outline: Outline = RECTANGLE

    @property
    def page(self) -> Size:
        """The size of a face with its bleed."""
        return self.size.grown(self.bleed)


@dataclass(frozen=True, slots=True)
class Deck:
    """Kinds that are counted, and perhaps shuffled, together."""

    id: str
    title: str
    kinds: tuple[str, ...]
    count: int
    source: Source
    count_source: Source


@dataclass(frozen=True, slots=True)
class Component:
    """One record of the card database; `copies` of it are printed.

    `fields` holds the whole record, id and name included, as read-only data.
    """

    id: str
    kind: str
    name: str
    copies: int
    fields: Mapping[str, Any]
    source: Source
    marks: Marks

    def at(self, *path: str | int) -> Source:
        """Where the value at this path of the record stands, or the innermost thing around it."""
        marks = self.marks.inside(path)
        return Source(self.source.file, marks.line, marks.column)


@dataclass(frozen=True, slots=True)
class Players:
    """How many can play."""

    least: int
    most: int
    source: Source


@dataclass(frozen=True, slots=True)
class Credit:
    """Who made an asset, and under which licence. `file` is a path from the project's root."""

    file: str
    author: str
    licence: str
    origin: str
    source: Source


@dataclass(frozen=True, slots=True)
class Outputs:
    """What `build` makes when the command line does not say otherwise."""

    sheet: str
