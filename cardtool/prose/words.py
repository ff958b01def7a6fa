"""A name or term in every form a text may give it: plural, possessive, hyphened, in any case."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

__all__ = ["any_of", "in_any_form", "plural", "singular"]

_APOSTROPHE = "['’]"
_IRREGULAR = {"die": "dice", "man": "men", "foot": "feet", "mouse": "mice", "person": "people"}
_SINGULAR = {plural: one for one, plural in _IRREGULAR.items()}
_HISSED = ("sses", "xes", "zes", "ches", "shes")
_LAST = re.compile(r"[^\s-]*$")
_KEPT = ("ss", "us", "is")  # boss, cactus, crisis: an s that makes no plural


def plural(word: str) -> str:
    """The plural of a word or of the last word of a name, its capitals kept: Ally → Allies."""
    head, last = _parted(word)
    if last.lower() in _IRREGULAR:
        return head + _cased(_IRREGULAR[last.lower()], last)
    if re.search(r"(?:s|x|z|ch|sh)$", last, re.IGNORECASE):
        return head + last + _cased("es", last)
    if re.search(r"[^aeiou]y$", last, re.IGNORECASE):
        return head + last[:-1] + _cased("ies", last)
    return head + last + _cased("s", last)


def singular(word: str) -> str:
    """The word, or the name whose last word it is, for one: Battle Cards → Battle Card."""
    head, last = _parted(word)
    low = last.lower()
    if low in _SINGULAR:
        return head + _cased(_SINGULAR[low], last)
    if low.endswith("ies") and len(low) > 4:
        return head + last[:-3] + _cased("y", last)
    if low.endswith(_HISSED) or low == "heroes":
        return head + last[:-2]
    return head + (last[:-1] if low.endswith("s") and not low.endswith(_KEPT) and len(low) > 3 else last)


@lru_cache(maxsize=4096)
def in_any_form(name: str) -> str:
    """A pattern, to be compiled, of a name in every inflection and hyphenation. Case is up to its user."""
    words = re.split(r"[\s-]+", name.strip())
    *before, last = words
    forms = sorted({last, singular(last), plural(singular(last))}, key=lambda form: (-len(form), form))
    ending = "|".join(_spelt(form) for form in forms)
    start = "".join(_spelt(word) + r"[\s-]+" for word in before)
    possessive = rf"(?:{_APOSTROPHE}s?(?!\w))?"
    return rf"(?<![\w]){start}(?:{ending}){possessive}(?!\w)"


def any_of(names: Iterable[str]) -> str:
    """A pattern of any of these names in any form, the longest first."""
    longest_first = sorted(set(names), key=lambda name: (-len(name), name))
    return "|".join(f"(?:{in_any_form(name)})" for name in longest_first)


def _spelt(word: str) -> str:
    """A pattern of the word, whichever apostrophe it is set with."""
    return re.sub("['’]", _APOSTROPHE, re.escape(word))


def _parted(name: str) -> tuple[str, str]:
    start = None if name.isalnum() else _LAST.search(name)
    at = start.start() if start else 0
    return name[:at], name[at:]


def _cased(ending: str, word: str) -> str:
    return ending.upper() if len(word) > 1 and word.isupper() else ending
