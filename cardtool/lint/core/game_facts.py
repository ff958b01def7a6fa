"""The facts of a game, from its data, and together with those of a document about it.

What the game knows, no document overrules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from cardtool.lint.core.facts import Count, DefinedTerm, Facts, NamedCard, Rename, noun_key
from cardtool.lint.core.matching import NameFinder
from cardtool.model import (
    CARD,
    CardValue,
    ChangelogEntry,
    ChangeType,
    Component,
    Game,
    Kind,
    Release,
    Source,
    cards_by_name,
)


def facts_of_game(game: Game) -> Facts:
    """Return everything the data of a game says that a text can agree with or not."""
    return Facts(
        counts=tuple(_card_counts(game)),
        names=tuple(
            _named_card(card, game.values) for card in cards_by_name(game) if game.kind(card.kind).sheet
        ),
        card_values=game.values,
        renames=tuple(_logged_renames(game)),
        removals=tuple(
            Rename(words, "", release.version, entry.source)
            for release, entry in _log_entries(game)
            for words in entry.words
        ),
        terms=tuple(
            DefinedTerm(each.term, each.plural, each.instead_of, each.source) for each in game.glossary
        ),
        titles=tuple(
            title
            for each in game.rules.sequences.values()
            for title in (each.title, *(step.title for step in each.steps))
        ),
        players=(game.players.least, game.players.most),
        has_all_names=not any(kind.id in game.incomplete for kind in game.kinds),
    )


def newest_names(renames: Mapping[str, str]) -> dict[str, str]:
    """Return each old name with the name at the end of its chain, leaving out names that go in a circle."""
    newest: dict[str, str] = {}
    for old in renames:
        seen, name = {old}, renames[old]
        while name in renames and name not in seen:
            seen.add(name)
            name = renames[name]
        if name not in seen:
            newest[old] = name
    return newest


def _card_counts(game: Game) -> Iterator[Count]:
    for kind in game.kinds:
        if kind.id not in game.incomplete:
            copies = game.copies_of(kind.id)
            yield _count_of(kind.id, copies, kind.count_source, [kind], _kind_nouns(kind))
    for deck in game.decks:
        if not game.incomplete.intersection(deck.kinds):
            kinds = map(game.kind, deck.kinds)
            yield _count_of(deck.id, game.copies_of(*deck.kinds), deck.count_source, kinds)
    for each in game.sets if not any(kind.id in game.incomplete for kind in game.kinds) else ():
        copies = sum(card.copies for card in game.cards_in_set(each.id))
        yield _count_of(each.id, copies, each.source, game.kinds)


def _count_of(
    id: str, copies: int, source: Source, kinds: Iterable[Kind], nouns: tuple[str, ...] = ()
) -> Count:
    return Count(id, copies, nouns, f"the {called(kinds)} come to {copies}", source)


def called(kinds: Iterable[Kind]) -> str:
    """Return what messages call the components of these kinds together."""
    return "cards" if all(kind.form is CARD for kind in kinds) else "pieces"


def _kind_nouns(kind: Kind) -> tuple[str, ...]:
    cards = () if kind.title.lower().endswith("card") else (f"{kind.title} Card", f"{kind.title} Cards")
    return tuple(dict.fromkeys((kind.title, kind.plural, *cards)))


def _named_card(card: Component, values: Iterable[CardValue]) -> NamedCard:
    numbers = {each.plural: tuple(_numbers_at(card.fields, each.field.split("."))) for each in values}
    known = {label: found for label, found in numbers.items() if found}
    return NamedCard(card.name, card.kind, known, card.source)


def _numbers_at(value: object, path: Sequence[str]) -> Iterator[int]:
    """Yield the numbers at a path into a record; a list is gone into, item by item."""
    if isinstance(value, tuple):
        for item in value:
            yield from _numbers_at(item, path)
    elif path and isinstance(value, Mapping):
        yield from _numbers_at(value.get(path[0]), path[1:])
    elif not path and isinstance(value, int) and not isinstance(value, bool):
        yield value


def _logged_renames(game: Game) -> Iterator[Rename]:
    """Yield the renames, oldest first, each leading to the newest name; a name taken up again is not old."""
    renamed = [each for each in _log_entries(game) if each[1].change is ChangeType.RENAMED]
    newest = newest_names({entry.old: entry.new for _, entry in renamed})
    in_use = {card.name for card in game.cards} | {term.term for term in game.glossary}
    for release, entry in renamed:
        if entry.old in newest and entry.old not in in_use:
            yield Rename(entry.old, newest[entry.old], release.version, entry.source)


def _log_entries(game: Game) -> Iterator[tuple[Release, ChangelogEntry]]:
    for release in reversed(game.changelog):
        for entry in release.entries:
            yield release, entry


def merge_facts(game: Facts, own: Facts) -> Facts:
    """Return what a game says, and what a document says itself of things that the game does not know.

    Cards and numbers are the game's affair alone, if it has any. Nothing that goes by
    a name the game has given up becomes a fact: that the document still has it is what is to be found.
    """
    retired = NameFinder([*(each.old for each in game.renames), *(each.old for each in game.removals)])
    terms = tuple(_merged_terms(game, own.terms, retired))
    return replace(
        game,
        counts=(*game.counts, *_new_counts(game, own.counts, retired)),
        names=game.names or own.names,
        terms=terms,
        listed_terms=tuple(_new_terms(own.listed_terms, _term_keys(terms), retired)),
    )


def _new_counts(game: Facts, own: Iterable[Count], retired: NameFinder) -> Iterator[Count]:
    known = {noun_key(noun) for count in game.counts for noun in count.nouns}
    has_decks = any(not count.nouns for count in game.counts)
    for count in own:
        is_known = not known.isdisjoint(map(noun_key, count.nouns)) if count.nouns else has_decks
        if not is_known and not any(any(retired.matches(noun)) for noun in count.nouns):
            yield count


def _merged_terms(game: Facts, own: Iterable[DefinedTerm], retired: NameFinder) -> Iterator[DefinedTerm]:
    """Yield the game's terms, noting those the document introduces as well, and the document's others."""
    own = tuple(own)
    introduced = {noun_key(each.term) for each in own if each.introduced}
    for term in game.terms:
        yield term._replace(introduced=noun_key(term.term) in introduced)
    known = _term_keys(game.terms) | {noun_key(each.name) for each in game.names}
    yield from _new_terms(own, known, retired)


def _new_terms(
    own: Iterable[DefinedTerm], known: Collection[str], retired: NameFinder
) -> Iterator[DefinedTerm]:
    for term in own:
        if noun_key(term.term) not in known and not any(retired.matches(term.term)):
            yield term


def _term_keys(terms: Iterable[DefinedTerm]) -> set[str]:
    """Return what the terms, their plurals and the words not to be used for them are looked up by."""
    return {noun_key(word) for each in terms for word in (each.term, each.plural, *each.instead_of) if word}
