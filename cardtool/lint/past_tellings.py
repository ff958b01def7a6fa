"""Where a sentence of today's rules tells what once was: what a thing was called, what old boxes say."""

from __future__ import annotations

from cardtool.documents import split_sentences
from cardtool.lint.lazy import Lazy

__all__ = ["is_said_to_be_gone", "tells_of_the_past"]

_ONCE = Lazy(
    r"\b(?:old(?:er)?|former(?:ly)?|previous(?:ly)?|earlier|original(?:ly)?|editions?|(?:first|second|"
    r"last) versions?|prototypes?|printings?|no longer|used to|renamed|back then|(?:once|was|were|"
    r"been) (?:called|named|known|said|printed))\b"
)
_OLD_BOXES = Lazy(
    r"\b(?:(?:old|older|earlier|previous|original) (?:boxes|copies|editions?|printings?|versions?|"
    r"rulebooks?)|(?:first|second|last) (?:editions?|printings?))\b"
)
_PRINTED = ("boxes", "cop", "edition", "printing", "version", "rulebook")
_CALLED_BEFORE = Lazy(
    r"(?:\b(?:formerly|previously|originally|used to be|(?:once|was|were|been|be|is|are) (?:once |formerly |"
    r"previously |originally )(?:called|named|known as)|(?:once|was|were|had been|used to be|formerly|"
    r"previously|originally) (?:called|named|known as|titled|labelled|printed as)|renamed from|(?:old|"
    r"former|earlier|previous|original) (?:name|term|word|title)s?(?: (?:was|is|were|"
    r"of \w+))?)[,:]?) (?:the |an? )?[“\"‘'*(]?$"
)
_CALLED_AFTER = Lazy(
    r"[”\"’'*]?,? (?:(?:was|were|has been|have been|is now|are now) (?:re)?(?:named|called|known)|"
    r"(?:is|was) (?:the|its|their|an?) (?:old|former|earlier|previous) (?:name|word|term)|"
    r"(?:in|of) (?:the |an? )?(?:first|old|older|earlier|previous|original) (?:editions?|versions?|rules|"
    r"printings?))\b"
)
_GONE = Lazy(
    r"\b(?:(?:is|are|was|were|has been|have been) (?:now )?(?:gone|removed|dropped|cut|deleted|abolished)|"
    r"no longer|"
    r"used to|there (?:is|are) no|(?:old|former|earlier|previous) (?:rules?|editions?|versions?))\b"
)
_OPENING, _CLOSING = "\"“'‘«", "\"”'’»"
_NEAR = 64
_LONGEST_QUOTED = 40
_LONGEST_HALF = 300  # letters of a sentence before and behind the words


def tells_of_the_past(text: str, start: int, end: int) -> bool:
    """Whether the words from one offset to another are told as what something was called."""
    if _CALLED_BEFORE.search(text, max(0, start - _NEAR), start) or _CALLED_AFTER.match(text, end):
        return True
    around = text[max(0, start - _LONGEST_HALF) : start + _LONGEST_HALF]
    if any(sign in around for sign in _PRINTED) and _is_in_sentence(_OLD_BOXES, text, start):
        return True
    return _is_quoted(text, start, end) and _is_in_sentence(_ONCE, text, start)


def is_said_to_be_gone(text: str, start: int) -> bool:
    """Whether the sentence with these words only tells that something is not in the game any more."""
    return _is_in_sentence(_GONE, text, start)


def _is_quoted(text: str, start: int, end: int) -> bool:
    """Whether the words stand in quotes, alone or with a few others."""
    before = text[max(0, start - _LONGEST_QUOTED) : start]
    after = text[end : end + _LONGEST_QUOTED]
    opens = max(before.rfind(sign) for sign in _OPENING)
    if opens < 0 or not any(sign in after for sign in _CLOSING):
        return False
    is_open = opens == 0 or not before[opens - 1].isalnum()
    return is_open and before.count(before[opens]) % 2 == 1


def _is_in_sentence(pattern: Lazy, text: str, start: int) -> bool:
    """Whether the sentence at this offset has this; of one that is very long, what is near."""
    first = max(0, start - _LONGEST_HALF)
    around = text[first : start + _LONGEST_HALF]
    if not pattern.search(around):
        return False
    at = start - first
    sentence = next((each for here, each in split_sentences(around) if here <= at < here + len(each)), around)
    return pattern.search(sentence) is not None
