"""The copies of each kind come to the number the game declares.

The declared number is what the rulebook, the box and the print order say. A record lost in an edit
does not show on any card; it shows when the deck runs out too early.

Bad:

    # game.yaml: prize: {count: 35}, and the copies in prizes.yaml come to 34

Good:

    # game.yaml: prize: {count: 34}, or one more copy in prizes.yaml

The finding stands at the declared number. Overlooked on purpose: a kind of which some record could
not be read; that record has its own finding, and counting without it would raise a false alarm.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Severity
from cardtool.lint.counting import of_kind, remedy
from cardtool.lint.registry import Problem, rule
from cardtool.model import Game


@rule("CT201", "kind-count", Severity.ERROR)
def check(game: Game) -> Iterator[Problem]:
    for kind in game.kinds:
        copies = game.copies_of(kind.id)
        if kind.id not in game.incomplete and copies != kind.count:
            message = f"the game declares {of_kind(kind.count, kind)}, the cards come to {copies}"
            yield kind.count_source, message, remedy(kind.count, copies)
