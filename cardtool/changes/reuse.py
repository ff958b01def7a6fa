"""Which ids are another card's than before: told from what the cards say, and from the changelog."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from cardtool.changes.comparison import CardChange
from cardtool.changes.news import News
from cardtool.changes.renaming import Record
from cardtool.changes.words import Key, key
from cardtool.model import ChangeType, Component, Game

__all__ = ["Reuse", "keeps_a_text", "reused"]


class Reuse(NamedTuple):
    """A change in which nothing of the old card is left but its id.

    `own` is the id that the card itself had before, under the same name; None where it is new.
    """

    pair: CardChange
    own: str | None


def reused(changed: Iterable[CardChange], before: Game, record: Record, news: News) -> Iterator[Reuse]:
    """The cards that have another's id, in their order.

    A card with another name, and with none of its old texts, is another card where it is of another kind,
    where the changelog says that the old one was removed, or where it says what a card of its name said
    before. Where the changelog records the new name for the old, it is the same card.
    """
    owners = {key(card.name): card for card in before.cards}
    for pair in changed:
        if not pair.renamed or keeps_a_text(pair):
            continue
        own = _own_id(pair, owners)
        is_another = pair.moved or own or news.names(pair.before, ChangeType.REMOVED)
        if is_another and key(pair.after.name) not in record.names_after(pair.before.name):
            yield Reuse(pair, own)


def keeps_a_text(pair: CardChange) -> bool:
    """Whether a card still says something that it said before."""
    return bool(_texts(pair.before) & _texts(pair.after))


def _own_id(pair: CardChange, owners: Mapping[Key, Component]) -> str | None:
    """The id under which a card of this name said before what this one says now."""
    owner = owners.get(key(pair.after.name))
    return owner.id if owner and _texts(owner) & _texts(pair.after) else None


def _texts(card: Component) -> set[str]:
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
