"""The folders that workers work in: each is locked while it is in use, and removed when nobody uses it.

A folder whose cardtool was killed is known by its name and by a lock that nobody holds.
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

FOLDER_PREFIX = "cardtool-worker-"
_LOCK_FILE = "owner"
_YOUNG_SECONDS = 60.0  # seconds in which a folder may not have its lock yet


def lock_folder(folder: Path) -> IO[bytes]:
    """Mark a folder as in use for as long as the returned file is open."""
    file = open(folder / _LOCK_FILE, "xb")  # noqa: SIM115 - open as long as the folder is in use
    _take_lock(file.fileno())
    return file


@cache
def remove_abandoned_folders_once() -> None:
    """Remove them from the system's folder for temporary files, the first time it is called."""
    with contextlib.suppress(OSError):
        remove_abandoned_folders(Path(tempfile.gettempdir()))


def remove_abandoned_folders(place: Path) -> None:
    """Remove the folders of workers in this place that nobody uses any more. No link is followed."""
    if not hasattr(os, "getuid") or not shutil.rmtree.avoids_symlink_attacks:
        return
    with os.scandir(place) as entries:
        found = [Path(entry.path) for entry in entries if _may_be_abandoned(entry)]
    for folder in found:
        with contextlib.suppress(OSError):
            _remove_unless_used(folder)


def _may_be_abandoned(entry: os.DirEntry[str]) -> bool:
    """Return whether this is an older folder of ours, going by its looks."""
    if not entry.name.startswith(FOLDER_PREFIX) or not entry.is_dir(follow_symlinks=False):
        return False
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:  # gone meanwhile
        return False
    return status.st_uid == os.getuid() and time.time() - status.st_mtime > _YOUNG_SECONDS


def _remove_unless_used(folder: Path) -> None:
    lock = os.open(folder / _LOCK_FILE, os.O_RDWR | os.O_NOFOLLOW)
    try:
        if _take_lock(lock):
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)


def _take_lock(file: int) -> bool:
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
