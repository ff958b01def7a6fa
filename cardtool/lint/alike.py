"""When two words look alike to a reader, or to a disk, though their characters differ."""

from __future__ import annotations

import re
import unicodedata

from cardtool.lookalikes import LOOKALIKES
from cardtool.model import Source

__all__ = ["as_printed", "as_typed", "place"]

# Signs and letters that readers take for the plain one beside them: Unicode TR 39, in small.
_SIGNS = str.maketrans("‘’‚‛′ʼ`´“”„‟″«»‐‑‒–—―−", "''''''''\"\"\"\"\"\"\"-------")
_LETTERS = str.maketrans(
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
    """The text as a file system that ignores case and variants of characters sees it."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def as_printed(text: str) -> str:
    """The text as a reader at arm's length sees it: texts that look alike come out equal.

    Case, width, typographic quotes and dashes, invisible characters, the number of spaces, and
    letters of other alphabets that look Latin make no difference.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.lower().translate(_SIGNS).split())
    plain = _FILLERS.sub("", text).translate(_LETTERS)
    seen = as_typed(_FILLERS.sub("", as_typed(plain))).translate(_SIGNS).translate(_LETTERS).lower()
    seen = "".join(sign for sign in seen if unicodedata.category(sign) not in ("Cf", "Cc") or sign.isspace())
    return " ".join(seen.split())


def place(there: Source, seen_from: Source) -> str:
    """Another place, as briefly as a reader of this one needs: `line 3`, or the file as well."""
    return f"line {there.line}" if there.file == seen_from.file else str(there)
