"""Which characters a text file of a project may hold, and where it holds others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

__all__ = ["REPLACEMENT", "Stray", "decoded", "plain_breaks", "strays", "without_strays"]

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
# Control characters; line breaks only Unicode knows of; marks that turn the reading direction of
# what follows (CVE-2021-42574); spaces of no width; halves of surrogate pairs; code points that are for
# ever no characters, with which drafts of pages are marked.
_STRAY = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069"
    "\ud800-\udfff\ufdd0-\ufdef\ufeff\ufffe\uffff]"
)
_BREAK = re.compile(r"\r\n?")

Stray = tuple[int, str]  # where in the text, and what it is


def decoded(content: bytes) -> str:
    """The text of a UTF-8 file, without its byte order mark. Raises: UnicodeDecodeError."""
    return content.decode("utf-8-sig")


def plain_breaks(text: str) -> str:
    """The text with every line ended by a line feed."""
    return _BREAK.sub("\n", text) if "\r" in text else text


def strays(text: str) -> Iterator[Stray]:
    """Every character that has no place in a text a person wrote, with words for it."""
    for match in _STRAY.finditer(text):
        yield match.start(), _words(match[0])


def without_strays(text: str) -> str:
    """The text with each such character replaced by one that stands for it."""
    return _STRAY.sub(REPLACEMENT, text)


def _words(character: str) -> str:
    name = unicodedata.name(character, "a control character").lower()
    return f"U+{ord(character):04X} ({name}), which cannot be seen"
