"""Every `{icon}` in a text is an icon the game has.

Card text draws small pictures in its lines: `{flip}` becomes the flip sign. A misspelt one would
print as a gap or as letters in braces, and nobody sees it before the cards are cut.

Bad:

    text: "{flpi} Look at the top card of the deck."

Good:

    text: "{flip} Look at the top card of the deck."

Looked at are rules, glossary, changelog and rulebook, and every text of a record except its id, its
name and its art; pictures named under `art` are checked when the record is read. Overlooked on
purpose: braces that enclose nothing, or words with spaces, which are never icons (CT111
text-markup), and icons that no text uses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from cardtool.finding import Severity
from cardtool.lint.passages import Passages
from cardtool.lint.registry import Problem, passage_rule
from cardtool.markup import PieceKind, pieces
from cardtool.model import Game
from cardtool.project import did_you_mean
from cardtool.references import without_expressions


@passage_rule("CT109", "unknown-inline-icon", Severity.ERROR)
def check(game: Game, passages: Passages) -> Iterator[Problem]:
    for passage in passages.every(_has_unknown(game.icons)):
        for name, start in _icons(passage.text).items():
            if name not in game.icons:
                near = did_you_mean(name, game.icons)
                yield passage.at(start), f'there is no icon "{name}" for {passage.title}{near}'


def _has_unknown(icons: Collection[str]) -> Callable[[str], bool]:
    """Whether a text may have other icons than these."""
    known = re.compile("|".join(re.escape(f"{{{icon}}}") for icon in sorted(icons)) or r"(?!)")
    return lambda text: "{" in text and "{" in known.sub("", text)


def _icons(text: str) -> dict[str, int]:
    """The icons of a text, each with the place where it comes first."""
    first: dict[str, int] = {}
    for piece in pieces(without_expressions(text)):
        if piece.kind is PieceKind.ICON:
            first.setdefault(piece.text, piece.start)
    return first
