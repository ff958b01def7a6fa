"""What came of measuring a game's faces, kept until the next time: what did not change is not measured again.

An answer stands for the faces it was given for, for every template, font and picture they might use, and for
the tools that measured. Only the answers of the last time are kept, and none that is an error; none of
WeasyPrint either, which measures with libraries of the system that nobody here knows.
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
from cardtool.sandbox.encoding import decode, encode, to_bytes
from cardtool.signed_cache import SignedFolder

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
        self._inputs = _inputs_digest(project, game)
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
        return hashlib.sha256(to_bytes(value)).hexdigest() if self._inputs else ""

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


def batch_key(batch: Batch) -> str:
    """Return a digest of all that these faces are told. Where their texts stand in files is no part of it."""
    faces = [(job.face, job.template, job.variables) for job in batch.jobs]
    asked = (batch.style, batch.page, batch.engine, batch.sizes, batch.theme, batch.gauged, batch.shared)
    return hashlib.sha256(to_bytes((*asked, faces))).hexdigest()


def _inputs_digest(project: Project, game: str) -> str:
    """Return a digest of every file that may show on a face, and of every tool that measures.

    Nothing where there are so many files that to measure anew is quicker, or where they cannot be listed.
    """
    try:
        return _digest_of_files(project, game)
    except OSError:  # whoever needs the file says so
        return ""


def _digest_of_files(project: Project, game: str) -> str:
    """Return a digest of names, sizes and dates, empty of too many. Raises: OSError for a folder."""
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
