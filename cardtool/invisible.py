"""Characters that nobody can see, and whether they have work to do where they stand. Knows no file."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

__all__ = ["UNSEEN", "invisible"]

# Unicode 16, DerivedCoreProperties.txt, Default_Ignorable_Code_Point, less the soft hyphen, which tells where
# a word may be broken, and less what is asked about its neighbours below. The interlinear marks U+FFF9 to
# U+FFFB are none of them, and no more to be seen. CVE-2021-42574 tells what marks of direction can hide.
UNSEEN = (
    "\u034f\u061c\u115f\u1160\u17b4\u17b5\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f"
)
"""The inside of a character class: what has no place in a text, wherever it stands."""

# Control characters; line breaks only Unicode knows of; halves of surrogate pairs; what is no character.
_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
_JOINERS = "\u200c\u200d"
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_MONGOLIAN = "\u180b-\u180f"
_FLAG = "\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f"  # of a part of a country, such as Wales
_FOUND = re.compile(
    f"{_FLAG}|(?P<stray>[{_CONTROLS}{UNSEEN}])|(?P<joiner>[{_JOINERS}])|(?P<selector>[{_SELECTORS}])"
    f"|(?P<mongolian>[{_MONGOLIAN}])"
)
_PLAIN = re.compile(f"(?P<stray>[{_CONTROLS}])")
_KEYCAP = re.compile("[0-9#*]\ufe0f\u20e3")
_SELECTED = frozenset({"So", "Sm", "Sk", "Po", "Lo"})  # pictures, signs, ideographs
# Scripts whose letters join, or are kept from joining (The Unicode Standard, 9 and 12 to 16, 23.2).
_JOINING_SCRIPTS = """
ARABIC SYRIAC NKO MANDAIC MONGOLIAN PHAGS-PA DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA
MALAYALAM SINHALA KHMER MYANMAR TIBETAN BALINESE JAVANESE
"""
_JOINING = frozenset(_JOINING_SCRIPTS.split())


def invisible(text: str) -> Iterator[int]:
    """Yield where a character stands that cannot be seen and has no work to do there.

    Joiners are left in peace between pictures and in scripts that join, variation selectors behind what has
    variants; between Latin letters they only keep a word from being found.
    """
    for match in (_PLAIN if text.isascii() else _FOUND).finditer(text):
        if match.lastgroup and not _HAS_WORK[match.lastgroup](text, match.start()):
            yield match.start()


def _never(text: str, at: int) -> bool:
    return False


def _joins(text: str, at: int) -> bool:
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if text[at] == "\u200d" and _is_picture(before) and _is_picture(after):
        return True
    return _script(before) in _JOINING or _script(after) in _JOINING


def _is_picture(sign: str) -> bool:
    return sign != "" and (sign == "\ufe0f" or unicodedata.category(sign) in ("So", "Sk"))


def _selects(text: str, at: int) -> bool:
    before = text[at - 1 : at]
    is_selected = before != "" and unicodedata.category(before) in _SELECTED
    return is_selected or _KEYCAP.match(text, max(at - 1, 0)) is not None


def _is_mongolian(text: str, at: int) -> bool:
    return _script(text[at - 1 : at]) == "MONGOLIAN"


def _script(sign: str) -> str:
    """Return the first word of a character's name, which for a letter is its script."""
    return unicodedata.name(sign, "").partition(" ")[0] if sign else ""


_HAS_WORK = {"stray": _never, "joiner": _joins, "selector": _selects, "mongolian": _is_mongolian}
