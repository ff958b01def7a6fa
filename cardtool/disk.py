"""Files on a disk: plain ones read without waiting, and new ones that are there to stay, or not at all.

Knows nothing of what is in them. Everything raises OSError with the name of the file.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cardtool.files import Unreadable, read_file

__all__ = ["is_plain", "read_plain", "remove", "replace", "sync_folder", "write_new"]

_BINARY = getattr(os, "O_BINARY", 0)
_NEVER_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | _BINARY
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
# Folders that some file systems, and some rights, let nobody flush; their files are flushed all the same.
_NOT_OFFERED = {errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EPERM, errno.ENOSYS, errno.EBADF}


def read_plain(path: Path, most: int, *, follow: bool = True, private: bool = False) -> bytes:
    """Return what a plain file holds: no pipe or device is waited on, and no more than `most` bytes are read.

    Without `follow` it may not be a link; with `private` it must belong to this user.

    Raises: OSError, also for what is no plain file or is larger.
    """
    try:
        if private and hasattr(os, "getuid") and os.lstat(path).st_uid != os.getuid():
            raise OSError(errno.EPERM, "belongs to somebody else", str(path))
        return read_file(path, most, follow=follow)
    except Unreadable as why:
        if isinstance(why.__cause__, OSError):
            raise why.__cause__ from None
        if path.is_file() and path.stat().st_size > most:
            raise OSError(errno.EFBIG, f"larger than {most} bytes", str(path)) from None
        raise OSError(errno.EINVAL, "not a plain file", str(path)) from None


def write_new(path: Path, content: bytes, *, mode: int = 0o666) -> None:
    """Write a file that is not there yet, and see that the disk has it. An error may leave half of it."""
    with _naming(path):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _NEVER_WAITING, mode)
        try:
            left = memoryview(content)
            while left:
                left = left[os.write(file, left) :]
            os.fsync(file)
        finally:
            os.close(file)


def replace(path: Path, content: bytes, *, mode: int = 0o666) -> None:
    """Put a file in its place, whole or not at all. A link is replaced, and not followed."""
    passing = path.with_name(f".cardtool-{path.name}.part")
    try:
        remove(passing)
        write_new(passing, content, mode=mode)
        os.replace(passing, path)
    except BaseException:
        with suppress(OSError):
            remove(passing)
        raise
    sync_folder(path.parent)


def remove(path: Path) -> None:
    """Take a file or a link away, if it is there. What fails once is tried again."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        path.unlink(missing_ok=True)


def is_plain(path: Path) -> bool:
    """Return whether a file is here that is neither a link nor anything else."""
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except (OSError, ValueError):
        return False


def sync_folder(path: Path) -> None:
    """See that the disk knows the names in a folder, where the system offers that."""
    with _naming(path):
        try:
            folder = os.open(path, os.O_RDONLY | _NEVER_WAITING)
        except OSError as error:
            if os.name == "nt" or error.errno in _NOT_OFFERED:
                return
            raise
        try:
            os.fsync(folder)
        except OSError as error:
            if error.errno not in _NOT_OFFERED:
                raise
        finally:
            os.close(folder)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Have an error name this file; the system names none when it is written or flushed."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise
