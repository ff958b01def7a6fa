"""The note of a set of files on their way into a folder, by which it is finished or undone, even later.

Once the note is on the disk, the set counts. It is input, too: who finds one goes by it only where it is
whole and names nothing but plain places inside the folder.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath

from cardtool.files import is_plain_file, read_plain_file, remove_file, replace_file, sync_folder
from cardtool.spool import Content, content_chunks

TEMPORARY_PREFIX = ".cardtool-"  # the names of all that does not stay begin so
EXPORT_NOTE = ".cardtool-export.json"  # this does: it tells which files an export made
_JOURNAL = f"{TEMPORARY_PREFIX}journal.json"
_LARGEST = 16_000_000  # bytes of a journal
_HEX, _DIGITS = frozenset("0123456789abcdef"), 64
_MISLEADING = frozenset("\\:\0")  # in names that lead elsewhere, on one system or another


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

    def write(self) -> None:
        """Put the journal on the disk. Raises: OSError."""
        noted = {"changes": [asdict(change) for change in self.changes], "folders": self.folders}
        replace_file(self.folder / _JOURNAL, json.dumps(noted, indent=1).encode())

    def can_be_finished(self) -> bool:
        """Return whether every new file is there, in its place or waiting for it."""
        return all(self._is_there(number) for number, change in enumerate(self.changes) if change.places)

    def finish(self) -> None:
        """Put every file in its place; what is there already stays. Raises: OSError."""
        for name in self.folders:
            (self.folder / name).mkdir(exist_ok=True)
        for number in range(len(self.changes)):
            self._apply(number)
        self._sync()

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
    return is_plain_file(folder / _JOURNAL)


def recover_folder(folder: Path) -> None:
    """Finish what an earlier run had begun in this folder, or undo it where that cannot be.

    Raises: OSError.
    """
    journal = _read_journal(folder)
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
        if name == _JOURNAL or (name.startswith(TEMPORARY_PREFIX) and name.endswith(endings)):
            remove_file(folder / name)


def is_inside(folder: Path, name: str) -> bool:
    """Return whether a name is that of a place inside the folder, to which no link leads."""
    path = PurePosixPath(name)
    if not name or path.is_absolute() or path.as_posix() != name or ".." in path.parts:
        return False
    return not any((folder / parent).is_symlink() for parent in list(path.parents)[:-1])


def sha256_digest(content: Content) -> str:
    """Return the SHA-256 of the content, in hexadecimal."""
    digest = hashlib.sha256()
    for chunk in content_chunks(content):
        digest.update(chunk)
    return digest.hexdigest()


def _read_journal(folder: Path) -> Journal | None:
    """Return the journal of a folder; None where there is none, or none to go by. Raises: OSError."""
    try:
        noted = json.loads(read_plain_file(folder / _JOURNAL, _LARGEST, follow=False))
        changes = tuple(Change(**each) for each in noted["changes"])
        journal = Journal(folder, changes, tuple(noted["folders"]))
        return journal if _is_sound(journal) else None
    except FileNotFoundError:
        return None
    except OSError:
        if is_plain_file(folder / _JOURNAL):
            raise
        return None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _is_sound(journal: Journal) -> bool:
    names = [change.name for change in journal.changes]
    return (
        all(_is_sound_change(journal.folder, change) for change in journal.changes)
        and len(set(names)) == len(names)
        and all(_is_sound_name(journal.folder, name) for name in journal.folders)
    )


def _is_sound_change(folder: Path, change: Change) -> bool:
    return (
        (change.name == EXPORT_NOTE or _is_sound_name(folder, change.name))
        and not (folder / change.name).is_dir()
        and len(change.sha256) == _DIGITS
        and set(change.sha256) <= _HEX
        and isinstance(change.places, bool)
        and isinstance(change.replaces, bool)
    )


def _is_sound_name(folder: Path, name: str) -> bool:
    """Return whether a journal may name this. What is hidden there, such as `.git`, belongs to others."""
    hidden = any(part.startswith(".") for part in PurePosixPath(name).parts)
    return not hidden and not set(name) & _MISLEADING and is_inside(folder, name)


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
