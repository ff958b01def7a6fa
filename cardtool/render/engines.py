"""The two engines that draw faces, which of them this machine has, and what WeasyPrint needs beside Python.

Imports an engine when it is asked for.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

from cardtool.errors import MissingLibrary
from cardtool.model import Engine

if TYPE_CHECKING:
    from cardtool.geometry import Size
    from cardtool.render.fetcher import Fetcher

_PANGO_LIBRARIES = ("pangoft2-1.0", "harfbuzz-subset")
_INSTALL_COMMANDS = {  # as WeasyPrint's own page of first steps has them, seen 2026-11
    "apt-get": "sudo apt-get install libpangoft2-1.0-0 libharfbuzz-subset0",
    "dnf": "sudo dnf install pango",
    "pacman": "sudo pacman -S pango",
    "zypper": "sudo zypper install libpango-1_0-0",
    "apk": "sudo apk add so:libpangoft2-1.0.so.0 so:libharfbuzz-subset.so.0",
    "brew": "brew install pango",
}
_WINDOWS_ADVICE = (
    "install MSYS2 (https://www.msys2.org), then in its shell: pacman -S mingw-w64-ucrt-x86_64-pango"
)


def require_pango() -> None:
    """Raises: MissingLibrary, with the command that installs it, where Pango is not on this machine."""
    if sys.platform == "win32":  # WeasyPrint looks in folders of its own there; its import will tell
        return
    missing = [name for name in _PANGO_LIBRARIES if not _has_library(name)]
    if missing:
        raise MissingLibrary(pango_advice(" and ".join(f"lib{name}" for name in missing)))


def pango_advice(missing: str) -> str:
    """Return a sentence on what is missing, and the command that installs it here."""
    manager = next((name for name in _INSTALL_COMMANDS if shutil.which(name)), None)
    command = (
        _WINDOWS_ADVICE if sys.platform == "win32" else _INSTALL_COMMANDS.get(manager or "", "install Pango")
    )
    return f"WeasyPrint needs a library that is not on this machine: {missing}\n{command}"


def _has_library(name: str) -> bool:
    import ctypes
    from ctypes.util import find_library

    if find_library(name):
        return True
    try:  # find_library wants tools that a small Linux, such as Alpine, does not have
        ctypes.CDLL(f"lib{name}.so.0")
    except OSError:
        return False
    return True


class FaceEngine(Protocol):
    """What draws and measures. Both engines mean the same by the same HTML and CSS."""

    def draw(self, pages: Sequence[str], page: Size, style: str, fetcher: Fetcher) -> bytes:
        """Return a PDF document with one page of this size for each piece of HTML."""

    def measure(self, html: str, width: float, style: str, fetcher: Fetcher) -> Size:
        """Return how much room the HTML takes, in mm, where `width` mm are there for it."""


def choose_engine(wish: Engine | None = None) -> Engine:
    """Return the engine wished for, or else the quicker of those this machine has.

    Raises: MissingLibrary when this machine lacks it, or a library that it needs.
    """
    engine = wish or (Engine.PLUTOPRINT if find_spec("plutoprint") else Engine.WEASYPRINT)
    if find_spec(engine.value) is None:
        raise MissingLibrary(_install_advice(engine))
    if engine is Engine.WEASYPRINT:
        require_pango()
    return engine


def load_engine(engine: Engine) -> FaceEngine:
    """Return the engine itself, imported. Raises: MissingLibrary when it cannot be."""
    try:
        return _import_engine(engine)
    except ImportError:
        raise MissingLibrary(_install_advice(engine)) from None
    except OSError as error:  # how WeasyPrint says that it lacks Pango
        raise MissingLibrary(pango_advice(str(error).partition(":")[0])) from None


def _import_engine(engine: Engine) -> FaceEngine:
    if engine is Engine.WEASYPRINT:
        from cardtool.render.books import weasyprint_engine as by_weasyprint

        return by_weasyprint
    from cardtool.render import plutoprint_faces as by_plutoprint

    return by_plutoprint


def _install_advice(engine: Engine) -> str:
    if engine is Engine.WEASYPRINT:
        return "WeasyPrint is not installed: python -I -m pip install weasyprint"
    return (
        "PlutoPrint is not installed: python -I -m pip install plutoprint\n"
        "where there is none for this machine, the other engine draws the same faces: --engine weasyprint"
    )
