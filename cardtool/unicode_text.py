"""Characters that cannot be seen, and letters that look like others. Knows no file, and judges nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache

Stray = tuple[int, str]  # where in a text, and what it is
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_LINE_BREAK = re.compile(r"\r\n?")
_DOCUMENT_BREAKS = frozenset("\f\v\x1c\x1d\x1e\x85\u2028\u2029")  # of lines and pages in word processors
_BEGINNING = 200  # bytes by which to tell what text a file is
JOINERS = frozenset("\u200c\u200d")  # part of words in some scripts and of many emoji
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})  # control, bidi and other format signs, half characters


def wide_encoding(content: bytes) -> str:
    """Return `UTF-16` or `UTF-32` where a file is such text, as some editors save it; else nothing."""
    if content.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "UTF-32"
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16"
    beginning = content[:_BEGINNING]
    halves = (beginning[::2], beginning[1::2])
    return "UTF-16" if any(_is_empty_half(*pair) for pair in (halves, halves[::-1])) else ""


def _is_empty_half(half: bytes, other: bytes) -> bool:
    """Return whether every second byte is mostly 0, as of Latin letters in 16 bits, and no other is."""
    return len(half) > 1 and half.count(0) > 0.6 * len(half) and not other.count(0)


def escape_hidden(text: str) -> str:
    r"""Return the text on one line, with every sign that would not show written as `\x1b` or `\u202e`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(sign) for sign in text)


def _escaped(sign: str) -> str:
    if unicodedata.category(sign) not in _HIDDEN or sign in JOINERS:
        return sign
    return sign.encode("unicode_escape").decode("ascii")


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
_MAYBE_INVISIBLE = re.compile(
    f"{_FLAG}|(?P<stray>[{_CONTROLS}{UNSEEN}])|(?P<joiner>[{_JOINERS}])|(?P<selector>[{_SELECTORS}])"
    f"|(?P<mongolian>[{_MONGOLIAN}])"
)
_CONTROL = re.compile(f"(?P<stray>[{_CONTROLS}])")
_ANY_OF_THESE = re.compile(
    f"[\U0001f3f4{_CONTROLS}{UNSEEN}{_JOINERS}{_SELECTORS}{_MONGOLIAN}]"
)  # far quicker
_KEYCAP = re.compile("[0-9#*]\ufe0f\u20e3")
_SELECTED = frozenset({"So", "Sm", "Sk", "Po", "Lo"})  # pictures, signs, ideographs
_LETTER_PICTURES = "ℹⓂ"  # Unicode 16, emoji-variation-sequences.txt: letters that are pictures as well
# Scripts whose letters join, or are kept from joining (The Unicode Standard, 9 and 12 to 16, 23.2).
_JOINING_SCRIPTS = """
ARABIC SYRIAC NKO MANDAIC MONGOLIAN PHAGS-PA DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA
MALAYALAM SINHALA KHMER MYANMAR TIBETAN BALINESE JAVANESE
"""
_JOINING = frozenset(_JOINING_SCRIPTS.split())


def find_invisible(text: str) -> Iterator[int]:
    """Yield where a character stands that cannot be seen and has no work to do there.

    Joiners are left in peace between pictures and in scripts that join, variation selectors behind what has
    variants; between Latin letters they only keep a word from being found.
    """
    first = None if text.isascii() else _ANY_OF_THESE.search(text)
    found = _MAYBE_INVISIBLE.finditer(text, first.start()) if first else _CONTROL.finditer(text)
    for match in found:
        if match.lastgroup and not _HAS_WORK[match.lastgroup](text, match.start()):
            yield match.start()


def normalise_line_breaks(text: str) -> str:
    """Return the text with every line ended by a line feed."""
    return _LINE_BREAK.sub("\n", text) if "\r" in text else text


def find_strays(text: str) -> Iterator[Stray]:
    """Yield every character that has no place in a text a person wrote, with words for it."""
    for at in find_invisible(text):
        yield at, _describe_character(text[at])


def find_document_strays(text: str) -> Iterator[Stray]:
    """Yield the strays of a document that somebody has, in which pages and lines may end in any manner."""
    return (stray for stray in find_strays(text) if text[stray[0]] not in _DOCUMENT_BREAKS)


def replace_strays(text: str) -> str:
    """Return the text with each such character replaced by one that stands for it."""
    letters = list(text)
    for at in find_invisible(text):
        letters[at] = REPLACEMENT
    return "".join(letters)


def _describe_character(character: str) -> str:
    unnamed = "a control character" if unicodedata.category(character) == "Cc" else "without a name"
    name = unicodedata.name(character, unnamed).lower()
    return f"U+{ord(character):04X} ({name}), which cannot be seen"


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
    is_selected = before != "" and (unicodedata.category(before) in _SELECTED or before in _LETTER_PICTURES)
    return is_selected or _KEYCAP.match(text, max(at - 1, 0)) is not None


def _follows_mongolian(text: str, at: int) -> bool:
    return _script(text[at - 1 : at]) == "MONGOLIAN"


def _script(sign: str) -> str:
    """Return the first word of a character's name, which for a letter is its script."""
    return unicodedata.name(sign, "").partition(" ")[0] if sign else ""


_HAS_WORK = {"stray": _never, "joiner": _joins, "selector": _selects, "mongolian": _follows_mongolian}

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


def describe_lookalikes(word: str) -> str:
    """Return which letters of a word look like others, and like which; the first three of them."""
    odd = [letter for letter in dict.fromkeys(word) if latin_for(letter)]
    return "; ".join(_describe_lookalike(letter) for letter in odd[:_NAMED])


def _describe_lookalike(letter: str) -> str:
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


# Signs and letters that readers take for the plain one beside them: Unicode TR 39, in small.
_PLAIN_SIGNS = str.maketrans("‘’‚‛′ʼ`´“”„‟″«»‐‑‒–—―−", "''''''''\"\"\"\"\"\"\"-------")
_PLAIN_LETTERS = str.maketrans(
    {
        **{letter.casefold(): latin.casefold() for letter, latin in LOOKALIKES.items() if letter.isupper()},
        **LOOKALIKES,
        "ɡ": "g",
    }
)
_FILLERS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def as_typed(text: str) -> str:
    """Return the text as a file system that ignores case and variants of characters sees it."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def as_printed(text: str) -> str:
    """Return the text as a reader at arm's length sees it: texts that look alike come out equal.

    Case, width, typographic quotes and dashes, invisible characters, the number of spaces, and
    letters of other alphabets that look Latin make no difference.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.lower().translate(_PLAIN_SIGNS).split())
    plain = _FILLERS.sub("", text).translate(_PLAIN_LETTERS)
    seen = (
        as_typed(_FILLERS.sub("", as_typed(plain))).translate(_PLAIN_SIGNS).translate(_PLAIN_LETTERS).lower()
    )
    seen = "".join(sign for sign in seen if unicodedata.category(sign) not in ("Cf", "Cc") or sign.isspace())
    return " ".join(seen.split())
