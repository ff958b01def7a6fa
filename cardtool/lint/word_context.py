"""What stands around a word that may be the name of a thing of the game, a verb, or another noun."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from cardtool.documents import singular
from cardtool.lint.lazy import Lazy
from cardtool.lint.meanings import MATERIALS, SEVERAL_MEANINGS
from cardtool.lint.spelt import key_of

__all__ = [
    "CONDITION",
    "COUNTED",
    "DONE_TO",
    "ENDS",
    "HANDLED_ONE",
    "IS_OR_DOES",
    "LED",
    "NUMBERED",
    "OBJECT",
    "OF_MANY",
    "OF_ONE",
    "PIECE",
    "SAID_ALONE",
    "TAKEN",
    "TOLD_TO",
    "Sureness",
    "Word",
]

_NUMBER = (
    r"(?:(?<!^)(?<![\d.,:#–-])(?<!step )(?<!phase )(?<!section )(?<!chapter )(?<!page )(?<!stage )\d{1,3}|"
    r"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
)
_OWNER = r"(?:your|their|his|her|its|my|our|[a-z]+['’]s|[a-z]+s['’])"
_ONE = r"(?:(?<!you )(?<!we )(?<!they )(?<!players )each|every|another|per|one|a single)"
_SO = (
    r"(?:(?:other|own|more|extra|additional|new|single|remaining|last|first|second|next|free|spare|unused|"
    r"available|adjacent|active|same|red|blue|green|yellow|black|white|[a-z]{3,}ed) ){0,2}"
)
COUNTED = Lazy(rf"\b(?:{_OWNER}|(?P<one>{_ONE})|(?P<many>{_NUMBER})) {_SO}$")
OF_MANY = Lazy(rf"\b(?:all|both|these|those|several|many|few|fewer|more|most|any|no|the|some) {_SO}$")
OF_ONE = Lazy(rf"\b(?:an?|any|no) {_SO}$")
LED = Lazy(rf"\b(?:the|this|some|such|all|more|most|less|enough|much) {_SO}$")
_HANDLED = (
    r"(?:place|put|take|gain|lose|pay|discard|remove|spend|get|return|buy|sell|move|add|give|receive|use|"
    r"has|have)(?:s|es|d)?"
)
HANDLED_ONE = Lazy(rf"\b(?!has|have|use){_HANDLED} (?:an?|the|this|that) {_SO}$")
TAKEN = Lazy(rf"\b(?:{_HANDLED}|of|with|without|by|for|from|on|in|into|onto|between|as|than) {_SO}$")
TOLD_TO = Lazy(
    r"(?:\b(?:I|you|we|they|he|she|it|who|which|that|players?|opponents?|everybody|everyone|nobody|may|"
    r"might|can|cannot|could|must|will|would|shall|should|do|does|did|to|not|never|always|also|then|and|or|"
    r"but|let|lets|help|helps|please|either|instead|only|when|if|each|both|two|three|one|cards)|n['’]t) $"
)
CONDITION = Lazy(r"\b(?:if|when|whenever|unless|while|because|where|until|once) $")
OBJECT = Lazy(r" (?:the|an?|your|their|his|her|its|my|our|it|them|him|you|these|those)\b")
DONE_TO = Lazy(
    r" (?:the|an?|your|their|his|her|its|my|our|it|them|him|you|this|that|these|those|any|all|one|two|three|"
    r"four|five|six|each|every|another|up|down|both|some|against|\d+)\b"
)
ENDS = Lazy(
    r"(?:['’]s?)?(?:\s*(?:$|[.,;:!?()\[\]\t\n|“”\"–—])|\s+(?:is|are|was|were|in|on|at|from|to|and|or|with|"
    r"for|that|which|who|when|if|may|can|cannot|must|will|has|have|does|do|into|onto|of|by|as|until|unless|"
    r"whose|without|under|over|after|before|there|here|you|they|he|she|it|per|than|then|next|adjacent|back|"
    r"only|but|the|counts?|costs?|moves?|stays?|stands?|remains?|gains?|gives?|lets?|blocks?|left|each|this|"
    r"during|out|off|away)\b)"
)
PIECE = Lazy(
    r"[ -](?:tokens?|markers?|cubes?|discs?|meeples?|pawns?|figures?|tiles?|counters?|standees?|cards?|dice|"
    r"die|chips?)\b"
)
IS_OR_DOES = Lazy(
    r"\s+(?:is|are|was|were|may|can|cannot|must|will|have|has|do|does|never|counts?|costs?|stays?)\b"
)
SAID_ALONE = Lazy(r"\s*(?:$|[.:;!?–—\t|(])")
NUMBERED = Lazy(r" (?:\d|one\b|two\b|three\b|four\b|five\b|six\b)")
_NEAR = 48  # letters before a word that are looked at


class Sureness(Enum):
    """Whether the words mean the thing: provably, very likely, or for all we know not."""

    SURE = "sure"
    LIKELY = "likely"
    NOT = "not"


class Word(NamedTuple):
    """A word whose capitals say nothing, from one offset of its text to another; it may be the name `old`."""

    text: str
    start: int
    end: int
    old: str

    @property
    def low(self) -> str:
        return self.text[self.start : self.end].casefold()

    @property
    def is_many(self) -> bool:
        return singular(self.low) != self.low

    def follows(self, pattern: Lazy) -> re.Match[str] | None:
        """What the words right before it are, in this manner."""
        return pattern.search(self.text, max(0, self.start - _NEAR), self.start)

    def leads(self, pattern: Lazy) -> bool:
        """Whether what comes right after it is this."""
        return pattern.match(self.text, self.end) is not None

    def as_noun(self) -> Sureness:
        """How sure it is where it is a noun: it may describe another, or have more than one meaning."""
        if self.leads(PIECE):
            return Sureness.LIKELY if self.low in MATERIALS else Sureness.SURE
        return Sureness.SURE if self.leads(ENDS) and not self.is_loose else Sureness.LIKELY

    @property
    def is_loose(self) -> bool:
        return key_of(self.low) in SEVERAL_MEANINGS
