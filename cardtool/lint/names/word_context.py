"""The words around a word, which tell in what sense it is meant; idioms and other meanings of common
words."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from cardtool.documents import singular
from cardtool.lint.core import LazyRegex
from cardtool.lint.core.matching import word_key, word_list

_MATERIAL_WORDS = """
gold golden silver bronze copper iron steel stone wood glass clay brass red blue green yellow black white
orange purple pink brown grey gray
"""
MATERIALS = frozenset(_MATERIAL_WORDS.split())
"""Words that, before a card or a token, tell its colour or what it is made of."""

SEVERAL_MEANINGS = word_list("several meanings")
"""Words that are nouns with more than one meaning in texts of any game: a draw is a tie, too."""

_IDIOM = LazyRegex(
    r"(?<!\w)(?:(?:on|off) (?:(?:your|their|his|her|my|our|its|the) )?<guards?>|(?:catch|caught|stands?|"
    r"keeps?|mounts?) (?:a \w+ )?<(?:guard|watch)>|<guard> of honou?r|(?:in|is|as|for|to|be|"
    r"called) an? <draw>|<draws?> (?:are|is) (?:broken|decided|settled|resolved|possible)|<draw>[ -](?:pile|"
    r"deck|bag|stack)s?|in the (?:long|short) <run>|on the <run>|at a <run>|<run> of luck|<runs?> (?:out|"
    r"away|into|across|over)|(?:in|out of|takes?|taking) <stock>|<stock> (?:up|market)|(?:all|year|"
    r"the other way) <round>|<rounds?> (?:up|down|off)|(?:at|in) (?:any|this|that|some|every|one|"
    r"an? \w+) <stages?>|<trade>[ -]offs?|<trap> ?doors?|the <rest>|in <order> (?:to|that|of)|"
    r"the <order> (?:of|in)|<order> of play|out of <order>|in <play>|as good as <gold>|heart of <gold>|"
    r"<bank> on|<watch> (?:out|over|for)|<\w+> (?:ahead|around|against|nearby|elsewhere))(?!\w)"
)
_IDIOM_LETTERS = 32


def is_idiom(text: str, start: int, end: int) -> bool:
    """Return whether the word from one offset to another stands in an idiom: on your guard, it is a draw."""
    before, after = text[max(0, start - _IDIOM_LETTERS) : start], text[end : end + _IDIOM_LETTERS]
    return _IDIOM.search(f"{_bare_word(before)}<{text[start:end]}>{_bare_word(after)}") is not None


def _bare_word(text: str) -> str:
    return text.replace("<", " ").replace(">", " ")


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
COUNTED = LazyRegex(rf"\b(?:{_OWNER}|(?P<one>{_ONE})|(?P<many>{_NUMBER})) {_SO}$")
OF_MANY = LazyRegex(rf"\b(?:all|both|these|those|several|many|few|fewer|more|most|any|no|the|some) {_SO}$")
OF_ONE = LazyRegex(rf"\b(?:an?|any|no) {_SO}$")
LED = LazyRegex(rf"\b(?:the|this|some|such|all|more|most|less|enough|much) {_SO}$")
_HANDLED = (
    r"(?:place|put|take|gain|lose|pay|discard|remove|spend|get|return|buy|sell|move|add|give|receive|use|"
    r"has|have)(?:s|es|d)?"
)
HANDLED_ONE = LazyRegex(rf"\b(?!has|have|use){_HANDLED} (?:an?|the|this|that) {_SO}$")
TAKEN = LazyRegex(rf"\b(?:{_HANDLED}|of|with|without|by|for|from|on|in|into|onto|between|as|than) {_SO}$")
TOLD_TO = LazyRegex(
    r"(?:\b(?:I|you|we|they|he|she|it|who|which|that|players?|opponents?|everybody|everyone|nobody|may|"
    r"might|can|cannot|could|must|will|would|shall|should|do|does|did|to|not|never|always|also|then|and|or|"
    r"but|let|lets|help|helps|please|either|instead|only|when|if|each|both|two|three|one|cards)|n['’]t) $"
)
CONDITION = LazyRegex(r"\b(?:if|when|whenever|unless|while|because|where|until|once) $")
OBJECT = LazyRegex(r" (?:the|an?|your|their|his|her|its|my|our|it|them|him|you|these|those)\b")
DONE_TO = LazyRegex(
    r" (?:the|an?|your|their|his|her|its|my|our|it|them|him|you|this|that|these|those|any|all|one|two|three|"
    r"four|five|six|each|every|another|up|down|both|some|against|\d+)\b"
)
ENDS = LazyRegex(
    r"(?:['’]s?)?(?:\s*(?:$|[.,;:!?()\[\]\t\n|“”\"–—])|\s+(?:is|are|was|were|in|on|at|from|to|and|or|with|"
    r"for|that|which|who|when|if|may|can|cannot|must|will|has|have|does|do|into|onto|of|by|as|until|unless|"
    r"whose|without|under|over|after|before|there|here|you|they|he|she|it|per|than|then|next|adjacent|back|"
    r"only|but|the|counts?|costs?|moves?|stays?|stands?|remains?|gains?|gives?|lets?|blocks?|left|each|this|"
    r"during|out|off|away)\b)"
)
PIECE = LazyRegex(
    r"[ -](?:tokens?|markers?|cubes?|discs?|meeples?|pawns?|figures?|tiles?|counters?|standees?|cards?|dice|"
    r"die|chips?)\b"
)
IS_OR_DOES = LazyRegex(
    r"\s+(?:is|are|was|were|may|can|cannot|must|will|have|has|do|does|never|counts?|costs?|stays?)\b"
)
SAID_ALONE = LazyRegex(r"\s*(?:$|[.:;!?–—\t|(])")
NUMBERED = LazyRegex(r" (?:\d|one\b|two\b|three\b|four\b|five\b|six\b)")
_CONTEXT_LETTERS = 48  # letters before a word that are looked at


class Sureness(Enum):
    """Whether the words mean the thing: provably, very likely, or for all we know not."""

    SURE = "sure"
    LIKELY = "likely"
    NOT = "not"


class WordInContext(NamedTuple):
    """A word whose capitals say nothing, from one offset of its text to another; it may be the name `old`."""

    text: str
    start: int
    end: int
    old: str

    @property
    def lower(self) -> str:
        return self.text[self.start : self.end].casefold()

    @property
    def is_plural(self) -> bool:
        return singular(self.lower) != self.lower

    def after(self, pattern: LazyRegex) -> re.Match[str] | None:
        """Return what the words right before it are, in this manner."""
        return pattern.search(self.text, max(0, self.start - _CONTEXT_LETTERS), self.start)

    def before(self, pattern: LazyRegex) -> bool:
        """Return whether what comes right after it is this."""
        return pattern.match(self.text, self.end) is not None

    def noun_sureness(self) -> Sureness:
        """Return how sure it is where it is a noun: it may describe another, or have several meanings."""
        if self.before(PIECE):
            return Sureness.LIKELY if self.lower in MATERIALS else Sureness.SURE
        return Sureness.SURE if self.before(ENDS) and not self.is_ambiguous else Sureness.LIKELY

    @property
    def is_ambiguous(self) -> bool:
        return word_key(self.lower) in SEVERAL_MEANINGS
