"""Drawn faces, kept in the cache folder: what has not changed since is not drawn again.

A batch stands for all that its templates are told, and for the tools that draw it. What it was drawn from is
kept beside it, and must be what it was. None is kept of WeasyPrint, which draws with libraries of the system
that nobody here knows.
"""

from __future__ import annotations

import hashlib

from cardtool.model import Engine
from cardtool.project import Project
from cardtool.render.batch import Batch, BatchResult
from cardtool.render.files_used import FilesNow
from cardtool.sandbox.encoding import from_bytes, to_bytes
from cardtool.signed_cache import SignedFolder, tool_digest

_LARGEST_ENTRY = 128_000_000  # bytes
_MOST_BYTES = 1_000_000_000  # of all that is kept; twelve thousand plain cards take some 25 million


class FaceStore:
    """The drawn batches of one project's games."""

    def __init__(self, project: Project) -> None:
        self._project, self._folder = project, SignedFolder("faces", _LARGEST_ENTRY)
        self._is_fuller = False
        self._files: dict[str, FilesNow] = {}  # by games

    def look_anew(self) -> None:
        """Forget what was in the files that faces are drawn from: they may have been changed meanwhile."""
        self._files = {}

    def recall(self, batch: Batch, key: str) -> BatchResult | None:
        """Return what came of these faces, by their `batch_key`, if it would be the same today."""
        if batch.engine is not Engine.PLUTOPRINT:
            return None
        entry = self._entry(batch, key)
        content = self._folder.read(entry)
        result = None if content is None else from_bytes(BatchResult, content)
        files = self._files.setdefault(batch.game, FilesNow(self._project, batch.game))
        if result is None or not files.are_as_noted(result.files):
            return None
        if not all(0 <= index < len(batch.jobs) for index in (*result.problems, *result.fittings)):
            return None
        self._folder.touch(entry)
        return result

    def keep(self, batch: Batch, key: str, result: BatchResult) -> None:
        """Keep what came of these faces, by their `batch_key`, in place of what came of them before.

        Not where a file was refused: one that is not there cannot be known again by what it holds.
        """
        whole = not any(problem.refused for problem in result.problems.values())
        if whole and batch.engine is Engine.PLUTOPRINT:
            content = to_bytes(result)
            if len(content) < _LARGEST_ENTRY:
                self._folder.write(self._entry(batch, key), content)
                self._is_fuller = True

    def tidy(self) -> None:
        """Take what was not asked for the longest away, where there is too much."""
        if self._is_fuller:
            self._folder.keep_within(_MOST_BYTES)

    def _entry(self, batch: Batch, key: str) -> str:
        told = f"{tool_digest()}\0{self._project.root}\0{batch.game}\0{key}"
        return hashlib.sha256(told.encode(errors="surrogateescape")).hexdigest()
