"""Misspelt words, as the `typos` program knows them: a list of slips with their corrections, no guesses.

The program comes with `pip install cardtool[spelling]`. It is given words on its standard input and
nothing else: no file of the project, no configuration.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

__all__ = ["Misspelt", "SpellingFailed", "misspelt_in", "spelling_program"]

_PATIENCE = 20  # seconds; two megabytes take one
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
        yield from [_misspelt(lines, answer) for answer in answers if answer.get("type") == "typo"]
    except (ValueError, LookupError, TypeError, AttributeError):  # json.JSONDecodeError is a ValueError
        raise SpellingFailed("the answer of typos cannot be read") from None


def _misspelt(lines: Sequence[str], answer: dict[str, Any]) -> Misspelt:
    row = answer["line_num"] - 1
    start = len(_bytes(lines[row])[: answer["byte_offset"]].decode(errors="ignore"))
    return Misspelt(row, start, answer["typo"], tuple(answer["corrections"]))


def _output(program: str, text: str) -> str:
    """Return what the program prints about a text. Raises: SpellingFailed."""
    command = [program, "--isolated", "--format", "json", "-"]
    try:
        done = subprocess.run(
            command, input=_bytes(text), capture_output=True, timeout=_PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise SpellingFailed(f"typos took more than {_PATIENCE} seconds") from None
    except OSError as error:
        raise SpellingFailed(f"typos cannot be started ({error.strerror})") from None
    if done.returncode not in (_FOUND_NONE, _FOUND_SOME):
        said = " ".join(done.stderr.decode(errors="replace").split())[:200]
        raise SpellingFailed(f"typos ended with {done.returncode}: {said}")
    return done.stdout.decode()


def _bytes(text: str) -> bytes:
    """The text as the program gets it; what is no character at all is a question mark."""
    return text.encode(errors="replace")
