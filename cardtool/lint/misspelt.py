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

__all__ = ["Misspelt", "misspelt_in", "spelling_program"]

_PATIENCE = 20  # seconds; two megabytes take one
_FOUND_NONE, _FOUND_SOME = 0, 2  # how the program ends


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

    Raises: RuntimeError when the program fails.
    """
    program = spelling_program()
    if program is None or not lines:
        return
    for told in _answers(program, "\n".join(lines)):
        if told.get("type") == "typo":
            row = told["line_num"] - 1
            start = len(_bytes(lines[row])[: told["byte_offset"]].decode(errors="ignore"))
            yield Misspelt(row, start, told["typo"], tuple(told["corrections"]))


def _answers(program: str, text: str) -> Iterator[dict[str, Any]]:
    command = [program, "--isolated", "--format", "json", "-"]
    done = subprocess.run(command, input=_bytes(text), capture_output=True, timeout=_PATIENCE, check=False)
    if done.returncode not in (_FOUND_NONE, _FOUND_SOME):
        raise RuntimeError(
            f"typos ended with {done.returncode}: {done.stderr.decode(errors='replace')[:200]}"
        )
    for line in done.stdout.decode().splitlines():
        yield json.loads(line)


def _bytes(text: str) -> bytes:
    """The text as the program gets it; what is no character at all is a question mark."""
    return text.encode(errors="replace")
