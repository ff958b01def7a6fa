"""Which files faces were drawn from, each with a digest of what was in it when it was read.

A file is named as templates ask for it, such as `icon coin`, so that another that comes to stand in its place
counts as a change. One that was looked for and not found has no digest.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from cardtool.errors import ProjectError
from cardtool.files import LARGEST_ASSET, Unreadable
from cardtool.project import Project
from cardtool.render.fonts import font_files

FONTS = "fonts"
"""The name of all fonts together: what is not in one may be looked for in any."""
_ASSET = "asset "
_NOT_THERE = (OSError, ProjectError, Unreadable, ValueError)


class FilesUsed:
    """Notes which files are used. One may be read once, and used by many faces after that."""

    def __init__(self) -> None:
        self._digests: dict[str, str] = {}
        self._used: set[str] = set()

    def note(self, name: str) -> None:
        """Note that a file is used, or looked for."""
        self._used.add(name)

    def read(self, name: str, content: bytes) -> None:
        """Note that a file is used, and what is in it."""
        self._digests[name] = digest(content)
        self._used.add(name)

    def taken(self) -> dict[str, str]:
        """Return the digests of all that were used since this was last asked, by name."""
        used, self._used = self._used, set()
        return {name: self._digests.get(name, "") for name in sorted(used)}


def template_file(name: str) -> str:
    """Return what a template is noted as."""
    return f"template {name}"


def icon_file(name: str) -> str:
    """Return what an icon is noted as."""
    return f"icon {name}"


def asset_file(path: Path) -> str:
    """Return what a picture, or another file that a page loads, is noted as."""
    return f"{_ASSET}{path}"


def style_file(name: str) -> str:
    """Return what a stylesheet is noted as, with all that it imports."""
    return f"style {name}"


def digest(content: bytes) -> str:
    """Return what stands for the content of a file."""
    return hashlib.sha256(content).hexdigest()


def font_digest(fonts: Iterable[Path]) -> str:
    """Return what stands for all fonts. Raises: OSError."""
    return _font_digest(tuple((file, *_identity(file)) for file in fonts))


def _identity(file: Path) -> tuple[int, ...]:
    status = file.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


@lru_cache(maxsize=4)  # each batch of faces asks for it, and there are megabytes of fonts
def _font_digest(fonts: tuple[tuple[Path, *tuple[int, ...]], ...]) -> str:
    lines = sorted(f"{file}\0{digest(file.read_bytes())}" for file, *_ in fonts)
    return digest("\0".join(lines).encode(errors="surrogateescape"))


class FilesNow:
    """The files of a game as they are now, each looked at once, however many faces were drawn from it."""

    def __init__(self, project: Project, game: str) -> None:
        self._project, self._game = project, game
        self._digests: dict[str, str] = {}

    def are_as_noted(self, used: Mapping[str, str]) -> bool:
        """Return whether these files hold what they held when they were noted."""
        return all(self._digest(name) == known for name, known in used.items())

    def _digest(self, name: str) -> str:
        if name not in self._digests:
            now = self._fonts() if name == FONTS else _digest_now(self._project, self._game, name)
            self._digests[name] = now
        return self._digests[name]

    def _fonts(self) -> str:
        try:
            return font_digest(font_files(self._project))
        except _NOT_THERE:
            return ""


def _digest_now(project: Project, game: str, name: str) -> str:
    """Return the digest of the file that is noted by this name, as it is now; empty where it is not there."""
    sort, _, which = name.partition(" ")
    try:
        if sort == "style":
            return _style_digest(project, game, which)
        if sort == "template":
            return _first_digest(project, (each / which for each in project.template_folders(game)))
        file = project.find_file("templates/icons", f"{which}.svg") if sort == "icon" else Path(which)
        return digest(project.read(file, LARGEST_ASSET)) if file else ""
    except _NOT_THERE:
        return ""


def _style_digest(project: Project, game: str, name: str) -> str:
    from cardtool.render.css import read_stylesheet

    return digest(read_stylesheet(project, game, name).encode())


def _first_digest(project: Project, files: Iterable[Path]) -> str:
    file = next((each for each in files if os.path.isfile(each)), None)
    return digest(project.read(file)) if file else ""
