"""What WeasyPrint needs of the machine beside Python, and how to get it. Does not import WeasyPrint."""

from __future__ import annotations

import shutil
import sys

from cardtool.errors import MissingLibrary

__all__ = ["advice", "require"]

_NEEDED = ("pangoft2-1.0", "harfbuzz-subset")
_COMMANDS = {  # as WeasyPrint's own page of first steps has them, seen 2026-11
    "apt-get": "sudo apt-get install libpangoft2-1.0-0 libharfbuzz-subset0",
    "dnf": "sudo dnf install pango",
    "pacman": "sudo pacman -S pango",
    "zypper": "sudo zypper install libpango-1_0-0",
    "apk": "sudo apk add so:libpangoft2-1.0.so.0 so:libharfbuzz-subset.so.0",
    "brew": "brew install pango",
}
_ON_WINDOWS = (
    "install MSYS2 (https://www.msys2.org), then in its shell: pacman -S mingw-w64-ucrt-x86_64-pango"
)


def require() -> None:
    """Raises: MissingLibrary, with the command that installs it, where Pango is not on this machine."""
    if sys.platform == "win32":  # WeasyPrint looks in folders of its own there; its import will tell
        return
    missing = [name for name in _NEEDED if not _is_there(name)]
    if missing:
        raise MissingLibrary(advice(" and ".join(f"lib{name}" for name in missing)))


def advice(missing: str) -> str:
    """A sentence on what is missing, and the command that installs it here."""
    manager = next((name for name in _COMMANDS if shutil.which(name)), None)
    command = _ON_WINDOWS if sys.platform == "win32" else _COMMANDS.get(manager or "", "install Pango")
    return f"WeasyPrint needs a library that is not on this machine: {missing}\n{command}"


def _is_there(name: str) -> bool:
    import ctypes
    from ctypes.util import find_library

    if find_library(name):
        return True
    try:  # find_library wants tools that a small Linux, such as Alpine, does not have
        ctypes.CDLL(f"lib{name}.so.0")
    except OSError:
        return False
    return True
