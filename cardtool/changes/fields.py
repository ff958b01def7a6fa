"""What changed in one card: which of its fields say something else than before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardtool.changes.wording import Wording
from cardtool.documents import find_enclosed
from cardtool.model import Component, Game

__all__ = ["FieldChange", "changed_fields", "printed_fields"]

_NOT_PRINTED = frozenset({"id", "name", "art", "origin"})  # the name is looked at by itself
_TAG = (r"\{[{%]", r"[%}]\}")
_ANY_FIELD = re.compile(
    r"\bcard\s*(?:\||\.(?:items|values|fields)\b|\[\s*[^'\"\s])|\bin\s+card\b(?!\s*[.\[])"
)
_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A value of a card that is another now; None where there was, or is, none.

    `path` leads to it from the record: `ability`, `text`. A text is given as players read it.
    """

    path: tuple[str | int, ...]
    old: Any
    new: Any

    @property
    def label(self) -> str:
        """What to call it: `text`, `victory points`, `item 2 of steps`."""
        *before, last = self.path
        if isinstance(last, int):
            return f"item {last + 1} of {_spoken(before[-1])}" if before else f"item {last + 1}"
        return _spoken(last)


def changed_fields(
    before: Component, after: Component, wording: Wording, is_printed: Callable[[str], bool]
) -> tuple[FieldChange, ...]:
    """The printed values, and the number of copies, that differ for a player; in the order of the record."""
    if before.fields == after.fields:
        return ()
    keys = dict.fromkeys((*after.fields, *before.fields))
    wanted = [key for key in keys if key == "copies" or (key not in _NOT_PRINTED and is_printed(key))]
    found = (_changes(before.fields.get(key), after.fields.get(key), (key,), wording) for key in wanted)
    return tuple(_but_for_moved([change for changes in found for change in changes]))


def printed_fields(before: Game, after: Game) -> Callable[[str], bool]:
    """Which fields of cards the templates ask for, or once did; any field, where that cannot be told."""
    asked, now = _asked(before), _asked(after)
    return lambda field: asked is None or now is None or field in asked or field in now


def _asked(game: Game) -> frozenset[str] | None:
    """Every word by which the templates of the game may ask for a field; None where any may be meant."""
    own = {template.source.file.rpartition("/")[2] for template in game.templates}
    tags = [
        template.text[start + 2 : end - 2]
        for template in game.templates
        for start, end in find_enclosed(template.text, _TAG)
    ]
    if any(kind.front.template not in own for kind in game.kinds) or any(map(_ANY_FIELD.search, tags)):
        return None
    return frozenset(word for tag in tags for word in _WORD.findall(tag))


def _changes(old: Any, new: Any, path: tuple[str | int, ...], wording: Wording) -> Iterator[FieldChange]:
    if old == new:
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys((*new, *old)):
            yield from _changes(old.get(key), new.get(key), (*path, key), wording)
    elif isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
        for index, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from _changes(one, other, (*path, index), wording)
    elif isinstance(old, str) and isinstance(new, str):
        if not wording.same(old, new):
            yield FieldChange(path, *wording.shown(old, new))
    elif str(old) != str(new):  # 3 and "3" are printed alike
        yield FieldChange(path, old, new)


def _but_for_moved(changes: Sequence[FieldChange]) -> Iterator[FieldChange]:
    """The changes, less values that only stand under another key than before."""
    came = {leaf for change in changes if change.old is None for leaf in _leaves(change.new)}
    went = {leaf for change in changes if change.new is None for leaf in _leaves(change.old)}
    for change in changes:
        stays = came if change.new is None else went if change.old is None else frozenset[str]()
        if not stays.issuperset(_leaves(change.old) | _leaves(change.new)):
            yield change


def _leaves(value: Any) -> frozenset[str]:
    """Everything that a value says."""
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, tuple):
        return frozenset[str]().union(*map(_leaves, value))
    return frozenset() if value is None else frozenset({str(value)})


def _spoken(key: str | int) -> str:
    return str(key).replace("_", " ")
