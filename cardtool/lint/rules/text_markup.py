"""Bold, italics and braces in a text are opened and closed.

A `**` without its partner sets the rest of the card in bold, or prints two stars; a lost brace
leaves a hole where an icon should be. Both are found on paper, by the players.

Bad:

    text: "**Trap: end the Adventure."
    text: "Pay {action to draw a card."

Good:

    text: "**Trap:** end the Adventure."
    text: "Pay {action} to draw a card."

Looked at are rules, glossary and changelog, and every text of a record except its id, its name and
its art. Overlooked on purpose: the rulebook, where a star may begin a list; whether emphasis is used
well; and which icons exist (CT109 unknown-inline-icon).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.finding import Severity
from cardtool.lint.passages import Passage, Passages, of_rules
from cardtool.lint.registry import Problem, passage_rule
from cardtool.markup import Mistake, mistakes
from cardtool.model import Game
from cardtool.references import without_expressions

_SIGNS = re.compile("[*{}]")
_ICON = re.compile(r"\{[^{}\s]{1,80}\}")
_BEFORE, _AFTER = 12, 20  # characters quoted around a mistake


@passage_rule("CT111", "text-markup", Severity.ERROR)
def check(game: Game, passages: Passages) -> Iterator[Problem]:
    for passage in passages.of_cards(_is_suspect):
        for mistake in mistakes(passage.text):
            yield _problem(passage, mistake)
    for passage in of_rules(game):
        for mistake in mistakes(without_expressions(passage.text)):
            yield _problem(passage, mistake)


def _is_suspect(text: str) -> bool:
    """Whether there is more to see than icons."""
    return _SIGNS.search(text) is not None and _SIGNS.search(_ICON.sub("", text)) is not None


def _problem(passage: Passage, mistake: Mistake) -> Problem:
    near = _around(passage.text, mistake.start)
    return passage.at(mistake.start), f'in {passage.title}, {mistake.message} (at "{near}")'


def _around(text: str, start: int) -> str:
    """The few words around this place of the text."""
    left, right = max(0, start - _BEFORE), start + _AFTER
    return f"{'…' if left else ''}{text[left:right].strip()}{'…' if right < len(text) else ''}"
