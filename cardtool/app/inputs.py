"""What a build or a check depends on, as one digest: by it nothing is made or judged twice."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from cardtool.files import LARGEST_ASSET, Unreadable
from cardtool.project import Project

_TOOL_SUFFIXES = (".py", ".tsv", ".txt")  # lists of words decide what is found, as code does
_PACKAGE = str(Path(__file__).resolve().parents[1])


def input_hash(project: Project, game: str, options: str) -> str | None:
    """Return a digest of the game's files, of what was asked for, and of the tool itself.

    None where a file cannot be read, as will be told when it is to be used. Raises: ProjectError when a
    folder leads out of the project.
    """
    whole = hashlib.sha256()
    whole.update(f"{options}\0{_tool_digest()}\0".encode())
    try:
        for path in sorted(_input_files(project, game)):
            content = project.read(path, LARGEST_ASSET)
            whole.update(f"{project.name_of(path)}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
            whole.update(content)
    except Unreadable:
        return None
    return whole.hexdigest()


def _input_files(project: Project, game: str) -> set[Path]:
    """Return every file that can change what a game's build writes.

    Raises: Unreadable for a schema that cannot be read; ProjectError as `Project.folders`.
    """
    found = (path for top in project.input_folders(game) for path in project.files_below(top))
    return {*found, *_schemas_in_use(project, game)}


def _schemas_in_use(project: Project, game: str) -> set[Path]:
    """Return the schemas that may judge a game's files: of another game's, those that one of them names."""
    used = set[Path]()
    unused = {other: set[Path]() for other in project.games() if other != game}
    for top in project.folders("schemas"):
        for path in project.files_below(top):
            unused.get(path.relative_to(top).parts[0], used).add(path)
    new = set(used)
    while new and unused:
        text = b"".join(project.read(path) for path in new)
        new = set[Path]().union(*(unused.pop(other) for other in list(unused) if other.encode() in text))
        used |= new
    return used


@cache
def _tool_digest() -> str:
    """Return a digest of this Python, of what is installed beside the tool, and of the tool itself."""
    words = (sys.version, *sorted(_installed_packages()), *_tool_files())
    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogateescape")).hexdigest()


def _tool_files() -> Iterator[str]:
    """Yield the name and digest of each file that decides what the tool does: all of them in 10 ms."""
    for folder, folders, names in os.walk(_PACKAGE):
        folders[:] = sorted(name for name in folders if name != "_toolkit")
        for name in sorted(names):
            if name.endswith(_TOOL_SUFFIXES):
                with open(f"{folder}/{name}", "rb", buffering=0) as file:
                    yield f"{folder[len(_PACKAGE) :]}/{name} {hashlib.sha256(file.read()).hexdigest()}"


def _installed_packages() -> Iterator[str]:
    """Yield the packages' metadata folders, named with their versions: quicker than importlib.metadata."""
    for place in sys.path:
        names = os.listdir(place) if os.path.isdir(place) else ()
        yield from (name for name in names if name.endswith(".dist-info"))
