"""What stands for a reference in a text: a value written out, a card's name. The checker judges references;
here they are only filled in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from cardtool.errors import TemplateError
from cardtool.markup import CardReference, Reference, ValueReference, replace_references
from cardtool.model import Component, Game, plain_fields, with_fields
from cardtool.wording import number_word

WriteCardName = Callable[[str], str]
_LITERAL_FIELDS = frozenset({"id", "name"})  # of a record: printed exactly as written


def reference_values(game: Game) -> dict[str, dict[str, int]]:
    """Return every value a reference can name: `number`, `count`, `players` and `spaces`, each by name."""
    return {
        "number": {number.id: number.value for number in game.rules.numbers.values()},
        "count": dict(game.counts),
        "players": game.players.values,
        "spaces": dict(game.space_counts),
    }


def bold_name(name: str) -> str:
    """Return a card's name set off from the text around it."""
    return f"**{name}**"


def fill_references(
    text: str, values: dict[str, dict[str, int]], language: str, card: WriteCardName = bold_name
) -> str:
    """Return a text of the rules with its values written out, and each card's name as `card` writes it.

    `language` is a tag (BCP 47).

    Raises: TemplateError for a value that does not exist; the checker finds those first, with their place.
    """

    def written(reference: Reference) -> str:
        if isinstance(reference, CardReference):
            return card(reference.name)
        return value_text(values, reference, language)

    return replace_references(text, written)


def value_text(values: dict[str, dict[str, int]], reference: ValueReference, language: str) -> str:
    """Return a value as the reference wants it written. Raises: TemplateError when there is none."""
    try:
        value = values[reference.family][reference.name]
    except KeyError:
        raise TemplateError(f"there is no {reference.family}.{reference.name}") from None
    return _number_text(value, reference.style, language)


def _number_text(value: int, style: str, language: str) -> str:
    if style == "word":
        return number_word(value, language)
    if style == "Word":
        return number_word(value, language).capitalize()
    return str(value)


def with_printed_texts(game: Game) -> Game:
    """Return the game with the references in its cards' texts filled in; itself where there are none.

    A value that does not exist is left as it is written: the checker tells its place, and nothing is printed.
    """
    marked = {card.id for card in game.cards if _refers(card)}
    if not marked:
        return game
    values = reference_values(game)
    cards = (
        _with_printed_texts(card, values, game.language) if card.id in marked else card for card in game.cards
    )
    return replace(game, cards=tuple(cards))


def _refers(card: Component) -> bool:
    said = repr(plain_fields(card.fields))  # quicker than to go through all of it, which few need
    return ("[[" in said or "{{" in said) and any(map(_has_reference, _texts_by_field(card).values()))


def _texts_by_field(card: Component) -> dict[str, Any]:
    literal = _LITERAL_FIELDS | card.roles.unread | card.roles.literal
    return {key: value for key, value in card.fields.items() if key not in literal}


def _has_reference(value: Any) -> bool:
    if isinstance(value, str):
        return "[[" in value or "{{" in value
    inside = value.values() if isinstance(value, Mapping) else value if isinstance(value, tuple) else ()
    return any(map(_has_reference, inside))


def _with_printed_texts(card: Component, values: dict[str, dict[str, int]], language: str) -> Component:
    marked = ((key, value) for key, value in _texts_by_field(card).items() if _has_reference(value))
    printed = {key: _printed_value(value, values, language) for key, value in marked}
    return replace(card, fields=with_fields(card.fields, printed))


def _printed_value(value: Any, values: dict[str, dict[str, int]], language: str) -> Any:
    if isinstance(value, str):
        return _printed_text(value, values, language)
    if isinstance(value, Mapping):
        return MappingProxyType(
            {key: _printed_value(inner, values, language) for key, inner in value.items()}
        )
    if isinstance(value, tuple):
        return tuple(_printed_value(inner, values, language) for inner in value)
    return value


def _printed_text(text: str, values: dict[str, dict[str, int]], language: str) -> str:
    def written(reference: Reference) -> str:
        if isinstance(reference, CardReference):
            return bold_name(reference.name)
        is_known = reference.name in values.get(reference.family, {})
        return value_text(values, reference, language) if is_known else as_written(reference)

    return replace_references(text, written)


def as_written(reference: ValueReference) -> str:
    """Return the reference itself: `{{ number.hay }}`."""
    style = f"|{reference.style}" if reference.style else ""
    return f"{{{{ {reference.family}.{reference.name}{style} }}}}"
