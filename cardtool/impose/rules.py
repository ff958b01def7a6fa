"""What can be wrong with a game before it goes on paper."""

from __future__ import annotations

from cardtool.finding import Rule

__all__ = ["RULES", "SHEET_FIT"]

SHEET_FIT = Rule(
    "CT703",
    "sheet-fit",
    manual="""\
The cards go on the sheet that the game is printed on.

A grid that reaches into the edge a printer cannot print loses the rims of its cards.

Bad:

    outputs: {sheet: letter-9up}, with poker cards

Good:

    outputs: {sheet: letter-8up}

The finding stands at the game; which sheets there are, and what goes on them, tells `cardtool list`.""",
)

RULES = (SHEET_FIT,)
