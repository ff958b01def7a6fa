"""Files that take their places together, or not at all; and what an earlier export left is swept out.

Each is written beside its place under a passing name. A note in the folder tells which files were made, so
that the picture of a card that is gone is not uploaded with the others; what somebody changed since is left.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from cardtool.pipeline.output import OutputFolder, digest

__all__ = ["Batch"]

_NOTE = ".cardtool-export.json"
_PASSING = ".cardtool-export-{}.part"  # swept out by the next one who holds the folder


class Batch:
    """Files on their way into a folder. Made by `Batch.into`."""

    def __init__(self, folder: OutputFolder) -> None:
        self._folder = folder
        self._waiting: dict[Path, Path] = {}
        self._digests: dict[str, str] = {}

    @classmethod
    @contextmanager
    def into(cls, folder: OutputFolder) -> Iterator[Batch]:
        """A batch for this folder; what has not been settled at the end is thrown away."""
        batch = cls(folder)
        try:
            yield batch
        finally:
            for passing in batch._waiting.values():
                passing.unlink(missing_ok=True)

    def add(self, name: str, content: bytes) -> None:
        """Write a file, not yet in its place. Raises: ProjectError when the disk does not take it."""
        target = self._folder.path / name
        passing = self._folder.write(_PASSING.format(len(self._waiting)), content)
        self._waiting[target] = passing
        self._digests[name] = digest(content)

    def settle(self) -> tuple[Path, ...]:
        """Put all files in their places and take away what an earlier batch left; answer the files."""
        files = tuple(self._waiting)
        for target, passing in self._waiting.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(passing, target)
        self._waiting = {}
        self._sweep()
        note = json.dumps({"files": self._digests}, indent=2, ensure_ascii=False) + "\n"
        self._folder.write(_NOTE, note.encode())
        return files

    def _sweep(self) -> None:
        for name, made in self._noted().items():
            file = self._folder.path / name
            gone = name not in self._digests and _plain(name) and file.is_file()
            if gone and digest(file.read_bytes()) == made:
                file.unlink()

    def _noted(self) -> dict[str, str]:
        """The files of the batch before, and their digests; none where there is no note that can be read."""
        try:
            files = json.loads((self._folder.path / _NOTE).read_bytes())["files"]
            return {str(name): str(made) for name, made in files.items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {}


def _plain(name: str) -> bool:
    """Whether this is a name inside the folder."""
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts
