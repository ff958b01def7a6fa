"""Bold, italics and braces in a text are opened and closed.

A `**` without its partner sets the rest of the card in bold, or prints two stars; a lost brace
leaves a hole where an icon should be. Both are found on paper, by the players.

Bad:

    text: "**Trap: end the Adventure."
    text: "Pay {action to draw a card."

Good:

    text: "**Trap:** end the Adventure."
    text: "Pay {action} to draw a card."

Looked at is every text of a record except its id, its name and its art. Overlooked on purpose:
whether emphasis is used well, and which icons exist (CT109 unknown-inline-icon).
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Severity
from cardtool.lint.prose import texts
from cardtool.lint.registry import Problem, rule
from cardtool.markup import mistakes
from cardtool.model import Game

_BEFORE, _AFTER = 12, 20  # characters quoted around a mistake


@rule("CT111", "text-markup", Severity.ERROR)
def check(game: Game) -> Iterator[Problem]:
    for card in game.cards:
        for text, here in texts(card):
            for mistake in mistakes(text):
                near = _around(text, mistake.start)
                yield here, f'in the text of "{card.name}", {mistake.message} (at "{near}")'


def _around(text: str, start: int) -> str:
    """The few words around this place of the text."""
    left, right = max(0, start - _BEFORE), start + _AFTER
    return f"{'…' if left else ''}{text[left:right].strip()}{'…' if right < len(text) else ''}"
