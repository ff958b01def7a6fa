"""What pictures are called: `<id>-<name>-<side>`, without the name where the id says as much."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from cardtool.export.rules import FILE_NAMES
from cardtool.finding import Finding
from cardtool.model import Component, Face, Game, Kind, Source

__all__ = ["file_names", "slug", "twins"]

_LONGEST = 60  # characters of a name; an id has 64, and file systems take 255
_NOT_A_LETTER = re.compile(r"[^a-z0-9]+")
_APOSTROPHE = re.compile(r"['’]")


def slug(text: str) -> str:
    """The text in the letters every disk knows: `Somebody's Wedding` is `somebodys-wedding`.

    Accents fall away. Empty where nothing is left, as of a name in another script.
    """
    plain = unicodedata.normalize("NFKD", _APOSTROPHE.sub("", text)).encode("ascii", "ignore").decode()
    return _NOT_A_LETTER.sub("-", plain.lower()).strip("-")[:_LONGEST].rstrip("-")


def file_names(game: Game, faces: Iterable[Face]) -> dict[Face, str]:
    """The name of each face's picture, less its ending."""
    cards = {card.id: card for card in game.cards}
    return {face: _name(face, game.kind(face.kind), cards) for face in faces}


def twins(game: Game, names: Mapping[Face, str]) -> Iterator[Finding]:
    """Every picture that is called as one before it, case aside."""
    cards = {card.id: card for card in game.cards}
    first: dict[str, Face] = {}
    for face, name in names.items():
        owner = first.setdefault(name.casefold(), face)
        if owner != face:
            kind = game.kind(face.kind)
            message = (
                f"the picture of {_what(face, kind, cards)} would be called {name}.png, "
                f"as that of {_what(owner, game.kind(owner.kind), cards)}"
            )
            yield FILE_NAMES.found(_place(face, kind, cards), message, "change an id or a name")


def _name(face: Face, kind: Kind, cards: Mapping[str, Component]) -> str:
    if face.card is None:
        return f"{kind.id}-{face.side}"
    name = slug(cards[face.card].name)
    if f"{name}-".startswith(f"{face.card}-"):  # the name says the id and perhaps more
        return f"{name}-{face.side}"
    return "-".join(part for part in (face.card, name, face.side) if part)


def _what(face: Face, kind: Kind, cards: Mapping[str, Component]) -> str:
    return f"the {kind.plural}" if face.card is None else f'"{cards[face.card].name}" ({face.card})'


def _place(face: Face, kind: Kind, cards: Mapping[str, Component]) -> Source:
    return kind.source if face.card is None else cards[face.card].at("id")
