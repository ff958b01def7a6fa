"""Misspelt words, as the `typos` program knows them: a list of slips with their corrections, no guesses.

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
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

__all__ = ["Misspelt", "SpellingFailed", "misspelt_in", "spelling_program"]

_PATIENCE = 20  # seconds; two megabytes take one
_LARGEST_ANSWER = 4_000_000  # bytes; some thirty thousand slips, of which nobody reads more
_FOUND_NONE, _FOUND_SOME = 0, 2  # how the program ends


class SpellingFailed(Exception):
    """The program gave no answer; the message says why."""


class Misspelt(NamedTuple):
    """A word of one of the lines, its offset there, and what it may have been meant to be."""

    line: int
    start: int
    word: str
    corrections: tuple[str, ...]


def spelling_program() -> str | None:
    """Where the program is: beside this Python, or on the path; None where it is not installed."""
    return shutil.which("typos", path=sysconfig.get_path("scripts")) or shutil.which("typos")


def misspelt_in(lines: Sequence[str]) -> Iterator[Misspelt]:
    """Every misspelt word of these lines, which hold no line break; none where the program is missing.

    Raises: SpellingFailed when the program gives no answer, or none that can be read.
    """
    program = spelling_program()
    if program is None or not lines:
        return
    try:
        answers = [json.loads(line) for line in _output(program, "\n".join(lines)).splitlines()]
        found = [answer for answer in answers if answer.get("type") == "typo"]
        yield from list(_in_order(lines, found))
    except (ValueError, LookupError, TypeError, AttributeError):  # json.JSONDecodeError is a ValueError
        raise SpellingFailed("the answer of typos cannot be read") from None


def _in_order(lines: Sequence[str], answers: Sequence[dict[str, Any]]) -> Iterator[Misspelt]:
    """Yield what the program found, by line and place. Each line is gone through once, however long it is."""
    place = itemgetter("line_num", "byte_offset")
    for number, found in groupby(sorted(answers, key=place), key=itemgetter("line_num")):
        content = _bytes(lines[number - 1])
        start = at = 0
        for answer in found:
            start += len(content[at : answer["byte_offset"]].decode(errors="ignore"))
            at = answer["byte_offset"]
            yield Misspelt(number - 1, start, answer["typo"], tuple(answer["corrections"]))


def _output(program: str, text: str) -> str:
    """Return what the program prints about a text. Raises: SpellingFailed."""
    command = [program, "--isolated", "--format", "json", "-"]
    try:
        with tempfile.TemporaryFile() as answer:
            done = subprocess.run(
                command,
                input=_bytes(text),
                stdout=answer,
                stderr=subprocess.PIPE,
                timeout=_PATIENCE,
                check=False,
            )
            answer.seek(0)
            told = answer.read(_LARGEST_ANSWER)
    except subprocess.TimeoutExpired:
        raise SpellingFailed(f"typos took more than {_PATIENCE} seconds") from None
    except OSError as error:
        raise SpellingFailed(f"typos cannot be started ({error.strerror})") from None
    if done.returncode not in (_FOUND_NONE, _FOUND_SOME):
        said = " ".join(done.stderr.decode(errors="replace").split())[:200]
        raise SpellingFailed(f"typos ended with {done.returncode}: {said}")
    return told[: told.rfind(b"\n") + 1].decode()


def _bytes(text: str) -> bytes:
    """The text as the program gets it; what is no character at all is a question mark."""
    return text.encode(errors="replace")
