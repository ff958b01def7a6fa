"""Which characters a text file of a project may hold, and where it holds others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from cardtool.invisible import invisible

__all__ = ["REPLACEMENT", "Stray", "decoded", "document_strays", "plain_breaks", "strays", "without_strays"]

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_BREAK = re.compile(r"\r\n?")
_BREAKS = frozenset("\f\v\x1c\x1d\x1e\x85\u2028\u2029")  # of pages and lines, as word processors set them

Stray = tuple[int, str]  # where in the text, and what it is


def decoded(content: bytes) -> str:
    """The text of a UTF-8 file, without its byte order mark. Raises: UnicodeDecodeError."""
    return content.decode("utf-8-sig")


def plain_breaks(text: str) -> str:
    """The text with every line ended by a line feed."""
    return _BREAK.sub("\n", text) if "\r" in text else text


def strays(text: str) -> Iterator[Stray]:
    """Every character that has no place in a text a person wrote, with words for it."""
    for at in invisible(text):
        yield at, _words(text[at])


def document_strays(text: str) -> Iterator[Stray]:
    """Yield the same of a document that somebody has, in which pages and lines may end in any manner."""
    return (stray for stray in strays(text) if text[stray[0]] not in _BREAKS)


def without_strays(text: str) -> str:
    """The text with each such character replaced by one that stands for it."""
    letters = list(text)
    for at in invisible(text):
        letters[at] = REPLACEMENT
    return "".join(letters)


def _words(character: str) -> str:
    unnamed = "a control character" if unicodedata.category(character) == "Cc" else "without a name"
    name = unicodedata.name(character, unnamed).lower()
    return f"U+{ord(character):04X} ({name}), which cannot be seen"
