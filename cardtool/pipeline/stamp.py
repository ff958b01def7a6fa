"""One number for everything that can change what a build writes."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from cardtool.files import LARGEST_ASSET, Unreadable
from cardtool.project import Project

__all__ = ["stamp"]

_ENGINES = ("pikepdf-", "plutoprint-", "reportlab-", "weasyprint-")
_PACKAGE = Path(__file__).resolve().parents[1]


def stamp(project: Project, game: str, order: str) -> str | None:
    """A digest of the game's files, of what was asked for, and of the tool itself.

    None where a file cannot be read, as will be told when it is to be used. Raises: ProjectError when a
    folder leads out of the project.
    """
    whole = hashlib.sha256()
    for wish in (order, *sorted(_installed())):
        whole.update(f"{wish}\0".encode())
    tool = (path for path in sorted(_PACKAGE.rglob("*.py")) if "_toolkit" not in path.parts)
    contents = chain(
        ((path, project.read(path, LARGEST_ASSET)) for path in project.inputs(game)),
        ((path, path.read_bytes()) for path in tool),
    )
    try:
        for path, content in contents:
            whole.update(f"{project.name_of(path)}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
            whole.update(content)
    except Unreadable:
        return None
    return whole.hexdigest()


def _installed() -> Iterator[str]:
    """The engines' folders of metadata, whose names tell the version: quicker than importlib.metadata."""
    for place in sys.path:
        names = os.listdir(place) if os.path.isdir(place) else ()
        yield from (name for name in names if name.endswith(".dist-info") and name.startswith(_ENGINES))
