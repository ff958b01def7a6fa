"""What the rules of a game state: numbers, sequences, terms, and what changed when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cardtool.model.places import Marks, Source

__all__ = [
    "Change",
    "Entry",
    "Manuscript",
    "Number",
    "Procedure",
    "Release",
    "Rules",
    "Step",
    "Term",
    "Waiver",
]


@dataclass(frozen=True, slots=True)
class Number:
    """A number the rules state; `means` says what of."""

    id: str
    value: int
    means: str
    source: Source
    marks: Marks


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a sequence: `text` as the rulebook tells it, `quick` as a reference panel does."""

    id: str
    title: str
    text: str
    quick: str
    source: Source
    marks: Marks


@dataclass(frozen=True, slots=True)
class Procedure:
    """A sequence of the rules: what is done in which order."""

    id: str
    title: str
    intro: str
    steps: tuple[Step, ...]
    source: Source
    marks: Marks


@dataclass(frozen=True, slots=True)
class Rules:
    """What the rules state once, for rulebook, mats and cards to print."""

    numbers: Mapping[str, Number] = field(default_factory=dict)
    sequences: Mapping[str, Procedure] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Term:
    """A defined term of the game, capitalised as it is to be; `plural` is empty where it has none.

    `instead_of` are words that mean the same and are not to be used.
    """

    id: str
    term: str
    plural: str
    means: str
    source: Source
    marks: Marks
    instead_of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiver:
    """A finding that is meant to be: of this rule, its message saying `text`, in this file, about this card.

    `rule` is a code or a name; `file` is a path inside the game's folder; `card` is an id or a name. Each but
    the rule may be empty, which means any.
    """

    rule: str
    text: str
    reason: str
    file: str
    source: Source
    card: str = ""


class Change(StrEnum):
    """What an entry of the changelog says was done."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"
    FIXED = "fixed"
    RENAMED = "renamed"


@dataclass(frozen=True, slots=True)
class Entry:
    """One change. `old` and `new` are the names of a rename, else empty.

    `words` are those that went with what was removed.
    """

    change: Change
    text: str
    old: str
    new: str
    source: Source
    marks: Marks
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Release:
    """A version of the game and what changed with it. `date` is ISO 8601."""

    version: str
    date: str
    entries: tuple[Entry, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A rulebook or a template as it was written, not yet filled in."""

    text: str
    source: Source
