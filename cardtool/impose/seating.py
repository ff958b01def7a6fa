"""Which cards share a page, and in which slots. Arithmetic only.

Pages are made for one size of card at a time, in the order in which sizes first appear; a partial last
page keeps its slots. Only where a sheet is filled as far as it goes, what is left over of several sizes
comes together on common pages, if that saves paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardtool.geometry import Size
from cardtool.impose.arrange import slots
from cardtool.impose.layout import Slot
from cardtool.impose.page import Card
from cardtool.impose.shelves import shelved
from cardtool.model import Fill, Outline, Sheet

__all__ = ["Sitting", "seated", "sorts"]

Sort = tuple[Size, Outline]


class Sitting(NamedTuple):
    """A page of fronts: its cards, and its slots, of which some may stay empty.

    `mixed` says that sizes differ, so that no cut runs across the whole page.
    """

    cards: Sequence[Card]
    slots: tuple[Slot, ...]
    mixed: bool = False


def sorts(cards: Sequence[Card]) -> dict[Sort, list[Card]]:
    """The cards by trim size and outline, in the order in which these first appear."""
    groups: dict[Sort, list[Card]] = {}
    for card in cards:
        groups.setdefault((card.trim, card.outline), []).append(card)
    return groups


def seated(sheet: Sheet, cards: Sequence[Card]) -> Iterator[Sitting]:
    """All cards, page by page. Every sort of card must go on the sheet."""
    left_over: list[Sitting] = []
    for group in sorts(cards).values():
        for sitting in _pages(sheet, group):
            if isinstance(sheet.grid, Fill) and len(sitting.cards) < len(sitting.slots):
                left_over.append(sitting)
            else:
                yield sitting
    yield from _together(sheet, left_over)


def _pages(sheet: Sheet, group: Sequence[Card]) -> Iterator[Sitting]:
    """The pages of cards that are all of one sort."""
    size, outline = group[0].trim, group[0].outline
    found = slots(sheet, size, max(card.bleed for card in group), outline)
    for start in range(0, len(group), len(found)):
        yield Sitting(group[start : start + len(found)], found)


def _together(sheet: Sheet, left_over: Sequence[Sitting]) -> Sequence[Sitting]:
    """Partial pages as they are, or their cards on fewer pages."""
    if len(left_over) < 2 or not isinstance(sheet.grid, Fill):
        return left_over
    cards = [card for sitting in left_over for card in sitting.cards]
    pages = shelved(sheet, cards, sheet.grid.gap)
    if len(pages) >= len(left_over):
        return left_over
    return [Sitting(page.cards, page.slots, mixed=True) for page in pages]
