"""How many cards there are is referred to, not typed.

A rulebook that says "35 Prizes" is right until somebody adds a Prize. One that says
`{{ count.prize }} Prizes` is right for good.

Bad:

    Shuffle the 35 Prizes into the deck.

Good:

    Shuffle the {{ count.prize }} Prizes into the deck.

Looked at are rules, glossary and rulebook, for the number of copies of a kind, in figures or as a
word, right before the kind's title or plural. Overlooked on purpose: any other number before them,
which may be about something else; counts under five, which mostly are; and the changelog, which
tells of what once was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.finding import Severity
from cardtool.lint.passages import Passage, of_rules, of_the_rulebook
from cardtool.lint.registry import Problem, rule
from cardtool.model import Game, Kind
from cardtool.references import as_word, without_expressions

_LEAST = 5  # "two Heroes" are mostly two of them, not all there are


@rule("CT403", "typed-number", Severity.WARNING)
def check(game: Game) -> Iterator[Problem]:
    searches = [(kind, _search(kind, game.copies_of(kind.id))) for kind in _counted(game)]
    for passage in (*of_rules(game, changelog=False), *of_the_rulebook(game)):
        text = without_expressions(passage.text)
        for kind, search in searches:
            for match in search.finditer(text):
                yield _problem(passage, kind, match)


def _counted(game: Game) -> Iterator[Kind]:
    """The kinds whose number of copies is known, and large enough to be no other number."""
    for kind in game.kinds:
        if kind.id not in game.incomplete and game.copies_of(kind.id) >= _LEAST:
            yield kind


def _search(kind: Kind, count: int) -> re.Pattern[str]:
    nouns = "|".join(map(re.escape, sorted({kind.title, kind.plural}, key=len, reverse=True)))
    return re.compile(rf"(?<![\w.,|/+−–-])({count}|(?i:{as_word(count)}))\s+(?:{nouns})\b")


def _problem(passage: Passage, kind: Kind, match: re.Match[str]) -> Problem:
    style = "" if match[1].isdigit() else "|Word" if match[1][0].isupper() else "|word"
    message = f'"{" ".join(match[0].split())}" will be wrong when a {kind.title} is added or removed'
    return passage.at(match.start()), message, f"write {{{{ count.{kind.id}{style} }}}}"
