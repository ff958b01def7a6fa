"""Text of strangers with every sign written out that would not show. Knows nothing of where it is printed."""

from __future__ import annotations

import unicodedata

__all__ = ["JOINERS", "clean"]

JOINERS = frozenset("\u200c\u200d")  # part of words in some scripts and of many emoji
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})  # control, bidi and other format signs, half characters


def clean(text: str) -> str:
    r"""Return the text on one line, with every sign that would not show written as `\x1b` or `\u202e`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(sign) for sign in text)


def _shown(sign: str) -> str:
    if unicodedata.category(sign) not in _HIDDEN or sign in JOINERS:
        return sign
    return sign.encode("unicode_escape").decode("ascii")
