"""The fonts a game is printed with: only those it ships, the same on every machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any, TypeVar

from cardtool.errors import ProjectError
from cardtool.render.cmap import mapped

__all__ = ["Characters", "families", "font_files", "fontconfig"]

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


class Characters:
    """The characters that at least one of these fonts can draw. Opens no more fonts than it must."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._unopened, self._known = list(files), set[str]()

    def missing(self, text: str) -> str:
        """The characters of a text that no font has, sorted; spaces need none.

        Raises: ProjectError naming a file that is not a font.
        """
        sought = set(text) - self._known
        while sought and self._unopened:
            font = self._unopened.pop(0)
            self._known |= _characters_of(font)
            sought -= self._known
        return "".join(sorted(character for character in sought if not character.isspace()))


def _characters_of(file: Path) -> set[str]:
    try:
        return set(map(chr, mapped(file.read_bytes())))
    except (OSError, ValueError) as error:
        raise ProjectError(f"{file.name}: not a font that can be used: {error}") from None


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
