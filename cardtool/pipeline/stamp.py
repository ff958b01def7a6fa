"""One number for everything that can change what a build writes."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from cardtool.project import Project

__all__ = ["stamp"]

_ENGINES = ("pikepdf-", "plutoprint-", "reportlab-", "weasyprint-")
_PACKAGE = Path(__file__).resolve().parents[1]


def stamp(project: Project, game: str, order: str) -> str:
    """A digest of the game's files, of what was asked for, and of the tool itself."""
    whole = hashlib.sha256()
    for wish in (order, *sorted(_installed())):
        whole.update(f"{wish}\0".encode())
    tool = [path for path in sorted(_PACKAGE.rglob("*.py")) if "_toolkit" not in path.parts]
    for path in (*project.inputs(game), *tool):
        content = path.read_bytes()
        whole.update(f"{project.name_of(path)}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()


def _installed() -> Iterator[str]:
    """The engines' folders of metadata, whose names tell the version: quicker than importlib.metadata."""
    for place in sys.path:
        names = os.listdir(place) if os.path.isdir(place) else ()
        yield from (name for name in names if name.endswith(".dist-info") and name.startswith(_ENGINES))
