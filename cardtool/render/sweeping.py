"""Folders of workers whose cardtool was killed: known by their name and by a lock that nobody holds.

A lock ends with its process, however that ended, and no other process can come to have it by chance, as it
can with a number. Where there are no such locks (Windows), nothing is swept.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import IO

__all__ = ["PREFIX", "claim", "sweep", "sweep_once"]

PREFIX = "cardtool-worker-"
_LOCK = "owner"
_YOUNG = 60.0  # seconds in which a folder may not have its lock yet


def claim(folder: Path) -> IO[bytes]:
    """Mark a folder as in use for as long as the answer is open."""
    file = open(folder / _LOCK, "xb")  # noqa: SIM115 - open as long as the folder is in use
    _is_locked_by_us(file.fileno())
    return file


@cache
def sweep_once() -> None:
    """Sweep the system's folder for temporary files, the first time."""
    with contextlib.suppress(OSError):
        sweep(Path(tempfile.gettempdir()))


def sweep(place: Path) -> None:
    """Remove the folders of workers in this place that nobody uses any more. No link is followed."""
    if not hasattr(os, "getuid") or not shutil.rmtree.avoids_symlink_attacks:
        return
    with os.scandir(place) as entries:
        found = [Path(entry.path) for entry in entries if _may_be_left(entry)]
    for folder in found:
        with contextlib.suppress(OSError):
            _remove_unless_used(folder)


def _may_be_left(entry: os.DirEntry[str]) -> bool:
    """Whether this is an older folder of ours, going by its looks."""
    if not entry.name.startswith(PREFIX) or not entry.is_dir(follow_symlinks=False):
        return False
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:  # gone meanwhile
        return False
    return status.st_uid == os.getuid() and time.time() - status.st_mtime > _YOUNG


def _remove_unless_used(folder: Path) -> None:
    lock = os.open(folder / _LOCK, os.O_RDWR | os.O_NOFOLLOW)
    try:
        if _is_locked_by_us(lock):
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)


def _is_locked_by_us(file: int) -> bool:
    """Take the lock, if nobody else has it."""
    try:
        import fcntl
    except ImportError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
