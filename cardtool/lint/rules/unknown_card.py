"""Every card that a text calls by name is a card of the game.

A rulebook that tells players to use the Pigstiker, when the card in their hands says Pigsticker, is
read aloud at the table and laughed at. A card that is renamed leaves such names behind everywhere.

Bad:

    text: Put [[Pigstiker]] into your Hoard.

Good:

    text: Put [[Pigsticker]] into your Hoard.

Looked at are names in double brackets in rules, glossary, changelog, rulebook and the texts of cards,
and the names in figures of the rulebook. A name that the changelog retired is told with the new one,
which `--fix` writes. Upper and lower case matter; whether quotes are straight or
typographic does not. Overlooked on purpose: names without brackets; and all of them while some
record could not be read, for it may be the card that is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.finding import Edit, Severity
from cardtool.lint.figures import cards_shown
from cardtool.lint.known import newest_names
from cardtool.lint.passages import RULEBOOK, Passage, Passages
from cardtool.lint.registry import Problem, passage_rule
from cardtool.model import ChangeType, Game
from cardtool.project import did_you_mean
from cardtool.references import CardReference, expressions, plain_name, references, without_expressions


@passage_rule("CT401", "unknown-card", Severity.ERROR)
def check(game: Game, passages: Passages) -> Iterator[Problem]:
    if any(kind.id in game.incomplete for kind in game.kinds):
        return
    known = {plain_name(card.name): card.name for card in game.cards}
    renamed = _renamed(game)
    for passage in passages.every(lambda text: "[[" in text):
        for name, offset in _names(passage):
            now = renamed.get(plain_name(name), "")
            if plain_name(name) in known:
                continue
            if plain_name(now) in known:
                edit = Edit(passage.at(offset), name, now)
                yield (
                    passage.at(offset),
                    f'"{name}" is an old name: the card is called {now}',
                    f'write "{now}"',
                    edit,
                )
            else:
                yield passage.at(offset), f'there is no card "{name}"{did_you_mean(name, known.values())}'
        for offset in _left_open(passage.text):
            yield passage.at(offset), "this opens the name of a card, and no ]] closes it"


def _renamed(game: Game) -> dict[str, str]:
    """What the changelog says things of an old name are called today."""
    entries = (entry for release in reversed(game.changelog) for entry in release.entries)
    steps = {entry.old: entry.new for entry in entries if entry.change is ChangeType.RENAMED}
    return {plain_name(old): new for old, new in newest_names(steps).items()}


def _names(passage: Passage) -> Iterator[tuple[str, int]]:
    """Each card the passage names, and where."""
    for reference in references(passage.text):
        if isinstance(reference, CardReference):
            yield reference.name, reference.start
    for expression in expressions(passage.text) if passage.title == RULEBOOK else ():
        for shown in cards_shown(expression.text):
            yield shown.name, expression.start + shown.start


def _left_open(text: str) -> Iterator[int]:
    """Where double brackets open that belong to no name; lists inside figures are left alone."""
    named = {text.rfind("[[", 0, name.start) for name in references(text) if isinstance(name, CardReference)}
    for match in re.finditer(r"\[\[", without_expressions(text) if "[[" in text else ""):
        if match.start() not in named:
            yield match.start()
