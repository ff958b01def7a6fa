"""The game's version is the newest one in its changelog.

Players with two printings on the table look up the version on a card to learn what changed. A
version that the changelog does not know tells them nothing, and a rulebook that calls itself 1.4
while its cards say 1.3 makes them doubt both.

Bad:

    # game.yaml: version: "1.4", and changelog.yaml begins with
    - version: "1.3"

Good:

    # game.yaml: version: "1.4", and changelog.yaml begins with
    - version: "1.4"

Overlooked on purpose: a game without a changelog; whether the changelog tells all that changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Severity
from cardtool.lint.registry import Problem, rule
from cardtool.model import Game


@rule("CT112", "version-unrecorded", Severity.ERROR)
def check(game: Game) -> Iterator[Problem]:
    if not game.changelog:
        return
    newest = game.changelog[0]
    if newest.version != game.version:
        message = f"the game is version {game.version}, the newest in its changelog is {newest.version}"
        yield newest.source, message, f"say here what {game.version} changed, or change version in game.yaml"
