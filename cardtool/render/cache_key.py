"""The key by which entries of the cache are sealed: random, of this user, and kept with the settings."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from cardtool.disk import read_plain, remove, write_new
from cardtool.project import settings_folder

__all__ = ["CACHE_KEY", "cache_key", "handed_on"]

CACHE_KEY = "CARDTOOL_CACHE_KEY"
"""The variable of the environment by which a worker is told the key; empty where there is none."""

_FILE = "cache.key"
_SIZE = 32  # bytes
_TOO_OPEN = stat.S_IRWXG | stat.S_IRWXO


def cache_key() -> bytes | None:
    """Return the key, made if there is none yet; None where it cannot be kept, so that nothing is cached."""
    told = os.environ.get(CACHE_KEY)
    if told is not None:
        return _as_key(told)
    file = settings_folder() / _FILE
    with suppress(OSError):
        return _kept(file) or _made(file)
    return None


def handed_on() -> dict[str, str]:
    """Return what the environment of a worker tells it of the key."""
    key = cache_key()
    return {CACHE_KEY: "" if key is None else key.hex()}


def _as_key(text: str) -> bytes | None:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        return None
    return key if len(key) == _SIZE else None


def _kept(file: Path) -> bytes | None:
    """Return the key there is; None where there is none, or others could have read or written it.

    Raises: OSError where it cannot be read.
    """
    try:
        key = read_plain(file, 2 * _SIZE, follow=False, private=True)
    except FileNotFoundError:
        return None
    is_private = os.name == "nt" or not os.lstat(file).st_mode & _TOO_OPEN
    return key if len(key) == _SIZE and is_private else None


def _made(file: Path) -> bytes | None:
    """Put a new key in its place, unless another process is quicker, and return what is there then."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    passing = file.with_name(f".cardtool-{secrets.token_hex(8)}.part")
    if file.exists():  # and cannot be used
        remove(file)
    try:
        write_new(passing, secrets.token_bytes(_SIZE), mode=0o600)
        _take_place(passing, file)
    finally:
        remove(passing)
    return _kept(file)


def _take_place(passing: Path, file: Path) -> None:
    """Give a file its name, unless another has it already. Where there are no links, the last one has it."""
    try:
        os.link(passing, file)
    except FileExistsError:
        return
    except (OSError, NotImplementedError):
        os.replace(passing, file)
