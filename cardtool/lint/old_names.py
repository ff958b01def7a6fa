"""How surely words that are an old name mean the thing that was renamed, and not what else they can mean.

A name of several words means nothing else. One word often does: "you guard your coast" is no Guard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cardtool.documents import Block
from cardtool.lint.casing import begins_sentence, is_headline
from cardtool.lint.common_words import COMMON
from cardtool.lint.facts import Rename
from cardtool.lint.lazy import Lazy
from cardtool.lint.meanings import SEVERAL_MEANINGS, is_idiom
from cardtool.lint.past_tellings import tells_of_the_past
from cardtool.lint.phrases import Meeting, Phrases
from cardtool.lint.spelt import key_of, keys_of
from cardtool.lint.word_context import (
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
    TAKEN,
    TOLD_TO,
    Sureness,
    Word,
)

__all__ = ["Sureness", "old_names_in", "sureness"]

_DETERMINER = Lazy(
    r"(?:the|an?|each|every|your|their|one|two|three|all|both|any|no|this|these|if|when|or|and|of|\d+)"
)
_CAPITAL_BEFORE = Lazy(r"((?-i:[A-Z])[\w'’]*)[ -]$")
_CAPITAL_AFTER = Lazy(r"[ -](?-i:(?:of (?:the )?)?[A-Z][a-z])")
_HYPHENS = frozenset("-‐‑")
_NEAR = 48  # letters before a word that are looked at


def old_names_in(
    block: Block, phrases: Phrases, renames: Mapping[str, Rename]
) -> Iterator[tuple[Meeting, Sureness]]:
    """Every place where a block has an old name, with how surely it means what was renamed."""
    is_in_title = is_headline(block)
    for met in phrases.met_in(block.text):
        if met.name in renames:
            yield met, sureness(block.text, met, is_in_title=is_in_title)


def sureness(text: str, met: Meeting, *, is_in_title: bool) -> Sureness:
    """How surely the words of a text that are an old name mean what had that name."""
    start, end, old = met
    if tells_of_the_past(text, start, end):
        return Sureness.NOT
    if len(keys_of(old)) > 1:
        return Sureness.SURE
    if text[start].isupper() and not is_in_title and not begins_sentence(text, start):
        return _of_name(text, start, end)
    if is_idiom(text, start, end) or _is_in_compound(text, start, end):
        return Sureness.NOT
    return _of_word(Word(text, start, end, old), is_in_title=is_in_title)


def _of_name(text: str, start: int, end: int) -> Sureness:
    """How sure a word with a capital is: beside another, it may be part of the name of something else."""
    before = _CAPITAL_BEFORE.search(text, max(0, start - _NEAR), start)
    is_led = before is None or begins_sentence(text, before.start()) or bool(_DETERMINER.fullmatch(before[1]))
    is_followed = _CAPITAL_AFTER.match(text, end) and not PIECE.match(text, end)
    return Sureness.SURE if is_led and not is_followed else Sureness.LIKELY


def _is_in_compound(text: str, start: int, end: int) -> bool:
    """Whether a hyphen makes it a part of another word: a trap-door."""
    is_hyphened = text[end : end + 1] in _HYPHENS and not PIECE.match(text, end)
    return is_hyphened or text[max(0, start - 1) : start] in _HYPHENS


def _of_word(word: Word, *, is_in_title: bool) -> Sureness:
    """How sure a word is, by the words around it."""
    if counted := word.follows(COUNTED):
        return _of_counted(word, counted)
    if _is_noun(word):
        return word.as_noun()
    if word.follows(LED) and not word.leads(DONE_TO):
        return word.as_noun() if _is_settled(word.old) or word.leads(PIECE) else Sureness.LIKELY
    if word.follows(TOLD_TO) or (word.leads(DONE_TO) and not word.follows(TAKEN)):
        return Sureness.NOT
    return _of_bare(word, is_in_title=is_in_title)


def _is_noun(word: Word) -> bool:
    """Whether the words around leave no doubt that it is a noun: a guard, some guards, if guards are."""
    if word.is_many and (word.follows(OF_MANY) or (word.leads(IS_OR_DOES) and word.follows(CONDITION))):
        return True
    is_one = word.follows(OF_ONE) or word.follows(HANDLED_ONE)
    return is_one is not None and not word.leads(OBJECT)


def _is_settled(old: str) -> bool:
    """Whether the changelog itself writes the name small, and it is a word of no other use."""
    return old.islower() and key_of(old) not in COMMON and key_of(old) not in SEVERAL_MEANINGS


def _of_counted(word: Word, counted: re.Match[str]) -> Sureness:
    """After each, your, two: the thing, unless another word follows that it describes, or it is a verb."""
    if counted["one"] and word.is_many:
        return Sureness.NOT
    if word.leads(OBJECT):
        return Sureness.NOT if counted["many"] and not word.is_many else Sureness.LIKELY
    is_quality = counted["many"] and not word.is_many and word.is_loose
    return Sureness.SURE if word.leads(ENDS) and not is_quality else word.as_noun()


def _of_bare(word: Word, *, is_in_title: bool) -> Sureness:
    """A word that nothing determines: several of the thing, a heading, a substance, or a verb."""
    begins = begins_sentence(word.text, word.start)
    if word.is_many and ((is_in_title and word.leads(ENDS)) or (begins and word.leads(IS_OR_DOES))):
        return word.as_noun()
    if begins or is_in_title:
        is_told = word.leads(IS_OR_DOES) or word.leads(SAID_ALONE)
        return Sureness.LIKELY if is_told or (is_in_title and not word.is_many) else Sureness.NOT
    if not word.follows(TAKEN):
        return Sureness.NOT
    if word.is_many and word.leads(ENDS):
        return word.as_noun()
    return Sureness.NOT if word.is_loose and not word.leads(NUMBERED) else Sureness.LIKELY
