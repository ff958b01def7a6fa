"""English words in every form, its numbers and sentences; and in which language a text is written.

What the checker has to know is whether a text is English. A list of some forty words a language answers that
from a few sentences on, in the time of reading them; a library that tells a hundred languages apart would
bring an array library along, and name one for every heap of letters. No words, or those of two languages: no
answer. Any language but English is told by two words, for one may be part of an address or a name.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path

from cardtool.documents.blocks import Text
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
_PLURAL_ENDINGS = {
    re.compile(r"(?<=[a-z]{3})(?<!hu|ro|er|ha|is|to)man\Z", re.I): "men",  # not of human, German, talisman
    re.compile(r"(?<=[^aeiou])y\Z", re.I): "ies",
    re.compile(r"(?<=[sxz])\Z|(?<=[cs]h)\Z", re.I): "es",
    re.compile(r"\Z"): "s",
}
_SINGULAR_ENDINGS = {
    re.compile(r"(?<=[a-z]{3})(?<!ci|do|gi|ta|cu)men\Z", re.I): "man",  # but not of specimen and regimen
    re.compile(r"(?<=..)ies\Z", re.I): "y",
    re.compile(r"(?<=ss|[cs]h)es\Z|(?<=[xz])es\Z", re.I): "",
    re.compile(r"(?<=..[^sui])s\Z", re.I): "",  # but not of boss, cactus and crisis
}
_MAY_BE_MANY = re.compile(rf"(?:s|{'|'.join(_SINGULAR)})\Z", re.I)  # most words are not
_WORD_BREAK = re.compile(r"[\s-]")
_ONES = ["zero", *ENGLISH.numbers[1:20]]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_NUMBER_WORDS = {
    **{word: value for value, word in enumerate(_ONES)},
    **{ten: 10 * row for row, ten in enumerate(_TENS, start=2)},
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
    re.I,
)
_LOWER = re.compile(r"\s*[\"'“‘(\[]*[a-z]")
_NEVER_LAST = re.compile(r"(?<!\w)(?:e\.g|i\.e|vs|cf|approx|incl|viz|ca|mr|mrs|ms|dr)\.$", re.I)
_BEFORE_NUMBER = re.compile(r"(?<!\w)(?:no|nos|pp?|pgs?|figs?|vol|ed|ch|sec|approx|ca|min|max)\.$", re.I)
_INITIAL = re.compile(r"(?<![\w’'])[A-HJ-Z]\.$")  # as of J. R. R. Tolkien; I. is none
_DIGIT = re.compile(r"\s+\d")
_LONGEST_ABBREVIATION = 12


@lru_cache(maxsize=1 << 14)
def plural(word: str) -> str:
    """Return the plural of a word or of the last word of a name, its capitals kept: Ally → Allies."""
    return _inflect(word, _IRREGULAR, _PLURAL_ENDINGS)


@lru_cache(maxsize=1 << 14)
def singular(word: str) -> str:
    """Return the word, or the name whose last word it is, for one: Battle Cards → Battle Card."""
    return _inflect(word, _SINGULAR, _SINGULAR_ENDINGS) if _MAY_BE_MANY.search(word) else word


def _inflect(name: str, irregular: Mapping[str, str], endings: Mapping[re.Pattern[str], str]) -> str:
    last = _WORD_BREAK.split(name)[-1]
    is_upper = len(last) > 1 and last.isupper()
    matches = ((written.search(last), by) for written, by in endings.items())
    inflected = ((last[: match.start()], by) for match, by in matches if match)
    other = irregular.get(last.lower())
    stem, ending = (last[:1], other[1:]) if other else next(inflected, (last, ""))
    return name[: len(name) - len(last)] + stem + (ending.upper() if is_upper else ending)


@lru_cache(maxsize=4096)
def pattern_of_name(name: str) -> str:
    """Return a pattern of a name in every inflection and hyphenation. Case is up to its user."""
    *before, last = re.split(r"[\s-]+", name.strip())
    start = "".join(rf"{re.escape(word)}[\s-]+" for word in before)
    forms = map(re.escape, _longest_first((last, singular(last), plural(singular(last)))))
    either_apostrophe = re.sub("['’]", _APOSTROPHE, f"{start}(?:{'|'.join(forms)})")
    return rf"(?<!\w){either_apostrophe}(?:{_APOSTROPHE}s?(?!\w))?(?!\w)"


def pattern_of_any(names: Iterable[str]) -> str:
    """Return a pattern of any of these names in any form, the longest first."""
    return "|".join(f"(?:{pattern_of_name(name)})" for name in _longest_first(names))


def _longest_first(words: Iterable[str]) -> list[str]:
    return sorted(set(words), key=lambda word: (-len(word), word))


def parse_number(written: str) -> int:
    """Return the number that is written so. Raises: KeyError when it is none."""
    plain = written.replace(",", "")
    if plain.isdecimal():
        return int(plain)
    return sum(_NUMBER_WORDS[word] for word in written.translate(_AS_PLAIN).lower().split("-"))


@lru_cache(maxsize=4096)  # a dozen rules ask for the sentences of one text
def split_sentences(text: str) -> tuple[tuple[int, str], ...]:
    """Return each sentence with its offset in the text, less the space around it.

    A dot after an abbreviation or an initial ends none, unless it is one that can come last, as `etc.`
    can, and the next word begins like a sentence.
    """
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


_WORD = re.compile(r"[^\W\d_]+")
_ENOUGH = 120_000  # letters
_LEAST_SHARE = 0.12  # of the words of a text; rules in English have 0.3 to 0.5
_LEAST_SHARE_OF_MANY = 0.08  # where that many different ones are met, as in lists of spells
_MANY = 20
_CLEARLY = 2  # times as many as of any other language
_LEAST_SHARE_OF_LISTS = 0.03  # where nothing else is known
_TOO_FEW = 100  # words; a text of so few may be a list of names


def language_of(text: Text) -> str:
    """Return the language of the text as the first part of its tag (BCP 47), empty where it is not told."""
    return language_of_writing(_writing_of(text))


def language_of_writing(written: str, fewest: int = 1) -> str:
    """Return the language of what is written, as `language_of`; empty where that is fewer words."""
    words = _words_of(written)
    told: defaultdict[str, float] = defaultdict(float)
    different: Counter[str] = Counter()
    for word, times in Counter(words).items():
        languages = _languages().get(word, ())
        different.update(each for each in languages if len(word) > 1 or each == "en")
        for language in languages:
            told[language] += times / len(languages)
    (most, best), (next_most, _) = sorted(((told[each], each) for each in (*told, "", "-")), reverse=True)[:2]
    least = _LEAST_SHARE_OF_MANY if different[best] >= _MANY else _LEAST_SHARE
    is_clear = most >= least * len(words) and most >= _CLEARLY * next_most
    return best if len(words) >= fewest and is_clear and different[best] >= (1 if best == "en" else 2) else ""


def may_be_in(language: str, text: Text) -> bool:
    """Return whether a text that tells no language may be in this one: short, or of its words."""
    words = _words_of(_writing_of(text))
    told = Counter(each for word in words for each in _languages().get(word, ()))
    is_most = told[language] == max(told.values(), default=0)
    return len(words) < _TOO_FEW or (is_most and told[language] > _LEAST_SHARE_OF_LISTS * len(words))


def can_be_told(language: str) -> bool:
    """Return whether a text can be known to be in this language."""
    return any(language in each for each in _languages().values())


def _writing_of(text: Text) -> str:
    return "\n".join([block.text for block in text.current])


def _words_of(written: str) -> list[str]:
    return _WORD.findall(written[:_ENOUGH].lower())


@cache
def _languages() -> Mapping[str, list[str]]:
    """Return the languages of which each word is one."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for line in Path(__file__).with_name("frequent_words.tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            language, words = line.split("\t")
            for word in dict.fromkeys(words.split()):
                found[word].append(language)
    return found
