"""The facts of a game, from its data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardtool.lint.facts import Count, Defined, Facts, Gone, Named, Rename, Steps
from cardtool.model import ChangelogEntry, ChangeType, Component, Game, Kind, Release

__all__ = ["facts_of_game", "newest_names"]

_VALUES = {"value": "value", "victory_points": "Victory Points"}
"""Fields of records that stand at a card's corner, and what texts call them."""


def facts_of_game(game: Game) -> Facts:
    """Everything the data of a game says that a text can agree with or not."""
    return Facts(
        counts=tuple(_counts(game)),
        names=tuple(_named(card) for card in game.cards if game.kind(card.kind) in game.card_kinds),
        renames=tuple(_renames(game)),
        gone=tuple(_gone(game)),
        terms=tuple(Defined(each.term, each.plural, each.instead_of, each.source) for each in game.glossary),
        sequences=tuple(
            Steps(each.title, tuple(step.title for step in each.steps), each.source)
            for each in game.rules.sequences.values()
        ),
        numbers={number.id: number.value for number in game.rules.numbers.values()},
        players=(game.players.least, game.players.most),
        has_all_names=not any(kind.id in game.incomplete for kind in game.kinds),
    )


def newest_names(renames: Mapping[str, str]) -> dict[str, str]:
    """Each old name with the name at the end of its chain; names that go round in a circle are left out."""
    newest: dict[str, str] = {}
    for old in renames:
        seen, name = {old}, renames[old]
        while name in renames and name not in seen:
            seen.add(name)
            name = renames[name]
        if name not in seen:
            newest[old] = name
    return newest


def _counts(game: Game) -> Iterator[Count]:
    for kind in game.card_kinds:
        if kind.id not in game.incomplete:
            copies = game.copies_of(kind.id)
            yield Count(kind.id, copies, _nouns(kind), f"the cards come to {copies}", kind.count_source)
    for deck in game.decks:
        if not game.incomplete.intersection(deck.kinds):
            copies = game.copies_of(*deck.kinds)
            yield Count(deck.id, copies, (), f"the cards come to {copies}", deck.count_source)


def _nouns(kind: Kind) -> tuple[str, ...]:
    """Hero, Heroes, Hero Card, Hero Cards."""
    cards = () if kind.title.lower().endswith("card") else (f"{kind.title} Card", f"{kind.title} Cards")
    return tuple(dict.fromkeys((kind.title, kind.plural, *cards)))


def _named(card: Component) -> Named:
    values = {called: card.fields[key] for key, called in _VALUES.items() if key in card.fields}
    return Named(card.name, card.kind, values, card.source)


def _renames(game: Game) -> Iterator[Rename]:
    """The renames, oldest first, each leading to the newest name; a name taken up again is not old."""
    steps = {entry.old: entry for _, entry in _entries(game) if entry.change is ChangeType.RENAMED}
    newest = newest_names({old: entry.new for old, entry in steps.items()})
    in_use = {card.name for card in game.cards} | {term.term for term in game.glossary}
    for release, entry in _entries(game):
        if entry.change is ChangeType.RENAMED and entry.old in newest and entry.old not in in_use:
            yield Rename(entry.old, newest[entry.old], release.version, entry.source)


def _gone(game: Game) -> Iterator[Gone]:
    for release, entry in _entries(game):
        for words in entry.words:
            yield Gone(words, release.version, entry.source)


def _entries(game: Game) -> Iterator[tuple[Release, ChangelogEntry]]:
    """Every entry of the changelog with its release, the oldest release first."""
    for release in reversed(game.changelog):
        for entry in release.entries:
            yield release, entry
