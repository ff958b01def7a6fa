"""What a text must agree with: counts, names, renames, terms, titles. Taken from a game, or from the
text itself.

Knows how facts are looked up by name and by noun, whatever the inflection; not where they come from.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from cardtool.documents import singular
from cardtool.lint.core.matching import POSSESSIVE, NameFinder, grouped
from cardtool.memory import once_for_each
from cardtool.model import CardValue, Source


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
