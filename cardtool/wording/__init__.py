"""The words that depend on a game's language: what is printed, how numbers, lists and quotations are written.

A language is one row of `WORDINGS`. Messages to users are English and stand where they are raised; patterns
that read English texts stand in `documents` and `lint`.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardtool.wording.english import ENGLISH
from cardtool.wording.fields import (
    BoxWording,
    BundleWording,
    CalibrationWording,
    CoverWording,
    FirstPageWording,
    ReprintWording,
    RulebookWording,
    SheetWording,
    Wording,
)
from cardtool.wording.german import GERMAN

__all__ = [
    "ENGLISH",
    "GERMAN",
    "WORDINGS",
    "BoxWording",
    "BundleWording",
    "CalibrationWording",
    "CoverWording",
    "FirstPageWording",
    "ReprintWording",
    "RulebookWording",
    "SheetWording",
    "Wording",
    "counted",
    "number_word",
    "primary_language",
    "wording",
]

WORDINGS: Mapping[str, Wording] = {"en": ENGLISH, "de": GERMAN}
"""By the first part of a language's tag (BCP 47)."""


def primary_language(tag: str) -> str:
    """Return the first part of a language's tag, in small letters: en of en-GB."""
    return tag.partition("-")[0].lower()


def wording(language: str = "en") -> Wording:
    """Return the words of a language; English where there are none of it."""
    return WORDINGS.get(primary_language(language), ENGLISH)


def number_word(number: int, language: str = "en") -> str:
    """Return a number as prose writes it: five, twenty, but 35."""
    return wording(language).number(number)


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return so many of a thing: 1 card, 2 cards."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
