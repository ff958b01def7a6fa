"""Two versions of a game side by side: what came, what went, what says something else.

Cards, numbers, packs, and the spaces of boards, which are told by their ids: one that has another id in the
same place was renamed. The same as plain data, for people and programs. Judges nothing. Lengths are
millimetres.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from cardtool.changes.changelog_delta import Rename, is_renamed, recorded_renames, renamed_kinds_and_terms
from cardtool.changes.text_comparison import WordChange, Wording, word_changes
from cardtool.documents import find_enclosed
from cardtool.geometry import Point
from cardtool.model import (
    Component,
    Game,
    Kind,
    Layout,
    Number,
    Pack,
    Source,
    Space,
    ValuePath,
    thaw,
)

_NOT_COMPARED = frozenset({"id", "name"})  # the name is looked at by itself
_TAG = (r"\{[{%]", r"[%}]\}")
_ANY_FIELD = re.compile(
    r"\bcard\s*(?:\||\.(?:items|values|fields)\b|\[\s*[^'\"\s])|\bin\s+card\b(?!\s*[.\[])"
)
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A value of a card that is another now; None where there was, or is, none.

    `path` leads to it from the record: `ability`, `text`. A text is given as players read it.
    """

    path: ValuePath
    old: Any
    new: Any

    @property
    def label(self) -> str:
        """What to call it: `text`, `victory points`, `item 2 of steps`."""
        *before, last = self.path
        if isinstance(last, int):
            return f"item {last + 1} of {_in_words(before[-1])}" if before else f"item {last + 1}"
        return _in_words(last)


def _changed_fields(
    before: Component, after: Component, wording: Wording, is_printed: Callable[[str], bool]
) -> tuple[FieldChange, ...]:
    """Return the printed values, and the number of copies, that differ for a player, in their order.

    A field is left out that nobody reads in either version: a change does not take itself out of sight.
    """
    if before.fields == after.fields:
        return ()
    keys = dict.fromkeys((*after.fields, *before.fields))
    left_out = _NOT_COMPARED | (before.roles.unread & after.roles.unread)
    wanted = [key for key in keys if key == "copies" or (key not in left_out and is_printed(key))]
    found = (_value_changes(before.fields.get(key), after.fields.get(key), (key,), wording) for key in wanted)
    return tuple(_without_moved([change for changes in found for change in changes]))


def _printed_fields(before: Game, after: Game) -> Callable[[str], bool]:
    """Return whether the templates ask for a field of cards, or once did; always, where nobody can know."""
    then, now = _template_words(before), _template_words(after)
    return lambda field: then is None or now is None or field in then or field in now


def _template_words(game: Game) -> frozenset[str] | None:
    """Return the words by which templates of the game may ask for a field; None where any may be meant."""
    own = {template.source.file.rpartition("/")[2] for template in game.templates}
    tags = [
        template.text[start + 2 : end - 2]
        for template in game.templates
        for start, end in find_enclosed(template.text, _TAG)
    ]
    if any(kind.front.template not in own for kind in game.kinds) or any(map(_ANY_FIELD.search, tags)):
        return None
    return frozenset(word for tag in tags for word in _IDENTIFIER.findall(tag))


def _value_changes(old: Any, new: Any, path: ValuePath, wording: Wording) -> Iterator[FieldChange]:
    if old == new:
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys((*new, *old)):
            yield from _value_changes(old.get(key), new.get(key), (*path, key), wording)
    elif isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
        for index, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from _value_changes(one, other, (*path, index), wording)
    elif isinstance(old, str) and isinstance(new, str):
        if not wording.same(old, new):
            yield FieldChange(path, *wording.shown(old, new))
    elif str(old) != str(new):  # 3 and "3" are printed alike
        yield FieldChange(path, old, new)


def _without_moved(changes: Sequence[FieldChange]) -> Iterator[FieldChange]:
    """Yield the changes, less values that only stand under another key than before."""
    came = {leaf for change in changes if change.old is None for leaf in _leaves(change.new)}
    went = {leaf for change in changes if change.new is None for leaf in _leaves(change.old)}
    for change in changes:
        stays = came if change.new is None else went if change.old is None else frozenset[str]()
        if not stays.issuperset(_leaves(change.old) | _leaves(change.new)):
            yield change


def _leaves(value: Any) -> frozenset[str]:
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, tuple):
        return frozenset[str]().union(*map(_leaves, value))
    return frozenset() if value is None else frozenset({str(value)})


def _in_words(key: str | int) -> str:
    return str(key).replace("_", " ")


