"""Whether a word takes a or an, as it is spoken. Says nothing where it cannot know."""

from __future__ import annotations

import re

__all__ = ["article_for", "with_article"]

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


def with_article(text: str, start: int, new: str) -> tuple[int, str]:
    """Where to write `new` for what begins at `start`, and what: with its article, where that changes."""
    before = _ARTICLE.search(text, max(0, start - 6), start)
    wanted = article_for(new)
    if before is None or wanted is None or before[1].lower() == wanted:
        return start, new
    article = wanted.capitalize() if before[1][0].isupper() else wanted
    return before.start(), f"{article}{before[2]}{new}"
