"""Card lists as they were exported or taken back: one that somebody has changed since is not written over.

What is known of them lies in the cache; where that is gone, a list is written over as any output is.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

from cardtool.errors import UsageError
from cardtool.files import read_plain_file
from cardtool.signed_cache import SignedFolder

_LARGEST_LIST = 1 << 28  # bytes
_LARGEST_ENTRY = 1 << 10  # bytes: a digest
_MOST_LISTS = 1000
_IMPORTED = (".csv", ".xlsx")


def ensure_unchanged(file: Path, game: str) -> None:
    """Raise UsageError where this list of a game was changed since it was exported, and not taken back."""
    known = _folder().read(_entry(file))
    if known is not None and _digest(file) not in (known, b""):
        take = f"take them first, cardtool import {game} {file}, " if file.suffix in _IMPORTED else ""
        raise UsageError(
            f"{file} was changed since it was exported, and the changes would be lost; {take}"
            f"{'or ' if take else ''}move it away, or name another file with --out"
        )


def note_list(file: Path) -> None:
    """Note what is in a list that was exported or taken back just now."""
    folder = _folder()
    folder.write(_entry(file), _digest(file))
    folder.keep_latest(_MOST_LISTS)


def _folder() -> SignedFolder:
    return SignedFolder("lists", _LARGEST_ENTRY)


def _entry(file: Path) -> str:
    return hashlib.sha256(str(file.resolve()).encode(errors="surrogateescape")).hexdigest()


def _digest(file: Path) -> bytes:
    """Return a digest of the file; nothing where there is none, or none that can be read."""
    with suppress(OSError):
        return hashlib.sha256(read_plain_file(file, _LARGEST_LIST)).digest()
    return b""
