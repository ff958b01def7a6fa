"""The folder a game is built into: one writer at a time, and files that are whole or not there.

A file is written beside its place under a passing name and then renamed, so that whatever stops a
build, the last good output stays. `build.json` tells what each file was made from.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from cardtool import __version__
from cardtool.errors import OutputBusy, ProjectError

__all__ = ["LEDGER", "OutputFolder", "digest"]

LEDGER = "build.json"
_PASSING = ".cardtool-"  # the names of unfinished files begin so
_PATIENCE, _PAUSE = 0.3, 0.02  # seconds


class OutputFolder:
    """A folder of generated files. Made by `OutputFolder.held`, which keeps others out meanwhile."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    @contextmanager
    def held(cls, path: Path) -> Iterator[OutputFolder]:
        """The folder, made if need be, for this process alone; leftovers of killed builds are swept out.

        Raises: OutputBusy when another build holds it; ProjectError when it cannot be written.
        """
        with _writing_to(path):
            path.mkdir(parents=True, exist_ok=True)
        with _locked(path):
            try:
                for left in path.rglob(f"{_PASSING}*.part"):
                    left.unlink(missing_ok=True)
                yield cls(path)
            finally:
                with suppress(OSError):  # Windows does not let go of an open file; there it stays
                    (path / f"{_PASSING}lock").unlink()

    def write(self, name: str, content: bytes) -> Path:
        """Put a file in its place, whole. Raises: ProjectError when the disk does not take it."""
        target = self.path / name
        passing = target.with_name(f"{_PASSING}{target.name}.part")
        with _writing_to(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                with passing.open("wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(passing, target)
            finally:
                passing.unlink(missing_ok=True)
        return target

    def record(
        self,
        order: str,
        stamp: str,
        game: Mapping[str, str],
        files: Iterable[Path],
        told: Mapping[str, Any] | None = None,
    ) -> None:
        """Note in the ledger which files an order made, from inputs of which stamp, and what else is told.

        Files the order made before and makes no more are taken away, unless another has them or they changed.
        Other orders lose their claim to what was written over with other bytes, and are to be built again.
        """
        made = {self._name(file): digest(file.read_bytes()) for file in files}
        before = self._orders()
        others = {name: _still_true(note, made) for name, note in before.items()}
        left = {name: note for name, note in others.items() if note["files"]}
        orders = {**left, order: {"stamp": stamp, "files": made, **(told or {})}}
        if order in before:
            self._sweep(before[order]["files"], {name for note in orders.values() for name in note["files"]})
        ledger = {
            "tool": "cardtool",
            "tool_version": __version__,
            **game,
            "orders": dict(sorted(orders.items())),
        }
        self.write(LEDGER, (json.dumps(ledger, indent=2, ensure_ascii=False) + "\n").encode())

    def _sweep(self, before: Mapping[str, str], kept: set[str]) -> None:
        """Take away what is as it was made, and is not kept; a name that leads elsewhere is left alone."""
        for name in before.keys() - kept:
            file = self.path / name
            plain = Path(name).name == name and file.is_file() and not file.is_symlink()
            if plain and digest(file.read_bytes()) == before[name]:
                with _writing_to(file):
                    file.unlink()

    def current(self, order: str, stamp: str) -> tuple[Path, ...] | None:
        """The files of an order that need not be made again: same stamp, untouched since. Else None."""
        note = self._orders().get(order)
        if note is None or note["stamp"] != stamp:
            return None
        files = {self.path / name: sha for name, sha in note["files"].items()}
        same = all(file.is_file() and digest(file.read_bytes()) == sha for file, sha in files.items())
        return tuple(files) if same else None

    def _name(self, file: Path) -> str:
        return file.relative_to(self.path).as_posix()

    def _orders(self) -> dict[str, dict[str, Any]]:
        """What the ledger says of each order; nothing where there is no ledger that can be read."""
        if not (self.path / LEDGER).is_file():
            return {}
        try:
            orders = json.loads((self.path / LEDGER).read_bytes())["orders"]
            return {
                str(order): {
                    **note,
                    "stamp": str(note["stamp"]),
                    "files": {str(k): str(v) for k, v in note["files"].items()},
                }
                for order, note in orders.items()
            }
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {}


def _still_true(note: dict[str, Any], made: Mapping[str, str]) -> dict[str, Any]:
    """What holds of an order's note once these files are made.

    Where one of its own was written over, only the files nobody else made: they are known still, so that
    they are taken away when the order makes them no more, and tell nothing of what they were made from.
    """
    files = note["files"]
    if all(made.get(name, sha) == sha for name, sha in files.items()):
        return note
    return {"stamp": "", "files": {name: sha for name, sha in files.items() if name not in made}}


def digest(content: bytes) -> str:
    """The SHA-256 of the content, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def _plain_file(path: Path) -> IO[str]:
    """The file, opened to be written, made if need be; no link is followed, no pipe is waited on."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    file = os.fdopen(os.open(path, flags, 0o666), "r+", encoding="utf-8", closefd=True)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "not a plain file", str(path))
    return file


@contextmanager
def _writing_to(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ProjectError(
            f"cannot write {path}: {error.strerror or error}\nwhat was there before is unchanged"
        ) from None


def _locked(path: Path) -> IO[str]:
    """The lock of a folder, held by this process for as long as it is open. Raises: as `held`.

    The system lets go of it even when a process is killed, though what that was just starting may have it
    for a moment longer.
    """
    end = time.monotonic() + _PATIENCE
    while True:
        with _writing_to(path):
            file = _plain_file(path / f"{_PASSING}lock")
        if _is_ours(file, path):
            return file
        file.close()
        if time.monotonic() > end:
            busy = f"another build is writing to {path}; wait for it, or give --out another folder"
            raise OutputBusy(busy)
        time.sleep(_PAUSE)


def _is_ours(file: IO[str], path: Path) -> bool:
    """Take the lock, if nobody else has it."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
            return True
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        # another build may have taken the file away, and have begun a new one
        return os.path.samestat(os.fstat(file.fileno()), os.stat(path / f"{_PASSING}lock"))
    except OSError:
        return False
