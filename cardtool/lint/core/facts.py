"""What a text must agree with: counts, names, renames, terms, titles; and how they are taken from a game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from cardtool.documents import singular
from cardtool.lint.core.matching import POSSESSIVE, NameFinder, grouped
from cardtool.memory import once_for_each
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


class Count(NamedTuple):
    """So many of a thing there are. `nouns` are what a text may call it: Hero, Heroes, Hero Cards.

    `evidence` tells a reader how we know: `the cards come to 35`, `the component list says 35`.
    """

    id: str
    number: int
    nouns: tuple[str, ...]
    evidence: str
    source: Source


class NamedCard(NamedTuple):
    """A card that texts may call by its name, and its numbers by what texts call them: {"Points": (2,)}.

    Those of a list are several.
    """

    name: str
    kind: str
    values: Mapping[str, tuple[int, ...]]
    source: Source


class Rename(NamedTuple):
    """A name that is no longer used, and what the thing is called since `version`: nothing if it is gone."""

    old: str
    new: str
    version: str
    source: Source


class DefinedTerm(NamedTuple):
    """A term as it is to be written, its plural (empty where it has none), and what not to say instead.

    `declared` is whether somebody defined it; else it is what the text itself mostly does. `introduced`
    is whether the document that is judged says that this is the name: "known as the Pantry".
    """

    term: str
    plural: str
    instead_of: tuple[str, ...]
    source: Source
    declared: bool = True
    introduced: bool = False


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Facts:
    """All that is known. What is not known is empty, and nothing is held against a text for it.

    `titles` are those of sequences and their steps, `listed_terms` things as a document's own list of
    components writes them.
    `has_all_names` is not so while some card could not be read: it may be the one a text means.
    """

    counts: tuple[Count, ...] = ()
    names: tuple[NamedCard, ...] = ()
    card_values: tuple[CardValue, ...] = ()
    renames: tuple[Rename, ...] = ()
    removals: tuple[Rename, ...] = ()
    terms: tuple[DefinedTerm, ...] = ()
    listed_terms: tuple[DefinedTerm, ...] = ()
    titles: tuple[str, ...] = ()
    players: tuple[int, int] | None = None
    has_all_names: bool = True


@once_for_each
def names_in_use(facts: Facts) -> Mapping[str, str]:
    """Return every name of a card, term or kind of today, by itself in small letters."""
    names = [each.name for each in facts.names]
    terms = [form for each in facts.terms for form in (each.term, each.plural) if form]
    nouns = [noun for count in facts.counts for noun in count.nouns]
    return {name.casefold(): name for name in (*nouns, *terms, *names)}


@once_for_each
def fixed_case_names(facts: Facts) -> frozenset[str]:
    """Return the names whose capitals somebody has settled: those of cards, and terms that are defined."""
    declared = (form for each in facts.terms if each.declared for form in (each.term, each.plural) if form)
    return frozenset([*(each.name for each in facts.names), *declared])


@once_for_each
def finder_among_names(facts: Facts, *words: str) -> NameFinder:
    """Return what finds these words, where they are no part of another name in use, and these names."""
    return NameFinder([*words, *names_in_use(facts).values()])


def since_version(change: Rename) -> str:
    """Return ` since version 1.2`, or nothing where no version is told."""
    return f" since version {change.version}" if change.version else ""


@lru_cache(maxsize=1 << 12)
def noun_key(noun: str) -> str:
    """Return the noun in the one form under which it is looked up: `Prize-Cards` is `prize card`."""
    plain = POSSESSIVE.sub("", " ".join(re.split(r"[\s-]+", noun.strip())))
    return singular(plain).casefold()


@once_for_each
def counts_by_noun(facts: Facts) -> dict[str, Count]:
    """Return each noun's key with the one count it names, leaving out nouns of several counts."""
    owners = grouped((key, count) for count in facts.counts for key in set(map(noun_key, count.nouns)))
    return {key: found[0] for key, found in owners.items() if len(found) == 1}


@once_for_each
def unambiguous_counts(facts: Facts) -> dict[str, Count]:
    """Return what is counted, by its noun; plain "boards" are left out where there are player boards, too."""
    counts = counts_by_noun(facts)
    heads = Counter(key.rpartition(" ")[2] for key in counts)
    return {key: count for key, count in counts.items() if " " in key or heads[key] == 1}


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
            is_card = kind.title.lower().endswith("card")
            cards = () if is_card else (f"{kind.title} Card", f"{kind.title} Cards")
            nouns = tuple(dict.fromkeys((kind.title, kind.plural, *cards)))
            yield _count_of(kind.id, game.copies_of(kind.id), kind.count_source, [kind], nouns)
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
