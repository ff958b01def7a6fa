"""In which language a text is written, told by its small words.

What the checker has to know is whether a text is English. A list of some forty words a language answers that
from a few sentences on, in the time of reading them; a library that tells a hundred languages apart would
bring an array library along, and name one for every heap of letters. No words, or those of two languages:
no answer. Any language but English is told by two words, for one may be part of an address or a name.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from cardtool.documents.blocks import Text

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
