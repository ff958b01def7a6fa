"""The files that may be mended, read as they were saved, and written whole or not at all.

Only a game's own texts are, and a document that somebody names; no link is followed.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from cardtool.errors import ProjectError

__all__ = ["Content", "Finder", "Unmendable", "of_documents", "of_game", "read", "see_that_writable", "write"]

_LARGEST = 16_000_000  # bytes
_BOM = b"\xef\xbb\xbf"
_OF_CARDS = frozenset({".yaml", ".yml", ".md"})
_OF_TEMPLATES = frozenset({".html"})
_DOCUMENTS = frozenset({".md", ".txt"})

Finder = Callable[[str], Path]
"""Where a file that findings name lies, if it may be mended. Raises: Unmendable."""


class Unmendable(Exception):
    """A file that is not to be written to; the message says why."""


@dataclass(frozen=True, slots=True)
class Content:
    """A file's text, with the line ends it has; `mark` is whether a byte order mark stands before it."""

    text: str
    mark: bool

    @property
    def raw(self) -> bytes:
        return (_BOM if self.mark else b"") + self.text.encode("utf-8")


def of_game(root: Path, game: str) -> Finder:
    """The files of a game that may be mended: the texts of its folders in `cards` and `templates`."""

    def find(file: str) -> Path:
        name = PurePosixPath(file)
        suffixes = _suffixes(name, game)
        path = root / name
        if path.suffix not in suffixes:
            raise Unmendable("it is none of the game's own texts")
        if Path(os.path.realpath(path)) != path:
            raise Unmendable("it is a link; mend the file it leads to")
        return path

    return find


def of_documents(documents: Iterable[Path]) -> Finder:
    """The documents that somebody named, as far as they are plain text."""
    known = {document.as_posix(): Path(os.path.abspath(document)) for document in documents}

    def find(file: str) -> Path:
        path = known.get(file)
        if path is None:
            raise Unmendable("it is not the document")
        if path.suffix.lower() not in _DOCUMENTS:
            raise Unmendable(f"only {' and '.join(sorted(_DOCUMENTS))} are mended")
        if path.is_symlink():
            raise Unmendable("it is a link; mend the file it leads to")
        return path

    return find


def _suffixes(name: PurePosixPath, game: str) -> frozenset[str]:
    """Which files may be mended where this one is."""
    if name.is_absolute() or ".." in name.parts or len(name.parts) < 3:
        return frozenset()
    if name.parts[1] != game:
        return frozenset()
    return {"cards": _OF_CARDS, "templates": _OF_TEMPLATES}.get(name.parts[0], frozenset())


def read(path: Path) -> Content:
    """The content of a file. Raises: Unmendable."""
    flags = (
        os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    )
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise Unmendable("it is not a plain file")
            raw = file.read(_LARGEST + 1)
    except OSError as error:
        raise Unmendable(f"it cannot be read: {error.strerror}") from None
    if len(raw) > _LARGEST:
        raise Unmendable(f"it is larger than {_LARGEST // 1_000_000} MB")
    try:
        return Content(raw.removeprefix(_BOM).decode("utf-8"), raw.startswith(_BOM))
    except UnicodeDecodeError:
        raise Unmendable("it is not UTF-8 text") from None


def see_that_writable(path: Path) -> None:
    """See that a file may be replaced by another. Raises: Unmendable."""
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        raise Unmendable("it is write-protected")


def write(path: Path, was: Content, now: Content) -> None:
    """Put the new content in place of the old, whole, with the file's permissions.

    Raises: ProjectError when it cannot be written, or is not any more what it was.
    """
    passing = path.with_name(f".cardtool-{path.name}.part")
    try:
        if read(path).raw != was.raw:
            raise ProjectError(f"{path} was changed meanwhile; nothing was written to it")
        _write_new(passing, now.raw)
        os.chmod(passing, stat.S_IMODE(path.stat().st_mode))
        os.replace(passing, path)
    except Unmendable as why:
        raise ProjectError(f"{path}: {why}") from None
    except OSError as error:
        raise ProjectError(f"cannot write {path}: {error.strerror or error}") from None
    finally:
        with contextlib.suppress(OSError):
            passing.unlink(missing_ok=True)


def _write_new(path: Path, raw: bytes) -> None:
    """Make a file, and see that it is on the disk; what a killed run left of that name is taken away."""
    path.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, 0o600), "wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())
