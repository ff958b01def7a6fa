"""What texts call the things that are counted, whatever the inflection."""

from __future__ import annotations

import re
from collections import Counter

from cardtool.documents import singular
from cardtool.lint.facts import Count, Facts

__all__ = ["clear_counts", "counts_by_noun", "noun_key", "the_one_deck"]


def noun_key(noun: str) -> str:
    """The noun in the one form under which it is looked up: `Prize-Cards` and `prize card` are alike."""
    plain = re.sub(r"['’]s?$", "", " ".join(re.split(r"[\s-]+", noun.strip())))
    return singular(plain).casefold()


def counts_by_noun(facts: Facts) -> dict[str, Count]:
    """Each noun's key with the one count it is a noun of; a noun of two counts says nothing of either."""
    owners: dict[str, list[Count]] = {}
    for count in facts.counts:
        for key in {noun_key(each) for each in count.nouns}:
            owners.setdefault(key, []).append(count)
    return {key: found[0] for key, found in owners.items() if len(found) == 1}


def clear_counts(facts: Facts) -> dict[str, Count]:
    """What is counted, by its noun; plain "boards" are left out where there are player boards, too."""
    counts = counts_by_noun(facts)
    heads = Counter(key.rpartition(" ")[2] for key in counts)
    return {key: count for key, count in counts.items() if " " in key or heads[key] == 1}


def the_one_deck(facts: Facts) -> Count | None:
    """The count of the deck that holds all cards; nothing where there are several, or cards beside it."""
    decks = [count for count in facts.counts if not count.nouns]
    cards = sum(count.number for count in facts.counts if any(_is_of_cards(noun) for noun in count.nouns))
    return decks[0] if len(decks) == 1 and cards <= decks[0].number else None


def _is_of_cards(noun: str) -> bool:
    return re.search(r"(?:^|[\s-])cards?$", noun, re.IGNORECASE) is not None
