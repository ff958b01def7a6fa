"""Every `{icon}` in a text is an icon the game has.

Card text draws small pictures in its lines: `{flip}` becomes the flip sign. A misspelt one would
print as a gap or as letters in braces, and nobody sees it before the cards are cut.

Bad:

    text: "{flpi} Look at the top card of the deck."

Good:

    text: "{flip} Look at the top card of the deck."

Looked at is every text of a record except its id, its name and its art; pictures named under `art`
are checked when the record is read. Overlooked on purpose: braces that enclose nothing, or words
with spaces, which are never icons (CT111 text-markup), and icons that no text uses.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Severity
from cardtool.lint.prose import texts
from cardtool.lint.registry import Problem, rule
from cardtool.markup import PieceKind, pieces
from cardtool.model import Game
from cardtool.project import did_you_mean


@rule("CT109", "unknown-inline-icon", Severity.ERROR)
def check(game: Game) -> Iterator[Problem]:
    for card in game.cards:
        for text, here in texts(card):
            for name in dict.fromkeys(_icons(text)):
                if name not in game.icons:
                    near = did_you_mean(name, game.icons)
                    yield here, f'there is no icon "{name}" for the text of "{card.name}"{near}'


def _icons(text: str) -> Iterator[str]:
    return (piece.text for piece in pieces(text) if piece.kind is PieceKind.ICON)
