"""A rule about references to cards that are none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cardtool.finding import Edit
from cardtool.lint.core import Problem, Severity, once_for_each, passage_rule
from cardtool.lint.core.game_facts import newest_names
from cardtool.lint.core.passages import RULEBOOK, Passage, Passages, cards_in_figures
from cardtool.markup import CardReference, blank_expressions, find_expressions, find_references, plain_name
from cardtool.model import ChangeType, Game, Source
from cardtool.project import did_you_mean

_LISTED = re.compile(r"[.,;|/·]")
_LONGEST_LIST = 60  # letters of a field that lists words


@passage_rule("CT401", "unknown-card", Severity.ERROR)
def unknown_card(game: Game, passages: Passages) -> Iterator[Problem]:
    """Every card that a text calls by name is a card of the game.

    A card that is renamed leaves its old name behind everywhere.

    Bad:

        text: Put [[Pigstiker]] into your Larder.

    Good:

        text: Put [[Pigsticker]] into your Larder.

    Looked at are names in double brackets and in figures of the rulebook. A name that the changelog retired
    is told with the new one, which `--fix` writes. Upper and lower case matter; sorts of quotes do not.
    Overlooked on purpose: names without brackets; words that a field of the records lists, such as traits;
    and all of them while some record could not be read.
    """
    if any(kind.id in game.incomplete for kind in game.kinds):
        return
    renamed = _current_names(game)
    strangers: list[tuple[str, Source]] = []
    for passage in passages.every(lambda text: "[[" in text):
        for name, offset in _named_cards(passage, game):
            known = _card_names(passages.whole)
            now = renamed.get(plain_name(name), "")
            if plain_name(name) in known:
                continue
            if plain_name(now) in known:
                message = f'"{name}" is an old name: the card is called {now}'
                edit = Edit(passage.at(offset), name, now)
                yield passage.at(offset), message, f'write "{now}"', edit
            else:
                strangers.append((name, passage.at(offset)))
        for offset in _unclosed_names(passage.text):
            yield passage.at(offset), "this opens the name of a card, and no ]] closes it"
    listed = _listed_values(passages.of_all_cards()) if strangers else frozenset()
    for name, here in strangers:
        if name not in listed:
            yield here, f'there is no card "{name}"{did_you_mean(name, _card_names(passages.whole).values())}'


@once_for_each
def _card_names(whole: Passages) -> Mapping[str, str]:
    return {plain_name(card.name): card.name for card in whole.game.cards}


@once_for_each
def _listed_values(whole: Passages) -> frozenset[str]:
    """Return what short fields of the records hold, such as the traits in "Item. Weapon."."""
    fields = (value for card in whole.game.cards for value in card.fields.values())
    short = {value for value in fields if isinstance(value, str) and len(value) <= _LONGEST_LIST}
    return frozenset(part.strip() for value in short for part in _LISTED.split(value))


def _current_names(game: Game) -> dict[str, str]:
    entries = (entry for release in reversed(game.changelog) for entry in release.entries)
    steps = {entry.old: entry.new for entry in entries if entry.change is ChangeType.RENAMED}
    return {plain_name(old): new for old, new in newest_names(steps).items()}


def _named_cards(passage: Passage, game: Game) -> Iterator[tuple[str, int]]:
    for reference in find_references(passage.text):
        if isinstance(reference, CardReference):
            yield reference.name, reference.start
    for expression in find_expressions(passage.text) if passage.title == RULEBOOK else ():
        for shown in cards_in_figures(expression.text, game):
            yield shown.name, expression.start + shown.start


def _unclosed_names(text: str) -> Iterator[int]:
    """Yield where double brackets open that belong to no name; lists inside figures are left alone."""
    named = {
        text.rfind("[[", 0, name.start) for name in find_references(text) if isinstance(name, CardReference)
    }
    for match in re.finditer(r"\[\[", blank_expressions(text) if "[[" in text else ""):
        if match.start() not in named:
            yield match.start()
