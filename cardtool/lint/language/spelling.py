"""Words are spelt as the dictionary has them.

A slip of the pen costs nothing to mend before printing, and a reader's trust after it.

Bad:

    The winner is determind by the strength of the barn.

Good:

    The winner is determined by the strength of the barn.

Found are known misspellings, in British and American English alike; a word that is merely unknown is
none. This needs the `typos` program (`python -m pip install typos`); without it nothing is
looked for, and `cardtool doctor` says so.

Overlooked on purpose: words with a capital, but for the first of a sentence and those that the text writes
rightly elsewhere; words in quotes, or written so three times or oftener; words of names and terms; plurals
(CT305 term-plural); and a lost first letter (CT608 wrong-word).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from cardtool.documents import Block, Text
from cardtool.lint.core import Facts, Problem, Severity, text_rule
from cardtool.lint.core.facts import names_in_use
from cardtool.lint.core.fixes import WRONG_PLURALS
from cardtool.lint.core.sentence_context import begins_sentence
from cardtool.lint.language.misspellings import MisspeltWord, SpellingFailed, lost_letters, misspelt_words

_BREAK = re.compile(r"[\0\n\r]")
_NO_WORD = re.compile(r"\S{200,}+")  # an address, a drawing of signs; `typos` takes long over a-a-a-a-…
_ON_PURPOSE = 3  # times a word is written
_WORD = re.compile(r"[^\W\d_]+")
_GOES_ON = re.compile(r",? [a-z]")
_SHORTEST = 6  # letters; shorter words with a capital may be names
_QUOTES = "\"“”'‘’«»"


@text_rule("CT607", "spelling", Severity.WARNING)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    blocks = [block for text in texts for block in text.current]
    try:
        found = list(misspelt_words([_as_line(block.text) for block in blocks]))
    except SpellingFailed as why:
        yield blocks[0].at(), f"misspellings were not looked for: {why}", "try again, or --ignore spelling"
        return
    if found:
        yield from _real_misspellings(texts, facts, blocks, found)


def _real_misspellings(
    texts: Sequence[Text], facts: Facts, blocks: Sequence[Block], found: Sequence[MisspeltWord]
) -> Iterator[Problem]:
    times = Counter(each.word.casefold() for each in found)
    written = _BlockWords(blocks)
    known = {word.casefold() for name in names_in_use(facts).values() for word in name.split()}
    lost = {lost.block.at(lost.start) for text in texts for lost in lost_letters(text)}
    for each in found:
        block, word = blocks[each.line], each.word.casefold()
        is_meant = times[word] >= _ON_PURPOSE or word in known or word in WRONG_PLURALS
        is_word = each.word.islower() or written.is_no_name(block, each)
        if not is_meant and is_word and _is_whole_word(block, each) and block.at(each.start) not in lost:
            yield _problem(block, each)


class _BlockWords:
    """The words of some blocks, to tell a name from a word that only begins with a capital."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks = blocks

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word for block in self._blocks for word in _WORD.findall(block.text.casefold()))

    def is_no_name(self, block: Block, found: MisspeltWord) -> bool:
        """Return whether a word with a capital is no name: begins a sentence, or is also spelt rightly."""
        word, text = found.word, block.text
        if not word.istitle() or len(word) < _SHORTEST or len(found.corrections) != 1:
            return False
        end = found.start + len(word)
        if found.corrections[0].casefold() in self._words:
            return True
        return begins_sentence(text, found.start) and _GOES_ON.match(text, end) is not None


def _as_line(text: str) -> str:
    """Return the text in one line, every letter in its place, with blanks for what is no word."""
    return _NO_WORD.sub(lambda match: " " * len(match[0]), _BREAK.sub(" ", text))


def _is_whole_word(block: Block, found: MisspeltWord) -> bool:
    text, end = block.text, found.start + len(found.word)
    before, after = text[found.start - 1 : found.start] if found.start else "", text[end : end + 1]
    if text[found.start : end] != found.word:
        return False
    if before and before in _QUOTES and after and after in _QUOTES:
        return False
    return not any(sign.isalnum() or sign in "_@/\\-" for sign in (before, after) if sign)


def _problem(block: Block, found: MisspeltWord) -> Problem:
    meant = " or ".join(f'"{word}"' for word in found.corrections[:3])
    return block.at(found.start), f'"{found.word}" is misspelt', f"write {meant}" if meant else None
