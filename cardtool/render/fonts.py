"""The fonts a game is printed with: only those it ships, the same on every machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar
from xml.sax.saxutils import escape

from cardtool.errors import ProjectError

__all__ = ["coverage", "families", "font_files", "fontconfig"]

Seen = TypeVar("Seen")

_SUFFIXES = (".ttf", ".otf")
_FAMILY_NAMES = (1, 16)  # in a font's name table: as older and as newer programs group fonts


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
    return _look_into(files, lambda font: font["cmap"].getBestCmap().keys())


def families(files: Sequence[Path]) -> frozenset[str]:
    """The names by which a stylesheet may ask for these fonts.

    Raises: ProjectError naming a file that is not a font.
    """
    return _look_into(
        files, lambda font: [name.toUnicode() for name in font["name"].names if name.nameID in _FAMILY_NAMES]
    )


def _look_into(files: Sequence[Path], look: Callable[[Any], Iterable[Seen]]) -> frozenset[Seen]:
    from fontTools.ttLib import TTFont, TTLibError

    seen: set[Seen] = set()
    for file in files:
        try:
            with TTFont(file, lazy=True) as font:
                seen.update(look(font))
        except (TTLibError, KeyError, AttributeError, OSError) as error:
            raise ProjectError(f"{file.name}: not a font that can be used: {error}") from None
    return frozenset(seen)
