"""What other people made that spelling is judged with: where a program is, which this does not run, and
Hunspell's American dictionary.
"""

from __future__ import annotations

import shutil
import sysconfig
from collections.abc import Callable
from functools import cache
from typing import Any


def spelling_program() -> str | None:
    """Return where `typos` is: beside this Python, or on the path; None where it is not installed."""
    return shutil.which("typos", path=sysconfig.get_path("scripts")) or shutil.which("typos")


_LANGUAGE = "en_US"


class Dictionary:
    """Hunspell's, asked for single words."""

    def __init__(self, speller: Any) -> None:
        self.has: Callable[[str], bool] = cache(speller.spell)


@cache
def american_dictionary() -> Dictionary | None:
    """Return the dictionary; None where there is none on this machine."""
    try:
        import hunspell

        return Dictionary(hunspell.Hunspell(_LANGUAGE))
    except (ImportError, OSError):
        return None
