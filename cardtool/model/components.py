"""Kinds of components, their forms, the records of each kind, and the decks they make.

A new form is one row of FORMS, which says how it gets onto paper. A form has nothing else of its own: every
form has the same rights in templates, rules and exports. Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from cardtool.geometry import Axis, Size
from cardtool.model.look import Side, file_word
from cardtool.model.shapes import RECTANGLE, Net, Outline
from cardtool.model.source import RecordPlaces, Source, SourceMap, ValuePath


@dataclass(frozen=True, slots=True)
class Amount:
    """How many there are to be, from `least` to `most`; None where there is no such bound.

    `source` is where the promise stands.
    """

    least: int | None
    most: int | None
    source: Source

    def allows(self, number: int) -> bool:
        """Return whether so many are as many as promised."""
        is_enough = self.least is None or number >= self.least
        return is_enough and (self.most is None or number <= self.most)

    def __str__(self) -> str:
        if self.least == self.most:
            return f"exactly {self.least}"
        if self.most is None:
            return f"at least {self.least}"
        return f"at most {self.most}" if self.least is None else f"{self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups of a kind, such as suits: those that have one value in the field `by`.

    `each` is how many copies each is promised to have. `names` are the groups that the records' schema lists,
    so that one without any record is missed; empty where it lists none.
    """

    by: str
    each: Amount | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OneForEach:
    """The promise of one record for every record of another kind.

    `field` names the other record by its id; where it is empty, both have one name.
    """

    kind: str
    source: Source
    field: str = ""


@dataclass(frozen=True, slots=True)
class ComponentForm:
    """What a kind is: cards, boards, dice.

    With `shares_sheets` many go to a sheet; else each has paper of its own, unless game.yaml names a sheet.
    What is larger than its paper is tiled.
    """

    id: str
    shares_sheets: bool


_FORM_IDS = ("card", "mat", "board", "tile", "token", "standee", "dial", "die", "pad", "aid", "box")

FORMS: Mapping[str, ComponentForm] = MappingProxyType(
    {id: ComponentForm(id, shares_sheets=id not in ("mat", "board")) for id in _FORM_IDS}
)
"""Every form by what game.yaml says under `form`. What texts call them is in `wording`."""

CARD, MAT = FORMS["card"], FORMS["mat"]


@dataclass(frozen=True, slots=True)
class FaceDesign:
    """How one side of a kind is drawn: a template, filled in for each card or once for the kind.

    With `each_copy` it is filled in for each copy of a card, which it numbers; where `by` names a field, once
    for each value of that field.
    """

    template: str
    each_card: bool
    each_copy: bool = False
    by: str = ""


class Seams(StrEnum):
    """Where the seams of a tiled piece run: evenly; through a gap between spaces that is near; always so."""

    EVEN = "even"
    NEAR_GRID = "near-grid"
    ON_GRID = "on-grid"


@dataclass(frozen=True, slots=True)
class Cut:
    """How large those pieces of a kind are whose record has this value in the kind's field `size_by`.

    `source` is where that is said.
    """

    value: str
    size: Size
    outline: Outline
    net: Net | None
    source: Source


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of component: heroes, prizes, tiles.

    `count` is the number of copies the designer declares, which the data must come to.
    `title` is what the cards say they are; `plural` heads lists and workbook sheets.
    `per_player` is how many copies each player takes, 0 where players do not each take one.
    `sheet` is the print sheet they go on, empty where each has paper of its own. `instead_of` is the kind of
    which they are another printing: who makes the game takes one of the two. `part_of` is the kind they are a
    part of, and are counted with. A kind with a `net` is printed flat, to be folded; its size is that of the
    net.
    `groups` says what parts the kind into groups such as suits; None where nothing does.
    `of` is the kind from whose records those of this kind are made, empty where they are written.
    `layout` is the layout that its faces are drawn by, and `stands_on` the layout on whose spaces it
    stands, or a sort of spaces of it: `arena.start`; either is empty where there is none.
    `cuts` are its sizes where these go by a field, `size_by`; its own size is then the first of them.
    `cut` is the value of that field, in a kind that stands for the pieces of one size alone.
    `told_apart_by` are the fields that tell records of one name apart, such as a second line of the title.
    """

    id: str
    title: str
    plural: str
    records: str
    size: Size
    bleed: float
    safe: float
    front: FaceDesign
    back: FaceDesign | None
    count: int
    source: Source
    count_source: Source
    per_player: int = 0
    form: ComponentForm = CARD
    outline: Outline = RECTANGLE
    sheet: str = ""
    instead_of: str = ""
    part_of: str = ""
    net: Net | None = None
    groups: Groups | None = None
    of: str = ""
    one_for_each: OneForEach | None = None
    layout: str = ""
    stands_on: str = ""
    seams: Seams = Seams.NEAR_GRID
    size_by: str = ""
    cuts: tuple[Cut, ...] = ()
    cut: str = ""
    told_apart_by: tuple[str, ...] = ()

    @property
    def by_cut(self) -> tuple[Kind, ...]:
        """Return the kind once for each of its sizes, with that size; itself where it has one."""
        return tuple(self.cut_as(each.value) for each in self.cuts) or (self,)

    def cut_as(self, value: str) -> Kind:
        """Return the kind in the size that goes with this value; itself where there is none such."""
        for each in self.cuts:
            if each.value == value:
                return replace(
                    self,
                    size=each.size,
                    outline=each.outline,
                    net=each.net,
                    source=each.source,
                    cuts=(),
                    cut=value,
                )
        return self

    def cut_for(self, card: Component) -> Kind:
        """Return the kind in the size that this record has."""
        return self.cut_as(card.value(self.size_by)) if self.cuts else self

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from all others of a game, those of its other sizes too."""
        return self.id, self.cut

    @property
    def file_name(self) -> str:
        """What files are called after: `standee`, or `standee-large` for one of its sizes."""
        return f"{self.id}-{file_word(self.cut)}" if self.cut else self.id

    @property
    def group_by(self) -> str:
        """Return the field whose values part the kind into groups, empty where none does."""
        return self.groups.by if self.groups else ""

    @property
    def front_templates(self) -> tuple[str, ...]:
        """Return the templates that draw the front: of a net, those of its parts."""
        return tuple(part.template for part in self.net.parts) if self.net else (self.front.template,)

    @property
    def page(self) -> Size:
        """Return the size of a face with its bleed."""
        return self.size.grown(self.bleed)

    def outline_on(self, side: Side) -> Outline:
        """Return the dieline as it is seen on this side: on the back in the mirror."""
        return self.outline if side is Side.FRONT else self.outline.mirrored(Axis.VERTICAL)


