"""English: names and terms in every form, numbers as rules write them, and where sentences begin."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from cardtool.wording import ENGLISH

_APOSTROPHE = "['’]"
_IRREGULAR = {
    "die": "dice", "man": "men", "woman": "women", "foot": "feet", "tooth": "teeth", "goose": "geese",
    "mouse": "mice", "person": "people", "child": "children", "hero": "heroes", "potato": "potatoes",
    "echo": "echoes", "torpedo": "torpedoes", "wolf": "wolves", "elf": "elves", "half": "halves",
    "calf": "calves", "loaf": "loaves", "shelf": "shelves", "thief": "thieves", "knife": "knives",
    "wife": "wives", "life": "lives",
}  # fmt: skip
"""Nouns that games use. Not among them is leaf: `leaves` is a verb more often."""
_SINGULAR = {plural: one for one, plural in _IRREGULAR.items()}
_SIBILANT_PLURALS = ("sses", "xes", "zes", "ches", "shes")
_LAST_WORD = re.compile(r"[^\s-]*$")
_SINGULAR_ENDINGS = ("ss", "us", "is")  # boss, cactus, crisis: an s that makes no plural
_ONES = ["zero", *ENGLISH.numbers[1:20]]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_NUMBER_WORDS = {
    **{word: value for value, word in enumerate(_ONES)},
    **{ten: 20 + 10 * row for row, ten in enumerate(_TENS)},
    **{
        f"{ten}-{one}": 20 + 10 * row + value
        for row, ten in enumerate(_TENS)
        for value, one in enumerate(_ONES[1:10], 1)
    },
    "hundred": 100,
}
_UNITS, _TO_NINETEEN = "|".join(_ONES[1:10]), "|".join(_ONES)
_IN_WORDS = rf"(?:{'|'.join(_TENS)})(?:-(?:{_UNITS}))?|hundred|{_TO_NINETEEN}"
_AS_PLAIN = str.maketrans("İıſK", "IisK")  # letters that a pattern without regard to case takes for these
NUMBER = rf"(?<![\w.,/+−–-])(?:\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}}|(?i:{_IN_WORDS}))(?![\w/%]|[.,]\d)"
"""A pattern of a whole number, in figures or as a word; no part of a larger number, a date or a ratio."""
_SENTENCE_END = re.compile(
    r"(?<![.!?…])[.!?…]++[\"'”’»)\]]*+(?=\s)"  # what closes a sentence, and the quotes and brackets in it
    r"|\n(?=\s{0,99}+[^\sa-z])"  # a line break that the reader sees
)
_ABBREVIATED = re.compile(
    r"(?:(?<!\w)(?:e\.g|i\.e|a\.k\.a|etc|vs|cf|approx|incl|resp|viz|ca|fig|figs|no|nos|pp?|vol|ed|min|max"
    r"|mr|mrs|ms|dr|st|jr|sr|pts?|[a-z])\.|\.\.\.|…)[\"'”’)\]]*$",
    re.IGNORECASE,
)
_LOWER = re.compile(r"\s*[\"'“‘(\[]*[a-z]")
_NEVER_LAST = re.compile(r"(?<!\w)(?:e\.g|i\.e|vs|cf|approx|incl|viz|ca|mr|mrs|ms|dr)\.$", re.IGNORECASE)
_BEFORE_NUMBER = re.compile(
    r"(?<!\w)(?:no|nos|pp?|pgs?|figs?|vol|ed|ch|sec|approx|ca|min|max)\.$", re.IGNORECASE
)
_INITIAL = re.compile(r"(?<![\w’'])[A-HJ-Z]\.$")  # as of J. R. R. Tolkien; I. is none
_DIGIT = re.compile(r"\s+\d")
_LONGEST_ABBREVIATION = 12


def plural(word: str) -> str:
    """Return the plural of a word or of the last word of a name, its capitals kept: Ally → Allies."""
    head, last = _split_last_word(word)
    if last.lower() in _IRREGULAR:
        return head + last[:1] + _match_case(_IRREGULAR[last.lower()][1:], last)
    if re.search(r"(?:s|x|z|ch|sh)$", last, re.IGNORECASE):
        return head + last + _match_case("es", last)
    if re.search(r"[^aeiou]y$", last, re.IGNORECASE):
        return head + last[:-1] + _match_case("ies", last)
    return head + last + _match_case("s", last)


def singular(word: str) -> str:
    """Return the word, or the name whose last word it is, for one: Battle Cards → Battle Card."""
    head, last = _split_last_word(word)
    low = last.lower()
    if low in _SINGULAR:
        return head + last[:1] + _match_case(_SINGULAR[low][1:], last)
    if low.endswith("ies") and len(low) > 4:
        return head + last[:-3] + _match_case("y", last)
    if low.endswith(_SIBILANT_PLURALS):
        return head + last[:-2]
    is_plural = low.endswith("s") and not low.endswith(_SINGULAR_ENDINGS) and len(low) > 3
    return head + (last[:-1] if is_plural else last)


@lru_cache(maxsize=4096)
def pattern_of_name(name: str) -> str:
    """Return a pattern, to be compiled, of a name in every inflection and hyphenation. Case is up to its
    user.
    """
    words = re.split(r"[\s-]+", name.strip())
    *before, last = words
    forms = sorted({last, singular(last), plural(singular(last))}, key=lambda form: (-len(form), form))
    ending = "|".join(_word_pattern(form) for form in forms)
    start = "".join(_word_pattern(word) + r"[\s-]+" for word in before)
    possessive = rf"(?:{_APOSTROPHE}s?(?!\w))?"
    return rf"(?<![\w]){start}(?:{ending}){possessive}(?!\w)"


def pattern_of_any(names: Iterable[str]) -> str:
    """Return a pattern of any of these names in any form, the longest first."""
    longest_first = sorted(set(names), key=lambda name: (-len(name), name))
    return "|".join(f"(?:{pattern_of_name(name)})" for name in longest_first)


def _word_pattern(word: str) -> str:
    """Return a pattern of the word, whichever apostrophe it is set with."""
    return re.sub("['’]", _APOSTROPHE, re.escape(word))


def _split_last_word(name: str) -> tuple[str, str]:
    start = None if name.isalnum() else _LAST_WORD.search(name)
    at = start.start() if start else 0
    return name[:at], name[at:]


def _match_case(ending: str, word: str) -> str:
    return ending.upper() if len(word) > 1 and word.isupper() else ending


def parse_number(written: str) -> int:
    """Return the number that is written so. Raises: KeyError when it is none."""
    plain = written.replace(",", "")
    return int(plain) if plain.isdecimal() else _NUMBER_WORDS[written.translate(_AS_PLAIN).lower()]


def split_sentences(text: str) -> Iterator[tuple[int, str]]:
    """Return each sentence with its offset in the text, less the space around it.

    A dot after an abbreviation or an initial ends none, unless it is one that can come last, as `etc.`
    can, and the next word begins like a sentence.
    """
    return iter(_find_sentences(text))


@lru_cache(maxsize=4096)  # a dozen rules ask for the sentences of one text
def _find_sentences(text: str) -> tuple[tuple[int, str], ...]:
    found: list[tuple[int, str]] = []
    start = 0
    for end in _SENTENCE_END.finditer(text):
        if end[0] == "\n" or not _goes_on_after(text, start, end):
            found.append((start, text[start : end.end()]))
            start = end.end()
    found.append((start, text[start:]))
    return tuple((at + len(said) - len(said.lstrip()), said.strip()) for at, said in found if said.strip())


def _goes_on_after(text: str, start: int, end: re.Match[str]) -> bool:
    """Return whether the sentence that began at `start` does not end here."""
    closing, after = end[0], end.end()
    said = text[max(start, after - _LONGEST_ABBREVIATION) : after]
    if _LOWER.match(text, after):
        return closing.startswith(("…", "...")) or "!" in closing or _ABBREVIATED.search(said) is not None
    if closing[0] != ".":
        return False
    if _DIGIT.match(text, after) and _BEFORE_NUMBER.search(said):
        return True
    return bool(_NEVER_LAST.search(said) or _INITIAL.search(said))
