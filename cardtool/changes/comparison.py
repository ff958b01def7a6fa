"""Two versions of a game side by side: what came, what went, what is different. Judges nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cardtool.changes.fields import FieldChange, changed_fields, printed_fields
from cardtool.changes.renaming import Renaming, is_renamed, recorded_renames, renamed_elsewhere
from cardtool.changes.wording import Wording
from cardtool.model import Component, Game, Number, Players, Source

__all__ = ["CardChange", "Comparison", "NumberChange", "compare"]


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

    `renamings` are those of kinds and terms.
    """

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
    printed = printed_fields(before, after)
    moved = _moved(before, after, wording)
    pairs = (
        CardChange(
            before=one,
            after=other,
            fields=changed_fields(one, other, wording, printed),
            renamed=is_renamed(one.name, other.name),
            moved=(one.kind, other.kind) in moved,
        )
        for one, other in kept
    )
    return Comparison(
        changed=tuple(pair for pair in pairs if pair.fields or pair.renamed or pair.moved),
        arrived=_only_in(new, before),
        gone=_only_in(old, after),
        renamings=elsewhere,
        numbers=tuple(_numbers(before, after)),
    )


def _moved(before: Game, after: Game, wording: Wording) -> frozenset[tuple[str, str]]:
    """Every pair of kinds, by their ids, between which a player sees a difference."""
    pairs = ((old, new) for old in before.kinds for new in after.kinds if old.id != new.id)
    return frozenset((old.id, new.id) for old, new in pairs if not wording.same(old.title, new.title))


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


def _only_in(cards: Mapping[str, Component], other: Game) -> tuple[Component, ...]:
    """The cards whose ids nothing has in another version; none, while some of its cards cannot be read."""
    if any(kind.id in other.incomplete for kind in other.kinds):
        return ()
    ids = {card.id for card in other.cards}
    return tuple(card for id, card in cards.items() if id not in ids)