@dataclass(frozen=True, slots=True)
class Deck:
    """Kinds that are counted, and perhaps shuffled, together.

    `each` is how many copies each of its cards is to have; None where nothing is promised.
    """

    id: str
    title: str
    kinds: tuple[str, ...]
    count: int
    source: Source
    count_source: Source
    each: Amount | None = None


class FieldRoles(NamedTuple):
    """Fields of a record that are no texts of the rules in the markup of cards.

    `unread` are those that no player reads: pictures, and notes that are not printed; `flavour` those that
    set the mood and say nothing of the rules; `literal` those that are printed as they are written.
    """

    unread: frozenset[str] = frozenset()
    flavour: frozenset[str] = frozenset()
    literal: frozenset[str] = frozenset()


_NO_ROLES = FieldRoles()


@dataclass(frozen=True, slots=True)
class Component:
    """One record of the card database; `copies` of it are printed.

    `fields` holds the whole record, id and name included, as read-only data; `roles` says what those of them
    are that are no texts. `made_from` is the id of the record that this one is made from, with its fields and
    its place; empty where the record was written. `copy_fields` are what each copy says beside the record,
    where copies come from a table. `places` are those of all its values.
    """

    id: str
    kind: str
    name: str
    copies: int
    fields: Mapping[str, Any]
    source: Source
    places: SourceMap | RecordPlaces
    roles: FieldRoles = _NO_ROLES
    made_from: str = ""
    copy_fields: tuple[Mapping[str, str], ...] = ()

    @property
    def source_map(self) -> SourceMap:
        """Return where the record stands, and everything in it."""
        return self.places.source_map if isinstance(self.places, RecordPlaces) else self.places

    def value(self, field: str) -> str:
        """Return what the record says in a field, or by the way to it, as `stats.size`; empty where nothing.

        A list or a mapping is no value of this sort.
        """
        said: Any = self.fields
        for step in field.split("."):
            said = said.get(step) if isinstance(said, Mapping) else None
        return "" if said is None or isinstance(said, Mapping | tuple) else str(said)

    def values(self, field: str) -> tuple[tuple[ValuePath, Any], ...]:
        """Return every value in a field, or by the way to it, as `stats.suit`, each with its path.

        Lists are gone into, item by item.
        """
        found: list[tuple[ValuePath, Any]] = [((), self.fields)]
        for step in field.split("."):
            inside = [
                ((*path, step), said[step])
                for path, said in found
                if isinstance(said, Mapping) and step in said
            ]
            found = [item for path, said in inside for item in _items(path, said)]
        return tuple(found)

    def at(self, *path: str | int) -> Source:
        """Return where the value at this path of the record stands, or the innermost thing around it."""
        source_map = self.source_map.inside(path)
        return Source(self.source.file, source_map.line, source_map.column, self.source.sheet)


def _items(path: ValuePath, said: Any) -> list[tuple[ValuePath, Any]]:
    """Return the items of a list with their paths; of anything else, itself."""
    if isinstance(said, tuple):
        return [((*path, place), item) for place, item in enumerate(said)]
    return [(path, said)]


@dataclass(frozen=True, slots=True)
class CardValue:
    """A number that cards have in this field, and what texts call it: 3 Victory Points, 3 VP.

    `field` may be a way into mappings and lists of the record: `ability.cost`. `short` are its abbreviations,
    as they are written.
    """

    field: str
    noun: str
    plural: str
    short: tuple[str, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Players:
    """How many can play; from which age, and for about how many minutes, where the game says so."""

    least: int
    most: int
    source: Source
    age: int | None = None
    minutes: int | None = None

    @property
    def values(self) -> dict[str, int]:
        """Return what is said, by the words of game.yaml."""
        said = {"least": self.least, "most": self.most, "age": self.age, "minutes": self.minutes}
        return {key: value for key, value in said.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Credit:
    """Who made an asset, and under which licence. `file` is a path from the project's root.

    `changes` says what was done to it since, in words; empty where nothing was.
    """

    file: str
    author: str
    licence: str
    origin: str
    source: Source
    changes: str = ""


@dataclass(frozen=True, slots=True)
class Outputs:
    """What `build` makes when the command line does not say otherwise."""

    sheet: str
