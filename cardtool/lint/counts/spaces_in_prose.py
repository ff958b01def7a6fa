"""A text that says how many spaces a layout has says how many there are.

"The Score Track has 30 spaces" was right until the board was drawn anew with 28.

Bad:

    The Score Track has 30 spaces.

Good:

    The Score Track has {{ spaces.score-track }} spaces.

Looked at is the title of a layout, in its own capitals, right before "has", "with", "of" or the like, a
number, and "spaces" or a sort of them, as in "the Arena has 4 start spaces". Overlooked on purpose: how many
a pawn moves, and what something behind narrows down, as in "the Arena has 4 spaces for Heroes".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.documents import parse_number
from cardtool.lint.core import Problem, Severity, rule
from cardtool.lint.core.matching import either
from cardtool.lint.core.passages import Passage, rulebook_passages, rules_passages
from cardtool.markup import blank_expressions
from cardtool.model import Game, Layout
from cardtool.wording import ENGLISH

_HAS = r"(?:has|have|with|of|contains|counts|consists\s+of|is\s+made\s+(?:up\s+)?of)"
_END = r"(?=\s*(?:[.;:!?)]|$|\n\n))"
_NUMBER = rf"(?P<number>\d{{1,4}}|{either(ENGLISH.numbers[1:])})"


@rule("CT221", "spaces-in-prose", Severity.ERROR)
def spaces_in_prose(game: Game) -> Iterator[Problem]:
    searches = [(layout, _count_pattern(layout)) for layout in game.layouts.values()]
    for passage in (*rules_passages(game, changelog=False), *rulebook_passages(game)) if searches else ():
        text = blank_expressions(passage.text)
        for layout, search in searches:
            for match in search.finditer(text):
                yield from _wrong_count(passage, layout, match)


def _count_pattern(layout: Layout) -> re.Pattern[str]:
    title = r"\s+".join(map(re.escape, re.sub(r"^(?:the|an?)\s+", "", layout.title, flags=re.I).split()))
    sorts = "|".join(re.escape(sort).replace(r"\-", r"[-\s]") for sort in layout.counts)
    return re.compile(
        rf"\b{title}\s+{_HAS}\s+(?:exactly\s+)?{_NUMBER}\s+(?:(?P<sort>{sorts})\s+)?spaces?{_END}"
    )


def _wrong_count(passage: Passage, layout: Layout, match: re.Match[str]) -> Iterator[Problem]:
    sort = re.sub(r"\s", "-", (match["sort"] or "").casefold())
    count = len(layout.spaces_of(sort))
    if parse_number(match["number"]) != count:
        are = "there is" if count == 1 else "there are"
        reference = f"spaces.{layout.id}{f'.{sort}' if sort else ''}"
        message = f'"{" ".join(match[0].split())}": {are} {count}'
        yield passage.at(match.start("number")), message, f"write {{{{ {reference} }}}}"
