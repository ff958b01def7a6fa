"""Drawn faces, kept in the cache folder: what has not changed since is not drawn again.

A batch stands for all that its templates are told, and for the tools that draw it. What it was drawn from is
kept beside it, and must be what it was. None is kept of WeasyPrint, which draws with libraries of the system
that nobody here knows.

To put together what templates are told takes longer than to see that it is what it was. So the keys of
batches are kept as well, by what tells them from their packed records.
"""

from __future__ import annotations

import hashlib
from functools import cached_property

from cardtool.model import Engine
from cardtool.project import Project
from cardtool.render.batch import Batch, BatchResult
from cardtool.render.files_used import FilesNow
from cardtool.render.measure_cache import untold_key
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
        self._keys = BatchKeys(project)

    def look_anew(self) -> None:
        """Forget what was in the files that faces are drawn from: they may have been changed meanwhile."""
        self._files = {}

    def recall_untold(self, batch: Batch) -> BatchResult | None:
        """Return what came of faces, as `recall` does, before anybody has put together what they are told."""
        key = self._keys.of(batch)
        return self.recall(batch, key) if key else None

    def note_key(self, batch: Batch, key: str) -> None:
        """Note the `batch_key` of faces of which nobody has put together yet what they are told."""
        self._keys.note(batch, key)

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
        self._keys.write()
        if self._is_fuller:
            self._folder.keep_within(_MOST_BYTES)

    def _entry(self, batch: Batch, key: str) -> str:
        told = f"{tool_digest()}\0{self._project.root}\0{batch.game}\0{key}"
        return hashlib.sha256(told.encode(errors="surrogateescape")).hexdigest()


_LARGEST_KEYS = 4_000_000  # bytes; of a hundred thousand faces 50,000
_MOST_KEYS = 20_000
_MOST_PROJECTS = 100


class BatchKeys:
    """The keys of a project's batches, each by what tells it without putting together what faces are told."""

    def __init__(self, project: Project) -> None:
        self._project, self._folder = project, SignedFolder("keys", _LARGEST_KEYS)
        self._noted: dict[str, str] = {}

    def of(self, batch: Batch) -> str:
        """Return the `batch_key` of these faces, where it is known."""
        untold = untold_key(batch) if self._known else ""  # where nothing is known, it is asked for later
        key = self._known.get(untold, "")
        if key:
            self._noted[untold] = key
        return key

    def note(self, batch: Batch, key: str) -> None:
        """Note the `batch_key` of these faces."""
        if untold := untold_key(batch):
            self._noted[untold] = key

    def write(self) -> None:
        """Keep what was asked for or noted now, and what was known before. Where that cannot be, no more is
        known.
        """
        if not self._noted or self._noted.items() <= self._known.items():
            return
        kept = {**self._known, **self._noted} if len(self._known) < _MOST_KEYS else self._noted
        self._folder.write(self._entry, to_bytes(kept))
        self._folder.keep_latest(_MOST_PROJECTS)

    @cached_property
    def _entry(self) -> str:
        told = f"{tool_digest()}\0{self._project.root}"
        return hashlib.sha256(told.encode(errors="surrogateescape")).hexdigest()

    @cached_property
    def _known(self) -> dict[str, str]:
        return from_bytes(dict[str, str], self._folder.read(self._entry) or b"") or {}
