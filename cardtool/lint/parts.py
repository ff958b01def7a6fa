"""Lists of so many of this and so many of that, in items or in one breath, that may add up."""

from __future__ import annotations

import re

from cardtool.documents import NUMBER, parse_number
from cardtool.lint.lazy import Lazy

__all__ = ["THINGS", "amount_of", "amounts_in", "named_amounts"]

THINGS = (
    r"(?:cards|tiles|tokens|cubes|counters|markers|pieces|tickets|coins|chips|meeples|figures|miniatures|"
    r"discs|disks|pawns|dice|gems|stones|buildings|ships|units|hexes|dominoes|blocks)"
)
"""A pattern of the plural things that boxes are filled with."""

_AMOUNT = Lazy(rf"(?P<number>{NUMBER})(?:\s?[x×])?\s(?P<of>[^\d]{{1,80}})")
_NO_PART = Lazy(
    r"\b(?:each|every|per|types?|kinds?|sorts?|suits?|colou?rs?|sets?|decks?|packs?|copies|values|different|"
    r"times|players?|levels?|rounds?|from|numbered|mm|cm|inch(?:es)?|includ\w+|of which|such as|sides?|"
    r"sided|about|extra|sizes?|spares?|pairs?|rows?|columns?|pages?|minutes|boards?|rule\s?books?|rules|"
    r"sheets?|pads?|bags?|box(?:es)?)\b"
)
_ASIDE = re.compile(r"(?<!\s)\s*+\([^()]*+\)")
_WORTH = Lazy(
    r",?\s(?:worth|of\svalue|with\s(?:a\s)?value(?:\sof)?|valued?(?:\sat)?)\s\d{1,3}(?:\s(?:points?|vps?|gold|coins?))?(?:\seach)?"
    r"(?=\s*(?:$|[,;&+]|and\b|plus\b))"
)
_BETWEEN = re.compile(r"(?<!\s)\s*+(?:,\s*(?:and|plus|&)?|;|\band\b|\bplus\b|&|\+)\s*")


def amounts_in(list_in_prose: str) -> list[int] | None:
    """The numbers of `40 Apples, 30 Pears and 30 Figs`; None where anything else is among them."""
    named = named_amounts(list_in_prose)
    return [number for number, _ in named] if named else None


def named_amounts(list_in_prose: str) -> list[tuple[int, str]] | None:
    """The numbers of `40 Apples and 30 Pears worth 5 points`, each with what it is of, such as Apples."""
    parts = _BETWEEN.split(_WORTH.sub("", list_in_prose).strip())
    amounts = [_amount(part) for part in parts]
    known = [amount for amount in amounts if amount is not None]
    return known if len(known) == len(amounts) > 1 else None


def amount_of(item: str) -> int | None:
    """The number of `40 Apples (green)`; None where the item is anything else, or may be."""
    amount = _amount(item)
    return amount[0] if amount else None


def _amount(item: str) -> tuple[int, str] | None:
    match = _AMOUNT.fullmatch(_ASIDE.sub("", item).strip())
    return (
        (parse_number(match["number"]), match["of"].strip())
        if match and not _NO_PART.search(match["of"])
        else None
    )
