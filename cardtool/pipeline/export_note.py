"""A note in the folder of an export tells which files it made, so that those of cards that are gone go, too.

The picture of a card that is no more is not to be uploaded with the others.
"""

from __future__ import annotations

import json
from pathlib import Path

from cardtool.disk import read_plain
from cardtool.pipeline.journal import EXPORT_NOTE
from cardtool.pipeline.output import OutputFolder

__all__ = ["commit_export"]

_LARGEST = 16_000_000  # bytes of a note


def commit_export(folder: OutputFolder) -> tuple[Path, ...]:
    """Put the files that were added in their places, and take away what an earlier export left.

    What somebody has changed since stays. Return the files. Raises: ProjectError.
    """
    made, before = dict(folder.new), _noted(folder.path)
    note = json.dumps({"files": made}, indent=2, ensure_ascii=False) + "\n"
    folder.add(EXPORT_NOTE, note.encode())
    folder.commit(before)
    return tuple(folder.path / name for name in made)


def _noted(folder: Path) -> dict[str, str]:
    """Return the files of the export before, with their digests; none without a note that can be read."""
    try:
        files = json.loads(read_plain(folder / EXPORT_NOTE, _LARGEST))["files"]
        return {str(name): str(made) for name, made in files.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
