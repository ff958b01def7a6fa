"""Entries of the cache, each sealed: what this user wrote is read again, and only as it was written.

What is kept there decides what is found and drawn, and a compiled template is a program. A cache may have
been somewhere else meanwhile, such as with a build server, so every entry carries a digest by a key of the
user, which is kept with the settings and never in the cache. Without such a key nothing is kept.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from cardtool import __version__
from cardtool.disk import read_plain, remove
from cardtool.project import cache_folder
from cardtool.render.cache_key import cache_key

__all__ = ["SealedFolder"]

_ENTRY, _UNFINISHED = ".entry", ".part"
_SEAL = hashlib.sha256().digest_size
_TOO_OPEN = stat.S_IRWXG | stat.S_IRWXO


class SealedFolder:
    """A folder of the cache, with entries of at most so many bytes by their names."""

    def __init__(self, name: str, largest: int) -> None:
        self._name, self._folder, self._largest = name, cache_folder() / name, largest
        self._key = cache_key()

    def read(self, entry: str) -> bytes | None:
        """Return what was written under this name; None where nothing was, or somebody else wrote it.

        What cannot be trusted is taken away.
        """
        if self._key is None or self._folder.is_symlink():
            return None
        try:
            sealed = read_plain(self._file(entry), self._largest, follow=False, private=True)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError:
            self.discard(entry)
            return None
        seal, content = sealed[:_SEAL], sealed[_SEAL:]
        if hmac.compare_digest(seal, self._seal(self._key, entry, content)):
            return content
        self.discard(entry)
        return None

    def write(self, entry: str, content: bytes) -> None:
        """Keep this under a name, whole. Where that cannot be, it is made anew next time."""
        if self._key is None:
            return
        with suppress(OSError):
            self._make_folder()
            with tempfile.NamedTemporaryFile(dir=self._folder, suffix=_UNFINISHED, delete=False) as file:
                try:
                    file.write(self._seal(self._key, entry, content) + content)
                    file.close()
                    os.replace(file.name, self._file(entry))
                except BaseException:
                    remove(Path(file.name))
                    raise

    def discard(self, entry: str) -> None:
        """Take an entry away, whatever it is."""
        file = self._file(entry)
        with suppress(OSError):
            if file.is_dir() and not file.is_symlink():
                file.rmdir()  # one with something in it is left, and the entry is made anew every time
            else:
                remove(file)

    def keep_latest(self, most: int) -> None:
        """Take all but the latest files away, entries and what a killed run never finished."""
        with suppress(OSError):
            with os.scandir(self._folder) as entries:
                files = {entry.path: entry.stat(follow_symlinks=False).st_mtime for entry in entries}
            for path in sorted(files, key=files.__getitem__, reverse=True)[most:]:
                remove(Path(path))

    def _file(self, entry: str) -> Path:
        return self._folder / f"{entry}{_ENTRY}"

    def _seal(self, key: bytes, entry: str, content: bytes) -> bytes:
        """Return the digest of an entry: of its content, of its name, and of the cardtool that wrote it."""
        named = f"cardtool {__version__}\0{self._name}/{entry}\0".encode()
        return hmac.digest(key, named + content, "sha256")

    def _make_folder(self) -> None:
        """Make the folder for this user alone. Raises: OSError where it is somebody else's, or a link."""
        self._folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder.mkdir(mode=0o700, exist_ok=True)
        status = os.lstat(self._folder)
        if not stat.S_ISDIR(status.st_mode):
            raise NotADirectoryError(str(self._folder))
        if os.name != "nt" and status.st_mode & _TOO_OPEN:
            self._folder.chmod(0o700)
