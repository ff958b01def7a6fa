"""Other people's programs that are asked where they are installed. Runs none."""

from __future__ import annotations

import os
import shutil
import sysconfig
from contextlib import suppress


def spelling_program() -> str | None:
    """Return where `typos` is: beside this Python, or on the path; None where it is not installed."""
    return shutil.which("typos", path=sysconfig.get_path("scripts")) or shutil.which("typos")


def spelling_program_key() -> str:
    """Return what is another text as soon as another program knows misspellings, or none does."""
    program = spelling_program()
    with suppress(OSError):
        status = os.stat(program) if program else None
        return f"{program} {status.st_size} {status.st_mtime_ns}" if status else ""
    return ""
