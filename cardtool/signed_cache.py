"""Entries of the cache, each signed: what this user wrote is read again, and only as it was written.

What is kept there decides what is found and drawn, and a compiled template is a program. A cache may have
been somewhere else meanwhile, such as with a build server, so every entry carries a digest by a key, random
and of this user, which is kept with the settings and never in the cache. Without it nothing is kept.

The key also tells what the tool wrote elsewhere, such as into a folder of output, from what came with it.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from cardtool import __version__
from cardtool.files import read_plain_file, remove_file, write_new_file
from cardtool.project import cache_folder, settings_folder

CACHE_KEY_VARIABLE = "CARDTOOL_CACHE_KEY"
"""The variable of the environment by which a worker is told the key; empty where there is none."""

_KEY_FILE = "cache.key"
_TOO_OPEN = stat.S_IRWXG | stat.S_IRWXO
_KEY_SIZE = 32  # bytes


def cache_key() -> bytes | None:
    """Return the key, made if there is none yet; None where it cannot be kept, so that nothing is cached."""
    given = os.environ.get(CACHE_KEY_VARIABLE)
    if given is not None:
        return _parse_key(given)
    file = settings_folder() / _KEY_FILE
    with suppress(OSError):
        return _read_key(file) or _create_key(file)
    return None


def cache_key_environment() -> dict[str, str]:
    """Return what the environment of a worker tells it of the key."""
    key = cache_key()
    return {CACHE_KEY_VARIABLE: "" if key is None else key.hex()}


def _parse_key(text: str) -> bytes | None:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        return None
    return key if len(key) == _KEY_SIZE else None


def _read_key(file: Path) -> bytes | None:
    """Return the key there is; None where there is none, or others could have read or written it.

    Raises: OSError where it cannot be read.
    """
    try:
        key = read_plain_file(file, 2 * _KEY_SIZE, follow=False, private=True)
    except FileNotFoundError:
        return None
    is_private = os.name == "nt" or not os.lstat(file).st_mode & _TOO_OPEN
    return key if len(key) == _KEY_SIZE and is_private else None


def _create_key(file: Path) -> bytes | None:
    """Put a new key in its place, unless another process is quicker, and return what is there then."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    passing = file.with_name(f".cardtool-{secrets.token_hex(8)}.part")
    if file.exists():  # and cannot be used
        remove_file(file)
    try:
        write_new_file(passing, secrets.token_bytes(_KEY_SIZE), mode=0o600)
        _link_or_replace(passing, file)
    finally:
        remove_file(passing)
    return _read_key(file)


def _link_or_replace(passing: Path, file: Path) -> None:
    """Give a file its name, unless another has it already. Where there are no links, the last one has it."""
    try:
        os.link(passing, file)
    except FileExistsError:
        return
    except (OSError, NotImplementedError):
        os.replace(passing, file)


_ENTRY_SUFFIX, _PART_SUFFIX = ".entry", ".part"
_SIGNATURE_SIZE = hashlib.sha256().digest_size


