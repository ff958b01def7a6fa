"""Words that are marked as keywords are defined.

Where bold letters on cards mean "look it up", who looks up **Stun** and finds nothing asks the table.

Bad:

    # the glossary: Trap, Curse, Flying, Haste
    text: "**Stun** a Hero."

Good:

    # the glossary: Trap, Curse, Flying, Haste, Stun
    text: "**Stun** a Hero."

What bold letters mean is told by the game: this speaks only where it defines four of five things that its
cards have in bold. Defined are the terms of the glossary, kinds, cards, numbers, and titles of sequences and
steps, in any inflection. Overlooked on purpose: bold letters with a number or a reference in them, and
longer than three words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cardtool.lint.core import Problem, Severity, once_for_each, passage_rule
from cardtool.lint.core.facts import names_in_use
from cardtool.lint.core.game_facts import facts_of_game
from cardtool.lint.core.matching import word_keys
from cardtool.lint.core.passages import Passages
from cardtool.model import Game, Source

_BOLD = re.compile(r"(?<!\*)\*\*(?P<word>[^\W\d_][^*\d\[\]{}\n]{1,40}?)[:.,!?]?\*\*(?!\*)")
_MOST_WORDS = 3
_FEWEST = 4  # keywords that are defined
_MOSTLY = 0.8  # of those that are marked


@passage_rule("CT311", "undefined-keyword", Severity.INFO)
def check(game: Game, passages: Passages) -> Iterator[Problem]:
    marked = _marked(passages) if game.glossary else {}
    known = _defined(passages) if marked else frozenset()
    unknown = {keys: each for keys, each in marked.items() if keys not in known}
    every = _marked(passages) if unknown else {}
    defined = sum(keys in known for keys in every)
    is_a_mark = defined >= _FEWEST and defined >= _MOSTLY * len(every)
    for place, word in (each for keys, each in unknown.items() if is_a_mark and every[keys] == each):
        yield place, f'"{word}" is marked as keywords are, and defined nowhere', "define it in the glossary"


@once_for_each
def _marked(passages: Passages) -> Mapping[tuple[str, ...], tuple[Source, str]]:
    """Return what cards have in bold, by the keys of its words: its first place, and how it stands there."""
    places: dict[tuple[str, ...], tuple[Source, str]] = {}
    for passage in passages.of_cards(lambda text: "**" in text):
        for match in _BOLD.finditer(passage.text):
            keys = word_keys(match["word"])
            if 0 < len(keys) <= _MOST_WORDS:
                places.setdefault(keys, (passage.at(match.start("word")), match["word"]))
    return places


@once_for_each
def _defined(whole: Passages) -> frozenset[tuple[str, ...]]:
    facts = facts_of_game(whole.game)
    return frozenset(word_keys(name) for name in (*names_in_use(facts).values(), *facts.titles))
