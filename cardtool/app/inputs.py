"""What a build or a check depends on, as one digest: by it nothing is made or judged twice."""

from __future__ import annotations

import hashlib
from pathlib import Path

from cardtool.files import LARGEST_ASSET, Unreadable
from cardtool.project import Project
from cardtool.signed_cache import tool_digest


def input_hash(project: Project, game: str, options: str) -> str | None:
    """Return a digest of the game's files, of what was asked for, and of the tool itself.

    None where a file cannot be read, as will be told when it is to be used. Raises: ProjectError when a
    folder leads out of the project.
    """
    whole = hashlib.sha256()
    whole.update(f"{options}\0{tool_digest()}\0".encode())
    try:
        for path in sorted(input_files(project, game)):
            content = project.read(path, LARGEST_ASSET)
            whole.update(f"{project.name_of(path)}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
            whole.update(content)
    except Unreadable:
        return None
    return whole.hexdigest()


def input_files(project: Project, game: str) -> set[Path]:
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
