"""The fonts a game is printed with: only those it ships, the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from cardtool.errors import ProjectError

__all__ = ["coverage", "font_files", "fontconfig"]

_SUFFIXES = (".ttf", ".otf")


def font_files(folders: Sequence[Path]) -> tuple[Path, ...]:
    """The fonts in these folders, sorted."""
    return tuple(sorted(file for folder in folders for file in folder.iterdir() if file.suffix in _SUFFIXES))


def fontconfig(folders: Sequence[Path], cache: Path) -> str:
    """A fontconfig file that knows these folders and nothing of the machine's own fonts."""
    places = "".join(f"<dir>{escape(str(folder))}</dir>" for folder in folders)
    return (
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">'
        f"<fontconfig>{places}<cachedir>{escape(str(cache))}</cachedir></fontconfig>"
    )


def coverage(files: Sequence[Path]) -> frozenset[int]:
    """Every code point that at least one of these fonts can draw.

    Raises: ProjectError naming a file that is not a font.
    """
    from fontTools.ttLib import TTFont, TTLibError

    known: set[int] = set()
    for file in files:
        try:
            with TTFont(file, lazy=True) as font:
                known |= font["cmap"].getBestCmap().keys()
        except (TTLibError, KeyError, AttributeError, OSError) as error:
            raise ProjectError(f"{file.name}: not a font that can be used: {error}") from None
    return frozenset(known)
