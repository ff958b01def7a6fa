"""Letters of other alphabets that look like Latin ones. Judges nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

__all__ = ["LOOKALIKES", "SUSPECT", "alphabet_of", "as_latin", "latin_for", "likenesses"]

# Unicode Technical Standard 39, confusables.txt (www.unicode.org/Public/security/latest), for the letters
# that look alike in common fonts: neither г for r nor σ for o.
_PAIRS = (
    # Cyrillic
    ("аеорсухѕіјһԁԛԝӏѵ", "aeopcyxsijhdqwlv"),
    ("АВЕКМНОРСТУХЅІЈԚԜԌҮӀѴ", "ABEKMHOPCTYXSIJQWGYIV"),
    # Greek
    ("αγικνορυϲϳ", "ayikvopucj"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ", "ABEZHIKMNOPTYXCJ"),
    # Armenian
    ("ոսօհզցյ", "nuohqgj"),
    ("ՍՕՏԼ", "UOSL"),
    # Cherokee
    ("ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏎᏏᏒᏔᏙᏚᏞᏟᏢᏦᏧᏴ", "DRTiAJEWMHYGZ4bRWVSLCPKdB"),
)
LOOKALIKES: Mapping[str, str] = {
    letter: latin for letters, latins in _PAIRS for letter, latin in zip(letters, latins, strict=True)
}
"""The Latin letter, or the figure, that each of these letters looks like."""

_VARIANTS = "\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff"
SUSPECT = re.compile(f"[{''.join(LOOKALIKES)}{_VARIANTS}]")
"""A letter that looks Latin and is not: of another alphabet, as wide as an ideograph, or of mathematics."""

_NAMED = 3  # letters of a word that a message names
_IS_VARIANT = re.compile(f"[{_VARIANTS}]")


@lru_cache(maxsize=4096)
def latin_for(letter: str) -> str:
    """Return the plain letter or figure that this one looks like; nothing where it looks like none."""
    if _IS_VARIANT.match(letter):
        plain = unicodedata.normalize("NFKC", letter)
        return plain if plain.isascii() else LOOKALIKES.get(plain, "")
    return LOOKALIKES.get(letter, "")


def as_latin(word: str) -> str:
    """Return the word with a Latin letter for each that looks like one."""
    return "".join(latin_for(letter) or letter for letter in word)


def likenesses(word: str) -> str:
    """Return which letters of a word look like others, and like which; the first three of them."""
    odd = [letter for letter in dict.fromkeys(word) if latin_for(letter)]
    return "; ".join(_likeness(letter) for letter in odd[:_NAMED])


def _likeness(letter: str) -> str:
    name = unicodedata.name(letter, "").lower()
    return f'"{letter}" is U+{ord(letter):04X} ({name}) and looks like "{latin_for(letter)}"'


@lru_cache(maxsize=4096)
def alphabet_of(letter: str) -> str:
    """Return whose letter this is: `Latin`, `Cyrillic`, `full-width`; nothing for a figure or a sign."""
    if _IS_VARIANT.match(letter):
        return "full-width" if letter < "\U00010000" else "mathematical"
    if not letter.isalpha():
        return ""
    return "Latin" if letter.isascii() else unicodedata.name(letter, "").partition(" ")[0].capitalize()
