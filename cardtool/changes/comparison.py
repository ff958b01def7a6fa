"""Two versions of a game side by side: what came, what went, what is different. Judges nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cardtool.changes.fields import FieldChange, changed_fields, printed_fields
from cardtool.changes.renaming import Renaming, is_renamed, recorded_renames, renamed_elsewhere
from cardtool.changes.wording import Wording
from cardtool.model import Component, Game, Number, Players, Source

__all__ = ["CardChange", "Comparison", "NumberChange", "compare"]


@dataclass(frozen=True, slots=True)
class CardChange:
    """A card that is in both versions, under the same id, with what is different about it.

    `reused` is whether nothing of the old card is left but its id.
    """

    before: Component
    after: Component
    fields: tuple[FieldChange, ...]
    renamed: bool
    moved: bool
    reused: bool


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
    """What is different, in the order of the newer version. What could not be read is left out."""

    changed: tuple[CardChange, ...]
    arrived: tuple[Component, ...]
    gone: tuple[Component, ...]
    renamings: tuple[Renaming, ...]
    numbers: tuple[NumberChange, ...]

    @property
    def is_empty(self) -> bool:
        """Whether a player would notice nothing."""
        return not (self.changed or self.arrived or self.gone or self.renamings or self.numbers)


def compare(before: Game, after: Game) -> Comparison:
    """Everything that is different in the later of two versions of a game."""
    old, new = _by_id(before), _by_id(after)
    kept = [(old[id], card) for id, card in new.items() if id in old]
    elsewhere = tuple(renamed_elsewhere(before, after))
    named = [(one.name, other.name) for one, other in kept if is_renamed(one.name, other.name)]
    named += [(each.old, each.new) for each in elsewhere]
    wording = Wording(before, after, [*recorded_renames(after), *named])
    printed = printed_fields(after)
    pairs = (_change(one, other, changed_fields(one, other, wording, printed)) for one, other in kept)
    changed = tuple(pair for pair in pairs if pair.fields or pair.renamed or pair.moved)
    return Comparison(
        changed=changed,
        arrived=tuple(new[id] for id in new if id not in old) if _is_whole(before) else (),
        gone=tuple(old[id] for id in old if id not in new) if _is_whole(after) else (),
        renamings=(*_renamed_cards(changed), *elsewhere),
        numbers=tuple(_numbers(before, after)),
    )


def _change(before: Component, after: Component, fields: tuple[FieldChange, ...]) -> CardChange:
    renamed, moved = is_renamed(before.name, after.name), before.kind != after.kind
    reused = renamed and moved and not (_sentences(before) & _sentences(after))
    return CardChange(before, after, fields, renamed, moved, reused)


def _sentences(card: Component) -> set[str]:
    """Every text of a card that is more than a word."""
    ahead: list[Any] = [value for key, value in card.fields.items() if key not in ("name", "art")]
    found: set[str] = set()
    for value in ahead:
        if isinstance(value, Mapping):
            ahead.extend(value.values())
        elif isinstance(value, tuple):
            ahead.extend(value)
        elif isinstance(value, str) and " " in value:
            found.add(value)
    return found


def _renamed_cards(changed: Iterable[CardChange]) -> Iterator[Renaming]:
    for pair in changed:
        if pair.renamed and not pair.reused:
            yield Renaming("card", pair.before.name, pair.after.name, pair.after.at("name"))


def _numbers(before: Game, after: Game) -> Iterator[NumberChange]:
    old: Mapping[str, Number] = before.rules.numbers
    for id, number in after.rules.numbers.items():
        if id in old and old[id].value != number.value:
            label = id.replace("_", " ")
            yield NumberChange(label, number.means, old[id].value, number.value, number.source)
    yield from _players(before.players, after.players)


def _players(before: Players, after: Players) -> Iterator[NumberChange]:
    for label, old, new in (("least", before.least, after.least), ("most", before.most, after.most)):
        if old != new:
            yield NumberChange(f"{label} players", f"the {label} players", old, new, after.source)


def _by_id(game: Game) -> dict[str, Component]:
    """The cards of kinds that were read whole, by ids that are used once."""
    often = Counter(card.id for card in game.cards)
    return {card.id: card for card in game.cards if often[card.id] == 1}


def _is_whole(game: Game) -> bool:
    """Whether all cards of the game could be read."""
    return not any(kind.id in game.incomplete for kind in game.kinds)
