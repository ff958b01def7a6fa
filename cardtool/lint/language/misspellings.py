"""Misspelt words: as the `typos` program knows them, and those that lost their first letter to an initial.

The program comes with `python -m pip install typos`. It is given words on its standard input and
nothing else: no file of the project, no configuration.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any, NamedTuple

from cardtool.documents import Block, BlockType, Text
from cardtool.lint.core.matching import words_in

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
    """Return what the program prints about a text. Raises: SpellingFailed."""
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
