"""The signs of a printed book, in the place of those of a keyboard."""

from __future__ import annotations

import re
from functools import cache

from cardtool.wording import wording


@cache
def _typographic(language: str) -> tuple[tuple[str, re.Pattern[str], str], ...]:
    """Return what to look for and what to print there, each after a sign without which nothing is found."""
    words = wording(language)
    opening, closing = words.double_quotes
    elisions = "|".join(map(re.escape, words.elisions)) or "(?!)"
    return (
        ("'", re.compile(rf"(?<=[\w.,;:!?…)\]\"*])'|'(?=(?:{elisions})\b)", re.IGNORECASE), words.apostrophe),
        ("'", re.compile(r"'"), words.single_quote),
        ('"', re.compile(r'(?<![\s(\[{—–‘*])"(?!\w)|(?<=[\w.,;:!?…)])"'), closing),
        ('"', re.compile(r'"'), opening),
        ("...", re.compile(r"\.\.\."), "…"),
        ("---", re.compile(r"(?<=\S) ?--- ?(?=\S)"), "—"),
        ("--", re.compile(r"--"), "–"),
        ("-", re.compile(r"(?<=\d)(?<!-\d)(?<!-\d\d)-(?=\d)(?!\d+-\d)"), "–"),  # 2-4, but 2026-11-24
    )


def typographic_text(text: str, language: str = "en") -> str:
    """Return the text with the quotation marks, apostrophes, dashes and dots of a printed book."""
    for sign, pattern, printed in _typographic(language):
        if sign in text:
            text = pattern.sub(printed, text)
    return text