class SignedFolder:
    """A folder of the cache, with entries of at most so many bytes by their names.

    An upgrade of cardtool makes them anew, unless they are `lasting`.
    """

    def __init__(self, name: str, largest: int, *, lasting: bool = False) -> None:
        self._name, self._folder, self._largest = name, cache_folder() / name, largest
        self._key, self._lasting = cache_key(), lasting

    def read(self, entry: str) -> bytes | None:
        """Return what was written under this name; None where nothing was, or somebody else wrote it.

        What cannot be trusted is taken away.
        """
        if self._key is None or self._folder.is_symlink():
            return None
        try:
            sealed = read_plain_file(self._file(entry), self._largest, follow=False, private=True)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError:
            self.discard(entry)
            return None
        seal, content = sealed[:_SIGNATURE_SIZE], sealed[_SIGNATURE_SIZE:]
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
            with tempfile.NamedTemporaryFile(dir=self._folder, suffix=_PART_SUFFIX, delete=False) as file:
                try:
                    file.writelines((self._seal(self._key, entry, content), content))
                    file.close()
                    os.replace(file.name, self._file(entry))
                except BaseException:
                    remove_file(Path(file.name))
                    raise

    def discard(self, entry: str) -> None:
        """Take an entry away, whatever it is."""
        file = self._file(entry)
        with suppress(OSError):
            if file.is_dir() and not file.is_symlink():
                file.rmdir()  # one with something in it is left, and the entry is made anew every time
            else:
                remove_file(file)

    def keep_latest(self, most: int) -> None:
        """Take all but the latest files away, entries and what a killed run never finished."""
        with suppress(OSError):
            with os.scandir(self._folder) as entries:
                files = {entry.path: entry.stat(follow_symlinks=False).st_mtime for entry in entries}
            for path in sorted(files, key=files.__getitem__, reverse=True)[most:]:
                remove_file(Path(path))

    def touch(self, entry: str) -> None:
        """Have an entry count as one that was written just now."""
        with suppress(OSError):
            os.utime(self._file(entry))

    def keep_within(self, most: int) -> None:
        """Take the oldest files away until the rest are of no more than so many bytes together."""
        with suppress(OSError):
            with os.scandir(self._folder) as entries:
                files = {entry.path: entry.stat(follow_symlinks=False) for entry in entries}
            for path in sorted(files, key=lambda path: files[path].st_mtime_ns, reverse=True):
                most -= files[path].st_size
                if most < 0:
                    remove_file(Path(path))

    def _file(self, entry: str) -> Path:
        return self._folder / f"{entry}{_ENTRY_SUFFIX}"

    def _seal(self, key: bytes, entry: str, content: bytes) -> bytes:
        """Return the digest of an entry: of its content, of its name, and of the cardtool that wrote it."""
        version = "" if self._lasting else __version__
        seal = hmac.new(key, f"cardtool {version}\0{self._name}/{entry}\0".encode(), "sha256")
        seal.update(content)  # in place: entries have megabytes
        return seal.digest()

    def _make_folder(self) -> None:
        """Make the folder for this user alone. Raises: OSError where it is somebody else's, or a link."""
        self._folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder.mkdir(mode=0o700, exist_ok=True)
        status = os.lstat(self._folder)
        if not stat.S_ISDIR(status.st_mode):
            raise NotADirectoryError(str(self._folder))
        if os.name != "nt" and status.st_mode & _TOO_OPEN:
            self._folder.chmod(0o700)


_MOST_WRITTEN = 2000  # notes of what was written


def note_written(file: Path, sha256: str) -> None:
    """Note that a file of this SHA-256 is put in this place by cardtool, for this user."""
    notes = SignedFolder("written", _SIGNATURE_SIZE, lasting=True)
    notes.write(_place_and_content(file, sha256), b"")
    notes.keep_latest(_MOST_WRITTEN)


def was_written(file: Path, content: bytes) -> bool:
    """Return whether cardtool put this content in this place for this user; a copy elsewhere does not count.

    Where that is not known any more, as after the cache was emptied, it counts as a stranger's.
    """
    sha256 = hashlib.sha256(content).hexdigest()
    notes = SignedFolder("written", _SIGNATURE_SIZE, lasting=True)
    return notes.read(_place_and_content(file, sha256)) is not None


def _place_and_content(file: Path, sha256: str) -> str:
    return hashlib.sha256(f"{_real_path(file)}\0{sha256}".encode(errors="surrogateescape")).hexdigest()


def _real_path(file: Path) -> str:
    """Return where a file is, by folders without links; it may be a link itself."""
    return os.path.join(os.path.realpath(file.parent), file.name)


def seal_of(file: Path, content: bytes) -> str:
    """Return what shows that this user's cardtool put this content in this place; empty without a key."""
    key = cache_key()
    place = f"file\0{_real_path(file)}\0".encode(errors="surrogateescape")
    return "" if key is None else hmac.new(key, place + content, "sha256").hexdigest()


_TOOL_SUFFIXES = (".py", ".tsv", ".txt")  # lists of words decide what is found, as code does
_PACKAGE = str(Path(__file__).resolve().parent)


@cache
def tool_digest() -> str:
    """Return a digest of this Python, of what is installed beside the tool, and of the tool itself."""
    words = (sys.version, *sorted(_installed_packages()), *_tool_files())
    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogateescape")).hexdigest()


def code_digest() -> str:
    """Return a digest of the tool itself, the same wherever it is installed."""
    return hashlib.sha256("\0".join(_tool_files()).encode("utf-8", "surrogateescape")).hexdigest()


def _tool_files() -> Iterator[str]:
    """Yield the name and digest of each file that decides what the tool does: all of them in 10 ms."""
    for folder, folders, names in os.walk(_PACKAGE):
        folders[:] = sorted(name for name in folders if name != "_toolkit")
        for name in sorted(names):
            if name.endswith(_TOOL_SUFFIXES):
                with open(f"{folder}/{name}", "rb", buffering=0) as file:
                    yield f"{folder[len(_PACKAGE) :]}/{name} {hashlib.sha256(file.read()).hexdigest()}"


def _installed_packages() -> Iterator[str]:
    """Yield the packages' metadata folders, named with their versions: quicker than importlib.metadata."""
    for place in sys.path:
        names = os.listdir(place) if os.path.isdir(place) else ()
        yield from (name for name in names if name.endswith(".dist-info"))
