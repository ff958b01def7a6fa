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

import json
import re
import shutil
import subprocess
import sysconfig
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any, NamedTuple

from cardtool.documents import Block, BlockType, Text
from cardtool.lint.core import Facts, Problem, Severity, text_rule
from cardtool.lint.core.facts import names_in_use
from cardtool.lint.core.fixes import WRONG_PLURALS
from cardtool.lint.core.matching import words_in
from cardtool.lint.core.sentence_context import begins_sentence

_BREAK = re.compile(r"[\0\n\r]")
_NO_WORD = re.compile(r"\S{200,}+")  # an address, a drawing of signs; `typos` takes long over a-a-a-a-…
_ON_PURPOSE = 3  # times a word is written
_WORD = re.compile(r"[^\W\d_]+")
_GOES_ON = re.compile(r",? [a-z]")
_SHORTEST = 6  # letters; shorter words with a capital may be names
_QUOTES = "\"“”'‘’«»"


@text_rule("CT607", "spelling", Severity.WARNING, reads="en")
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


_TIMEOUT = 20  # seconds; two megabytes take one
_LARGEST_ANSWER = 4_000_000  # bytes; some thirty thousand slips, of which nobody reads more
_FOUND_NONE, _FOUND_SOME = 0, 2  # how the program ends


class SpellingFailed(Exception):
    """The program gave no answer; the message says why."""


class MisspeltWord(NamedTuple):
    """A word of one of the lines, its offset there, and what it may have been meant to be."""

    line: int
    start: int
    word: str
    corrections: tuple[str, ...]


def spelling_program() -> str | None:
    """Return where the program is: beside this Python, or on the path; None where it is not installed."""
    return shutil.which("typos", path=sysconfig.get_path("scripts")) or shutil.which("typos")


def misspelt_words(lines: Sequence[str]) -> Iterator[MisspeltWord]:
    """Yield every misspelt word of these lines, which hold no line break; none where the program is missing.

    Raises: SpellingFailed when the program gives no answer, or none that can be read.
    """
    program = spelling_program()
    if program is None or not lines:
        return
    try:
        answers = [json.loads(line) for line in _run_typos(program, "\n".join(lines)).splitlines()]
        found = [answer for answer in answers if answer.get("type") == "typo"]
        yield from list(_misspelt_in_order(lines, found))
    except (ValueError, LookupError, TypeError, AttributeError):  # json.JSONDecodeError is a ValueError
        raise SpellingFailed("the answer of typos cannot be read") from None


def _misspelt_in_order(lines: Sequence[str], answers: Sequence[dict[str, Any]]) -> Iterator[MisspeltWord]:
    """Yield what the program found, by line and place. Each line is gone through once, however long it is."""
    place = itemgetter("line_num", "byte_offset")
    for number, found in groupby(sorted(answers, key=place), key=itemgetter("line_num")):
        content = _encoded(lines[number - 1])
        start = at = 0
        for answer in found:
            start += len(content[at : answer["byte_offset"]].decode(errors="ignore"))
            at = answer["byte_offset"]
            yield MisspeltWord(number - 1, start, answer["typo"], tuple(answer["corrections"]))


def _run_typos(program: str, text: str) -> str:
    """Return what the program prints about a text. Raises: SpellingFailed.

    It is given the text on its standard input and nothing else: no file of the project, no configuration.
    """
    command = [program, "--isolated", "--format", "json", "-"]
    try:
        with tempfile.TemporaryFile() as answer:
            done = subprocess.run(
                command,
                input=_encoded(text),
                stdout=answer,
                stderr=subprocess.PIPE,
                timeout=_TIMEOUT,
                check=False,
            )
            answer.seek(0)
            output = answer.read(_LARGEST_ANSWER)
    except subprocess.TimeoutExpired:
        raise SpellingFailed(f"typos took more than {_TIMEOUT} seconds") from None
    except OSError as error:
        raise SpellingFailed(f"typos cannot be started ({error.strerror})") from None
    if done.returncode not in (_FOUND_NONE, _FOUND_SOME):
        said = " ".join(done.stderr.decode(errors="replace").split())[:200]
        raise SpellingFailed(f"typos ended with {done.returncode}: {said}")
    return output[: output.rfind(b"\n") + 1].decode()


def _encoded(text: str) -> bytes:
    """Return the text as the program gets it; what is no character at all is a question mark."""
    return text.encode(errors="replace")


_SHORTEST_REST = 4  # letters that are left
_LONGEST_HEADING = 12  # words


class LostLetter(NamedTuple):
    """A word of a block without its first letter, and the word of the heading above that tells which."""

    block: Block
    start: int
    end: int
    whole: str

    @property
    def right(self) -> str:
        return self.whole[0].upper() + self.block.text[self.start : self.end]


def lost_letters(text: Text) -> Iterator[LostLetter]:
    """Yield first words of paragraphs that are a word of the heading above without its first letter."""
    blocks = list(text.current)
    for heading, block in pairwise(blocks):
        if block.sort is BlockType.PARAGRAPH and block.text[:1].islower():
            lost = _lost_letter(heading, block)
            if lost and not _is_a_word(lost.block.text[lost.start : lost.end], blocks, block):
                yield lost


def _lost_letter(heading: Block, block: Block) -> LostLetter | None:
    first = next(words_in(block.text), None)
    words = [word.strip(".,:;!?()[]\"'“”‘’") for word in heading.text.split()]
    if first is None or first.end - first.start < _SHORTEST_REST or len(words) > _LONGEST_HEADING:
        return None
    left = block.text[first.start : first.end].casefold()
    whole = next((word for word in words if word[1:].casefold() == left), None)
    return LostLetter(block, first.start, first.end, whole) if whole else None


def _is_a_word(left: str, blocks: list[Block], block: Block) -> bool:
    return any(left in each.text.split() for each in blocks if each is not block)
