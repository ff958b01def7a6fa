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
from cardtool.wording import counted

_LISTED = re.compile(r"\.(?!\S)|[,;|/·]")  # of A.B. Soldier. two
_LONGEST_LIST = 60  # letters of a field that lists words
_MOST_TOLD = 3  # places of a name that is none


@passage_rule("CT401", "unknown-card", Severity.ERROR)
def unknown_card(game: Game, passages: Passages) -> Iterator[Problem]:
    """Every card that a text calls by name is a card of the game.

    A card that is renamed leaves its old name behind everywhere.

    Bad:

        text: Put [[Pigstiker]] into your Pantry.

    Good:

        text: Put [[Harpooner]] into your Pantry.

    Looked at are names in double brackets and in figures of the rulebook. A name that the changelog retired
    is told with the new one, which `--fix` writes. Upper and lower case matter; sorts of quotes do not.
    Of each name that is none the first three places are told, and how many more there are.
    Overlooked on purpose: names without brackets; fields of the records, and words that one of them lists,
    such as traits, be it in capitals; and all of them while some record could not be read.
    """
    if any(kind.id in game.incomplete for kind in game.kinds):
        return
    renamed = _current_names(game)
    strangers: dict[str, dict[Source, None]] = {}
    for passage in passages.every(lambda text: "[[" in text):
        for name, offset in _named_cards(passage, game):
            known = _card_names(passages)
            now = renamed.get(plain_name(name), "")
            if plain_name(name) in known:
                continue
            if plain_name(now) in known:
                message = f'"{name}" is an old name: the card is called {now}'
                edit = Edit(passage.at(offset), name, now)
                yield passage.at(offset), message, f'write "{now}"', edit
            else:
                strangers.setdefault(name, {})[passage.at(offset)] = None
        for offset in _unclosed_names(passage.text):
            yield passage.at(offset), "this opens the name of a card, and no ]] closes it"
    listed = _listed_values(passages) if strangers else frozenset()
    for name, places in strangers.items():
        told = () if name.rstrip(".").casefold() in listed else list(places)[:_MOST_TOLD]
        near = did_you_mean(name, _card_names(passages).values()) if told else ""
        for row, here in enumerate(told):
            left = len(places) - _MOST_TOLD if row == _MOST_TOLD - 1 else 0
            others = f"; named in {counted(left, 'place')} more" if left > 0 else ""
            yield here, f'there is no card "{name}"{others}{near}'


@once_for_each
def _card_names(passages: Passages) -> Mapping[str, str]:
    return {plain_name(card.name): card.name for card in passages.game.cards}


@once_for_each
def _listed_values(passages: Passages) -> frozenset[str]:
    """Return the fields of the records, and what short ones hold, such as the traits in "Item. Weapon."."""
    fields = [item for card in passages.game.cards for item in card.fields.items() if item[1] != card.name]
    short = {value for _, value in fields if isinstance(value, str) and len(value) <= _LONGEST_LIST}
    listed = (part.strip() for value in short for part in _LISTED.split(value))
    return frozenset(map(str.casefold, (*listed, *(name.replace("_", " ") for name, _ in fields))))


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
    names = (each for each in find_references(text) if isinstance(each, CardReference))
    named = {text.rfind("[[", 0, name.start) for name in names}
    opened = re.finditer(r"\[\[", blank_expressions(text) if "[[" in text else "")
    yield from (match.start() for match in opened if match.start() not in named)
