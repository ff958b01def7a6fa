"""Somebody is credited for every picture and font the game can draw with.

Nearly everything found on the web belongs to somebody, and most free licences ask for one thing
only: the author's name. A game that forgets it cannot be sold, or even shared.

Bad:

    # art/axe.svg is there, and art/credits.yaml says nothing of it

Good:

    # art/credits.yaml
    - {files: [axe.svg], author: Lorc, licence: CC-BY-3.0, source: "https://game-icons.net"}

Overlooked on purpose: whether the author and the licence are true, which no program can know, and
whether a picture is on a card yet; it may be on one tomorrow.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Severity
from cardtool.lint.registry import Problem, rule
from cardtool.model import Game, Source

_REMEDY = "name its author and licence in the credits.yaml of its folder"


@rule("CT110", "uncredited-asset", Severity.ERROR)
def check(game: Game) -> Iterator[Problem]:
    credited = {credit.file for credit in game.credits}
    for file in sorted(game.assets - credited):
        yield Source(file), f"nobody is credited for {file}", _REMEDY
