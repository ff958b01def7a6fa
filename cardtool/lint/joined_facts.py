"""The facts of a game and those of a document about it; what the game knows, no document overrules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from cardtool.lint.facts import Count, Defined, Facts, Gone, Rename
from cardtool.lint.known import newest_names
from cardtool.lint.names import names_in_use
from cardtool.lint.nouns import noun_key
from cardtool.lint.phrases import Phrases

__all__ = ["joined_facts"]


def joined_facts(game: Facts, own: Facts) -> Facts:
    """What a game says, and what a document says itself of things that the game does not know.

    Cards, numbers and the order of play are the game's affair alone, if it has any. Nothing that goes by
    a name the game has given up becomes a fact: that the document still has it is what is to be found.
    """
    retired = Phrases([*(each.old for each in game.renames), *(each.words for each in game.gone)])
    terms = tuple(_terms(game, own.terms, retired))
    return replace(
        game,
        counts=(*game.counts, *_counts(game, own.counts, retired)),
        names=game.names or own.names,
        renames=tuple(_renames(game, own.renames)),
        gone=(*game.gone, *_gone(game, own.gone)),
        terms=terms,
        listed=tuple(_unknown(own.listed, _keys_of(terms), retired)),
        singles=tuple(each for each in own.singles if not _has_any(each.nouns, retired)),
        sequences=game.sequences or own.sequences,
        numbers=game.numbers or own.numbers,
        players=game.players or own.players,
        players_told=game.players_told or own.players_told,
        roles=game.roles or own.roles,
    )


def _counts(game: Facts, own: Iterable[Count], retired: Phrases) -> Iterator[Count]:
    """The document's counts of things that the game does not count."""
    known = {noun_key(noun) for count in game.counts for noun in count.nouns}
    has_decks = any(not count.nouns for count in game.counts)
    for count in own:
        is_known = not known.isdisjoint(map(noun_key, count.nouns)) if count.nouns else has_decks
        if not is_known and not _has_any(count.nouns, retired):
            yield count


def _terms(game: Facts, own: Iterable[Defined], retired: Phrases) -> Iterator[Defined]:
    """The game's terms, with a note of those the document introduces as well, and the document's others."""
    own = tuple(own)
    introduced = {noun_key(each.term) for each in own if each.introduced}
    for term in game.terms:
        yield replace(term, introduced=noun_key(term.term) in introduced)
    known = _keys_of(game.terms) | {noun_key(each.name) for each in game.names}
    yield from _unknown(own, known, retired)


def _unknown(own: Iterable[Defined], known: Collection[str], retired: Phrases) -> Iterator[Defined]:
    for term in own:
        if noun_key(term.term) not in known and not _has_any((term.term,), retired):
            yield term


def _renames(game: Facts, own: Iterable[Rename]) -> Iterator[Rename]:
    """All renames; those of the document lead on to what the game calls the thing today."""
    yield from game.renames
    used = names_in_use(game)
    known = {each.old.casefold() for each in game.renames}
    told = [each for each in own if each.old.casefold() not in used and each.old.casefold() not in known]
    newest = newest_names({each.old: each.new for each in (*game.renames, *told)})
    yield from (replace(each, new=newest[each.old]) for each in told if each.old in newest)


def _gone(game: Facts, own: Iterable[Gone]) -> Iterator[Gone]:
    known = {each.words.casefold() for each in game.gone}
    yield from (each for each in own if each.words.casefold() not in known)


def _keys_of(terms: Iterable[Defined]) -> set[str]:
    """What the terms, their plurals and the words not to be used for them are looked up by."""
    return {noun_key(word) for each in terms for word in (each.term, each.plural, *each.instead_of) if word}


def _has_any(names: Iterable[str], retired: Phrases) -> bool:
    return any(next(retired.met_in(name), None) is not None for name in names)
