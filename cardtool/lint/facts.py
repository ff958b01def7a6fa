"""What a text must agree with: counts, names, renames, terms. Taken from a game, or from the text itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cardtool.model import Source

__all__ = ["Count", "Defined", "Facts", "Gone", "Named", "Rename", "Steps"]


@dataclass(frozen=True, slots=True)
class Count:
    """So many of a thing there are. `nouns` are what a text may call it: Hero, Heroes, Hero Cards.

    `said` tells a reader how we know: `the cards come to 35`, `the component list says 35`.
    """

    id: str
    number: int
    nouns: tuple[str, ...]
    said: str
    source: Source


@dataclass(frozen=True, slots=True)
class Named:
    """A card that texts may call by its name, and the numbers at its corner by what texts call them.

    `values` are such as {"value": 3} or {"Victory Points": 2}.
    """

    name: str
    kind: str
    values: Mapping[str, int]
    source: Source


@dataclass(frozen=True, slots=True)
class Rename:
    """A name that is no longer used, and what the thing is called today; `version` did it."""

    old: str
    new: str
    version: str
    source: Source


@dataclass(frozen=True, slots=True)
class Gone:
    """Words of something that was removed, in the version that removed it."""

    words: str
    version: str
    source: Source


@dataclass(frozen=True, slots=True)
class Defined:
    """A term as it is to be written, its plural (empty where it has none), and what not to say instead.

    `declared` is whether somebody defined it; else it is what the text itself mostly does. `introduced`
    is whether the document that is judged says that this is the name: "known as the Hoard".
    """

    term: str
    plural: str
    instead_of: tuple[str, ...]
    source: Source
    declared: bool = True
    introduced: bool = False


@dataclass(frozen=True, slots=True)
class Steps:
    """A sequence that play follows: its title and its steps' titles, in order.

    `told` is what the steps begin by saying, where that is more than their titles.
    """

    title: str
    steps: tuple[str, ...]
    source: Source
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """All that is known. What is not known is empty, and nothing is held against a text for it.

    `listed` are things as a document's own list of components writes them, and `singles` what that list
    has without a number and is one, such as "a pad of paper". So many as `players_told` can play at the
    least, where nobody says who can: a text that says what four do lets four play. `roles` are what the
    players are called besides, in the singular: each inventor.
    `has_all_names` is not so while some card could not be read: it may be the one a text means.
    """

    counts: tuple[Count, ...] = ()
    names: tuple[Named, ...] = ()
    renames: tuple[Rename, ...] = ()
    gone: tuple[Gone, ...] = ()
    terms: tuple[Defined, ...] = ()
    listed: tuple[Defined, ...] = ()
    singles: tuple[Count, ...] = ()
    sequences: tuple[Steps, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)
    players: tuple[int, int] | None = None
    players_told: int = 0
    roles: tuple[str, ...] = ()
    has_all_names: bool = True
