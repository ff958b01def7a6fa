"""How surely words that are an old name mean the thing that was renamed, and not what else they can mean.

Not meant are sentences that tell of the past: what a thing was called, what old boxes say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cardtool.documents import Block, split_sentences
from cardtool.lint.core import LazyRegex
from cardtool.lint.core.facts import Rename
from cardtool.lint.core.matching import COMMON_WORDS, NameFinder, NameMatch, word_key, word_keys
from cardtool.lint.core.sentence_context import begins_sentence, is_headline
from cardtool.lint.names.word_context import (
    CONDITION,
    COUNTED,
    DONE_TO,
    ENDS,
    HANDLED_ONE,
    IS_OR_DOES,
    LED,
    NUMBERED,
    OBJECT,
    OF_MANY,
    OF_ONE,
    PIECE,
    SAID_ALONE,
    SEVERAL_MEANINGS,
    TAKEN,
    TOLD_TO,
    Sureness,
    WordInContext,
    is_idiom,
)

_ONCE = LazyRegex(
    r"\b(?:old(?:er)?|former(?:ly)?|previous(?:ly)?|earlier|original(?:ly)?|editions?|(?:first|second|"
    r"last) versions?|prototypes?|printings?|no longer|used to|renamed|back then|(?:once|was|were|"
    r"been) (?:called|named|known|said|printed))\b"
)
_OLD_BOXES = LazyRegex(
    r"\b(?:(?:old|older|earlier|previous|original) (?:boxes|copies|editions?|printings?|versions?|"
    r"rulebooks?)|(?:first|second|last) (?:editions?|printings?))\b"
)
_PRINTED = ("boxes", "cop", "edition", "printing", "version", "rulebook")
_CALLED_BEFORE = LazyRegex(
    r"(?:\b(?:formerly|previously|originally|used to be|(?:once|was|were|been|be|is|are) (?:once |formerly |"
    r"previously |originally )(?:called|named|known as)|(?:once|was|were|had been|used to be|formerly|"
    r"previously|originally) (?:called|named|known as|titled|labelled|printed as)|renamed from|(?:old|"
    r"former|earlier|previous|original) (?:name|term|word|title)s?(?: (?:was|is|were|"
    r"of \w+))?)[,:]?) (?:the |an? )?[“\"‘'*(]?$"
)
_CALLED_AFTER = LazyRegex(
    r"[”\"’'*]?,? (?:(?:was|were|has been|have been|is now|are now) (?:re)?(?:named|called|known)|"
    r"(?:is|was) (?:the|its|their|an?) (?:old|former|earlier|previous) (?:name|word|term)|"
    r"(?:in|of) (?:the |an? )?(?:first|old|older|earlier|previous|original) (?:editions?|versions?|rules|"
    r"printings?))\b"
)
_GONE = LazyRegex(
    r"\b(?:(?:is|are|was|were|has been|have been) (?:now )?(?:gone|removed|dropped|cut|deleted|abolished)|"
    r"no longer|"
    r"used to|there (?:is|are) no|(?:old|former|earlier|previous) (?:rules?|editions?|versions?))\b"
)
_OPENING, _CLOSING = "\"“'‘«", "\"”'’»"
_CALLED_WITHIN = 64
_LONGEST_QUOTED = 40
_LONGEST_HALF = 300  # letters of a sentence before and behind the words


def is_history(text: str, start: int, end: int) -> bool:
    """Return whether the words from one offset to another are told as what something was called."""
    if _CALLED_BEFORE.search(text, max(0, start - _CALLED_WITHIN), start) or _CALLED_AFTER.match(text, end):
        return True
    around = text[max(0, start - _LONGEST_HALF) : start + _LONGEST_HALF]
    if any(sign in around for sign in _PRINTED) and _is_in_sentence(_OLD_BOXES, text, start):
        return True
    return _is_quoted(text, start, end) and _is_in_sentence(_ONCE, text, start)


def is_said_to_be_gone(text: str, start: int) -> bool:
    """Return whether the sentence with these words only tells that something is not in the game any more."""
    return _is_in_sentence(_GONE, text, start)


def _is_quoted(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - _LONGEST_QUOTED) : start]
    after = text[end : end + _LONGEST_QUOTED]
    opens = max(before.rfind(sign) for sign in _OPENING)
    if opens < 0 or not any(sign in after for sign in _CLOSING):
        return False
    is_open = opens == 0 or not before[opens - 1].isalnum()
    return is_open and before.count(before[opens]) % 2 == 1


def _is_in_sentence(pattern: LazyRegex, text: str, start: int) -> bool:
    """Return whether the sentence at this offset has this; of one that is very long, what is near."""
    first = max(0, start - _LONGEST_HALF)
    around = text[first : start + _LONGEST_HALF]
    if not pattern.search(around):
        return False
    at = start - first
    sentence = next((each for here, each in split_sentences(around) if here <= at < here + len(each)), around)
    return pattern.search(sentence) is not None


_DETERMINER = LazyRegex(
    r"(?:the|an?|each|every|your|their|one|two|three|all|both|any|no|this|these|if|when|or|and|of|\d+)"
)
_CAPITAL_BEFORE = LazyRegex(r"((?-i:[A-Z])[\w'’]*)[ -]$")
_CAPITAL_AFTER = LazyRegex(r"[ -](?-i:(?:of (?:the )?)?[A-Z][a-z])")
_HYPHENS = frozenset("-‐‑")
_CONTEXT_LETTERS = 48  # letters before a word that are looked at


def old_names_in(
    block: Block, phrases: NameFinder, renames: Mapping[str, Rename]
) -> Iterator[tuple[NameMatch, Sureness]]:
    """Yield every place where a block has an old name, with how surely it means what was renamed."""
    is_in_title = is_headline(block)
    for match in phrases.matches(block.text):
        if match.name in renames:
            yield match, sureness(block.text, match, is_in_title=is_in_title)


def sureness(text: str, match: NameMatch, *, is_in_title: bool) -> Sureness:
    """Return how surely the words of a text that are an old name mean what had that name."""
    start, end, old = match
    if is_history(text, start, end):
        return Sureness.NOT
    if len(word_keys(old)) > 1:
        return Sureness.SURE
    if text[start].isupper() and not is_in_title and not begins_sentence(text, start):
        return _name_sureness(text, start, end)
    if is_idiom(text, start, end) or _is_in_compound(text, start, end):
        return Sureness.NOT
    return _word_sureness(WordInContext(text, start, end, old), is_in_title=is_in_title)


def _name_sureness(text: str, start: int, end: int) -> Sureness:
    """Return how sure a word with a capital is: beside another, it may be part of another name."""
    before = _CAPITAL_BEFORE.search(text, max(0, start - _CONTEXT_LETTERS), start)
    is_led = before is None or begins_sentence(text, before.start()) or bool(_DETERMINER.fullmatch(before[1]))
    is_followed = _CAPITAL_AFTER.match(text, end) and not PIECE.match(text, end)
    return Sureness.SURE if is_led and not is_followed else Sureness.LIKELY


def _is_in_compound(text: str, start: int, end: int) -> bool:
    is_hyphened = text[end : end + 1] in _HYPHENS and not PIECE.match(text, end)
    return is_hyphened or text[max(0, start - 1) : start] in _HYPHENS


def _word_sureness(word: WordInContext, *, is_in_title: bool) -> Sureness:
    if counted := word.after(COUNTED):
        return _counted_sureness(word, counted)
    if _is_noun(word):
        return word.noun_sureness()
    if word.after(LED) and not word.before(DONE_TO):
        return word.noun_sureness() if _is_certain(word.old) or word.before(PIECE) else Sureness.LIKELY
    if word.after(TOLD_TO) or (word.before(DONE_TO) and not word.after(TAKEN)):
        return Sureness.NOT
    return _bare_sureness(word, is_in_title=is_in_title)


def _is_noun(word: WordInContext) -> bool:
    """Return whether the words around show that it is a noun: a guard, some guards, if guards are."""
    if word.is_plural and (word.after(OF_MANY) or (word.before(IS_OR_DOES) and word.after(CONDITION))):
        return True
    is_one = word.after(OF_ONE) or word.after(HANDLED_ONE)
    return is_one is not None and not word.before(OBJECT)


def _is_certain(old: str) -> bool:
    """Return whether the changelog itself writes the name small, and it is a word of no other use."""
    return old.islower() and word_key(old) not in COMMON_WORDS and word_key(old) not in SEVERAL_MEANINGS


def _counted_sureness(word: WordInContext, counted: re.Match[str]) -> Sureness:
    """Return how sure it is after each, your, two: the thing, unless it describes a word or is a verb."""
    if counted["one"] and word.is_plural:
        return Sureness.NOT
    if word.before(OBJECT):
        return Sureness.NOT if counted["many"] and not word.is_plural else Sureness.LIKELY
    is_quality = counted["many"] and not word.is_plural and word.is_ambiguous
    return Sureness.SURE if word.before(ENDS) and not is_quality else word.noun_sureness()


def _bare_sureness(word: WordInContext, *, is_in_title: bool) -> Sureness:
    """Judge a word that nothing determines: several of the thing, a heading, a substance, or a verb."""
    begins = begins_sentence(word.text, word.start)
    if word.is_plural and ((is_in_title and word.before(ENDS)) or (begins and word.before(IS_OR_DOES))):
        return word.noun_sureness()
    if begins or is_in_title:
        is_told = word.before(IS_OR_DOES) or word.before(SAID_ALONE)
        return Sureness.LIKELY if is_told or (is_in_title and not word.is_plural) else Sureness.NOT
    if not word.after(TAKEN):
        return Sureness.NOT
    if word.is_plural and word.before(ENDS):
        return word.noun_sureness()
    return Sureness.NOT if word.is_ambiguous and not word.before(NUMBERED) else Sureness.LIKELY
