"""Plain files, read without waiting and within limits, and written whole or not at all.

Knows nothing of projects or of what is in a file; where a file may lie is judged by `project`.
`read_file` raises Unreadable, in words that follow the file's name; everything else raises OSError with
that name.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

TEXT_SUFFIXES = frozenset({".css", ".html", ".json", ".md", ".txt", ".yaml", ".yml"})  # of a project
LARGEST_TEXT = 16_000_000  # bytes; some 40,000 cards
LARGEST_ASSET = 64_000_000  # bytes; a picture or a font
_NOT_THERE = {errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.EPERM, errno.ENAMETOOLONG, errno.ELOOP}
_PIECE = 1 << 20
_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
# Microsoft, "Naming Files, Paths, and Namespaces", reserved names
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))]
)


def is_windows_device(name: str) -> bool:
    """Return whether no file on Windows can be called so, whatever its ending."""
    return name.casefold() in _DEVICES


def is_hidden(name: str) -> bool:
    """Return whether a file or folder is none of the project's: hidden, or a mark that Excel has one open."""
    return name.startswith((".", "~$"))


class Unreadable(Exception):
    """A file that cannot be read; the message says why, and what to do, in words that follow its name."""


def read_file(path: Path, most: int = LARGEST_TEXT, *, follow: bool = True) -> bytes:
    """Return what is in a plain file of no more than `most` bytes; `follow` off refuses a link.

    What is no plain file is not opened: to open a pipe waits, to open a device can do anything.

    Raises: Unreadable.
    """
    try:
        _require_plain(os.stat(path, follow_symlinks=follow), most)
        opened = os.open(path, os.O_RDONLY | _WITHOUT_WAITING | (0 if follow else _NO_LINK))
        with os.fdopen(opened, "rb") as file:
            _require_plain(os.fstat(file.fileno()), most)  # it may have been exchanged meanwhile
            return _read_within(file, most)
    except OSError as error:
        raise Unreadable(f"cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # a name that no file can have
        raise Unreadable(f"cannot be read: {error}") from error


def walk_files(folder: Path | str) -> Iterator[os.DirEntry[str]]:
    """Yield the files in a folder and in those in it, links to files among them, in no order.

    Left out are what is hidden, folders that are links, and those that are not there or let nobody in.
    """
    waiting = [folder]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if is_hidden(entry.name):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    elif entry.is_file():
                        yield entry
        except OSError as error:
            if error.errno not in _NOT_THERE:
                raise


def most_bytes(suffix: str) -> int:
    """Return how large a file of a project may be, by its suffix in small letters: a text, or an asset."""
    return LARGEST_TEXT if suffix in TEXT_SUFFIXES else LARGEST_ASSET


def file_fault(status: os.stat_result, most: int) -> str:
    """Return why a file of this status is not read, in words that follow its name; empty where it is."""
    if stat.S_ISDIR(status.st_mode):
        return "is a folder; a file is wanted here"
    if stat.S_ISLNK(status.st_mode):
        return "is a link to nothing"
    if not stat.S_ISREG(status.st_mode):
        return "is a pipe or a device; a file is wanted here"
    return _too_large(most) if status.st_size > most else ""


def _require_plain(status: os.stat_result, most: int) -> None:
    fault = file_fault(status, most)
    if fault:
        raise Unreadable(fault)


def _read_within(file: IO[bytes], most: int) -> bytes:
    pieces, size = [], 0
    while piece := file.read(_PIECE):
        pieces.append(piece)
        size += len(piece)
        if size > most:  # a file that grows while it is read
            raise Unreadable(_too_large(most))
    return b"".join(pieces)


def _too_large(most: int) -> str:
    return f"is larger than {most // 1_000_000} MB; make it smaller, or split it up"


# Folders that some file systems, and some rights, let nobody flush; their files are flushed all the same.
_NOT_OFFERED = {errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EPERM, errno.ENOSYS, errno.EBADF}


def read_plain_file(path: Path, most: int, *, follow: bool = True, private: bool = False) -> bytes:
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


def write_new_file(path: Path, content: bytes, *, mode: int = 0o666) -> None:
    """Write a file that is not there yet, and see that the disk has it. An error may leave half of it."""
    with _error_names(path):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _WITHOUT_WAITING, mode)
        try:
            left = memoryview(content)
            while left:
                left = left[os.write(file, left) :]
            os.fsync(file)
        finally:
            os.close(file)


def replace_file(path: Path, content: bytes, *, mode: int = 0o666) -> None:
    """Put a file in its place, whole or not at all. A link is replaced, and not followed."""
    passing = path.with_name(f".cardtool-{path.name}.part")
    try:
        remove_file(passing)
        write_new_file(passing, content, mode=mode)
        os.replace(passing, path)
    except BaseException:
        with suppress(OSError):
            remove_file(passing)
        raise
    sync_folder(path.parent)


def remove_file(path: Path) -> None:
    """Take a file or a link away, if it is there. What fails once is tried again."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        path.unlink(missing_ok=True)


def is_plain_file(path: Path) -> bool:
    """Return whether a file is here that is neither a link nor anything else."""
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except (OSError, ValueError):
        return False


def sync_folder(path: Path) -> None:
    """See that the disk knows the names in a folder, where the system offers that."""
    with _error_names(path):
        try:
            folder = os.open(path, os.O_RDONLY | _WITHOUT_WAITING)
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
def _error_names(path: Path) -> Iterator[None]:
    """Have an error name this file; the system names none when it is written or flushed."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise
