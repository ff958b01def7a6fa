"""The folder that files are made into: one writer at a time, and files that take their places together.

Each waits under a passing name, on the disk already. A journal then makes the set count; after that it is
only put in its place. What goes wrong before leaves nothing changed; what goes wrong after is undone, and
what is cut short is put right by the next one who holds the folder.
"""

from __future__ import annotations

import errno
import hashlib
import hmac
import json
import os
import signal
import stat
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any

from cardtool import files
from cardtool.errors import OutputBusy, ProjectError
from cardtool.files import is_plain_file, read_plain_file, remove_file, replace_file, sync_folder
from cardtool.signed_cache import note_written, seal_of

_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold back the signals that Python answers until the block is done, and deliver them then.

    Only the main thread hears of signals; in others there is nothing to hold back.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    before: dict[int, Any] = {}
    try:
        for number in _SIGNALS:
            if callable(signal.getsignal(number)):
                before[number] = signal.getsignal(number)
                signal.signal(number, lambda number, frame: waiting.append(number))
        yield
    finally:
        for number, answer in before.items():
            signal.signal(number, answer)
        for number in waiting:
            signal.raise_signal(number)


TEMPORARY_PREFIX = ".cardtool-"  # the names of all that does not stay begin so
_LOCK = f"{TEMPORARY_PREFIX}lock"
_TIMEOUT, _PAUSE = 0.3, 0.02  # seconds


@contextmanager
def lock_folder(path: Path, writing: Callable[[], AbstractContextManager[None]]) -> Iterator[None]:
    """Keep others out of a folder. Its lock is opened within `writing`, which tells what goes wrong.

    Raises: OutputBusy when another process has it.
    """
    with _open_lock(path, writing):
        try:
            yield
        finally:
            # Windows does not let go of an open file; there it stays
            with uninterrupted(), suppress(OSError):
                remove_file(path / _LOCK)


def _open_lock(path: Path, writing: Callable[[], AbstractContextManager[None]]) -> IO[str]:
    """Return the lock of a folder, held by this process for as long as it is open. Raises: OutputBusy.

    The system lets go of it even when a process is killed, though what that was just starting may have it
    for a moment longer.
    """
    end = time.monotonic() + _TIMEOUT
    while True:
        with writing():
            path.mkdir(parents=True, exist_ok=True)  # whoever is just ending may have taken it away, empty
            file = _open_plain_file(path / _LOCK)
        if _take_lock(file, path):
            return file
        file.close()
        if time.monotonic() > end:
            busy = f"another build is writing to {path}; wait for it, or give --out another folder"
            raise OutputBusy(busy)
        time.sleep(_PAUSE)


def _open_plain_file(path: Path) -> IO[str]:
    """Return the file, opened to be written, made if need be; no link is followed, no pipe is waited on."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    file = os.fdopen(os.open(path, flags, 0o666), "r+", encoding="utf-8", closefd=True)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "not a plain file", str(path))
    return file


def _take_lock(file: IO[str], path: Path) -> bool:
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
            return True
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        # another build may have taken the file away, and have begun a new one
        return os.path.samestat(os.fstat(file.fileno()), os.stat(path / _LOCK))
    except OSError:
        return False


EXPORT_NOTE = ".cardtool-export.json"  # this does: it tells which files an export made
LEDGER = "build.json"
_READ_AGAIN = frozenset({EXPORT_NOTE, LEDGER})  # and believed, where they are known to be ours
_JOURNAL = f"{TEMPORARY_PREFIX}journal.json"
_LARGEST = 16_000_000  # bytes of a journal
_NOT_OURS = (
    "this note of an unfinished run is not sealed by you for this folder, so it is not followed\n"
    "delete it; if a run of yours was cut short here, look first: .cardtool-*.old beside it are the earlier "
    "files, .cardtool-*.part the new ones"
)


@dataclass(frozen=True, slots=True)
class Change:
    """One file of a set: a new one for its place or, without `places`, one that is taken away.

    `sha256` is that of the file itself; `replaces` is whether there was one before, to be kept meanwhile.
    """

    name: str
    sha256: str
    places: bool
    replaces: bool


@dataclass(frozen=True, slots=True)
class Journal:
    """A set of changes to a folder. `folders` are those in it that the set needs and that were not there."""

    folder: Path
    changes: tuple[Change, ...]
    folders: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return what the set writes, takes away or makes, by name."""
        return (*(change.name for change in self.changes), *self.folders)

    def write(self) -> None:
        """Put the journal on the disk. Raises: OSError."""
        file = self.folder / _JOURNAL
        noted = {"changes": [asdict(change) for change in self.changes], "folders": self.folders}
        seal = seal_of(file, json.dumps(noted).encode())
        replace_file(file, json.dumps({**noted, "seal": seal}).encode())

    def can_be_finished(self) -> bool:
        """Return whether every new file is there, in its place or waiting for it."""
        return all(self._is_there(number) for number, change in enumerate(self.changes) if change.places)

    def finish(self) -> None:
        """Put every file in its place; what is there already stays. Raises: OSError.

        What is read again from there is noted as ours.
        """
        for name in self.folders:
            (self.folder / name).mkdir(exist_ok=True)
        for number in range(len(self.changes)):
            self._apply(number)
        self._sync()
        for change in self.changes:
            if change.name in _READ_AGAIN:
                note_written(self.folder / change.name, change.sha256)

    def undo(self) -> None:
        """Put back every file that was there before. Raises: OSError."""
        for number in reversed(range(len(self.changes))):
            self._revert(number)
        for name in reversed(self.folders):
            with suppress(OSError):  # somebody put something into it, or it is gone
                (self.folder / name).rmdir()
        self._sync()

    def close(self) -> None:
        """Take the journal away: the set is finished, or undone. Raises: OSError.

        That it comes back after a power cut does no harm.
        """
        remove_file(self.folder / _JOURNAL)
        with suppress(OSError):
            sync_folder(self.folder)

    def _apply(self, number: int) -> None:
        change, (part, old) = self.changes[number], temporary_paths(self.folder, number)
        target = self.folder / change.name
        if not change.places:
            if not os.path.lexists(old) and _has_digest(target, change.sha256):
                os.replace(target, old)
        elif os.path.lexists(part):
            if change.replaces and not os.path.lexists(old):
                _keep_old_file(target, old)
            os.replace(part, target)

    def _revert(self, number: int) -> None:
        change, (part, old) = self.changes[number], temporary_paths(self.folder, number)
        target = self.folder / change.name
        if os.path.lexists(old):
            os.replace(old, target)
            remove_file(old)  # it stays where both are one file
        elif change.places and not change.replaces and not os.path.lexists(part):
            self._remove_new(target, change.sha256)

    def _remove_new(self, target: Path, sha256: str) -> None:
        """Take a file away that was put in its place, where it is still as it was put there."""
        if _has_digest(target, sha256):
            remove_file(target)

    def _is_there(self, number: int) -> bool:
        change, (part, _) = self.changes[number], temporary_paths(self.folder, number)
        return _has_digest(part if os.path.lexists(part) else self.folder / change.name, change.sha256)

    def _sync(self) -> None:
        for folder in {self.folder, *((self.folder / change.name).parent for change in self.changes)}:
            if folder.is_dir():
                sync_folder(folder)


def temporary_paths(folder: Path, number: int) -> tuple[Path, Path]:
    """Return where the new file of a change waits for its place, and where the one before is kept."""
    return folder / f"{TEMPORARY_PREFIX}{number}.part", folder / f"{TEMPORARY_PREFIX}{number}.old"


def is_unfinished(folder: Path) -> bool:
    """Return whether a set of files was cut short on its way into this folder, and waits to be finished."""
    with suppress(ProjectError):
        return read_journal(folder) is not None
    return False


def recover_folder(folder: Path) -> None:
    """Finish what an earlier run had begun in this folder, or undo it where that cannot be.

    Raises: OSError; ProjectError, as `read_journal`.
    """
    journal = read_journal(folder)
    if journal is None:
        return
    if journal.can_be_finished():
        journal.finish()
    else:
        journal.undo()
    journal.close()


def remove_leftovers(folder: Path) -> None:
    """Take away what an earlier run left in this folder, once no journal counts any more. Raises: OSError."""
    endings = (".part", ".old")
    with os.scandir(folder) as entries:
        names = [entry.name for entry in entries if not entry.is_dir(follow_symlinks=False)]
    for name in names:
        if name.startswith(TEMPORARY_PREFIX) and name.endswith(endings):
            remove_file(folder / name)


def is_inside(folder: Path, name: str) -> bool:
    """Return whether a name is that of a place inside the folder, to which no link leads."""
    path = PurePosixPath(name)
    if not name or path.is_absolute() or path.as_posix() != name or ".." in path.parts:
        return False
    return not any((folder / parent).is_symlink() for parent in list(path.parents)[:-1])


def sha256_digest(content: bytes) -> str:
    """Return the SHA-256 of the content, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def read_journal(folder: Path, name_of: Callable[[Path], str] = str) -> Journal | None:
    """Return the journal of a folder, None where there is none; messages call files as `name_of` does.

    Raises: ProjectError for one that cannot be read, or that this user's cardtool did not write there.
    """
    file, fault = folder / _JOURNAL, _NOT_OURS
    if not os.path.lexists(file):
        return None
    try:
        noted = json.loads(read_plain_file(file, _LARGEST, follow=False))
        seal = noted.pop("seal")
        if seal and hmac.compare_digest(seal, seal_of(file, json.dumps(noted).encode())):
            changes = tuple(Change(**each) for each in noted["changes"])
            journal = Journal(folder, changes, tuple(noted["folders"]))
            if all(is_inside(folder, name) for name in journal.names):
                return journal
    except OSError as error:
        if is_plain_file(file) and error.errno != errno.EFBIG:
            fault = f"cannot be read: {error.strerror or error}"
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    raise ProjectError(f"{name_of(file)}: {fault}")


def _keep_old_file(target: Path, old: Path) -> None:
    """Have a file at a second place, or move it there where it cannot have two."""
    try:
        if not target.is_symlink():
            os.link(target, old)
            return
    except FileNotFoundError:
        return
    except (OSError, NotImplementedError):
        pass
    with suppress(FileNotFoundError):
        os.replace(target, old)


def _has_digest(path: Path, sha256: str) -> bool:
    """Return whether this is a plain file with such a content. Raises: OSError when it cannot be read."""
    if not is_plain_file(path):
        return False
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == sha256


_UNCHANGED = "nothing was written; the earlier files are unchanged"
_MIXED = "some files in {} may be new and some old; the next run that writes there puts that right"
_LARGEST_FILE = 1 << 32  # bytes of a file that is looked at


class OutputFolder:
    """A folder of generated files. Made by `OutputFolder.open`, which keeps others out meanwhile."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._changes: list[Change] = []
        self._new: dict[str, str] = {}
        self._is_between = False  # the journal counts, and not all files are where it says
        self._state = _UNCHANGED

    @classmethod
    @contextmanager
    def open(cls, path: Path) -> Iterator[OutputFolder]:
        """Provide the folder for this process alone, made if need be; what was cut short in it is mended.

        Files that were added and not committed at the end are thrown away, and so are folders that were made
        for it and hold nothing. Who stops it is told which files there are then.

        Raises: OutputBusy when another build holds it; ProjectError when it cannot be written.
        """
        with _no_empty_folders(path), cls._open_made(path) as folder:
            yield folder

    @classmethod
    @contextmanager
    def _open_made(cls, path: Path) -> Iterator[OutputFolder]:
        with lock_folder(path, lambda: _explain_failure(path, _UNCHANGED)):
            with _explain_failure(path, _MIXED.format(path)):
                recover_folder(path)
            with _explain_failure(path, _UNCHANGED):
                remove_leftovers(path)
            folder = cls(path)
            try:
                yield folder
            except KeyboardInterrupt as stop:
                stop.add_note(folder._state)
                raise
            finally:
                with uninterrupted():
                    folder._discard()

    @property
    def new(self) -> Mapping[str, str]:
        """Return the files that were added, by their names, with their SHA-256."""
        return self._new

    def has(self, name: str, sha256: str) -> bool:
        """Return whether a plain file of this name and digest is here, in the folder itself."""
        file = self.path / name
        try:
            return (
                is_inside(self.path, name)
                and files.is_plain_file(file)
                and sha256_digest(files.read_plain_file(file, _LARGEST_FILE, follow=False)) == sha256
            )
        except OSError:
            return False

    def add(self, name: str, content: bytes, *, keep_mode: bool = False) -> Path:
        """Write a file that is not in its place yet; return that place.

        With `keep_mode` it gets the permissions of the file whose place it takes.

        Raises: ProjectError when the disk does not take it.
        """
        target = self.path / name
        self._see_that_free(name, target)
        part, _ = temporary_paths(self.path, len(self._changes))
        change = Change(
            name, sha256_digest(content), places=True, replaces=target.exists() or target.is_symlink()
        )
        self._changes.append(change)
        self._new[name] = change.sha256
        with _explain_failure(target, self._state):
            files.write_new_file(part, content)
            if keep_mode:
                part.chmod(stat.S_IMODE(target.stat().st_mode))
        return target

    def commit(self, gone: Mapping[str, str] | None = None) -> None:
        """Put all files that were added in their places, and take away those that are `gone`.

        They are given by their names with their digests; one that was changed since stays.

        Raises: ProjectError, which says what there is then.
        """
        self._changes += self._taken_away(gone or {})
        journal = Journal(self.path, tuple(self._changes), self._missing_folders())
        with uninterrupted():
            self._is_between = True
            try:
                journal.write()
                _with_retry(journal.finish, journal.close)
            except OSError as error:
                raise self._undone(journal, error) from None
            self._is_between, self._state = False, f"all new files are in {self.path}"
            self._discard()

    def _undone(self, journal: Journal, error: OSError) -> ProjectError:
        """Put everything back, and return what there is to say of it."""
        try:
            _with_retry(journal.undo, journal.close)
            self._is_between = False
        except OSError:
            self._state = _MIXED.format(self.path)
        return _write_error(Path(error.filename2 or self.path), error, self._state)

    def _taken_away(self, files: Mapping[str, str]) -> Iterator[Change]:
        """Return the changes that take files away. A name that leads elsewhere is left alone."""
        for name, sha256 in files.items():
            if name not in self._new and self.has(name, sha256):
                yield Change(name, sha256, places=False, replaces=True)

    def _missing_folders(self) -> tuple[str, ...]:
        parents = {parent.as_posix() for name in self._new for parent in PurePosixPath(name).parents[:-1]}
        return tuple(parent for parent in sorted(parents) if not (self.path / parent).exists())

    def _see_that_free(self, name: str, target: Path) -> None:
        if not is_inside(self.path, name):
            raise ProjectError(f"cannot write {target}: it is not in {self.path} itself\n{self._state}")
        if target.is_dir() and not target.is_symlink():
            raise ProjectError(f"cannot write {target}: a folder has this name\n{self._state}")
        if name in self._new:
            raise ProjectError(f"cannot write {target}: two files would have this name\n{self._state}")

    def _discard(self) -> None:
        """Take away what waits, unless the journal counts. What cannot go now is swept out next time."""
        if self._is_between:
            return
        for number in range(len(self._changes)):
            for file in temporary_paths(self.path, number):
                with suppress(OSError):
                    files.remove_file(file)
        self._changes, self._new = [], {}


@contextmanager
def _no_empty_folders(path: Path) -> Iterator[None]:
    """Make a folder, and at the end take it and those around it away, if they were made and hold nothing."""
    missing = [each for each in (path, *path.parents) if not each.exists()]
    with _explain_failure(path, _UNCHANGED):
        path.mkdir(parents=True, exist_ok=True)
    try:
        yield
    finally:
        with suppress(OSError):
            for folder in missing:
                folder.rmdir()


def write_file(target: Path, content: bytes) -> Path:
    """Put one file in its place, whole or not at all. Raises: ProjectError when the disk does not take it."""
    with _explain_failure(target, ""):
        target.parent.mkdir(parents=True, exist_ok=True)
        files.replace_file(target, content)
    return target


def _with_retry(*steps: Callable[[], None]) -> None:
    """Go these steps, and once more where that fails. Raises: OSError when it fails again."""
    try:
        for step in steps:
            step()
    except OSError:
        for step in steps:
            step()


@contextmanager
def _explain_failure(path: Path, state: str) -> Iterator[None]:
    """Have what goes wrong told with the state that files are in then. Raises: ProjectError."""
    try:
        yield
    except OSError as error:
        raise _write_error(path, error, state) from None


def _write_error(path: Path, error: OSError, state: str) -> ProjectError:
    reason = error.strerror or str(error)
    return ProjectError(f"cannot write {path}: {reason}" + (state and f"\n{state}"))
