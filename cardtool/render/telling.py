"""What templates are told of the rules: numbers, counts and sequences, with their references filled in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardtool.errors import TemplateError
from cardtool.references import CardReference, Reference, ValueReference, as_word, replaced

if TYPE_CHECKING:
    from cardtool.model import Game, Procedure

__all__ = ["filled_in", "rules_told", "value_text", "values_told"]

CardName = Callable[[str], str]


def values_told(game: Game) -> dict[str, dict[str, int]]:
    """Every value a reference can name: `number`, `count` and `players`, each by name.

    Kinds are counted by their id, decks by theirs; a kind wins where both have one id.
    """
    kinds = {kind.id: game.copies_of(kind.id) for kind in game.kinds}
    decks = {deck.id: game.copies_of(*deck.kinds) for deck in game.decks}
    return {
        "number": {number.id: number.value for number in game.rules.numbers.values()},
        "count": {**decks, **kinds},
        "players": {"least": game.players.least, "most": game.players.most},
    }


def filled_in(
    text: str, values: dict[str, dict[str, int]], card: CardName = lambda name: f"**{name}**"
) -> str:
    """A text of the rules with its values written out, and each card's name as `card` writes it.

    Raises: TemplateError for a value that does not exist; the checker finds those first, with their place.
    """

    def written(reference: Reference) -> str:
        return card(reference.name) if isinstance(reference, CardReference) else value_text(values, reference)

    return replaced(text, written)


def value_text(values: dict[str, dict[str, int]], reference: ValueReference) -> str:
    """A value as the reference wants it written. Raises: TemplateError when there is none."""
    try:
        value = values[reference.family][reference.name]
    except KeyError:
        raise TemplateError(f"there is no {reference.family}.{reference.name}") from None
    return _styled(value, reference.style)


def rules_told(game: Game) -> dict[str, Any]:
    """The values, and every sequence with its texts filled in, as plain data."""
    values = values_told(game)
    return {
        **values,
        "sequence": {id: _procedure(each, values) for id, each in game.rules.sequences.items()},
    }


def _procedure(procedure: Procedure, values: dict[str, dict[str, int]]) -> dict[str, Any]:
    steps = [
        {
            "id": step.id,
            "title": filled_in(step.title, values),
            "text": filled_in(step.text, values),
            "quick": filled_in(step.quick, values),
        }
        for step in procedure.steps
    ]
    return {
        "id": procedure.id,
        "title": procedure.title,
        "intro": filled_in(procedure.intro, values),
        "steps": steps,
    }


def _styled(value: int, style: str) -> str:
    if style == "word":
        return as_word(value)
    if style == "Word":
        return as_word(value).capitalize()
    return str(value)
