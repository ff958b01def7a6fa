"""What a card says, as plain text: for tables on a screen, where it is read beside its picture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cardtool.export.table import heading
from cardtool.markup import PieceKind, pieces, typographic
from cardtool.model import Component, Kind

__all__ = ["plain", "told"]

_NOT_PRINTED = frozenset({"id", "name", "copies", "origin", "art"})
_SENTENCE = re.compile(r"\s|[.!?…]$")  # words, or one word that ends like a sentence


def told(card: Component, kind: Kind) -> str:
    """The kind, the card's numbers, then its texts, a line each, in the order of its record.

    Single words without a full stop are left out: they are values for the template, not printed text.
    """
    numbers, texts = [], []
    for key, value in card.fields.items():
        if key in _NOT_PRINTED:
            continue
        if isinstance(value, int) and not isinstance(value, bool):
            numbers.append(f"{heading((key,))}: {value}")
        texts += [plain(text) for text in _texts(value)]
    return "\n".join([kind.title, *numbers, *texts])


def plain(text: str) -> str:
    """Card text without its markup; an icon is its name in brackets."""
    parts = (
        f"({piece.text})" if piece.kind is PieceKind.ICON else piece.text
        for piece in pieces(text)
        if piece.kind not in (PieceKind.BOLD, PieceKind.ITALIC)
    )
    return typographic("".join(parts))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if _SENTENCE.search(value):
            yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in _NOT_PRINTED:
                yield from _texts(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _texts(inner)
