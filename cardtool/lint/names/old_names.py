"""Where words that are an old name surely mean the thing that was renamed, and not what else they can mean.

Not meant are sentences that tell of the past: what a thing was called, what old boxes say.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from cardtool.documents import Block, Text, split_sentences
from cardtool.lint.core import Facts, LazyRegex, TextIndex
from cardtool.lint.core.facts import finder_among_names
from cardtool.lint.core.matching import NameFinder, NameMatch, any_word, word_key, word_keys, word_list
from cardtool.lint.core.sentence_context import begins_sentence, is_headline

PIECE = LazyRegex(rf"[ -]{any_word('pieces that go by a name')}s?\b")
"""A piece that goes by the name before it."""

_PAST = r"(?:former|previous|original|old|earlier|first)(?:ly)?"
_CALLED = r"(?:called|named|known as|titled|labelled|printed as)"
_CALLED_BEFORE = LazyRegex(
    rf"\b(?:(?:{_PAST}|once|was|were|been|used to be)(?: \w+)?,? {_CALLED}|{_PAST} (?:name|word|term)s?"
    r"(?: is| was)?|formerly|renamed(?: from)?)[,:]? (?:the |an? )?[“\"‘'*(]?$"
)
_CALLED_AFTER = LazyRegex(
    rf"[”\"’'*]?,? (?:(?:was|were|has been|is now|are now) (?:re)?{_CALLED}|(?:is|was) (?:the|its|an?) "
    rf"{_PAST} (?:name|word|term)|(?:in|of) (?:the |an? )?{_PAST} (?:edition|version|rules|printing))"
)
_OF_THE_PAST = LazyRegex(
    rf"\b(?:{_PAST} (?:boxes|copies|editions?|printings?|versions?|rulebooks?)|used to|no longer|renamed)\b"
)
_GONE = LazyRegex(
    r"\b(?:(?:is|are|was|were|been) (?:now )?(?:gone|removed|dropped|cut|deleted|abolished)|no longer|"
    rf"used to|there (?:is|are) no|{_PAST} (?:rules?|editions?|versions?))\b"
)
_CALLED_WITHIN = 64
_LONGEST_HALF = 300  # letters of a sentence before and behind the words


def is_said_to_be_gone(text: str, start: int) -> bool:
    """Return whether the sentence with these words only tells that something is not in the game any more."""
    return _is_in_sentence(_GONE, text, start)


def _is_in_sentence(pattern: LazyRegex, text: str, start: int) -> bool:
    """Return whether the sentence at this offset has this; of one that is very long, what is near."""
    first = max(0, start - _LONGEST_HALF)
    around = text[first : start + _LONGEST_HALF]
    at = start - first
    sentence = next((each for here, each in split_sentences(around) if here <= at < here + len(each)), around)
    return pattern.search(sentence) is not None


_SEVERAL_MEANINGS = word_list("several meanings")
_ENDS_A_NOUN = word_list("behind a noun")
_MATERIALS = word_list("materials")
_COUNTED = LazyRegex(
    rf"\b(?:(?<!on )(?<!you )(?<!players )(?:{any_word('counted or owned')}|an?|\d{{1,2}})"
    rf"(?: (?:{any_word('materials')}|own|other|more|new))?|['’]s?) $"
)
_CAPITAL_BEFORE = LazyRegex(r"((?-i:[A-Z])[\w'’]*)[ -]$")
_CAPITAL_AFTER = LazyRegex(r"[ -](?-i:(?:of (?:the )?)?[A-Z][a-z])")
_NEXT_WORD = re.compile(r"(?:['’]s?)?\s+([a-z]+)")
_CONTEXT_LETTERS = 48  # letters before a word that are looked at


def places_of(
    names: Collection[str], texts: TextIndex, facts: Facts, others: Iterable[str] = ()
) -> Iterator[tuple[Text, Block, NameMatch]]:
    """Yield every place where a text has one of these names, and no name in use, or other, with it inside."""
    found = texts.with_keys(NameFinder(names).first_keys)
    phrases = finder_among_names(facts, *names, *others) if found else NameFinder(())
    for text, block in found:
        for match in phrases.matches(block.text):
            if match.name in names:
                yield text, block, match


def is_old_name(block: Block, match: NameMatch) -> bool:
    """Return whether a block surely has an old name there, and does not tell what something was called."""
    text, (start, end, _) = block.text, match
    is_called = _CALLED_BEFORE.search(text, max(0, start - _CALLED_WITHIN), start)
    if is_called or _CALLED_AFTER.match(text, end) or _is_in_sentence(_OF_THE_PAST, text, start):
        return False
    return len(word_keys(match.name)) > 1 or _is_the_thing(block, match)


def _is_the_thing(block: Block, match: NameMatch) -> bool:
    """Return whether one word is surely a name, or a thing that is counted or owned."""
    text, (start, end, _) = block.text, match
    key = word_key(text[start:end])
    if text[start].isupper() and not begins_sentence(text, start):
        before = _CAPITAL_BEFORE.search(text, max(0, start - _CONTEXT_LETTERS), start)
        is_led = before is None or begins_sentence(text, before.start())
        return is_led and (PIECE.match(text, end) is not None or not _CAPITAL_AFTER.match(text, end))
    if PIECE.match(text, end):
        return key not in _MATERIALS and key not in _SEVERAL_MEANINGS
    if text[start - 1 : start] == "-" or text[end : end + 1] == "-" or key in _SEVERAL_MEANINGS:
        return False
    if is_headline(block):
        return text[start:end].casefold() != key and end == len(text.rstrip())
    after = _NEXT_WORD.match(text, end)
    if after and after[1] not in _ENDS_A_NOUN:  # it describes what is behind it, or does something
        return False
    return _COUNTED.search(text, max(0, start - _CONTEXT_LETTERS), start) is not None
