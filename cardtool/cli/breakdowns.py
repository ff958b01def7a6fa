"""What stops a command from outside, in words: a machine without memory, a disk without room."""

from __future__ import annotations

import errno
import sys

from cardtool.cli.printing import print_line

__all__ = ["breakdown"]

_MACHINE, _PROJECT = 3, 4
_OF_THE_MACHINE = {
    errno.ENOMEM: "memory",
    errno.EAGAIN: "processes",
    errno.EMFILE: "open files",
    errno.ENFILE: "open files",
}
_NO_THREAD = "can't start new thread"  # so CPython says it, in a RuntimeError
_NOT_LOADED = "failed to map segment"  # so glibc says that a library found no memory
_WRITING = {errno.ENOSPC, errno.EROFS, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


def breakdown(error: Exception) -> tuple[str, int] | None:
    """Return what to say of an error that is no fault of cardtool's, and its exit code; None for others."""
    if isinstance(error, MemoryError) or (isinstance(error, ImportError) and _NOT_LOADED in str(error)):
        return "this machine has no memory left for it", _MACHINE
    if isinstance(error, RuntimeError) and _NO_THREAD in str(error):
        return "this machine has no threads left for it", _MACHINE
    if not isinstance(error, OSError):
        return None
    reason = error.strerror or str(error)
    if error.errno in _OF_THE_MACHINE:
        return f"this machine has no {_OF_THE_MACHINE[error.errno]} left for it: {reason}", _MACHINE
    return f"{_attempt(error)}: {reason}", _PROJECT


def _attempt(error: OSError) -> str:
    """Return what was tried, as far as the system tells it."""
    if error.filename is None:
        return "cannot read or write a file" if _can_print() else "cannot print what was asked for"
    return f"cannot {'write' if error.errno in _WRITING else 'use'} {error.filename}"


def _can_print() -> bool:
    """Return whether what is printed goes where it should; what did not go before is no longer waiting."""
    try:
        print_line()
        sys.stdout.flush()
    except (OSError, ValueError):
        return False
    return True