@dataclass(frozen=True, slots=True)
class CardChange:
    """A card that is in both versions, under the same id, with what is different about it.

    `moved` is whether it is of another kind, by the name of the kind.
    """

    before: Component
    after: Component
    fields: tuple[FieldChange, ...]
    renamed: bool
    moved: bool


@dataclass(frozen=True, slots=True)
class NumberChange:
    """A number of the rules that is another now. `label` is its id in words, `means` what it is of."""

    label: str
    means: str
    old: int
    new: int
    source: Source


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is different, in the order of the newer version. What could not be read is left out.

    `renames` are those of kinds and terms, `counts` the kinds of which there are more or fewer.
    """

    changed: tuple[CardChange, ...]
    added: tuple[Component, ...]
    removed: tuple[Component, ...]
    renames: tuple[Rename, ...]
    numbers: tuple[NumberChange, ...]
    counts: tuple[CountChange, ...]
    layouts: tuple[LayoutChange, ...]
    packs: tuple[PackChange, ...]
    words: tuple[WordChange, ...]

    @property
    def is_empty(self) -> bool:
        """Whether a player would notice nothing."""
        cards = self.changed or self.added or self.removed
        rules = self.renames or self.numbers or self.counts or self.layouts or self.packs
        return not (cards or rules or self.words)


def compare(before: Game, after: Game) -> Comparison:
    """Return everything that is different in the later of two versions of a game."""
    old, new = _cards_by_id(before), _cards_by_id(after)
    kept = [(old[id], card) for id, card in new.items() if id in old]
    elsewhere = tuple(renamed_kinds_and_terms(before, after))
    named = [(one.name, other.name) for one, other in kept if is_renamed(one.name, other.name)]
    named += [(each.old, each.new) for each in elsewhere]
    wording = Wording(before, after, [*recorded_renames(after), *named])
    printed = _printed_fields(before, after)
    moved = _changed_kinds(before, after, wording)
    pairs = (
        CardChange(
            before=one,
            after=other,
            fields=_changed_fields(one, other, wording, printed),
            renamed=is_renamed(one.name, other.name),
            moved=(one.kind, other.kind) in moved,
        )
        for one, other in kept
    )
    return Comparison(
        changed=tuple(pair for pair in pairs if pair.fields or pair.renamed or pair.moved),
        added=_not_in(new, before),
        removed=_not_in(old, after),
        renames=elsewhere,
        numbers=tuple(_number_changes(before, after)),
        counts=tuple(_count_changes(before, after)),
        layouts=tuple(layout_changes(before, after)),
        packs=tuple(_pack_changes(before, after)),
        words=tuple(word_changes(before, after)),
    )


def _changed_kinds(before: Game, after: Game, wording: Wording) -> frozenset[tuple[str, str]]:
    """Return every pair of kinds, by their ids, between which a player sees a difference."""
    pairs = ((old, new) for old in before.kinds for new in after.kinds if old.id != new.id)
    return frozenset((old.id, new.id) for old, new in pairs if not wording.same(old.title, new.title))


def _number_changes(before: Game, after: Game) -> Iterator[NumberChange]:
    old: Mapping[str, Number] = before.rules.numbers
    for id, number in after.rules.numbers.items():
        if id in old and old[id].value != number.value:
            yield NumberChange(_in_words(id), number.means, old[id].value, number.value, number.source)
    players, known = after.players, before.players
    for label, was, now in (("least", known.least, players.least), ("most", known.most, players.most)):
        if was != now:
            yield NumberChange(f"{label} players", f"the {label} players", was, now, players.source)


def _cards_by_id(game: Game) -> dict[str, Component]:
    """Return the cards of kinds that were read whole, by ids that are used once."""
    often = Counter(card.id for card in game.cards)
    return {card.id: card for card in game.cards if often[card.id] == 1}


def _not_in(cards: Mapping[str, Component], other: Game) -> tuple[Component, ...]:
    """Return the cards whose ids another version lacks; none, while some of its cards cannot be read."""
    if any(kind.id in other.incomplete for kind in other.kinds):
        return ()
    ids = {card.id for card in other.cards}
    return tuple(card for id, card in cards.items() if id not in ids)


def summarise_changes(before: Game, after: Game, comparison: Comparison) -> dict[str, Any]:
    """Return what changed, in the order of the newer version; a list is empty where nothing did.

    Values are given as players read them, and are None where there was, or is, none. `unread` are kinds
    and files that could not be read in one of the versions, and are left out.
    """
    return {
        "unread": sorted(before.incomplete | after.incomplete),
        "versions": {"old": before.version, "new": after.version},
        "added": [_card_data(after, card) for card in comparison.added],
        "removed": [_card_data(before, card) for card in comparison.removed],
        "changed": [_card_change(before, after, pair) for pair in comparison.changed],
        "renamed": [{"what": each.what, "old": each.old, "new": each.new} for each in comparison.renames],
        "numbers": [
            {"name": each.label, "means": each.means, "old": each.old, "new": each.new}
            for each in comparison.numbers
        ],
        "counts": [
            {"kind": each.kind.id, "name": each.kind.plural, "old": each.old, "new": each.new}
            for each in comparison.counts
        ],
        "layouts": [_layout_data(each) for each in comparison.layouts],
        "packs": [
            {"id": each.id, "old": _pack_data(each.before), "new": _pack_data(each.after)}
            for each in comparison.packs
        ],
        "words": [
            {"file": each.file, "old": list(each.old), "new": list(each.new)} for each in comparison.words
        ],
    }


def _card_data(game: Game, card: Component) -> dict[str, Any]:
    kind = game.kind(card.kind).title
    return {"id": card.id, "name": card.name, "kind": kind, "copies": card.copies}


def _card_change(before: Game, after: Game, pair: CardChange) -> dict[str, Any]:
    changes: list[dict[str, Any]] = []
    if pair.renamed:
        changes.append({"field": "name", "old": pair.before.name, "new": pair.after.name})
    if pair.moved:
        kinds = before.kind(pair.before.kind).title, after.kind(pair.after.kind).title
        changes.append({"field": "kind", "old": kinds[0], "new": kinds[1]})
    for change in pair.fields:
        path = ".".join(str(step) for step in change.path)
        changes.append({"field": path, "old": thaw(change.old), "new": thaw(change.new)})
    return {**_card_data(after, pair.after), "changes": changes}


_SEEN = 1.0  # mm; a space that is moved by less is where it was
_SAME_PLACE = 1.0  # mm between the middles of a space and of what it is called now


@dataclass(frozen=True, slots=True)
class SpacePair:
    """A space before and after. `by` is how far it moved, against the board as a whole."""

    before: Space
    after: Space
    by: float = 0.0

    @property
    def is_elsewhere(self) -> bool:
        """Return whether it moved by more than half of what it is across."""
        return self.by > min(self.after.outline.size) / 2


@dataclass(frozen=True, slots=True)
class LayoutChange:
    """A layout that is not what it was; `before` is None where it is new, `after` where it is gone.

    `counts` are the sorts of which there are more or fewer spaces, with how many there were and are;
    `resorted` are spaces of another sort.
    """

    before: Layout | None
    after: Layout | None
    counts: Mapping[str, tuple[int, int]]
    added: tuple[Space, ...] = ()
    removed: tuple[Space, ...] = ()
    moved: tuple[SpacePair, ...] = ()
    renamed: tuple[SpacePair, ...] = ()
    resorted: tuple[SpacePair, ...] = ()

    @property
    def layout(self) -> Layout:
        """The layout as it is, or as it was last."""
        layout = self.after or self.before
        assert layout is not None
        return layout

    @property
    def source(self) -> Source | None:
        """Where it can be mended: at the first space that came or changed; None where all of it is gone."""
        spaces = (*self.added, *(pair.after for pair in (*self.renamed, *self.resorted, *self.moved)))
        return spaces[0].source if spaces else self.after.source if self.after else None

    @property
    def sizes(self) -> tuple[int, int]:
        """How many spaces there were, and are."""
        old, new = (len(each.spaces) if each else 0 for each in (self.before, self.after))
        return old, new


def layout_changes(before: Game, after: Game) -> Iterator[LayoutChange]:
    """Yield the layouts that are not what they were; what could not be read in either version is left out."""
    unread = before.incomplete | after.incomplete
    for id in dict.fromkeys((*after.layouts, *before.layouts)):
        if f"layouts/{id}.yaml" not in unread:
            change = _compare_layouts(before.layouts.get(id), after.layouts.get(id))
            if change is not None:
                yield change


def _compare_layouts(before: Layout | None, after: Layout | None) -> LayoutChange | None:
    counts = _changed_space_counts(before, after)
    if before is None or after is None:
        return LayoutChange(before, after, counts)
    old, new = ({space.id: space for space in layout.spaces} for layout in (before, after))
    kept = [(old[id], space) for id, space in new.items() if id in old]
    shift = _common_shift(kept)
    went = {id: space for id, space in old.items() if id not in new}
    renamed = tuple(_renamed_spaces(went, [space for id, space in new.items() if id not in old], shift))
    known = {pair.after.id for pair in renamed}, {pair.before.id for pair in renamed}
    pairs = (*(SpacePair(*pair, _space_distance(*pair, shift)) for pair in kept), *renamed)
    change = LayoutChange(
        before,
        after,
        counts,
        added=tuple(space for id, space in new.items() if id not in old and id not in known[0]),
        removed=tuple(space for id, space in went.items() if id not in known[1]),
        moved=tuple(pair for pair in pairs if pair.by > _SEEN),
        renamed=renamed,
        resorted=tuple(pair for pair in pairs if pair.before.sort != pair.after.sort),
    )
    lists = change.added, change.removed, change.moved, change.renamed, change.resorted
    return change if any(lists) else None


def _changed_space_counts(before: Layout | None, after: Layout | None) -> dict[str, tuple[int, int]]:
    old, new = (dict(layout.counts) if layout else {} for layout in (before, after))
    pairs = {sort: (old.get(sort, 0), new.get(sort, 0)) for sort in dict.fromkeys((*new, *old))}
    return {sort: (one, other) for sort, (one, other) in pairs.items() if one != other}


def _common_shift(kept: list[tuple[Space, Space]]) -> Point:
    """Return by how much most spaces moved: a board that grew on its left is the same board."""
    stayed = [before for before, after in kept if math.dist(before.centre, after.centre) <= _SEEN]
    if 2 * len(stayed) >= len(kept):
        return Point(0, 0)
    across = median(after.centre.x - before.centre.x for before, after in kept)
    return Point(across, median(after.centre.y - before.centre.y for before, after in kept))


def _space_distance(before: Space, after: Space, shift: Point) -> float:
    return math.dist(before.centre.moved(shift), after.centre)


def _renamed_spaces(went: Mapping[str, Space], came: list[Space], shift: Point) -> Iterator[SpacePair]:
    """Yield each space that came where one went, with the one that was there."""
    left = dict(went)
    for space in came:
        near = [old for old in left.values() if _space_distance(old, space, shift) <= _SAME_PLACE]
        if near:
            old = min(near, key=lambda each: _space_distance(each, space, shift))
            del left[old.id]
            yield SpacePair(old, space)


def _layout_data(change: LayoutChange) -> dict[str, Any]:
    """Return a change of a layout as plain data."""
    old, new = change.sizes
    how = "added" if change.before is None else "removed" if change.after is None else "changed"
    return {
        "id": change.layout.id,
        "title": change.layout.title,
        "change": how,
        "spaces": {"old": old, "new": new},
        "counts": [{"sort": sort, "old": a, "new": b} for sort, (a, b) in change.counts.items()],
        "added": [space.id for space in change.added],
        "removed": [space.id for space in change.removed],
        "moved": [{"id": pair.after.id, "by_mm": round(pair.by, 2)} for pair in change.moved],
        "renamed": [{"old": pair.before.id, "new": pair.after.id} for pair in change.renamed],
        "sorts": [
            {"id": pair.after.id, "old": pair.before.sort, "new": pair.after.sort} for pair in change.resorted
        ],
    }


@dataclass(frozen=True, slots=True)
class PackChange:
    """A pack that is not what it was; `before` is None where it is new, `after` where it is gone."""

    before: Pack | None
    after: Pack | None
    source: Source

    @property
    def id(self) -> str:
        """The id of the pack."""
        pack = self.after or self.before
        assert pack is not None
        return pack.id


@dataclass(frozen=True, slots=True)
class CountChange:
    """A kind of which there are more or fewer, copies counted; 0 where there were none, or are none."""

    kind: Kind
    old: int
    new: int


def _pack_changes(before: Game, after: Game) -> Iterator[PackChange]:
    """Yield the packs that came, went, or hold something else or join for other numbers of players."""
    old, new = ({pack.id: pack for pack in game.packs} for game in (before, after))
    for id in dict.fromkeys((*new, *old)):
        one, other = old.get(id), new.get(id)
        if one is None or other is None or _pack_data(one) != _pack_data(other):
            yield PackChange(one, other, other.source if other else after.source)


def _count_changes(before: Game, after: Game) -> Iterator[CountChange]:
    """Yield the kinds of which there are more or fewer; those that could not be read whole are left out."""
    unread = before.incomplete | after.incomplete
    old, new = ({kind.id: kind for kind in game.kinds} for game in (before, after))
    for id, kind in {**new, **{id: kind for id, kind in old.items() if id not in new}}.items():
        counts = before.copies_of(id), after.copies_of(id)
        if id not in unread and counts[0] != counts[1]:
            yield CountChange(kind, *counts)


def _pack_data(pack: Pack | None) -> dict[str, Any] | None:
    """Return a pack as plain data; None where there is none."""
    if pack is None:
        return None
    players = {"least": pack.least, "most": pack.most}
    return {"players": players, "kinds": sorted(pack.kinds), "again": pack.again or None}
