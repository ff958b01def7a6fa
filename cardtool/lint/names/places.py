"""In what sort of place a term stands: two spellings in one sort of place are of one thing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain

from cardtool.lint.core import LazyRegex
from cardtool.lint.core.matching import any_word, word_list
from cardtool.lint.names.spelling_variants import Use

_LONGEST = 24  # letters before a term that are looked at
_WORD_BEFORE = re.compile(r"(?:([^\W\d_]+)|\d{1,2})[ \n]$")
_WORD_BEHIND = re.compile(r"[ \n]([^\W\d_]+)")
_DETERMINERS = word_list("counted or owned") | {"a", "an", "the", "any", "no", "this", ""}
_JOINING = frozenset(("and", "or"))
ENDS_NOUN = LazyRegex(rf"(?:['’]s)?\s*(?:$|[.,;:!?)])|\s{any_word('behind a noun')}\b")
"""What shows that the noun before it has ended, and is not part of a longer one."""

Places = frozenset[tuple[str, str]]
"""What stands before a word, "a" for every determiner and number, and what behind it; "" is an end."""


def places_of(uses: Iterable[Use]) -> Places:
    return frozenset(chain.from_iterable(map(places, uses)))


def places(use: Use) -> Places:
    """Return in which sorts of places a word stands; none behind a name."""
    text, end = use.block.text, use.start + len(use.written)
    found = _WORD_BEFORE.search(text, max(0, use.start - _LONGEST), use.start)
    word = ((found and found[1]) or "").casefold()
    before = "a" if word in _DETERMINERS else word
    if found is None or (before != "a" and not found[1].islower()):
        return frozenset()
    after = _WORD_BEHIND.match(text, end)
    behind = "" if ENDS_NOUN.match(text, end) else after[1].casefold() if after else None
    anywhere = () if before == "a" or before in _JOINING else ((before, "*"),)
    return frozenset(anywhere if behind is None else ((before, behind), *anywhere))
