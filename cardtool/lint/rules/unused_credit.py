"""Every picture that is credited is used.

A credit that outlives its picture thanks somebody for what is not there, and a picture that nobody uses
any more travels along in every copy of the game.

Bad:

    # art/credits.yaml credits axe.svg, and no card, template or stylesheet names it

Good:

    # art/axe.svg and its credit are both removed

Looked at are the pictures in the game's own folder `art`. One is used where its file name stands in a
record, the rules, the rulebook, a template or a stylesheet; where a template puts file names together, as
in `art/{{ card.id }}.svg`, the first part of the name is enough. Overlooked on purpose: icons and fonts in
`templates/`, which all games of a project share.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Severity
from cardtool.lint.registry import Problem, rule
from cardtool.model import Game

_REMEDY = "remove the file and its credit, or use it"


@rule("CT114", "unused-credit", Severity.WARNING)
def check(game: Game) -> Iterator[Problem]:
    told: set[str] = set()
    for credit in game.credits:
        if credit.file in game.unnamed and credit.file not in told:
            told.add(credit.file)
            yield credit.source, f"{credit.file} is credited to {credit.author}, and nothing uses it", _REMEDY
