"""Whether a word takes a or an, as it is spoken. Says nothing where it cannot know."""

from __future__ import annotations

import re

from cardtool.lint.casing import begins_sentence
from cardtool.lint.lazy import Lazy

__all__ = ["article_for", "less_article", "with_article"]

_UNI = r"ni(?:que|co(?:rn|de)|t|form|on|vers|later|cycl|sex|son|fy|fi(?:ed|es|c|er)|polar|direct|vocal|camer)"
_SPOKEN_LIKE_YOU = re.compile(
    rf"u(?:{_UNI}|s(?:e|a[bg]|ual|i)|surp|tensil|tili|topi|nani|biq|kulele|krain|ten|rani)|eu|ew[er]|ouija",
    re.IGNORECASE,
)
_SPOKEN_LIKE_WON = re.compile(r"on(?:e|ce)(?![a-z]{2})|one-", re.IGNORECASE)
_SILENT_H = re.compile(r"h(?:our|onou?r|onest|eir)", re.IGNORECASE)
_LIKE_X_RAY = re.compile(r"[xX][^aeiouy]")
_PLAIN = re.compile(r"[A-Za-z]?[a-z]{2,}(?![\w.])")
_VOWEL = re.compile(r"[A-Za-z]*?[aeiouyAEIOUY]")
_LEADS = Lazy(r"(?:the|an?)\s+(?=\S)")
_DETERMINED = Lazy(r"\b(?:the|an?|your|their|his|her|its|my|our|each|every|another|any|no|this|that|one)\s+$")
_ARTICLE = re.compile(r"(?<![\w'’-])(an?)(\s+)$", re.IGNORECASE)


def article_for(word: str) -> str | None:
    """`a` or `an`; None for what may be spelled out letter by letter, or spoken in two ways."""
    if word.isdigit():
        return "an" if word[0] == "8" or word in ("11", "18") else "a"
    if not _PLAIN.match(word) or not _VOWEL.match(word) or _LIKE_X_RAY.match(word):
        return None
    if word[0] in "Hh":
        return "an" if _SILENT_H.match(word) else None
    if _SPOKEN_LIKE_YOU.match(word) or _SPOKEN_LIKE_WON.match(word):
        return "a"
    if word[0] in "uU" and not re.match(r"(?:un|up|ul|um|us|ut|ug)", word, re.IGNORECASE):
        return None
    return "an" if word[0] in "aeiouAEIOU" else "a"


def less_article(text: str, start: int, end: int, old: str, new: str) -> tuple[int, str, str]:
    """Where to begin writing `new` for what is `old`, and both names, without an article that has to stay.

    Of "The Dyke Master counts", now the Warden, only what comes behind the article is written anew, unless
    the article is part of the name: inside a sentence it then has a capital. Nor is there one too many
    where The Warden takes the place of "your Dyke Master".
    """
    of_old, of_new = _LEADS.match(old), _LEADS.match(new)
    if of_old is None:
        is_led = of_new and _DETERMINED.search(text, max(0, start - 9), start)
        return start, old, new[of_new.end() :] if of_new and is_led else new
    written = _LEADS.match(text, start, end)
    is_in_name = text[start].isupper() and not begins_sentence(text, start)
    is_alone = start == 0 and end == len(text)
    if written is None or of_new or is_in_name or is_alone:
        return start, old, new
    return written.end(), old[of_old.end() :], new


def with_article(text: str, start: int, new: str) -> tuple[int, str]:
    """Where to write `new` for what begins at `start`, and what: with its article, where that changes."""
    before = _ARTICLE.search(text, max(0, start - 6), start)
    wanted = article_for(new)
    if before is None or wanted is None or before[1].lower() == wanted:
        return start, new
    article = wanted.capitalize() if before[1][0].isupper() else wanted
    return before.start(), f"{article}{before[2]}{new}"
