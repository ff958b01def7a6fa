"""What other people made that spelling is judged with: where a program is, which this does not run, and
Hunspell's American dictionary.
"""

from __future__ import annotations

import os
import re
import shutil
import sysconfig
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple


def spelling_program() -> str | None:
    """Return where `typos` is: beside this Python, or on the path; None where it is not installed."""
    return shutil.which("typos", path=sysconfig.get_path("scripts")) or shutil.which("typos")


def spelling_program_key() -> str:
    """Return what is another text as soon as another program knows misspellings, or none does."""
    program = spelling_program()
    with suppress(OSError):
        status = os.stat(program) if program else None
        return f"{program} {status.st_size} {status.st_mtime_ns}" if status else ""
    return ""


_LANGUAGE = "en_US"
_MANY = 20_000  # words; it takes as long to ask for these as to read the whole dictionary
_AFFIX = re.compile(r"^([PS])FX (\S) +(\S+) +([a-z]+) ", re.MULTILINE)
_ENTRY = re.compile(r"^([a-z]+)(?:/(\S+))?", re.MULTILINE)


class Dictionary:
    """Hunspell's, asked for short words of small letters. It is slow to say that it has none."""

    def __init__(self, speller: Any, folder: Path | None) -> None:
        """Take what spells, and the folder of the files it came with; None where it reads others."""
        self.has: Callable[[str], bool] = cache(speller.spell)
        self._folder, self._asked = folder, 0

    def among(self, words: Collection[str]) -> list[str]:
        """Return those of many words that it has, where most are none."""
        self._asked += len(words)
        if self._folder and self._asked > _MANY:
            possible = _words_made_from(self._folder)
            words = [word for word in words if word in possible]
        return list(filter(self.has, words))

    def begun_like(self, word: str, most: int) -> list[str]:
        """Return the words with its first two letters and its other letters, but for so many of them."""
        alike = _words_made_from(self._folder, word[:2]) if self._folder else ()
        near = (each for each in alike if abs(len(each) - len(word)) <= most and each[:2] == word[:2])
        letters = set(word)
        like = (each for each in near if len(letters.symmetric_difference(each)) <= most + 1)
        return list(filter(self.has, like))


@cache
def _words_made_from(folder: Path, begun: str = "") -> Collection[str]:
    """Return all that its entries make with their beginnings and endings, some of it wrongly.

    Of what is not `begun` like this most is left out.
    """
    beginnings, endings, entries = _read_files_in(folder)
    found: set[str] = set()
    for flag, before in [("", ""), *beginnings]:
        rest = begun[len(before) :]
        for flags, letter in entries if begun.startswith(before[: len(begun)]) else ():
            if flag in flags and rest.startswith(letter[: len(rest)]):
                words = [before + word for word in entries[flags, letter]]
                found.update(words)
                for without, added in chain.from_iterable(endings.get(each, ()) for each in flags):
                    found.update([w.removesuffix(without) + added for w in words if w.endswith(without)])
    return found


class _Files(NamedTuple):
    """What stands before words, by flags; what instead of which ending; words by flags and first letters."""

    beginnings: Sequence[tuple[str, str]]
    endings: Mapping[str, Collection[tuple[str, str]]]
    entries: Mapping[tuple[str, str], Sequence[str]]


@cache
def _read_files_in(folder: Path) -> _Files:
    affixes, listed = ((folder / f"{_LANGUAGE}.{end}").read_text("latin-1") for end in ("aff", "dic"))
    beginnings: list[tuple[str, str]] = []
    endings: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for sort, flag, without, added in _AFFIX.findall(affixes):
        if sort == "P":
            beginnings.append((flag, added))
        else:
            endings[flag].add((without.strip("0"), added))
    entries: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for word, flags in _ENTRY.findall(listed):
        entries[flags, word[0]].append(word)
    return _Files(beginnings, endings, entries)


@cache
def american_dictionary() -> Dictionary | None:
    """Return the dictionary; None where there is none on this machine."""
    try:
        import hunspell

        speller, folder = hunspell.Hunspell(_LANGUAGE), Path(hunspell.__file__).with_name("dictionaries")
        is_its_own = "HUNSPELL_DATA" not in os.environ and (folder / f"{_LANGUAGE}.dic").is_file()
        return Dictionary(speller, folder if is_its_own else None)
    except (ImportError, OSError):
        return None
