"""In what sort of place a term stands: two spellings in one sort of place are of one thing."""

from __future__ import annotations

import re

from cardtool.lint.core import LazyRegex
from cardtool.lint.core.matching import any_word, word_list
from cardtool.lint.names.spelling_variants import Use

_LONGEST = 24  # letters before a term that are looked at
_WORD_BEHIND = re.compile(r"[ \n]([^\W\d_]+)")
_DETERMINERS = word_list("counted or owned") | {"a", "an", "the", "any", "no", "this"}
_OPENING = '("“‘*_['
_JOINING = frozenset(("and", "or"))
ENDS_NOUN = LazyRegex(rf"(?:['’]s)?\s*(?:$|[.,;:!?)])|\s{any_word('behind a noun')}\b")
"""What shows that the noun before it has ended, and is not part of a longer one."""

Place = tuple[str, str]
"""What stands before a word, "a" for every determiner, owner and number, and what behind it; "" is an end."""


def places(use: Use) -> frozenset[Place]:
    """Return in which sorts of places a word stands; none behind a name."""
    text, end = use.block.text, use.start + len(use.written)
    led = text[max(0, use.start - _LONGEST) : use.start]
    word = led.split()[-1].lstrip(_OPENING) if led[-1:] in (" ", "\n") and not led.isspace() else ""
    is_determiner = word.casefold() in _DETERMINERS or word.isdecimal() or word.endswith(("'s", "’s"))
    before = "a" if is_determiner else word
    if not word or not before.isalpha() or (before != "a" and not before.islower()):
        return frozenset()
    after = _WORD_BEHIND.match(text, end)
    behind = "" if ENDS_NOUN.match(text, end) else after[1].casefold() if after else None
    anywhere = () if before == "a" or before in _JOINING else ((before, "*"),)
    return frozenset(anywhere if behind is None else ((before, behind), *anywhere))
