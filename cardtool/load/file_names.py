"""The names of a game's files: tells those that cannot be shown, and those by which nothing is found.

Opens no file, and follows no link.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from cardtool.finding import Finding
from cardtool.load.rules import FILE_NAME
from cardtool.model import Source
from cardtool.project import Project, usable_names
from cardtool.visible import clean

__all__ = ["unusable_names"]

_MOST = 20  # a project with more has one cause for all of them
_LIBRARIES = ("sheets", "cutters", "sizes", "stocks", "themes", "printers", "fonts", "icons")
_CALLED_BY_NAME = {
    **dict.fromkeys(("sheets", "cutters", "sizes", "themes", "printers"), ".yaml"),
    "icons": ".svg",
}
_USABLE = "name it with letters a to z, digits, hyphens and underscores, at most 64"


def unusable_names(project: Project, game: str) -> list[Finding]:
    """Return what is wrong with the names of the files of a game and of what the project brings for it."""
    return list(islice(_faults(project, game), _MOST))


def _faults(project: Project, game: str) -> Iterator[Finding]:
    templates = project.root / "templates"
    own = (project.cards(game), templates / game, project.root / "schemas" / game)
    libraries = [templates / name for name in _LIBRARIES] if project.root != project.toolkit else []
    for folder in (*own, *libraries):
        yield from _not_shown(project, folder)
    for folder in (*libraries, templates / game / "themes"):
        yield from _not_found(project, folder)


def _not_shown(project: Project, folder: Path) -> Iterator[Finding]:
    """Names with signs that cannot be seen, or that are no text at all."""
    for around, folders, files in os.walk(folder):
        for name in sorted((*folders, *files)):
            if clean(name) != name:
                place = Source(project.name_of(Path(around, name)))
                yield FILE_NAME.found(place, f"this name {_why(name)}", "rename it")


def _why(name: str) -> str:
    if any("\ud800" <= sign <= "\udfff" for sign in name):
        return "is not UTF-8"
    return "holds a character that cannot be seen"


def _not_found(project: Project, folder: Path) -> Iterator[Finding]:
    """Names by which nobody can ask for what is in the file."""
    suffix = _CALLED_BY_NAME.get(folder.name)
    if suffix is None:
        return
    usable = {f"{name}{suffix}" for name in usable_names(folder, suffix)}
    for path in sorted(folder.glob(f"*{suffix}")):
        if path.name not in usable and clean(path.name) == path.name:
            yield FILE_NAME.found(
                Source(project.name_of(path)), "nothing can be asked for by this name", _USABLE
            )
