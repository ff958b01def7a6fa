"""The note of a set of files on their way into a folder, by which it is finished or undone, even later.

Once the note is on the disk, the set counts. Whoever can write into the folder can write a note, too: it is
sealed by the user's key for this folder, and without a valid seal nothing is done of what it says. Where no
key can be kept, what was cut short is thus left for the user to look at.
"""

from __future__ import annotations

import errno
import hashlib
import hmac
import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath

from cardtool.errors import ProjectError
from cardtool.files import is_plain_file, read_plain_file, remove_file, replace_file, sync_folder
from cardtool.signed_cache import note_written, seal_of

TEMPORARY_PREFIX = ".cardtool-"  # the names of all that does not stay begin so
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
