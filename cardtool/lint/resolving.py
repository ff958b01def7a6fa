"""What a text says where it refers to something: a number of the rules, a count, a card, an icon."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from cardtool.documents import PICTURE, MappedText
from cardtool.model import Game
from cardtool.references import (
    EXPRESSION,
    REFERENCE,
    CardReference,
    Reference,
    as_word,
    plain_name,
    reference_of,
)

__all__ = ["Values", "resolved", "values_of"]

Values = Mapping[tuple[str, str], int]
"""Numbers by the family and the name with which a text refers to them."""

_ICON = re.compile(r"\{[^{}\s]{1,80}\}")
_STYLES: Mapping[str, Callable[[int], str]] = {
    "word": as_word,
    "Word": lambda number: as_word(number).capitalize(),
    "": str,
}


def values_of(game: Game) -> Values:
    """Every number a text may refer to, by family and name, and the names cards have or once had."""
    numbers = {("number", id): number.value for id, number in game.rules.numbers.items()}
    kinds = {("count", kind.id): game.copies_of(kind.id) for kind in game.kinds}
    decks = {("count", deck.id): game.copies_of(*deck.kinds) for deck in game.decks}
    players = {("players", "least"): game.players.least, ("players", "most"): game.players.most}
    cards = {("card", plain_name(card.name)): card.copies for card in game.cards}
    once = {("card", plain_name(entry.old)): 0 for release in game.changelog for entry in release.entries}
    return {**numbers, **kinds, **decks, **players, **once, **cards}


def resolved(text: str, values: Values) -> MappedText:
    """The text with its references as printed; blocks and figures are left out, icons are one sign."""
    read = MappedText(text)
    if "{{" in text or "[[" in text:
        read = read.replaced(REFERENCE, lambda match: _printed(reference_of(match), values))
        read = read.replaced(EXPRESSION, lambda match: "")
    return read.replaced(_ICON, lambda match: PICTURE) if "{" in read.text else read


def _printed(reference: Reference, values: Values) -> str:
    if isinstance(reference, CardReference):
        name = " ".join(reference.name.split())
        return name if ("card", plain_name(name)) in values else PICTURE  # CT401 tells that
    number = values.get((reference.family, reference.name))
    style = _STYLES.get(reference.style)
    return style(number) if number is not None and style is not None else ""
