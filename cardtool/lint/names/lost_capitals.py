"""Terms of one word that a text writes with a capital, and now and then without."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from cardtool.lint.core import LazyRegex
from cardtool.lint.core.matching import any_word, word_key
from cardtool.lint.names.spelling_variants import BlockWords, Use, Variants, by_term, variants

_NOUN = LazyRegex(
    rf"(?<![\w'’-])(?:{any_word('counted or owned')}|an?|the|any|no|this|\d{{1,2}})\s(?P<noun>[^\W\d_]{{4,}})"
    rf"(?=(?:['’]s)?\s*(?:$|[.,;:!?)])|\s{any_word('behind a noun')}\b)"
)
_WRITTEN = re.compile("[A-Z]?[a-z]+")
_LEAST = 4  # times with a capital
_CLEARLY = 3  # times as often as without


def without_capital(words: Sequence[BlockWords], defined: Collection[str]) -> Iterator[Variants]:
    """Yield the Hero that is once a hero, save words of `defined` terms."""
    for term, ways in by_term(_nouns(words)):
        raised, small = ways.get(True, ()), ways.get(False, ())
        if term not in defined and small and len(raised) >= max(_LEAST, _CLEARLY * len(small)):
            yield variants(raised, [small], str.capitalize)


def _nouns(words: Sequence[BlockWords]) -> Iterator[tuple[str, bool, Use]]:
    """Yield each noun that is counted or owned and ends there, and whether it has a capital."""
    for each in words:
        for match in _NOUN.finditer(each.block.text) if not each.is_headline else ():
            noun = match["noun"]
            if _WRITTEN.fullmatch(noun):
                yield word_key(noun), noun[0].isupper(), Use(each.block, match.start("noun"), noun)
