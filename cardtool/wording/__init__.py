"""The words that depend on a game's language: what is printed, how numbers, lists and quotations are written.

A language is one row of `WORDINGS`. Messages to users are English and stand where they are raised; patterns
that read English texts stand in `documents` and `lint`.
"""

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
from cardtool.wording.lookup import WORDINGS, counted, number_word, primary_language, wording

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
