"""Other people's programs that are asked where they are installed. Runs none."""

from __future__ import annotations

import shutil
import sysconfig


def spelling_program() -> str | None:
    """Return where `typos` is: beside this Python, or on the path; None where it is not installed."""
    return shutil.which("typos", path=sysconfig.get_path("scripts")) or shutil.which("typos")
