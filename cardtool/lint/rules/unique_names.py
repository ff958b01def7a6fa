"""Every card has a name of its own.

Players and rules text call cards by name. Two cards called "Moonlit Ferry" leave a table arguing
which of them comes back to the hand, and a print-shop list cannot tell them apart.

Bad:

    - {id: ferry, name: Moonlit Ferry}
    - {id: night-boat, name: MOONLIT FERRY}

Good:

    - {id: ferry, name: Moonlit Ferry}
    - {id: night-boat, name: Night Boat}

Several copies of one card are one record with `copies: 3`, not three records.

What counts as the same: upper and lower case, straight and curly quotes, kinds of dash, extra or
invisible spaces, letters of other alphabets that look alike. Overlooked on purpose: names that are
only similar, such as "Ferry" and "Ferryman"; games like families of names.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Severity
from cardtool.lint.alike import as_printed, place
from cardtool.lint.registry import Problem, rule
from cardtool.model import Component, Game


@rule("CT104", "unique-names", Severity.ERROR)
def check(game: Game) -> Iterator[Problem]:
    first: dict[str, Component] = {}
    for card in game.cards:
        twin = first.setdefault(as_printed(card.name), card)
        if twin is not card:
            here = card.at("name")
            where = place(twin.at("name"), here)
            yield here, f'"{card.name}" is already the name of {twin.id} ({where})', _remedy(card, twin)


def _remedy(card: Component, twin: Component) -> str:
    if card.kind == twin.kind:
        return f"rename one of them, or, if they are one card, keep {twin.id} and give it more copies"
    return "rename one of them; its id can stay"
