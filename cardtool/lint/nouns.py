"""What texts call the things that are counted, whatever the inflection."""

from __future__ import annotations

import re

from cardtool.lint.facts import Count, Facts
from cardtool.prose import singular

__all__ = ["counts_by_noun", "noun_key"]


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
