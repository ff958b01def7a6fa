"""The folder that files are made into: one writer at a time, and files that take their places together.

Each waits under a passing name, on the disk already. A journal then makes the set count; after that it is
only put in its place. What goes wrong before leaves nothing changed; what goes wrong after is undone, and
what is cut short is put right by the next one who holds the folder.
"""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from cardtool import files
from cardtool.errors import ProjectError
from cardtool.output.folder_lock import lock_folder, uninterrupted
from cardtool.output.journal import (
    Change,
    Journal,
    is_inside,
    recover_folder,
    remove_leftovers,
    sha256_digest,
    temporary_paths,
)

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
