"""What a sentence or a section speaks of: every game, or some case; before the game, or during it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.documents import Section, split_sentences
from cardtool.lint.lazy import Lazy

__all__ = ["is_conditional", "is_setup", "names_players", "sentences_in", "without_asides"]

_LONGEST = 1500  # letters

_CONDITION = Lazy(
    r"\b(?:if|unless|when|whenever|in case|instead|variant|expansion|solo|players? game|player mode|"
    r"with (?:only )?(?:two|three|four|five|six|\d+)(?: or \w+)? players?|"
    r"(?:for|in) (?:a |an )?(?:\d+|two|three|four|five|six)(?:[–-]| or |[- ]to[- ])?(?:\d+|\w+)?"
    r"[- ]players?)\b"
)
_SO_MANY = Lazy(
    r"\b(?:\d+|one|two|three|four|five|six|seven|eight|more|fewer|less)\+?[\s-](?:or (?:more|fewer) )?"
    r"play(?:er|ers|ing)?\b"
)
_ASIDE = re.compile(r"\([^()]*\)")
_OTHER_NUMBER = Lazy(r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|fewer|more|less)\b")
_SETUP = Lazy(r"\b(?:set[ -]?up|setting up|prepar\w+|before (?:you|the game)|getting started)\b")


def is_conditional(sentence: str) -> bool:
    """Whether a sentence speaks only of some case: of few players, a variant, an expansion."""
    return _CONDITION.search(sentence) is not None


def sentences_in(text: str) -> Iterator[tuple[int, str]]:
    """Each sentence with its offset; what is too long for one was never written as one, and is left out."""
    for start, sentence in split_sentences(text):
        if len(sentence) <= _LONGEST:
            yield start, sentence


def without_asides(text: str) -> str:
    """The text with blanks for what is in brackets; with a number it may be another case, and stays."""
    if "(" not in text:
        return text
    return _ASIDE.sub(lambda aside: aside[0] if _OTHER_NUMBER.search(aside[0]) else " " * len(aside[0]), text)


def names_players(sentence: str) -> bool:
    """Whether a sentence says of how many players it speaks."""
    return _SO_MANY.search(sentence) is not None


def is_setup(section: Section) -> bool:
    """Whether the section says what happens before the game begins."""
    return any(_SETUP.search(heading.text) for heading in section.headings)
