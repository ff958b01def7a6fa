"""The fonts a game is printed with: only those it ships, the same on every machine."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any, TypeVar

from cardtool.errors import ProjectError
from cardtool.files import LARGEST_ASSET, Unreadable, fault_of, read_file
from cardtool.project import Project
from cardtool.render.cmap import mapped

__all__ = ["Characters", "families", "font_files", "fontconfig", "gathered"]

Seen = TypeVar("Seen")

_SUFFIXES = (".ttf", ".otf")
_FAMILY_NAMES = (1, 16)  # in a font's name table: as older and as newer programs group fonts


def font_files(project: Project) -> tuple[Path, ...]:
    """The fonts of a project and of the toolkit, sorted, where they really are.

    Raises: ProjectError for one that is no plain file of the project.
    """
    return tuple(sorted(real for folder in project.font_folders() for _, real in _fonts_in(project, folder)))


def gathered(project: Project, place: Path) -> tuple[Path, ...]:
    """Make a folder in `place` for each of the project's folders of fonts, with links to its fonts in it.

    What looks for fonts opens whatever lies in a folder; here it finds fonts alone, which have been judged.

    Raises: ProjectError, as `font_files`; OSError.
    """
    made = []
    for number, folder in enumerate(project.font_folders()):
        made.append(place / str(number))
        made[-1].mkdir(parents=True)
        for name, real in _fonts_in(project, folder):
            _link(made[-1] / name.replace("/", "-"), real)
    return tuple(made)


def _fonts_in(project: Project, folder: Path) -> Iterator[tuple[str, Path]]:
    """The fonts in a folder, by their paths from it, and where each really is."""
    for file in sorted(folder.rglob("*")):
        if file.suffix.lower() in _SUFFIXES:
            yield file.relative_to(folder).as_posix(), _judged(project, file)


def _link(place: Path, file: Path) -> None:
    try:
        place.symlink_to(file)
    except OSError:  # as on Windows, where not everybody may
        shutil.copyfile(file, place)


def _judged(project: Project, file: Path) -> Path:
    """Where a font really is, once it is known to be a file: what knows fonts opens it without asking."""
    try:
        real = project.locate(file)
        fault = fault_of(real.stat(follow_symlinks=False), LARGEST_ASSET)
    except (Unreadable, OSError) as error:
        fault = str(getattr(error, "strerror", None) or error)
    if fault:
        raise ProjectError(f"{project.name_of(file)} {fault}")
    return real


def fontconfig(folders: Sequence[Path], cache: Path) -> str:
    """A fontconfig file that knows the fonts of these folders and nothing of the machine's own fonts."""
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
        return set(map(chr, mapped(read_file(file, LARGEST_ASSET))))
    except (Unreadable, ValueError) as error:
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
