"""What came of drawing and measuring faces, kept in the cache folder: what has not changed is not done again.

A batch of drawn faces stands for all that its templates are told, and for the tools that draw it. What it was
drawn from is kept beside it, and must be what it was. What was measured stands for the faces, for every
template, font and picture they might use, and for the tools that measured; only the answers of the last time
are kept, and none that is an error. None is kept of WeasyPrint, which works with libraries of the system that
nobody here knows.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from cardtool.model import Engine
from cardtool.project import Project
from cardtool.render.batch import Batch, BatchResult
from cardtool.render.fetcher import FilesNow
from cardtool.sandbox.encoding import decode, encode, from_bytes, to_bytes
from cardtool.signed_cache import SignedFolder, tool_digest

_PACKAGE = Path(__file__).resolve().parents[1]
_DATA_SUFFIXES = (".yaml", ".yml", ".md")  # what these say is told to the faces, and is part of what they are
_LARGEST_ENTRY = 64_000_000  # bytes of what is kept of a game; one of 612 faces takes less than one
_MOST_GAMES = 100  # of which something is kept
_MOST_FILES = 100_000


class MeasureCache:
    """The answers for one game, by the faces they are about; they are as a worker gave them."""

    def __init__(self, project: Project, game: str) -> None:
        self._entry = hashlib.sha256(f"{project.root}\0{game}".encode(errors="surrogateescape")).hexdigest()
        self._folder = SignedFolder("measured", _LARGEST_ENTRY)
        try:
            self._inputs = _inputs_digest(project, game)
        except OSError:  # of a folder that cannot be listed; whoever needs it says so
            self._inputs = ""
        self._known = self._read()
        self._used: dict[str, Any] = {}

    def __bool__(self) -> bool:
        """Return whether there is any answer that may still hold."""
        return bool(self._known)

    def recall(self, batch: Batch, key: str) -> BatchResult | None:
        """Return the answer for these faces, by their `batch_key`, if they have been measured as they are."""
        try:
            result = decode(BatchResult, self._known[key])
        except (KeyError, ValueError):
            return None
        if not all(0 <= index < len(batch.jobs) for index in (*result.problems, *result.fittings)):
            return None
        self._used[key] = self._known[key]
        return result

    def keep(self, batch: Batch, key: str, result: BatchResult) -> None:
        """Remember the answer for these faces, by their `batch_key`, which were measured and not drawn."""
        if batch.engine is Engine.PLUTOPRINT and self._inputs:
            self._used[key], _ = encode(result)

    def key_of(self, batch: Batch, more: object) -> str:
        """Return what stands for these faces and what more is asked of them; empty where nothing is kept."""
        kept = batch.engine is Engine.PLUTOPRINT and self._inputs
        return hashlib.sha256(f"{batch_key(batch)}{more!r}".encode()).hexdigest() if kept else ""

    def key_of_data(self, value: object) -> str:
        """Return what stands for plain data that templates are told; empty where nothing is kept."""
        return _digest_of(value) if self._inputs else ""

    def recall_as(self, key: str) -> Any:
        """Return what was kept by this key, plain data that is yet to be judged; None where nothing was."""
        return self._known.get(key)

    def keep_as(self, key: str, data: Any) -> None:
        """Remember plain data by a key of `key_of`."""
        if key:
            self._used[key] = data

    def write(self) -> None:
        """Keep what was used, until the next time. Where that cannot be, everything is measured again."""
        if self._used == self._known:
            return
        data = json.dumps({"surroundings": self._inputs, "answers": self._used}, sort_keys=True)
        self._folder.write(self._entry, data.encode())
        self._folder.keep_latest(_MOST_GAMES)

    def _read(self) -> dict[str, Any]:
        content = self._folder.read(self._entry)
        if content is None:
            return {}
        try:
            data = json.loads(content)
            return dict(data["answers"]) if data["surroundings"] == self._inputs else {}
        except (ValueError, KeyError, TypeError, RecursionError):  # of another shape
            return {}


def _digest_of(data: object) -> str:
    """Return what stands for plain data; the same data put together in another order has another."""
    return hashlib.sha256(repr(data).encode(errors="surrogatepass")).hexdigest()


def batch_key(batch: Batch) -> str:
    """Return a digest of all that these faces are told. Where their texts stand in files is no part of it."""
    faces = [(job.face, job.template, job.variables) for job in batch.jobs]
    asked = (batch.style, batch.page, batch.engine, batch.sizes, batch.theme, batch.gauged, batch.shared)
    return _digest_of((*asked, faces))


def _inputs_digest(project: Project, game: str) -> str:
    """Return a digest of every file that may show on a face, and of every tool that measures.

    Of files it is of names, sizes and dates; empty where there are so many that to measure anew is quicker.
    Raises: OSError for a folder that cannot be listed.
    """
    whole, files = hashlib.sha256(sys.version.encode()), 0
    for top in _input_folders(project, game):
        for line in sorted(islice(_file_lines(top), _MOST_FILES)):
            whole.update(line.encode("utf-8", "surrogateescape"))
            files += 1
    for place in sys.path:
        names = os.listdir(place) if os.path.isdir(place) else ()
        whole.update("\n".join(sorted(name for name in names if name.endswith(".dist-info"))).encode())
    return whole.hexdigest() if files < _MOST_FILES else ""


def _input_folders(project: Project, game: str) -> Iterator[str]:
    """Yield the folders of those files, each where it really is; one inside another is not told by itself."""
    shipped = (folder for name in ("fonts", "icons") for folder in project.folders(f"templates/{name}"))
    asked = (*project.asset_roots(), *project.template_folders(game), *shipped, _PACKAGE)
    tops = {Path(os.path.realpath(folder)) for folder in asked if folder.is_dir()}
    yield from (str(top) for top in sorted(tops) if tops.isdisjoint(top.parents))


def _file_lines(folder: str) -> Iterator[str]:
    """Yield the files below a folder, each with how large it is and when it was written and put there.

    Folders elsewhere that links lead to are left out: nothing is loaded from there.
    """
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    yield from _file_lines(entry.path)
            elif entry.name.endswith(_DATA_SUFFIXES):
                yield f"{entry.path}\n"
            else:
                status = entry.stat() if entry.is_file() else entry.stat(follow_symlinks=False)
                written = f"{status.st_mtime_ns}\0{status.st_ctime_ns}"  # the latter no copy can keep
                yield f"{entry.path}\0{status.st_size}\0{written}\n"


_LARGEST_BATCH = 128_000_000  # bytes
_MOST_BYTES = 1_000_000_000  # of all that is kept; twelve thousand plain cards take some 25 million


class FaceStore:
    """The drawn batches of one project's games."""

    def __init__(self, project: Project) -> None:
        self._project, self._folder = project, SignedFolder("faces", _LARGEST_BATCH)
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
            if len(content) < _LARGEST_BATCH:
                self._folder.write(self._entry(batch, key), content)
                self._is_fuller = True

    def tidy(self) -> None:
        """Take what was not asked for the longest away, where there is too much."""
        if self._is_fuller:
            self._folder.keep_within(_MOST_BYTES)

    def _entry(self, batch: Batch, key: str) -> str:
        about = f"{tool_digest()}\0{self._project.root}\0{batch.game}\0{key}"
        return hashlib.sha256(about.encode(errors="surrogateescape")).hexdigest()
