"""The files that may be fixed: read as they were saved, and fixed. Writes none.

Only a game's own texts are, and a document that somebody names; no link is followed.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from cardtool.errors import ProjectError
from cardtool.finding import Edit
from cardtool.fix.apply import YamlReader, apply_edits
from cardtool.fix.locate import SkippedFix

_LARGEST = 16_000_000  # bytes
_BOM = b"\xef\xbb\xbf"
_CARD_SUFFIXES = frozenset({".yaml", ".yml", ".md"})
_TEMPLATE_SUFFIXES = frozenset({".html"})
_DOCUMENT_SUFFIXES = frozenset({".md", ".markdown", ".txt"})

FileFinder = Callable[[str], Path]
"""Where a file that findings name lies, if it may be fixed. Raises: NotFixable."""


class NotFixable(Exception):
    """A file that is not to be written to; the message says why."""


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file's text, with the line ends it has; `has_bom` is whether a byte order mark stands before it."""

    text: str
    has_bom: bool

    @property
    def raw(self) -> bytes:
        return (_BOM if self.has_bom else b"") + self.text.encode("utf-8")


def game_finder(root: Path, game: str, tables: bool = False) -> FileFinder:
    """Return what finds the files of a game to fix: the texts of its folders in `cards` and `templates`.

    With `tables` these are its tables, too.
    """

    def find(file: str) -> Path:
        name = PurePosixPath(file)
        is_table = tables and name.suffix == ".csv" and name.parts[:2] == ("cards", game)
        suffixes = frozenset({".csv"}) if is_table else _fixable_suffixes(name, game)
        path = root / name
        if path.suffix not in suffixes:
            in_table = name.suffix in (".csv", ".xlsx")
            raise NotFixable("tables are not mended" if in_table else "it is none of the game's own texts")
        if Path(os.path.realpath(path)) != path:
            raise NotFixable("it is a link; mend the file it leads to")
        return path

    return find


def document_finder(documents: Iterable[Path]) -> FileFinder:
    """Return what finds the documents that somebody named, as far as they are plain text."""
    known = {document.as_posix(): Path(os.path.abspath(document)) for document in documents}

    def find(file: str) -> Path:
        path = known.get(file)
        if path is None:
            raise NotFixable("it is not the document")
        if path.suffix.lower() not in _DOCUMENT_SUFFIXES:
            raise NotFixable("only Markdown and plain text are mended")
        if path.is_symlink():
            raise NotFixable("it is a link; mend the file it leads to")
        return path

    return find


def _fixable_suffixes(name: PurePosixPath, game: str) -> frozenset[str]:
    """Return the suffixes of files that may be fixed where this one is."""
    if name.is_absolute() or ".." in name.parts or len(name.parts) < 3:
        return frozenset()
    if name.parts[1] != game:
        return frozenset()
    return {"cards": _CARD_SUFFIXES, "templates": _TEMPLATE_SUFFIXES}.get(name.parts[0], frozenset())


def read_content(path: Path) -> FileContent:
    """Return the content of a file. Raises: NotFixable."""
    flags = (
        os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    )
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise NotFixable("it is not a plain file")
            raw = file.read(_LARGEST + 1)
    except OSError as error:
        raise NotFixable(f"it cannot be read: {error.strerror}") from None
    if len(raw) > _LARGEST:
        raise NotFixable(f"it is larger than {_LARGEST // 1_000_000} MB")
    try:
        return FileContent(raw.removeprefix(_BOM).decode("utf-8"), raw.startswith(_BOM))
    except UnicodeDecodeError:
        raise NotFixable("it is not UTF-8 text") from None


def ensure_writable(path: Path) -> None:
    """Raise unless a file may be replaced by another. Raises: NotFixable."""
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        raise NotFixable("it is write-protected")


@dataclass(frozen=True, slots=True)
class FixedFile:
    """A file as it is to be: its name in messages, its place, what was and what is to be in it."""

    name: str
    path: Path
    before: FileContent
    after: FileContent
    done: tuple[Edit, ...]

    def ensure_unchanged(self) -> None:
        """Raise ProjectError unless the file still holds what was fixed."""
        try:
            content = read_content(self.path)
        except NotFixable as why:
            raise ProjectError(f"{self.path}: {why}; nothing was written") from None
        if content != self.before:
            raise ProjectError(f"{self.path} was changed meanwhile; nothing was written")


@dataclass(frozen=True, slots=True)
class Fixes:
    """Every file that edits change, by name, and every edit that was not done."""

    files: tuple[FixedFile, ...]
    skipped: tuple[SkippedFix, ...]

    @property
    def count(self) -> int:
        """How many places are fixed."""
        return sum(len(file.done) for file in self.files)


def plan_fixes(edits: Iterable[Edit], find: FileFinder, read: YamlReader) -> Fixes:
    """Return what the edits change, with nothing written yet.

    `find` finds files that may be fixed; `read` reads YAML.
    """
    by_file: dict[str, list[Edit]] = {}
    for edit in edits:
        by_file.setdefault(edit.source.file, []).append(edit)
    fixed: list[FixedFile] = []
    skipped: list[SkippedFix] = []
    for name, its in sorted(by_file.items()):
        try:
            file, left = _fix_file(name, find(name), its, read)
        except NotFixable as why:
            skipped += [SkippedFix(edit, str(why)) for edit in its]
            continue
        skipped += left
        fixed += [file] if file.done else []
    return Fixes(tuple(fixed), tuple(skipped))


def _fix_file(
    name: str, path: Path, edits: list[Edit], read: YamlReader
) -> tuple[FixedFile, list[SkippedFix]]:
    """Return one file with its edits done, and those that were not. Raises: NotFixable."""
    before = read_content(path)
    ensure_writable(path)
    text, done, skipped = apply_edits(before.text, path.suffix.lower(), edits, read)
    return FixedFile(name, path, before, FileContent(text, before.has_bom), tuple(done)), skipped
