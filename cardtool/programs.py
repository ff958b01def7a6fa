"""What other people made that spelling is judged with: where a program is, which this does not run, and
Hunspell's American dictionary.
"""

from __future__ import annotations

import os
import re
import shutil
import sysconfig
from collections import defaultdict
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any


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
        self._possible: Collection[str] = ()
        self._by_length: defaultdict[tuple[str, int], list[str]] = defaultdict(list)

    def among(self, words: Collection[str]) -> list[str]:
        """Return those of many words that it has, where most are none."""
        self._asked += len(words)
        if self._folder and self._asked > _MANY:
            self._possible = self._possible or _words_made_from(self._folder)
            words = [word for word in words if word in self._possible]
        return list(filter(self.has, words))

    def begun_like(self, word: str, most: int) -> list[str]:
        """Return the words with its first letter and its letters, but for so many of them."""
        if not self._folder:
            return []
        self._possible = self._possible or _words_made_from(self._folder)
        if not self._by_length:
            for each in self._possible:
                self._by_length[each[:1], len(each)].append(each)
        lengths = range(len(word) - most, len(word) + most + 1)
        alike = (each for length in lengths for each in self._by_length.get((word[0], length), ()))
        letters = set(word)
        return [
            each for each in alike if len(letters.symmetric_difference(each)) <= most + 1 and self.has(each)
        ]


def _words_made_from(folder: Path) -> Collection[str]:
    """Return all that its entries make with their beginnings and endings, some of it wrongly."""
    affixes, listed = ((folder / f"{_LANGUAGE}.{end}").read_text("latin-1") for end in ("aff", "dic"))
    beginnings: defaultdict[str, list[str]] = defaultdict(list)
    endings: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for sort, flag, without, added in _AFFIX.findall(affixes):
        if sort == "P":
            beginnings[flag].append(added)
        else:
            endings[flag].add((without.strip("0"), added))
    entries: defaultdict[str, list[str]] = defaultdict(list)
    for word, flags in _ENTRY.findall(listed):
        entries[flags].append(word)
    found: set[str] = set()
    for flags, words in entries.items():
        made = list(words)
        for without, added in (ending for flag in flags for ending in endings[flag]):
            stems = [word.removesuffix(without) for word in words if word.endswith(without)]
            made += [stem + added for stem in stems]
        for before in ("", *(each for flag in flags for each in beginnings[flag])):
            found.update([before + word for word in made])
    return found


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
