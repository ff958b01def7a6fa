"""One number for everything that can change what a build writes."""

from __future__ import annotations

import hashlib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from cardtool.project import Project

__all__ = ["stamp"]

_ENGINES = ("plutoprint", "pikepdf", "reportlab")
_PACKAGE = Path(__file__).resolve().parents[1]


def stamp(project: Project, game: str, order: str) -> str:
    """A digest of the game's files, of what was asked for, and of the tool itself."""
    whole = hashlib.sha256()
    for wish in (order, *(f"{engine} {_version(engine)}" for engine in _ENGINES)):
        whole.update(f"{wish}\0".encode())
    tool = [path for path in sorted(_PACKAGE.rglob("*.py")) if "_toolkit" not in path.parts]
    for path in (*project.inputs(game), *tool):
        content = path.read_bytes()
        whole.update(f"{project.name_of(path)}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"
