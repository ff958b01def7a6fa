"""The copies of the schemas that a project keeps for editors, as the cardtool had them that wrote them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from cardtool.errors import ProjectError
from cardtool.files import LARGEST_TEXT, read_plain_file
from cardtool.output import OutputFolder
from cardtool.project import TOOLKIT, Project

SCHEMAS = Path(".cardtool") / "schemas"
"""Where a project keeps them, from its root."""


def shipped_schemas() -> Iterator[tuple[str, bytes]]:
    """Yield the schemas of this cardtool by name."""
    for path in sorted((TOOLKIT / "schemas").glob("*.schema.json")):
        yield path.name, path.read_bytes()


def stale_schemas(project: Project) -> tuple[str, ...]:
    """Return the names of the schemas that a project keeps otherwise than they are now, or not at all.

    None where it keeps no schemas, as one does that was not made by `cardtool new`.
    """
    place = project.root / SCHEMAS
    if not place.is_dir():
        return ()
    return tuple(name for name, content in shipped_schemas() if _content(place / name) != content)


def renew(project: Project) -> int:
    """Write all of them as they are now, and return how many. Raises: ProjectError."""
    place = project.root / SCHEMAS
    if os.path.realpath(place) != str(place):
        raise ProjectError(
            f"{SCHEMAS.as_posix()} leads out of the project by a link; nothing is written there"
        )
    with OutputFolder.open(place) as folder:
        schemas = dict(shipped_schemas())
        for name, content in schemas.items():
            folder.add(name, content)
        folder.commit()
    return len(schemas)


def _content(file: Path) -> bytes | None:
    try:
        return read_plain_file(file, LARGEST_TEXT)
    except OSError:
        return None
