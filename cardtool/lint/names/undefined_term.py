"""What is written like a term is told somewhere.

"Roll for your Fire Arc" sends readers looking for what a Fire Arc is; three pages before, it was a viewing
arc. An abbreviation that nobody wrote out is one for its author only.

Bad:

    # and nothing else speaks of either
    Take a shot at a unit in your Fire Arc, if you have LOS.

Good:

    Take a shot at a unit in your viewing arc, if you have line of sight.

Looked for in documents are abbreviations of which no words of the text are the initials, and that stand in
no heading, in no brackets and before no colon or dash; and two words with capitals inside a sentence, the
second of a sort that rules give names to (phase, zone, check), that stand so once, in a text that has several
names twice; "the Glory skill", too, where Glory stands nowhere else. Found in real rules are "CQC" and
"Deployment Zone". Overlooked on purpose: abbreviations that players know, such as NPC; words that are
shouted; tables; and what is quoted or a link.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cardtool.documents import Block, BlockType, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.matching import stem, word_key, word_list
from cardtool.lint.core.sentence_context import TITLE_SMALL_WORDS, begins_sentence, is_headline

_SHORT = LazyRegex(r"(?<![\w'’./@&#-])[A-Z]{2,5}(?=s?(?![\w@-]|\.\w))", re.NOFLAG)
_TOLD = LazyRegex(r"s?[\"”*]*\s?(?:[:=–—(\t]|- |stands|means)", re.NOFLAG)
_SHOUTS_ON, _SHOUTED_BEFORE = re.compile(r"s?[ ,]+[A-Z]{2}"), re.compile(r"[A-Z]{2}[ ,]+\Z")
_NEAR = 5  # letters beside an abbreviation that tell what it is
_NUMERAL = re.compile(r"[IVXLC]+|[NSEW]+")
_SHOUTED = word_list("shouted")
_VOWEL = re.compile("[aeiouy]")
_LONGEST_READ = 3  # letters of an abbreviation that has vowels
_KNOWN = word_list("known abbreviations")
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST = 5  # words that an abbreviation stands for

_NAMED = LazyRegex(
    r"(?<![\w'’&./\"“\[-])(?<![A-Z]\w )[A-Z][a-z]+ [A-Za-z][a-z]+(?![\w'’\"”\]-]| [A-Z(\d]|:| -)", re.NOFLAG
)
_BEFORE = re.compile(r"[A-Z][\w'’]* \Z|[,&/] ?\Z|\band \Z")
_HEADS = word_list("heads of terms")
_SMALL_HEADS = _HEADS - {"die"}  # which is a verb in "a hero dies"
_NO_NAME = word_list("before a term") | word_list("function words")
_FEWEST = 3  # names that a text has twice


@text_rule("CT313", "undefined-term", Severity.INFO, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    blocks = [block for text in texts if text.role is TextKind.DOCUMENT for block in text.current]
    words = [_WORD.findall(block.text) for block in blocks]
    yield from _abbreviations(blocks, words)
    yield from _names(blocks, words)


def _abbreviations(blocks: Sequence[Block], words: Sequence[Sequence[str]]) -> Iterator[Problem]:
    small = {word for each in words for word in each if word.islower()}
    found: dict[str, tuple[Block, int]] = {}
    told = set(_KNOWN)
    for block in blocks:
        matches = [*_SHORT.finditer(block.text)]
        tells = bool(matches) and is_headline(block)
        for match in matches:
            word = match[0].casefold()
            if word in told or word in small or _NUMERAL.fullmatch(match[0]) or _can_be_read(word):
                continue
            if tells or _is_told(block, match):
                told.add(word)
            else:
                found.setdefault(word, (block, match.start()))
    begun = {word[:length] for word in small for length in range(_LONGEST_READ, min(_LONGEST, len(word)) + 1)}
    left = found.keys() - told - begun  # DEF may be for defence
    initials = "\n".join(map(_initials, words)) if left else ""
    for word in sorted(each for each in left if each not in initials):
        block, start = found[word]
        message = f'"{word.upper()}" is an abbreviation that is explained nowhere'
        yield block.at(start), message, "write it out where it is met first"


def _can_be_read(word: str) -> bool:
    """Return whether this may be a word that is shouted, as in `do NOT SHOOT`."""
    return word in _SHOUTED or (len(word) > _LONGEST_READ and _VOWEL.search(word) is not None)


def _is_told(block: Block, match: re.Match[str]) -> bool:
    """Return whether it is explained here, or begins a row, or stands beside other words in capitals."""
    text, (start, end) = block.text, match.span()
    before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    begins = start < _NEAR and not before.strip(' "*([')
    return (
        (begins and block.sort is BlockType.ROW)
        or _TOLD.match(text, end) is not None
        or (before.endswith("(") and after.startswith(")"))
        or _SHOUTS_ON.match(after) is not None
        or _SHOUTED_BEFORE.search(before) is not None
    )


def _initials(words: Sequence[str]) -> str:
    """Return the initials of the words in a row, also without those that a title writes small."""
    large = [word for word in words if word.casefold() not in TITLE_SMALL_WORDS]
    return "\n".join("".join(word[0] for word in row).casefold() for row in (words, large))


def _names(blocks: Sequence[Block], words: Sequence[Sequence[str]]) -> Iterator[Problem]:
    """Yield names of two words that stand in the text once."""
    named = [(block, match) for block in blocks for match in _places_of_names(block)]
    if not named:
        return
    keys = [[stem(word_key(word)) for word in row] for row in words]
    times = Counter(pair for row in keys for pair in pairwise(row))
    alone = Counter(key for row in keys for key in row)
    often = {match[0] for _, match in named if times[_pair(match)] > 1 and match[0].istitle()}
    for block, match in named if len(often) >= _FEWEST else ():
        pair = _pair(match)
        is_new = times[pair] == 1 and (match[0].istitle() or alone[pair[0]] == 1)
        if is_new and word_key(match[0].split()[1]) in _HEADS:
            message = f'"{match[0]}" is written like a term, and stands nowhere else'
            yield block.at(match.start()), message, "say what it is, or call it as it is called elsewhere"


def _places_of_names(block: Block) -> Iterator[re.Match[str]]:
    if is_headline(block) or block.sort is BlockType.ROW:
        return
    for match in _NAMED.finditer(block.text):
        before = block.text[max(0, match.start() - 24) : match.start()]
        first, second = match[0].split()
        is_led = first.casefold() in _NO_NAME or _BEFORE.search(before)
        is_name = second.istitle() or word_key(second) in _SMALL_HEADS  # Fire Arc, Glory token
        if is_name and not is_led and not begins_sentence(block.text, match.start()):
            yield match


def _pair(match: re.Match[str]) -> tuple[str, str]:
    one, two = (stem(word_key(word)) for word in match[0].split())
    return one, two
